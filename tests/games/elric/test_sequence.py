"""The sequence of play (5.0)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.positions.board import advance, new_state, put, told
from palatine.games.elric import sequence
from palatine.games.elric.components.tables import TURNS
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.common.balance import move_marker, restore
from palatine.games.elric.sequence import (
    FOUNDING_OUTLINE,
    MAY_APPLY,
    OUTLINE,
    BeginPlayerTurn,
    GameTurn,
    NextTurn,
    PlayerTurn,
)


def table(seats: int = 3) -> Any:
    s = new_state("conflict-long", seats)
    for seat, (city, leader) in enumerate([("Dhakos", "Dharmit"), ("Iosaz", "Voashoon"), ("Jadmar", "Naclon")]):
        put(s, seat, city, leader)
    return s


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make player-turns end as soon as they begin."""
    monkeypatch.setattr(sequence, "OUTLINE", (BeginPlayerTurn,))


@pytest.mark.clause("5.0a", "5.0d", "3.3d")
@pytest.mark.usefixtures("quick")
def test_ten_game_turns_of_one_player_turn_each_the_first_player_first() -> None:
    s = table()
    s.order = (1, 2, 0)
    s.flow.append(GameTurn())
    advance(s)
    turns = [(entry.data["turn"], entry.data["seat"]) for entry in told(s, "player-turn")]
    assert turns == [(game_turn, seat) for game_turn in range(1, 11) for seat in (1, 2, 0)]
    assert TURNS == 10
    assert s.outcome is not None


@pytest.mark.clause("5.0a")
@pytest.mark.usefixtures("quick")
def test_who_is_out_is_passed_over() -> None:
    s = table()
    s.out = (1,)
    s.flow.append(GameTurn())
    advance(s)
    assert {entry.data["seat"] for entry in told(s, "player-turn")} == {0, 2}


@pytest.mark.clause("5.0b")
def test_the_steps_of_a_player_turn_are_those_of_the_book_in_its_order() -> None:
    names = [step.__name__ for step in OUTLINE]
    book = [
        "Appearance", "Replacements", "Movement", "Search", "MagicPhase", "LayCards", "Battles", "Musters",
        "RandomBalance",
    ]  # fmt: skip
    assert [name for name in names if name in book] == book
    assert names[0] == "BeginPlayerTurn"
    assert names[-1] == "CheckEliminations"


@pytest.mark.clause("5.0b", "14.1c")
def test_alone_there_is_no_elric_no_replacement_no_magic_and_no_balance() -> None:
    names = [step.__name__ for step in FOUNDING_OUTLINE]
    assert names == [
        "BeginPlayerTurn", "OpenMovement", "Movement", "Stopping", "Search", "Monsters", "Musters", "CheckEliminations",
    ]  # fmt: skip


@pytest.mark.clause("5.0c")
@pytest.mark.usefixtures("quick")
def test_what_was_noted_for_a_player_turn_is_forgotten_with_it() -> None:
    s = table()
    leader = next(s.persons(0))
    s.walked, s.sailed, s.trail = {leader: 3}, {leader: 1}, {leader: (4,)}
    s.changed, s.done, s.assaults, s.casts, s.fought = (leader,), (leader,), (4,), (leader,), (leader,)
    s.found = ((4, 1, 0, 0),)
    s.flow.append(PlayerTurn(2))
    advance(s)
    assert (s.walked, s.sailed, s.trail) == ({}, {}, {})
    assert (s.changed, s.done, s.assaults, s.casts, s.fought, s.found) == ((), (), (), (), (), ())
    assert s.phasing == 2


@pytest.mark.clause("5.0d")
def test_after_the_tenth_turn_the_victory_is_counted() -> None:
    s = table()
    s.turn = 9
    s.flow.append(NextTurn())
    s.flow[-1].run(s)
    assert (s.turn, s.flow) == (10, [GameTurn()])
    s.flow[:] = [NextTurn()]
    advance(s)
    assert s.outcome.margin == "draw"


@pytest.mark.clause("5.0b")
@pytest.mark.parametrize("scenario", ["successor", "conflict-short", "upstart"])
def test_a_step_that_is_passed_over_would_have_changed_nothing(scenario: str) -> None:
    random, skipped = Random(scenario), set()
    s = GAME.setup(scenario, seed=b"idle")
    while s.flow:
        (seat,) = GAME.actors(s)
        if random.random() < 0.2:
            for step in [step for step, may_apply in MAY_APPLY.items() if not may_apply(s)]:
                twin = s.copy()
                twin.push(step())
                step().run(twin)
                assert GAME.encode(twin) == GAME.encode(s), step.__name__
                skipped.add(step)
        GAME.take(s, seat, random.choice(GAME.actions(s, seat)))
    assert len(skipped) > len(MAY_APPLY) // 2


@pytest.mark.clause("13.4p", "13.4o", "5.0g")
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("restored", [False, True])
def test_the_world_ends_when_the_last_player_of_its_turn_has_finished_unless_restored_before(
    restored: bool,
) -> None:
    """The Balance tips to Law in the second of ten game-turns; the marker is three turns later."""
    s = table()
    s.turn = 2
    move_marker(s, 7, "13.4a")
    if restored:
        restore(s, "13.5f")
    s.flow.append(GameTurn())
    advance(s)
    turns = [(entry.data["turn"], entry.data["seat"]) for entry in told(s, "player-turn")]
    assert turns == [(turn, seat) for turn in range(2, 11 if restored else 6) for seat in range(3)]
