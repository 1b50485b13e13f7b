"""Environments: PettingZoo's own tests, menus, observations, seeds, rewards and drawings."""

from __future__ import annotations

import copy
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import palatine
from palatine import optional_imports
from palatine.core import PalatineError, Unknown
from palatine.lab import pettingzoo_env, pettingzoo_parallel_env
from palatine.lab.action_menus import MORE, MenuMatch
from palatine.lab.observing import OBSERVATION_VERSION

GAMES = palatine.games()
QUIET = pytest.mark.filterwarnings("ignore")
"""PettingZoo recommends names such as player_0; ours are the seats' own."""


def conform(game: Any, cycles: int) -> None:
    """Run PettingZoo's tests on both kinds of environment."""

    def parallel(max_cycles: int | None = None) -> Any:
        return pettingzoo_parallel_env(game, max_cycles=max_cycles)

    api_test(pettingzoo_env(game), num_cycles=cycles)
    seed_test(lambda: pettingzoo_env(game), num_cycles=cycles)
    in_turn = SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles)))
    max_cycles_test(in_turn)
    parallel_api_test(parallel(cycles), num_cycles=cycles)


@QUIET
@pytest.mark.parametrize("game", ["ford", "tithe"])
def test_the_examples_pass_pettingzoos_tests_to_the_end(game: str, request: Any) -> None:
    conform(request.getfixturevalue(game), 1000)


@QUIET
@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_pettingzoos_tests(game: str) -> None:
    conform(game, 40)


def played(env: Any, seed: int, picks: int = 100_000) -> tuple[list[int], dict[str, float]]:
    """Return the random picks and the total reward of every seat."""
    env.reset(seed=seed)
    random, picked = np.random.default_rng(seed), []
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(picks):
        seen, reward, ended, cut, _ = env.last()
        rewards[agent] += reward
        action = None if ended or cut else int(random.choice(np.flatnonzero(seen["action_mask"])))
        picked += [] if action is None else [action]
        env.step(action)
    return picked, rewards


def test_a_match_ends_with_one_win_to_share_and_one_seed_plays_it_again(ford: Any) -> None:
    for seed in range(5):
        picked, rewards = played(pettingzoo_env(ford), seed)
        env = pettingzoo_env(ford)
        assert played(env, seed) == (picked, rewards)
        winners = ford.outcome(env.match.state).winners
        assert rewards == {seat: 1 / len(winners) if seat in winners else 0.0 for seat in env.possible_agents}
    assert len({tuple(played(pettingzoo_env(ford), seed)[0]) for seed in range(5)}) > 1


def test_matches_after_one_seed_differ_and_follow_each_other_alike(ford: Any) -> None:
    first, second = pettingzoo_env(ford), pettingzoo_env(ford)
    keys = []
    for env in (first, second):
        env.reset(seed=3)
        one = env.match.state.dice.key
        env.reset()
        keys.append((one, env.match.state.dice.key))
    assert keys[0] == keys[1]
    assert keys[0][0] != keys[0][1]


@pytest.mark.parametrize("name", GAMES)
def test_an_observation_tells_nothing_that_the_seat_may_not_know(name: str) -> None:
    """Arrays and text are equal for a state with all hidden facts dealt again."""
    env, twin = pettingzoo_env(name), pettingzoo_env(name)
    random = np.random.default_rng(1)
    env.reset(seed=1)
    twin.reset(seed=2)
    for step in range(120 if env.match.game.observation(env.match.state, None) else 30):
        for seat in env.possible_agents if step % 10 == 0 else ():
            twin.match = env.match.sampled(seat, b"other")
            seen, other = env.observe(seat), twin.observe(seat)
            assert all(np.array_equal(seen[part], other[part]) for part in seen), seat
            assert env.text(seat) == twin.text(seat)
        env.step(int(random.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))


