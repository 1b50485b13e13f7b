"""The marshal: independent of the game, searching only dealt worlds, better than its base bot."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

import pytest

import palatine
from palatine.core import BotParameters, Evaluation, Game, Measure, SearchContext, Weight
from palatine.core.bot import StepBot
from palatine.core.search.context import with_context
from palatine.players.marshal import TIME_SHARE_DECIDED, Marshal
from palatine.players.random_bot import Recruit
from palatine.players.rollouts import (
    Policy,
    PolicyRollout,
    alternative_parameters,
    captain_bot,
    parameters_of,
    rollout_bot,
)
from palatine.players.sheets import changed_sheets


def duel(game: Game[Any], seed: int, marshal: str, samples: int, **setup: Any) -> Any:
    """Return the outcome of a marshal against recruits."""
    state = game.setup(seed=str(seed).encode(), **setup)
    bots: dict[str, Any] = {seat: Recruit(game, seed) for seat in state.seats}
    bots[marshal] = Marshal(game, seed, samples=samples)
    while actors := game.actors(state):
        game.take(state, actors[0], bots[actors[0]].decide(state, actors[0]))
    return state.outcome


def test_it_beats_the_recruit_it_rests_on(ford: Game[Any]) -> None:
    won = [seat in duel(ford, seed, seat, 40).winners for seed in range(6) for seat in ("North", "South")]
    assert sum(won) >= 9


def test_it_beats_recruits_at_secret_orders(tithe: Game[Any]) -> None:
    won = ["Abbey" in duel(tithe, seed, "Abbey", 80, seats=("Abbey", "Baron")).winners for seed in range(8)]
    assert sum(won) >= 6


def test_so_many_samples_decide_the_same_every_time(ford: Game[Any]) -> None:
    state = ford.setup(seed=b"same")
    (seat,) = ford.actors(state)
    found = {Marshal(ford, 5, samples=30).decide(state, seat) for _ in range(3)}
    assert len(found) == 1


HIDDEN = {
    "lord-and-master": ("P2", 2, {"seats": ("P1", "P2")}),
    "demonlord": ("Demon", 2, {}),
    "elric": ("Jade", 4, {"scenario": "successor"}),
    "dark-emperor": ("Kingdoms", 3, {}),
    "adventurer-kings": ("K2", 3, {"seats": tuple(f"K{n}" for n in range(1, 9))}),
}
"""By game: whose decision, after how many boundaries, of which match."""
LONG = ("dark-emperor", "adventurer-kings")
"""Games whose decisions take seconds."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, id=f"{name}-whole") if name in LONG else name for name in HIDDEN]
)
def test_what_it_may_not_know_changes_nothing(name: str) -> None:
    game = palatine.load(name)
    seat, turns, setup = HIDDEN[name]
    state = after_turns(game, turns, **setup)
    bots = {each: captain_bot(game) for each in state.seats}
    while (asked := game.actors(state)[0]) != seat:
        game.take(state, asked, bots[asked].decide(state, asked))
    dealt = [game.determinize(state, seat, seed) for seed in (b"one", b"two")]
    assert dealt[0].dice.key != dealt[1].dice.key
    others = [each for each in state.seats if each != seat]
    is_secret = any(game.view(dealt[0], each) != game.view(dealt[1], each) for each in others)
    assert is_secret == (name != "dark-emperor")  # where nobody knows what is hidden
    thoughts, decided = [], []
    for each in dealt:
        marshal = Marshal(game, 3, samples=8)
        decided.append(marshal.decide(each, seat))
        thoughts.append(marshal.results)
    assert decided[0] == decided[1]
    assert thoughts[0] == thoughts[1] != []


def test_its_thoughts_are_told(ford: Game[Any]) -> None:
    state = ford.setup(seed=b"thoughts")
    marshal = Marshal(ford, 1, samples=25)
    for _ in range(6):
        seat = ford.actors(state)[0]
        ford.take(state, seat, marshal.decide(state, seat))
    assert marshal.results
    for thought in marshal.results:
        assert 0 <= thought.chance <= 1
        assert 0 < thought.samples <= 25
        assert thought.changed or thought.gain == 0


def test_alone_it_looks_to_the_end_of_the_match() -> None:
    game = palatine.load("elric")
    state, captain = game.setup("founding", ("Amber",), b"alone"), palatine.bot("captain", game)
    while game.planning_period(state) < 3:
        game.take(state, "Amber", captain.decide(state, "Amber"))
    trial = PolicyRollout(game, state, "Amber", 1)
    assert {trial(Policy(), k) for k in range(30)} == {0.0, 1.0}, "won or lost, and nothing in between"
    marshal = Marshal(game, 1, samples=12)
    marshal.decide(state, "Amber")
    assert marshal.results[-1].chance < 1


