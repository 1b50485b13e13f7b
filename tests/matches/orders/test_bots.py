"""Bots that write orders."""

from __future__ import annotations

import logging
from typing import Any

from matches.valley import valley
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.testing.examples.tithe import GAME


def test_bots_hand_in_at_once_and_the_last_sheet_has_the_turn_run(services: MatchServices) -> None:
    table = valley(services, 3, bots=("Baron", "Crown"))
    assert table.info.handed_in == ("Baron", "Crown")
    table.hand_in("Abbey")
    assert (table.info.turn, table.info.handed_in) == (2, ("Baron", "Crown"))


def test_bots_among_themselves_play_to_the_end(services: MatchServices) -> None:
    table = valley(services, 3, bots=("Abbey", "Baron", "Crown"))
    services.matches.run_bots(table.match)
    assert table.info.status == "over"
    assert services.archive.verify(table.match).ok


def test_bots_in_the_background_are_woken(store: Store) -> None:
    woken: list[str] = []
    services = MatchServices(store, bots="background", wake=woken.append)
    table = valley(services, bots=("Baron",))
    assert woken == [table.match]
    assert table.info.handed_in == ()
    services.matches.run_bots(table.match)
    table.hand_in("Abbey")
    assert (table.info.turn, table.info.asked) == (1, ()), "the turn is run by whoever is woken"
    assert services.runtime.storage.match_ids(due=True) == [table.match]
    services.matches.run_bots(table.match)
    assert (table.info.turn, table.info.handed_in) == (2, ("Baron",))


class Fool:
    """A bot that fails in every possible way."""

    asked = 0

    def decide(self, state: Any, seat: str) -> Any:
        Fool.asked += 1
        state.gold[0] = 99
        if Fool.asked % 3 == 0:
            raise ValueError("out of ideas")
        return None if Fool.asked % 3 == 1 else GAME.parse("Aldo collects\nBela collects")


def test_a_bot_that_fails_is_replaced_by_a_recruit(services: MatchServices, monkeypatch: Any, caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(type(GAME), "bots", {"fool": lambda game: Fool()}, raising=False)
    table = valley(services)
    services.seats.lend_to_bot(table.match, table.key("Baron"), "fool")
    for _ in range(4):
        table.hand_in("Abbey")
    assert table.info.status == "over"
    assert services.archive.verify(table.match).ok