def test_an_observation_shows_own_hidden_things_and_not_those_of_others() -> None:
    """In Demonlord these are the counters under the top one, in Elric the spells in hand."""
    env = pettingzoo_env("demonlord")
    env.reset(seed=1)
    own, other = [env.observer.parts(env.match, seat) for seat in ("Hosar", "Demon")]
    hidden = [u for units in env.match.state.stacks[0].values() for u in units[1:]]
    assert hidden
    assert own["counters"][hidden, 0].all()
    assert not other["counters"][hidden, 0].any()
    assert np.expm1(other["backs"]).sum() == pytest.approx(len(hidden))


def test_of_a_spell_in_hand_its_owner_sees_which_and_others_that_it_is_there() -> None:
    game = palatine.load("elric")
    state = game.setup("duel", seed=b"1")
    seats = ("Amber", "Jade")
    before = [game.observation(state, seat).figures for seat in seats]
    leader = next(p for p, _ in state.hand.items() if state.owner[p] == 0)
    state.hand[leader] = (*state.hand[leader], state.cup.pop())
    after = [game.observation(state, seat).figures for seat in seats]
    changed = [sum(a != b for a, b in zip(*each, strict=True)) for each in zip(before, after, strict=True)]
    assert changed == [2, 1]


def test_observations_have_a_version() -> None:
    assert pettingzoo_env("elric").metadata["observations"] == OBSERVATION_VERSION == 2


def test_an_observation_has_one_shape_whatever_the_seed_and_changes_with_play() -> None:
    env = pettingzoo_env("demonlord")
    env.reset(seed=1)
    before = env.observe("Hosar")["observation"]
    parts = env.observer.parts(env.match, "Hosar")
    assert {name: part.shape for name, part in parts.items()} == env.observer.shapes
    assert parts["counters"].any()
    assert parts["backs"].any()
    for _ in range(20):
        env.step(0)
    assert not np.array_equal(before, env.observe("Hosar")["observation"])
    env.reset(seed=2)
    assert env.observe("Hosar")["observation"].shape == before.shape


def test_numbers_are_the_legal_actions_in_their_order(ford: Any) -> None:
    match = MenuMatch(ford)
    seat = match.seats_to_act[0]
    legal = ford.actions(match.state, seat)
    assert [(entry.kind, entry.operand) for entry in match.menu(seat)] == legal
    after = ford.play(match.state, seat, legal[1])
    match.pick(seat, 1)
    assert match.state == after
    with pytest.raises(PalatineError, match="no number 99"):
        match.pick(match.seats_to_act[0], 99)


def test_a_list_too_long_goes_on_on_the_next_page_and_reaches_every_action() -> None:
    game = palatine.load("demonlord")
    match = MenuMatch(game, choices=4)
    recruit = palatine.bot("recruit", game, 1)
    while len(game.actions(match.state, match.seats_to_act[0])) < 9:
        game.take(match.state, match.seats_to_act[0], recruit.decide(match.state, match.seats_to_act[0]))
    match = match.copy()
    seat = match.seats_to_act[0]
    found = []
    while match.menu(seat)[-1] is MORE:
        found += match.menu(seat)[:-1]
        match.pick(seat, 3)
    found += match.menu(seat)
    legal = game.actions(match.state, seat)
    assert [(entry.kind, entry.operand) for entry in found] == legal
    match.pick(seat, 0)
    assert not match.pages


def test_a_sheet_is_written_from_suggestions_and_handed_in(tithe: Any) -> None:
    match = MenuMatch(tithe)
    seat = match.seats_to_act[0]
    menu = match.menu(seat)
    assert [entry.kind for entry in menu[:3]] == ["hand-in", "next", "take"]
    assert not match.sheet_text(seat)
    match.pick(seat, 2)
    written = match.sheet_text(seat)
    assert menu[2].suggestion is not None
    assert menu[2].suggestion.text in written
    assert all(entry.suggestion != menu[2].suggestion for entry in match.menu(seat))
    match.pick(seat, 0)
    assert tithe.write(tithe.sheet(match.state, seat)) == written
    assert seat not in match.seats_to_act


