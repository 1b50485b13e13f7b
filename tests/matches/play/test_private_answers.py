"""Forced and automatic answers, which others cannot tell apart."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest

from matches.helpers import Table, sit
from matches.spies import Spies, SpyChoose, SpyDay
from palatine import registry
from palatine.core import Action, Catalogue, Scenario
from palatine.core.dice import Dice
from palatine.matches import MatchServices
from palatine.matches.answer_delay import AGAIN_LEAST, MAX_BOT_SECONDS, MAX_SECONDS, MIN_BOT_SECONDS, AnswerDelays
from palatine.store import Store
from palatine.testing.examples.ford.rules.combat import Clash
from palatine.testing.examples.ford.rules.movement import March
from palatine.testing.examples.ford.rules.victory import Dusk
from palatine.testing.examples.ford.setup import Deal
from palatine.testing.examples.ford.state import FordState


class HandChoose(SpyChoose, frozen=True):
    """`SpyChoose` in which a seat whose second troop is a spear, unseen by others, can only rest."""

    is_private = True

    def actions(self, s: FordState) -> list[Action]:
        return [("rest", 0)] if s.face[3 * self.seat + 1] == 2 else super().actions(s)


class HandDay(SpyDay, frozen=True):
    def stage(self, s: FordState, kind: Any) -> Any:
        found = super().stage(s, kind)
        return HandChoose(found.seat) if isinstance(found, SpyChoose) else found

    def done(self, s: FordState) -> None:
        s.replace_top(HandDay())


class Hands(Spies):
    name = "hands"
    steps = Deal | HandChoose | March | Clash | Dusk | HandDay
    state_of_south = 2

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
        state = FordState(seats, [HandDay()], Dice(key), options)
        state.face = [1, 3, 2, 1, self.state_of_south, 5 - self.state_of_south]
        return state

    @property
    def words(self) -> Catalogue:  # type: ignore[override]
        messages = super().words.messages
        return Catalogue({**messages, "prompt.HandChoose": messages["prompt.SpyChoose"]}, super().words.namers)


class Full(Hands):
    name = "full"
    state_of_south: ClassVar[int] = 3


class Later:
    """A scheduler with a clock that the test advances."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits: list[float] = []

    def __call__(self, match: str, seconds: float) -> None:
        self.waits.append(seconds)


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.fixture
def services(store: Store, later: Later) -> MatchServices:
    registry.register("hands", Hands())
    registry.register("full", Full())
    services = MatchServices(store, bots="background", wake=lambda match: None, wake_later=later)
    services.runtime.replies = AnswerDelays(lambda: later.now, Random(1))
    return services


def rest_on(table: Table, seat: str) -> None:
    """Make the seat rest until a troop falls."""
    (plan,) = [plan for plan in table.look(seat).view.shortcuts if plan.duration_key]
    table.services.matches.act_all(table.match, table.key(seat), plan.actions, table.version, plan.duration_key)


def rounds(services: MatchServices, later: Later, table: Table, count: int) -> list[float]:
    """Let North rest repeatedly; return the delays until South's answers."""
    waited = []
    for _ in range(count):
        table.act("North", "rest", 0)
        assert table.asked == ("South",), "nothing is answered at once"
        assert services.matches.run_bots(table.match) == 0
        waited.append(later.waits[-1])
        later.now += later.waits[-1] - 0.001
        assert services.matches.run_bots(table.match) == 0
        later.now += 0.001
        assert services.matches.run_bots(table.match) == 1
        assert table.asked == ("North",)
    return waited


@pytest.mark.parametrize("game", ["hands", "full"])
def test_nothing_is_answered_unasked_in_less_than_it_takes_to_read(
    services: MatchServices, later: Later, game: str
) -> None:
    table = sit(services, game, options={"days": 30})
    if game == "full":
        table.act("North", "rest", 0)
        rest_on(table, "South")
    waited = rounds(services, later, table, 20)
    assert all(AGAIN_LEAST <= seconds <= MAX_SECONDS for seconds in waited)
    assert len({round(seconds, 3) for seconds in waited}) > 15, "every delay is drawn anew"