def test_what_it_expects_of_a_plan_is_told_once_with_what_it_means_to_do() -> None:
    game = palatine.load("demonlord")
    state, captain = game.setup(seed=b"expectation"), palatine.bot("captain", game)
    marshal = Marshal(game, 1, samples=12)
    while game.actors(state)[0] != "Demon" or game.planning_period(state) < 2:
        seat = game.actors(state)[0]
        game.take(state, seat, captain.decide(state, seat))
    told: list[Any] = []
    for _ in range(60):
        seat = game.actors(state)[0]
        action = (marshal if seat == "Demon" else captain).decide(state, seat)
        if seat == "Demon":
            thought = marshal.results[-1]
            told.append((game.planning_period(state), marshal.expectation(state, seat)))
            assert marshal.expectation(state, seat) is None, "told already"
            if told[-1][1] is not None:
                assert (told[-1][1].chance, told[-1][1].gain) == (thought.chance, thought.gain)
        game.take(state, seat, action)
    expected = [(at, each) for at, each in told if each is not None]
    assert len(expected) < len(told)
    assert len({at for at, _ in expected}) == len(expected), "one for each phase"
    lines = [line for _, each in expected for line in each.line]
    assert any("The Demon marches" in line for line in lines)


def test_what_it_expects_of_a_sheet_is_told_too(tithe: Any) -> None:
    state = tithe.setup(seed=b"expectation")
    seat = tithe.actors(state)[0]
    marshal = Marshal(tithe, 1, samples=12)
    marshal.decide(state, seat)
    found = marshal.expectation(state, seat)
    assert found is not None
    assert (found.chance, found.line) == (marshal.results[-1].chance, ())


def test_changed_sheets_may_be_handed_in_and_differ(tithe: Any) -> None:

    state = tithe.setup(seats=("Abbey", "Baron"), seed=b"changes")
    own = Recruit(tithe, 1).decide(state, "Abbey")
    found = list(changed_sheets(tithe, state, "Abbey", own, 6, Random(1)))
    assert len(found) >= 3
    assert own not in found
    assert len(set(map(tithe.write, found))) == len(found)
    for sheet in found:
        assert all(problem.uncertain for problem in tithe.check(state, "Abbey", sheet))


class Judgement(BotParameters, frozen=True):
    many: int = 10
    sure: float = 1.5
    bold: bool = False
    aim: str = "hold"
    choices = {"aim": ("hold", "rush", "score")}


def test_parameters_vary_about_what_is_usual() -> None:

    random = Random(1)
    others = [Judgement().vary(random) for _ in range(200)]
    assert len(set(others)) > 80
    assert all(each.many >= 0 and each.sure > 0 and each.bold is False for each in others)
    assert 0.3 < sum(each.sure != 1.5 for each in others) / 200 < 0.5
    assert isinstance(others[0].many, int)
    assert {each.aim for each in others} == {"hold", "rush", "score"}
    assert 0.5 < sum(each.aim == "hold" for each in others) / 200 < 0.7


def test_other_choices_change_one_text_field_each() -> None:
    assert Judgement(many=3).other_choices() == [Judgement(many=3, aim="rush"), Judgement(many=3, aim="score")]
    assert Judgement(aim="rush").other_choices() == [Judgement(aim="hold"), Judgement(aim="score")]


def test_alternatives_begin_with_the_other_aims() -> None:
    game = palatine.load("demonlord")
    usual: Any = parameters_of(game)
    found: list[Any] = alternative_parameters(game, 5, Random(1))
    assert found[:2] == usual.other_choices()
    assert len(found) == 5
    assert len({usual, *found}) == 6
    assert alternative_parameters(game, 1, Random(1)) == usual.other_choices()[:1]


def test_rivals_pursue_all_aims_in_every_third_world() -> None:
    game = palatine.load("demonlord")
    usual: Any = parameters_of(game)
    trial = PolicyRollout(game, after_turns(game, 2), "Hosar", 1)
    rivals: list[Any] = [trial.sample_world(k)[1]["Demon"].judgement for k in range(60)]
    assert all((each is None) == (k % 3 != 2) for k, each in enumerate(rivals))
    aims = Counter(each.aim for each in rivals if each is not None)
    assert set(aims) == set(usual.choices["aim"])
    assert min(aims.values()) >= 3


@pytest.mark.parametrize("name", ["lord-and-master", "adventurer-kings"])
def test_parameters_are_what_a_captain_plays_by(name: str) -> None:
    game = palatine.load(name)
    usual = parameters_of(game)
    assert usual is not None
    state = game.setup(seed=b"parameters", seats=game.scenario(None).tables[0])
    while game.planning_period(state) < 6:
        for seat in game.actors(state):
            game.take(state, seat, palatine.bot("captain", game).decide(state, seat))
    factory: Any = game.bots["captain"]
    random = Random(4)
    has_changed = False
    for seat in game.actors(state):
        usually = factory(game).decide(state, seat)
        assert factory(game, usual).decide(state, seat) == usually
        has_changed |= any(factory(game, usual.vary(random)).decide(state, seat) != usually for _ in range(20))
    assert has_changed


