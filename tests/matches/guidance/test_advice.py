"""What the captain would do, and what he sets up for a seat."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from guided import FORD, TITHE
from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Refused, Unknown
from palatine.matches import Conflict, Forbidden, MatchService
from palatine.players.advising import advise
from palatine.processes import Failed, SerialExecutor
from palatine.store import Store


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.fixture
def table(house: MatchService) -> Table:
    return sit(house, "guided", forced=False)


# Advice


def test_the_strongest_bot_advises(house: MatchService, table: Table) -> None:
    advice = house.advise(table.match, table.key("North"))
    assert advice.bot == "captain"
    assert advice.actions[0] in FORD.actions(house._context.open(table.match).state, "North")
    assert advice.text[0].isupper()


def test_a_bot_gives_reasons_of_its_own() -> None:
    state = FORD.setup(seed=b"advice")
    advice = palatine.advise(FORD, state, "North", "herald")
    assert (advice.text, advice.because[0].clause, advice.bot) == ("Rest today.", "2", "herald")


def test_reasons_of_other_bots_are_what_is_foreseen_and_a_plan_is_named_whole() -> None:
    state = FORD.setup(seed=b"advice")
    for action in (("piece", 1), ("go", 4)):
        state = FORD.play(state, "North", action)

    class Attacker:
        def decide(self, state: Any, seat: str) -> Any:
            return ("piece", 4) if ("piece", 4) in FORD.actions(state, seat) else ("go", 4)

    advice = advise(FORD, Attacker(), state, "South", "attacker")
    assert advice.actions == (("piece", 4), ("go", 4))
    assert advice.text == "Piece 4 to Ford"
    assert [because.clause for because in advice.because] == ["3"]


def test_advice_of_orders_is_a_sheet(house: MatchService) -> None:
    orders = sit(house, "guided-tithe", seats=["Abbey", "Baron"])
    advice = house.advise(orders.match, orders.key("Abbey"))
    assert advice.kind == "sheet"
    assert house.check(orders.match, orders.key("Abbey"), advice.sheet).ok


def test_who_is_not_asked_gets_none() -> None:
    with pytest.raises(Unknown):
        palatine.advise(FORD, FORD.setup(seed=b"advice"), "South")


def test_advice_is_for_who_is_asked_and_has_the_key(house: MatchService, table: Table) -> None:
    with pytest.raises(Forbidden):
        house.advise(table.match, "nonsense")
    with pytest.raises(Refused, match="nothing to decide"):
        house.advise(table.match, table.key("South"))


def test_a_match_may_be_played_without(house: MatchService) -> None:
    table = sit(house, "guided", advice=False)
    assert not house.table(table.match).advice
    with pytest.raises(Refused, match="without advice"):
        house.advise(table.match, table.key("North"))
    branched = house.branch(table.match, table.key("North"), 0)
    assert not house.table(branched.match).advice


class Broken(SerialExecutor):
    def call(self, *args: Any, **more: Any) -> bytes:
        raise Failed("it fell over")


def test_a_bot_that_fails_leaves_the_match_as_it_was(store: Store) -> None:
    table = sit(MatchService(store, executor=Broken()), "guided", forced=False)
    version = table.version
    with pytest.raises(Refused, match="no advice"):
        table.house.advise(table.match, table.key("North"))
    with pytest.raises(Refused, match="no advice"):
        table.house.set_up(table.match, table.key("North"), version)
    assert (table.version, table.house.table(table.match).stuck) == (version, "")


# Setting up


def test_the_captain_sets_up_and_no_more_and_what_it_has_shown_is_not_taken_back(
    house: MatchService, table: Table
) -> None:
    before = table.look("North")
    assert before.sets_up
    after = house.set_up(table.match, table.key("North"), table.version)
    assert not after.sets_up
    assert after.at == 2
    assert after.view.asked == ("North",)
    assert {line.kind for line in after.entries if line.version > before.version} == {"shown"}
    with pytest.raises(Refused, match="showed South something hidden"):
        table.undo("North")


def test_where_nothing_is_set_up_he_does_nothing(house: MatchService, table: Table) -> None:
    house.set_up(table.match, table.key("North"), table.version)
    with pytest.raises(Refused, match="nothing to set up"):
        house.set_up(table.match, table.key("North"), table.version)
    with pytest.raises(Conflict):
        house.set_up(table.match, table.key("North"), table.version - 1)


def test_of_secret_orders_his_sheet_is_the_draft(house: MatchService) -> None:
    orders = sit(house, "guided-tithe", seats=["Abbey", "Baron"])
    house.set_up(orders.match, orders.key("Abbey"), orders.version)
    text = house.draft(orders.match, orders.key("Abbey")).text
    assert house.check(orders.match, orders.key("Abbey"), text).ok
    assert house.draft(orders.match, orders.key("Baron")).text == ""
    for seat in ("Abbey", "Baron"):
        house.hand_in(orders.match, orders.key(seat), "", 1)
    with pytest.raises(Refused, match="nothing to set up"):
        house.set_up(orders.match, orders.key("Abbey"), orders.version)


def test_a_match_without_advice_offers_no_setting_up_either(house: MatchService) -> None:
    table = sit(house, "guided", forced=False, advice=False)
    assert not table.look("North").sets_up
    with pytest.raises(Refused, match="without advice"):
        house.set_up(table.match, table.key("North"), table.version)
