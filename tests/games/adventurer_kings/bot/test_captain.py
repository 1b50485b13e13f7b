"""The captain: valid sheets, fair play, and conduct in war and peace."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.adventurer_kings.positions.captains import CAPTAIN
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import FREE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State
from palatine.players.random_bot import Recruit

SEATS = tuple(f"K{number}" for number in range(1, 9))


def played(seed: str, turns: int, scenario: str = "standard", seats: tuple[str, ...] = SEATS) -> State:
    """Return a match of captains after some turns; every sheet must be valid."""
    state = GAME.setup(scenario=scenario, seats=seats, seed=seed.encode(), options={})
    while GAME.actors(state) and state.turn < turns:
        play_turn(state)
    return state


def play_turn(state: State) -> None:
    """Let all captains write their sheets, and run the turn."""
    for seat in GAME.actors(state):
        sheet = CAPTAIN.decide(state, seat)
        assert not [problem for problem in GAME.check(state, seat, sheet) if not problem.uncertain]
        assert GAME.unknown_name_problems(state, seat, sheet) == []
        GAME.set_sheet(state, seat, sheet)
    GAME.run_turn(state)


def lands(state: State, seat: int) -> int:
    return sum(state.lands[place].tax for place in state.provinces(seat))


# Fair play


def test_its_sheets_have_no_fault_and_read_back_as_they_were() -> None:
    state = played("legal", 8)
    for seat in GAME.actors(state):
        sheet = CAPTAIN.decide(state, seat)
        assert GAME.parse(GAME.write(sheet)) == sheet


@pytest.mark.parametrize("turns", [1, 4, pytest.param(9, id="9-whole")])
def test_it_knows_only_what_its_king_knows(turns: int) -> None:
    state = played("fair", turns)
    for seat in GAME.actors(state):
        for salt in (b"anything", b"else"):
            assert CAPTAIN.decide(GAME.determinize(state, seat, salt), seat) == CAPTAIN.decide(state, seat)


def offers(state: State, seat: str) -> set[int]:
    """Return the Heroes to whom the captain makes an offer."""
    acts = [each.action for each in CAPTAIN.decide(state, seat).orders if isinstance(each, orders.Act)]
    return {action.hero for action in acts if isinstance(action, orders.Hire)}


def test_it_makes_offers_to_rulers_it_has_seen_and_to_none_of_whom_it_knows_the_name_alone() -> None:
    won_over = 0
    now = played("rulers", 1)
    for _ in range(2, 7):
        play_turn(now)
        state = now.copy()
        for me, seat in enumerate(state.seats):
            assert offers(state, seat) <= state.seen[me].keys()
            by_name = {told.hero: place for place, told in state.known[me].items() if told.hero}
            for n, place in by_name.items():
                state.seen[me].setdefault(n, (place, state.turn, FREE))
            won_over += len(offers(state, seat) & by_name.keys())
    assert won_over > 5


class Chronicle:
    """Statistics of ten years of eight captains: orders, failures, and armies paid and unpaid."""

    def __init__(self) -> None:
        self.actions = self.paid = self.unpaid = 0
        self.failures: Counter[str] = Counter()
        state = played("chronicle", 0)
        while state.turn < 10:
            for seat in GAME.actors(state):
                sheet = CAPTAIN.decide(state, seat)
                self.actions += sum(isinstance(each, orders.Act) for each in sheet.orders)
                GAME.set_sheet(state, seat, sheet)
            state.journal = []
            GAME.run_turn(state)
            self.failures.update(entry.data["reason"] for entry in state.journal if entry.kind == "failed")
            self.unpaid += sum(entry.kind == "unpaid-army" for entry in state.journal)
            self.paid += sum(army.owner >= 0 for army in state.armies.values())


@pytest.fixture(scope="module")
def chronicle() -> Chronicle:
    return Chronicle()


def test_few_of_its_orders_fail_and_none_for_want_of_care(chronicle: Chronicle) -> None:
    """Orders fail only because of an enemy, a battle or a Hero who has left.

    None is illegal or unpaid.
    """
    assert chronicle.failures.total() < 0.05 * chronicle.actions
    careless = {"fail.no-gold", "fail.no-skill", "fail.no-more-spells", "fail.no-province", "fail.offer"}
    assert not careless & {*chronicle.failures}


def test_it_pays_its_troops(chronicle: Chronicle) -> None:
    """Occasionally a lost battle costs the taxes that were to pay them (9.2)."""
    assert chronicle.unpaid < 0.05 * chronicle.paid


# Playing well


def test_a_match_of_captains_ends_with_an_emperor() -> None:
    state = played("crown", 45)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert "elected" in outcome.margin


@pytest.mark.parametrize("number", [0, 5])
def test_it_beats_seven_recruits(number: int) -> None:
    mine = SEATS[number]
    state = GAME.setup(seats=SEATS, seed=b"recruits", options={"turns": 12})
    bots: dict[str, Any] = {
        seat: CAPTAIN if seat == mine else Recruit(GAME, place) for place, seat in enumerate(SEATS)
    }
    while GAME.actors(state):
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, bots[seat].decide(state, seat))
        GAME.run_turn(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (mine,)
    assert lands(state, number) > 2 * max(lands(state, other) for other in range(8) if other != number)


# Founding


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_its_kings_are_as_the_rules_want_them(scenario: Any) -> None:
    for seats in scenario.tables:
        s = GAME.setup(scenario=scenario.name, seats=seats, seed=b"kings")
        for seat in seats:
            assert GAME.check(s, seat, CAPTAIN.decide(s, seat)) == []


def test_a_table_of_captains_has_every_alignment_and_several_races() -> None:
    seats = GAME.scenarios[0].tables[-1]
    s = GAME.setup(seats=seats, seed=b"kings")
    kings = [next(iter(CAPTAIN.decide(s, seat).orders)) for seat in seats]
    assert all(isinstance(king, orders.KingLine) for king in kings)
    chosen = [king.alignment for king in kings if isinstance(king, orders.KingLine)]
    assert set(chosen) == set(tables.ALIGNMENTS)
    assert chosen.count("divine") == chosen.count("undead") == 1
    assert len({king.race for king in kings if isinstance(king, orders.KingLine)}) >= 3