@pytest.mark.parametrize("lists", [1, -1])
def test_a_number_beyond_the_list_counts_as_the_remainder(ford: Any, lists: int) -> None:
    plain, beyond = pettingzoo_env(ford), pettingzoo_env(ford)
    for env in (plain, beyond):
        env.reset(seed=1)
    seat = plain.agent_selection
    plain.step(1)
    beyond.step(1 + lists * len(beyond.match.menu(seat)))
    assert plain.match.state == beyond.match.state
    assert beyond.infos[seat] == {"beyond_the_list": True}
    assert plain.infos[seat] == {}


def test_the_board_is_drawn_as_svg_as_png_and_as_text(ford: Any) -> None:
    made = {}
    for mode in ("svg", "png", "ansi", None):
        env = pettingzoo_env(ford, render_mode=mode)
        env.reset(seed=1)
        made[mode] = env.render()
        env.close()
    assert made["svg"].startswith("<svg")
    assert made["png"].startswith(b"\x89PNG")
    assert made["ansi"]
    assert made[None] is None


def test_the_mode_human_prints_the_position_after_every_change(ford: Any, capsys: Any) -> None:
    env, told = pettingzoo_env(ford, render_mode="human"), pettingzoo_env(ford, render_mode="ansi")
    assert "human" in env.metadata["render_modes"]
    for each in (env, told):
        each.reset(seed=1)
    assert capsys.readouterr().out == told.render() + "\n"
    for each in (env, told):
        each.step(0)
    assert capsys.readouterr().out == told.render() + "\n"
    assert env.render() is None
    parallel = pettingzoo_parallel_env(ford, render_mode="human")
    parallel.reset(seed=1)
    assert capsys.readouterr().out.count("\n") > 3


def by_pickle(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("twin_of", [copy.deepcopy, by_pickle])
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_plays_on_as_the_environment_does_and_apart_from_it(game: str, twin_of: Any) -> None:
    env = pettingzoo_env(game)
    env.reset(seed=1)
    for number in range(6):
        env.step(number)
    twin = twin_of(env)
    assert same(env, twin)
    before = env.match.game.encode(env.match.state)
    for number in range(4):
        twin.step(number)
    assert env.match.game.encode(env.match.state) == before
    for number in range(4):
        env.step(number)
    assert same(env, twin)
    for each in (env, twin):
        each.reset()
    assert env.match.state.dice.key == twin.match.state.dice.key


@pytest.mark.parametrize("twin_of", [copy.deepcopy, by_pickle])
def test_parallel_environments_are_copied_too(tithe: Any, twin_of: Any) -> None:
    env = pettingzoo_parallel_env(tithe)
    twin_of(env).reset(seed=1)
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, 2))
    twin = twin_of(env)
    picks = dict.fromkeys(env.agents, 0)
    assert str(env.step(picks)) == str(twin.step(picks))


def same(one: Any, other: Any) -> bool:
    """Return whether two environments ask the same seat the same and gave it the same rewards."""
    assert one.agent_selection == other.agent_selection
    first, second = [each.last() for each in (one, other)]
    assert first[1:] == second[1:]
    return all(np.array_equal(first[0][name], second[0][name]) for name in first[0])


def test_what_is_missing_is_named_and_what_there_is_not_is_refused(monkeypatch: Any) -> None:
    with pytest.raises(Unknown):
        pettingzoo_env("elric", "nowhere")
    with pytest.raises(Unknown, match="at least 4"):
        pettingzoo_env("elric", choices=3)
    for make in (pettingzoo_env, pettingzoo_parallel_env):
        with pytest.raises(Unknown, match="human, svg, png, ansi, not as 'gif'"):
            make("elric", render_mode="gif")
        with pytest.raises(Unknown, match="not after 0"):
            make("elric", max_cycles=0)

    def absent(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(optional_imports, "import_module", absent)
    with pytest.raises(optional_imports.MissingExtra, match=r"palatine\[lab\]"):
        pettingzoo_env("elric")
