"""Demonlord between two players by mail: a turn of both sides, each with a fight."""

from __future__ import annotations

from typing import Any

from mail.correspondence import Correspondence, correspondence
from palatine.matches import MatchServices
from palatine.store import Store

MAILS = 1000
SEVENTH = 7
"""One answer in this many is a number; the others follow the captain's advice."""


def flat(receipt: dict[str, Any] | None) -> str:
    assert receipt is not None
    return " ".join(receipt["data"]["text"].split())


def answer(table: Correspondence, n: int) -> None:
    """Let the players who must decide answer by a number or accept the captain's advice."""
    by_number = n % SEVENTH == 0
    seat, before = table.info.asked[0], table.info.version
    asked = table.write(seat, "STATUS" if by_number else "ADVICE")
    assert asked is not None
    done = flat(table.write(seat, "1" if by_number else "YES", **table.answers(asked)))
    assert table.info.version > before, done
    assert done.startswith("Done")


def test_both_phases_of_a_turn_are_fought_by_mail_alone(store: Store, services: MatchServices) -> None:
    table = correspondence(store, services, "demonlord")
    for seat in table.seats:
        assert "The captain has set up for you." in flat(table.write(seat, "SET UP"))
    fought: set[str] = set()
    for n in range(1, MAILS):
        state: Any = services.runtime.open(table.match).state
        side, version = state.seats[state.phasing], table.info.version
        answer(table, n)
        entries = services.matches.view(table.match, "Hosar", version).entries
        fought |= {side for entry in entries if entry.kind in ("battle.begins", "siege.method")}
        if fought == {"Hosar", "Demon"} and services.runtime.open(table.match).state.turn > 1:
            break
    assert fought == {"Hosar", "Demon"}, "a fight in the phase of each side"
    status = flat(table.write("Hosar", "STATUS"))
    assert "(Hosar): " in status, "whose pieces they are"
    assert "(Demon): " in status
    seat = table.info.asked[0]
    assert "morale" in flat(table.write(seat, "RULES morale")).casefold()
    assert flat(table.write(seat, "SPELLS")).startswith("The spells of Demonlord: Alliance spell:")
