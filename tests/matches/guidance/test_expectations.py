"""Expectations of searching bots: stored with their actions and shown after the match."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Evaluation, Refused, Unreadable, Weight
from palatine.core.guidance.expectation import Expectation
from palatine.matches import MatchServices, file_from_text, file_to_text
from palatine.players.advising import SEED
from palatine.players.rollouts import Policy, PolicyRollout
from palatine.store import Store
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.tithe.referee import Tithe

BOT = {"South": {"kind": "bot", "bot": "seer"}}


class Seer:
    """A random bot that states an expectation at every second decision."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.bot = registry.bot("recruit", game, 7)
        self.made = 0

    def decide(self, state: Any, seat: str) -> Any:
        self.made += 1
        return self.bot.decide(state, seat)

    def expectation(self, state: Any, seat: str) -> Expectation | None:
        line = () if self.game.orders else ("It means to march.",)
        return Expectation(0.625, 0.25, 0.125, line) if self.made % 2 else None


@pytest.fixture(autouse=True)
def _seers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ford, "bots", {"seer": Seer})
    monkeypatch.setattr(Tithe, "bots", {"seer": Seer})


def play_to_the_end(services: MatchServices, table: Table) -> None:
    while services.matches.info(table.match).status != "over":
        while services.matches.run_bots(table.match):
            pass
        match_view = table.look("North")
        if match_view.view.choices:
            choice = match_view.view.choices[0]
            services.matches.act(table.match, table.key("North"), (choice.verb, choice.operand), match_view.version)


def test_what_was_expected_is_told_when_the_match_is_over(services: MatchServices) -> None:
    table = sit(services, players=BOT)
    with pytest.raises(Refused, match="when the match is over"):
        services.guidance.expectations(table.match)
    play_to_the_end(services, table)
    found = services.guidance.expectations(table.match)
    line = services.runtime.storage.actions_in_force(table.match, -1, services.matches.info(table.match).at)
    chosen = [each.ply - 1 for each in line if each.seat == "South" and each.kind == "action"]
    assert found
    assert {each.seat for each in found} == {"South"}
    assert {each.at for each in found} < set(chosen), "not at each action, but where it planned"
    assert [each.at for each in found] == sorted(each.at for each in found)
    assert (found[0].chance, found[0].gain, found[0].error) == (0.625, 0.25, 0.125)
    assert found[0].line == ("It means to march.",)


def test_while_it_is_played_nobody_else_can_find_it_anywhere(services: MatchServices) -> None:
    table = sit(services, players=BOT)
    first = table.look("North").view.choices[0]
    table.act("North", first.verb, first.operand)
    while services.matches.run_bots(table.match):
        pass
    kept = [each for each in services.runtime.records_after(services.runtime.open(table.match), 0) if each.data]
    assert any("expected" in each.data for each in kept)
    for key in (table.key("North"), None):
        told = file_to_text(services.archive.export(table.match, key)) if key else ""
        told += str(msgspec.to_builtins(services.matches.view(table.match, "North" if key else None, 0)))
        assert "It means to march" not in told
        assert "0.625" not in told


def test_of_secret_orders_the_sheet_is_the_line(services: MatchServices) -> None:
    made = services.matches.create(
        "tithe", players={"Abbey": {"kind": "bot", "bot": "seer"}, "Baron": {"kind": "bot"}}
    )
    while services.matches.info(made.match).status != "over":
        services.matches.step_bots(made.match)
    found = services.guidance.expectations(made.match)
    assert found
    turns = [each.turn for each in found if each.seat == "Abbey"]
    assert turns == sorted(set(turns)), "one a turn"
    records = services.runtime.records_after(services.runtime.open(made.match), 0)
    given = {(each.seat, each.data["turn"]): each.data["text"] for each in records if each.kind == "hand_in"}
    assert [each.line for each in found] == [tuple(given[each.seat, each.turn].splitlines()) for each in found]
    assert any(each.line for each in found)


def test_a_match_file_keeps_it_and_what_is_no_expectation_is_refused(services: MatchServices) -> None:
    table = sit(services, players=BOT)
    play_to_the_end(services, table)
    file = file_from_text(file_to_text(services.archive.export(table.match)))
    other = MatchServices(Store.open(":memory:"))
    assert other.guidance.expectations(other.archive.import_(file)) == services.guidance.expectations(table.match)
    wrong = next(each["data"] for each in file["log"] if "expected" in each.get("data", {}))
    wrong["expected"] = {"chance": 7}
    with pytest.raises(Unreadable):
        other.archive.import_(file)


# The chance of winning in advice


def test_advice_states_the_chance_of_winning_if_the_game_estimates_it(
    services: MatchServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(services, players={"South": {"kind": "bot", "bot": "recruit"}})
    assert services.guidance.advise(table.match, table.key("North")).chance is None
    weights = {"held": Weight(1.0, 1.0)}
    monkeypatch.setattr(registry.load("ford"), "evaluation", Evaluation(weights=weights))
    advice = services.guidance.advise(table.match, table.key("North"))
    assert advice.chance is not None
    assert 0 < advice.chance < 1


def test_the_chance_is_that_of_the_plan_which_is_advised() -> None:
    """Dark Emperor's captain makes other plans in the worlds of a search than for its own march."""
    game: Any = registry.load("dark-emperor")
    state = game.setup(seed=b"advice")
    captain = registry.bot("captain", game)
    game.take(state, "Necromancer", captain.decide(state, "Necromancer"))
    trial = PolicyRollout(game, state, "Necromancer", SEED)
    advised, other = [sum([trial(each, k) for k in range(4)]) / 4 for each in (trial.own_policy(), Policy())]
    assert registry.advise(game, state, "Necromancer", samples=4).chance == advised != other


@pytest.mark.parametrize("seed", range(4))
def test_a_chance_follows_nothing_hidden(seed: int) -> None:
    game: Any = registry.load("demonlord")
    state = game.setup(seed=b"chance")
    captain = registry.bot("captain", game)
    for _ in range(60):
        (seat, *_) = game.actors(state)
        game.take(state, seat, captain.decide(state, seat))
    (seat, *_) = game.actors(state)
    twin = game.determinize(state, seat, b"twin %d" % seed)
    told = [registry.advise(game, each, seat, samples=2).chance for each in (state, twin)]
    assert told[0] == told[1]