def test_an_empty_hand_and_an_automatic_reply_wait_alike_and_look_alike(
    services: MatchServices, later: Later
) -> None:
    known: dict[str, list[Any]] = {}
    waits: dict[str, list[float]] = {}
    for game in ("hands", "full"):
        later.now = 0.0
        services.runtime.replies = AnswerDelays(lambda: later.now, Random(7))
        table = sit(services, game, options={"days": 30})
        table.act("North", "rest", 0)
        if game == "full":
            rest_on(table, "South")
        else:
            assert services.matches.run_bots(table.match) == 0
            later.now += MAX_SECONDS
            assert services.matches.run_bots(table.match) == 1
        services.runtime.replies = AnswerDelays(lambda: later.now, Random(8))
        waits[game] = rounds(services, later, table, 10)
        log = services.archive.export(table.match, table.key("North"))["log"]
        known[game] = [{name: each[name] for name in each if name not in ("time", "data")} for each in log[-20:]]
        assert not any(each.get("data") for each in log[-20:] if each["seat"] == "South")
    assert waits["hands"] == pytest.approx(waits["full"]), "drawn from one distribution"
    assert known["hands"] == known["full"]


def test_who_has_nothing_else_to_answer_may_answer_himself(services: MatchServices, later: Later) -> None:
    table = sit(services, "hands", options={"days": 30})
    table.act("North", "rest", 0)
    assert table.act("South", "rest", 0).view.asked == ("North",)
    later.now += MAX_SECONDS
    assert services.matches.run_bots(table.match) == 0, "it is not answered twice"


def test_a_bot_answers_what_is_private_no_sooner_than_after_a_moment(services: MatchServices, later: Later) -> None:
    for game in ("hands", "full"):
        table = sit(services, game, options={"days": 30}, players={"South": {"kind": "bot", "bot": "recruit"}})
        table.act("North", "rest", 0)
        assert services.matches.run_bots(table.match) == 0
        assert MIN_BOT_SECONDS <= later.waits[-1] <= MAX_BOT_SECONDS
        later.now += later.waits[-1]
        assert services.matches.run_bots(table.match) > 0


def test_bots_among_themselves_wait_for_nobody(services: MatchServices, later: Later) -> None:
    bots = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("North", "South")}
    made = services.matches.create("full", players=bots)
    while services.matches.info(made.match).status == "playing":
        assert services.matches.run_bots(made.match) > 0
    assert not later.waits


def test_in_one_process_with_its_players_nothing_is_waited_for(store: Store) -> None:
    registry.register("hands", Hands())
    table = sit(MatchServices(store), "hands")
    assert table.act("North", "rest", 0).view.asked == ("North",)


@pytest.mark.parametrize(
    ("game", "forced", "told"), [("hands", True, True), ("hands", False, False), ("full", True, False)]
)
def test_who_has_but_one_answer_is_told_that_it_is_given_for_him(
    services: MatchServices, later: Later, game: str, forced: bool, told: bool
) -> None:
    table = sit(services, game, options={"days": 30}, forced=forced)
    assert not table.look("North").answers_soon
    table.act("North", "rest", 0)
    assert table.look("South").answers_soon is told
    assert not table.look("North").answers_soon, "nobody else is told"
    assert not table.look(None).answers_soon
    assert services.matches.run_bots(table.match) == 0
    later.now += MAX_SECONDS
    assert services.matches.run_bots(table.match) == int(told)
    assert not table.look("South").answers_soon or not told


def test_who_has_answered_in_advance_is_told_that_it_is_given_for_him(
    services: MatchServices, later: Later
) -> None:
    table = sit(services, "full", options={"days": 30})
    for seat in ("North", "South"):
        table.act(seat, "rest", 0)
    table.act("North", "rest", 0)
    plan = next(plan for plan in table.look("South").view.shortcuts if plan.duration_key)
    services.matches.act_all(table.match, table.key("South"), plan.actions, table.version, plan.duration_key)
    table.act("North", "rest", 0)
    look = table.look("South")
    assert (look.view.asked, look.answers_soon, table.look("North").answers_soon) == (("South",), True, False)
    assert len(look.view.choices) > 1
    later.now += MAX_SECONDS
    assert services.matches.run_bots(table.match) == 1
    assert not table.look("South").answers_soon


def test_who_lends_his_seat_is_not_told_what_the_server_would_answer(services: MatchServices, later: Later) -> None:
    table = sit(services, "hands", options={"days": 30})
    table.act("North", "rest", 0)
    services.seats.lend_to_bot(table.match, table.key("South"))
    assert not table.look("South").answers_soon


def test_who_looks_while_an_answer_waits_wakes_nobody(services: MatchServices, later: Later) -> None:
    woken: list[str] = []
    services.runtime._wake = woken.append
    table = sit(services, "hands")
    table.act("North", "rest", 0)
    (wait,) = later.waits
    for seat in ("North", "South", None):
        table.look(seat)
    assert (woken, later.waits) == ([], [wait]), "somebody will be woken for it, once"
    later.now += wait
    table.look("North")
    assert woken == [table.match]
