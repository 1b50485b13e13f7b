"""The lieutenant: stronger than the recruit, weaker than the captain, determined by its seed."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.core import Unknown


def won(name: str, scenario: str | None, seats: tuple[str, ...], bots: tuple[str, ...], seed: int) -> list[str]:
    """Return which of the bots won a game."""
    game = registry.load(name)
    state: Any = game.setup(scenario, seats, seed=b"lieutenant %d" % seed)
    players = {seat: registry.bot(bot, game, seed) for seat, bot in zip(seats, bots, strict=True)}
    while actors := game.actors(state):
        action = players[actors[0]].decide(state, actors[0])
        if not game.orders:
            assert action in game.actions(state, actors[0])
        game.take(state, actors[0], action)
    outcome = game.outcome(state)
    assert outcome is not None
    return [bots[seats.index(seat)] for seat in outcome.winners]


@pytest.mark.parametrize(
    ("name", "scenario", "seats"),
    [("demonlord", None, ("Hosar", "Demon")), ("lord-and-master", None, ("P1", "P2"))],
)
def test_he_beats_recruits_and_loses_to_captains(name: str, scenario: str | None, seats: tuple[str, ...]) -> None:
    against: dict[str, int] = {}
    for other in ("recruit", "captain"):
        games = [
            won(name, scenario, seats, bots, seed)
            for seed in range(6)
            for bots in (("lieutenant", other), (other, "lieutenant"))
        ]
        against[other] = sum("lieutenant" in winners for winners in games)
    assert against["recruit"] >= 10
    assert against["captain"] <= 6


def test_two_with_one_seed_decide_alike() -> None:
    game: Any = registry.load("lord-and-master")
    state = game.setup(seats=("P1", "P2"), seed=b"alike")
    sheets = [registry.bot("lieutenant", game, seed).decide(state, "P1") for seed in (1, 1, 2)]
    assert sheets[0] == sheets[1]


def test_he_hands_in_nothing_that_may_not_be() -> None:
    game: Any = registry.load("lord-and-master")
    state = game.setup(seats=("P1", "P2"), seed=b"sheets")
    bots = {seat: registry.bot("lieutenant", game, 5) for seat in state.seats}
    for _ in range(12):
        for seat in game.actors(state):
            sheet = bots[seat].decide(state, seat)
            assert all(problem.uncertain for problem in game.check(state, seat, sheet))
            game.take(state, seat, sheet)


def test_levels_are_told_from_the_weakest() -> None:
    demonlord, elric = registry.load("demonlord"), registry.load("elric")
    assert registry.bots_by_strength(elric) == ("recruit", "lieutenant", "captain", "marshal")
    assert registry.opponents(elric) == ("captain", "marshal", "lieutenant", "recruit")
    assert registry.bots_by_strength(demonlord) == ("recruit", "lieutenant", "captain")
    assert registry.opponents(demonlord) == ("captain", "lieutenant", "recruit")


def test_a_game_without_a_bot_of_its_own_has_no_lieutenant(ford: Any) -> None:
    assert registry.bots(ford) == ("recruit",)
    with pytest.raises(Unknown, match="no bot 'lieutenant'"):
        registry.bot("lieutenant", ford)
