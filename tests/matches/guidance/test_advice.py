"""Advice of the captain, and set-up by the captain."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from guided import FORD, TITHE
from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Refused, Unknown
from palatine.matches import Conflict, Forbidden, MatchServices
from palatine.players.advising import advise
from palatine.processes import SerialExecutor, WorkFailed
from palatine.store import Store


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.fixture
def table(services: MatchServices) -> Table:
    return sit(services, "guided", forced=False)


# Advice


def test_the_strongest_bot_advises(services: MatchServices, table: Table) -> None:
    advice = services.guidance.advise(table.match, table.key("North"))
    assert advice.bot == "captain"
    assert advice.actions[0] in FORD.actions(services.runtime.open(table.match).state, "North")
    assert advice.text[0].isupper()


def test_a_bot_gives_reasons_of_its_own() -> None:
    state = FORD.setup(seed=b"advice")
    advice = palatine.advise(FORD, state, "North", "herald")
    assert (advice.text, advice.reasons[0].clause, advice.bot) == ("Rest today.", "2", "herald")


def test_reasons_of_other_bots_come_from_the_preview_and_a_plan_is_named_whole() -> None:
    state = FORD.setup(seed=b"advice")
    for action in (("piece", 1), ("go", 4)):
        state = FORD.play(state, "North", action)

    class Attacker:
        def decide(self, state: Any, seat: str) -> Any:
            return ("piece", 4) if ("piece", 4) in FORD.actions(state, seat) else ("go", 4)

    advice = advise(FORD, Attacker(), state, "South", "attacker")
    assert advice.actions == (("piece", 4), ("go", 4))
    assert advice.text == "Piece 4 to Ford"
    assert [because.clause for because in advice.reasons] == ["3"]


def test_advice_of_orders_is_a_sheet(services: MatchServices) -> None:
    orders = sit(services, "guided-tithe", seats=["Abbey", "Baron"])
    advice = services.guidance.advise(orders.match, orders.key("Abbey"))
    assert advice.kind == "sheet"
    assert services.orders.check(orders.match, orders.key("Abbey"), advice.sheet).ok


def test_advice_is_for_who_has_handed_in_too_as_long_as_the_turn_is_open(services: MatchServices) -> None:
    orders = sit(services, "guided-tithe", seats=["Abbey", "Baron"])
    key = orders.key("Abbey")
    before = services.guidance.advise(orders.match, key)
    services.orders.hand_in(orders.match, key, "", 1)
    assert "Abbey" in services.matches.info(orders.match).handed_in
    assert services.guidance.advise(orders.match, key) == before
    assert services.orders.draft(orders.match, key).handed_in == ""


def test_who_is_not_asked_gets_none() -> None:
    with pytest.raises(Unknown):
        palatine.advise(FORD, FORD.setup(seed=b"advice"), "South")


def test_advice_is_for_who_is_asked_and_has_the_key(services: MatchServices, table: Table) -> None:
    with pytest.raises(Forbidden):
        services.guidance.advise(table.match, "nonsense")
    with pytest.raises(Refused, match="nothing to decide"):
        services.guidance.advise(table.match, table.key("South"))


def test_a_match_may_be_played_without(services: MatchServices) -> None:
    table = sit(services, "guided", advice=False)
    assert not services.matches.info(table.match).advice
    with pytest.raises(Refused, match="without advice"):
        services.guidance.advise(table.match, table.key("North"))
    branched = services.archive.branch(table.match, table.key("North"), 0)
    assert not services.matches.info(branched.match).advice


class Broken(SerialExecutor):
    def call(self, *args: Any, **more: Any) -> bytes:
        raise WorkFailed("it fell over")


def test_a_bot_that_fails_leaves_the_match_as_it_was(store: Store) -> None:
    table = sit(MatchServices(store, executor=Broken()), "guided", forced=False)
    version = table.version
    with pytest.raises(Refused, match="no advice"):
        table.services.guidance.advise(table.match, table.key("North"))
    with pytest.raises(Refused, match="no advice"):
        table.services.guidance.set_up(table.match, table.key("North"), version)
    assert (table.version, table.services.matches.info(table.match).stuck) == (version, "")


# Setting up


def test_the_captain_sets_up_and_no_more_and_what_it_has_shown_is_not_taken_back(
    services: MatchServices, table: Table
) -> None:
    before = table.look("North")
    assert before.sets_up
    after = services.guidance.set_up(table.match, table.key("North"), table.version)
    assert not after.sets_up
    assert after.at == 2
    assert after.view.asked == ("North",)
    assert {line.kind for line in after.entries if line.version > before.version} == {"shown"}
    with pytest.raises(Refused, match="showed South something hidden"):
        table.undo("North")


def test_where_nothing_is_set_up_he_does_nothing(services: MatchServices, table: Table) -> None:
    services.guidance.set_up(table.match, table.key("North"), table.version)
    with pytest.raises(Refused, match="nothing to set up"):
        services.guidance.set_up(table.match, table.key("North"), table.version)
    with pytest.raises(Conflict):
        services.guidance.set_up(table.match, table.key("North"), table.version - 1)


def test_of_secret_orders_his_sheet_is_the_draft(services: MatchServices) -> None:
    orders = sit(services, "guided-tithe", seats=["Abbey", "Baron"])
    services.guidance.set_up(orders.match, orders.key("Abbey"), orders.version)
    text = services.orders.draft(orders.match, orders.key("Abbey")).text
    assert services.orders.check(orders.match, orders.key("Abbey"), text).ok
    assert services.orders.draft(orders.match, orders.key("Baron")).text == ""
    for seat in ("Abbey", "Baron"):
        services.orders.hand_in(orders.match, orders.key(seat), "", 1)
    with pytest.raises(Refused, match="nothing to set up"):
        services.guidance.set_up(orders.match, orders.key("Abbey"), orders.version)


def test_a_match_without_advice_offers_no_setting_up_either(services: MatchServices) -> None:
    table = sit(services, "guided", forced=False, advice=False)
    assert not table.look("North").sets_up
    with pytest.raises(Refused, match="without advice"):
        services.guidance.set_up(table.match, table.key("North"), table.version)
