"""Previews of courting, reinforcements, searches, prisoners and truces."""

from __future__ import annotations

from collections import Counter

import pytest

from games.demonlord.positions import CAPITALS, do, foreseen, go, moment, notes, place, step, told, unit, warnings
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import GW, hex_id

PLAYS = 3000
LONG = 'options: {"ending":"long"}\n'


@pytest.mark.clause("ALLY-08", "ALLY-12")
def test_courting_tells_the_six_faces_of_its_die() -> None:
    """Several thousand plays have the displayed frequencies."""
    state = moment("BeforeAlliances", "0814 Hosar: CL-count-lojar, CL-foot\n")
    state = GAME.decode(GAME.encode(do(state)))
    assert step(state) == "Court"
    found = foreseen(state, ("envoy", GW))
    assert [round(each.chance * 6) for each in found.odds[0].results] == [1, 2, 1, 1, 1]
    (line,) = found.lines
    seen: Counter[str] = Counter()
    for play in range(PLAYS):
        deal = GAME.determinize(state, "Hosar", play.to_bytes(2))
        deal.journal = []
        GAME.take(deal, "Hosar", ("envoy", GW))
        seen.update({entry.kind for entry in deal.journal})
    assert seen[line.event] / PLAYS == pytest.approx(line.chance, abs=0.03)
    assert [each.spaces for each in foreseen(state, "pass").unused_options] == [("0914",)]


@pytest.mark.clause("REIN-04", "VIC-04")
def test_a_request_is_warned_of_where_it_costs_the_point() -> None:
    state = moment("Reinforcements", "", more="opened: true\n")
    assert step(state) == "AskRequest"
    assert [clause for clause, _ in warnings(state, "request")] == ["REIN-04"]
    assert warnings(state, "wait") == []
    long = place(LONG + "turn 2\nphase Hosar\nopened: true\nstep Reinforcements\n" + CAPITALS)
    assert warnings(long, "request") == []


@pytest.mark.clause("REIN-06", "MOV-20")
def test_an_entrance_where_enemies_stand_says_so() -> None:
    """The Demon's reinforcements arrive: nine of eleven are drawn."""
    text = f"turn 3\nphase Demon\nopened: true\nstep Reinforcements\n2201 Hosar: DA-knights\n{CAPITALS}"
    draws = [("draw of reinforcements", 1)] * 9
    state = do(place(text), "request", rolls=[("reinforcements", 2), *draws])
    assert step(state) == "Enter"
    assert "MOV-20" in notes(state, ("enter", hex_id("2201")))
    assert notes(state, ("enter", hex_id("2214"))) == {}


@pytest.mark.clause("CAP-02", "MOV-26")
def test_to_show_no_troop_leaves_the_characters_to_the_search() -> None:
    text = "0804 Demon: ER-lord-erush, ER-archers\n0904 Hosar: DA-knights\n"
    state = do(moment("OpenMovement", text), ("stack", hex_id("0904")), ("unit", unit("DA-knights")), go("0804"))
    assert step(state) == "Show"
    assert [clause for clause, _ in warnings(state, "silent")] == ["CAP-02"]
    assert foreseen(state, ("show", unit("ER-archers"))).is_irrevocable


@pytest.mark.clause("VAR-10")
def test_the_peace_that_ends_the_match_is_warned_of_and_its_offer_is_not() -> None:
    state = place(LONG + "turn 5\nstep EndOfTurn\n" + CAPITALS)
    assert step(state) == "AskPeaceOffer"
    assert warnings(state, "peace") == []
    state = do(state, "peace")
    assert [clause for clause, _ in warnings(state, "peace")] == ["VAR-10"]
    assert warnings(state, "war") == []


@pytest.mark.clause("END-03", "END-07")
def test_a_call_for_truce_tells_its_dice() -> None:
    """On turn 5 talks need 10 on two dice: 6 throws of 36."""
    state = place("turn 5\nstep EndOfTurn\n" + CAPITALS)
    assert "1 in 6" in notes(state, "call")["END-03"]
    assert "6 in 36" in notes(state, "call")["END-06"]
    assert told(do(state, "call", rolls=[6, 4, 6, 1]), "talks.agree")
    assert told(do(state, "call", rolls=[6, 4, 5]), "talks.fail")