@pytest.mark.parametrize("name", ["lord-and-master", "demonlord", "elric", "dark-emperor", "adventurer-kings"])
def test_chances_are_shares_of_one(name: str) -> None:
    game = palatine.load(name)
    state = game.setup(seed=b"chances")
    last = game.planning_period(state)
    bots = {seat: Recruit(game, 3) for seat in state.seats}
    for _ in range(60):
        actors = game.actors(state)
        if not actors:
            break
        game.take(state, actors[0], bots[actors[0]].decide(state, actors[0]))
        assert game.planning_period(state) >= last
        last = game.planning_period(state)
    chances = game.evaluate(state)
    assert len(chances) == len(state.seats)
    assert sum(chances) == pytest.approx(1)
    assert all(0 <= each <= 1 for each in chances)


def test_more_of_what_is_measured_is_a_better_chance(ford: Game[Any], monkeypatch: Any) -> None:

    state = ford.setup(seed=b"measures")
    monkeypatch.setattr(ford, "measures", lambda s: (Measure("men", "Men", {"North": 6.0, "South": 2.0}),))
    monkeypatch.setitem(ford.__dict__, "evaluation", Evaluation({"men": Weight(2.0, 4.0)}))
    north, south = ford.evaluate(state)
    # two more than the mean of four, of a spread of four, with weight two: merits 1 and -1
    assert north == pytest.approx(0.8808, abs=1e-4)
    assert north + south == pytest.approx(1)


# What a game gives a search


def after_turns(game: Game[Any], turns: int, **setup: Any) -> Any:
    """Return a position after this number of boundaries, played by the game's own bot."""
    state = game.setup(seed=b"turns", **setup)
    bots = {seat: captain_bot(game) for seat in state.seats}
    while game.planning_period(state) < turns:
        seat = game.actors(state)[0]
        game.take(state, seat, bots[seat].decide(state, seat))
    return state


GIVEN = ["lord-and-master", "demonlord", "elric", "dark-emperor", "adventurer-kings"]


@pytest.mark.parametrize("name", GIVEN)
def test_in_a_dealt_world_nothing_is_dealt_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = palatine.load(name)
    state = after_turns(game, 3)

    def deal(*given: Any) -> Any:
        raise AssertionError("it is dealt again")

    monkeypatch.setattr(import_module(f"{game.package}.secrecy"), "determinize", deal)
    monkeypatch.setattr(type(game), "determinize", deal)
    seat = game.actors(state)[0]
    rollout_bot(game).decide(state, seat)


def test_a_context_is_a_bots_own(ford: Game[Any]) -> None:
    class Remembering(StepBot[Any, Any]):
        pass

    bot = Remembering(ford)
    given = SearchContext("a plan")
    other = with_context(bot, given)
    assert other.context is given
    assert bot.context is not given
    assert (bot.context.is_dealt, bot.context.plan) == (False, None)


def test_a_bot_that_knows_no_search_plays_as_it_does(ford: Game[Any]) -> None:
    bot = Recruit(ford, 1)
    assert with_context(bot, SearchContext()) is bot


def test_as_many_processes_decide_the_same() -> None:
    game = palatine.load("elric")
    state = after_turns(game, 4, scenario="successor")
    seat = game.actors(state)[0]
    one, two = [Marshal(game, 2, samples=30, processes=n, load_game=palatine.load) for n in (1, 2)]
    try:
        assert one.decide(state, seat) == two.decide(state, seat)
        assert one.results == two.results
    finally:
        two.close()


def test_plans_of_the_game_are_tried_and_carried_out(ford: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot takes its plan's action whenever it can; the plan that wins most is chosen."""

    class Planned(Recruit):
        plan: Any = None

        def with_context(self, context: SearchContext) -> Planned:
            twin = Planned(self.game, 1)
            twin.plan = context.plan
            return twin

        def decide(self, state: Any, seat: str) -> Any:
            return self.plan if self.plan in self.game.actions(state, seat) else super().decide(state, seat)

    monkeypatch.setattr(ford, "bots", {"captain": Planned}, raising=False)
    monkeypatch.setattr(ford, "candidate_plans", lambda state, seat, random: iter(ford.actions(state, seat)))
    state = ford.setup(seed=b"plans")
    (seat,) = ford.actors(state)
    marshal = Marshal(ford, 1, samples=300)
    decided = marshal.decide(state, seat)
    assert decided in ford.actions(state, seat)
    assert marshal.results[-1].gain >= 0
    assert len(marshal.results) == 1


def test_little_time_is_spent_where_little_is_at_stake(ford: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    state = ford.setup(seed=b"stake")
    (seat,) = ford.actors(state)
    luck = Random(1)
    monkeypatch.setattr(ford, "evaluate", lambda world: (luck.uniform(0.91, 1.0), luck.uniform(0.91, 1.0)))
    marshal = Marshal(ford, 1, samples=400)
    marshal.decide(state, seat)
    assert marshal.results[-1].samples <= TIME_SHARE_DECIDED * 400
