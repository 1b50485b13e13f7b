"""Bots in matches: immediate, in the background, after a crash, and failing."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from matches.helpers import Table, sit
from matches.spies import GAME as SPIES
from palatine import registry
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.store import Store

SOUTH_BOT: dict[str, Any] = {"South": {"kind": "bot", "bot": "recruit"}}


def test_a_bot_plays_in_the_call_that_lets_it(services: MatchServices) -> None:
    table = sit(services, players=SOUTH_BOT)
    match_view = table.act("North", "rest", 0)
    assert match_view.view.asked == ("North",)
    assert match_view.at > 1
    table.play(Random(3))
    assert services.archive.verify(table.match).ok


def test_a_bot_in_the_background_plays_when_it_is_woken(store: Store) -> None:
    woken: list[str] = []
    services = MatchServices(store, bots="background", wake=woken.append)
    table = sit(services, players=SOUTH_BOT)
    match_view = table.act("North", "rest", 0)
    assert match_view.view.asked == ("South",)
    assert woken == [table.match]
    table.look("North")
    assert woken == [table.match], "whoever is awake is not woken again"
    assert services.matches.run_bots(table.match) > 0
    assert table.asked == ("North",)
    table.act("North", "rest", 0)
    assert woken == [table.match] * 2


def test_bots_in_background_threads_play_many_matches(store: Store) -> None:
    with ThreadPoolExecutor(4) as threads:
        services = MatchServices(
            store, bots="background", wake=lambda match: threads.submit(services.matches.run_bots, match)
        )
        tables = [sit(services, players=SOUTH_BOT) for _ in range(6)]
        random = Random(4)
        over = threading.Event()
        while not over.is_set():
            for table in tables:
                if "North" in table.asked:
                    table.step(random)
            if all(services.matches.info(table.match).status == "over" for table in tables):
                over.set()
    assert services.archive.audit() == []


def test_a_match_in_which_the_server_is_to_act_goes_on_after_a_crash(store: Store) -> None:
    crashed = MatchServices(store, bots="background")
    table = sit(crashed, players=SOUTH_BOT)
    table.act("North", "rest", 0)
    assert crashed.runtime.storage.match_ids(due=True) == [table.match]
    fresh = MatchServices(store)
    assert fresh.matches.view(table.match, "North").view.asked == ("North",)
    assert fresh.runtime.storage.match_ids(due=True) == []


def test_whoever_cannot_be_woken_does_not_lose_the_action(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    def wake(match: str) -> None:
        raise RuntimeError("cannot schedule new futures after shutdown")

    services = MatchServices(store, bots="background", wake=wake)
    table = sit(services, players=SOUTH_BOT)
    assert table.act("North", "rest", 0).view.asked == ("South",)
    assert "could not be woken" in caplog.text
    assert services.matches.run_bots(table.match) > 0


@pytest.mark.parametrize("bot", ["faulty", "unmade"])
def test_a_bot_that_fails_is_helped_out_by_a_recruit(
    services: MatchServices, bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    registry.register("spies", SPIES)
    table = sit(services, "spies", players={"South": {"kind": "bot", "bot": bot}}, options={"days": 3})
    with caplog.at_level(logging.WARNING):
        table.play(Random(5))
    assert services.matches.info(table.match).status == "over"
    assert services.archive.verify(table.match).ok
    assert caplog.records


def test_the_bot_named_first_is_the_one_meant(services: MatchServices) -> None:
    registry.register("spies", SPIES)
    made = services.matches.create("spies", players={"South": {"kind": "bot"}})
    assert services.matches.info(made.match).seats[1].bot == "faulty"


def test_resigning_while_a_bot_thinks(store: Store) -> None:
    services = MatchServices(store, bots="background")
    table = sit(services, players=SOUTH_BOT)
    table.act("North", "rest", 0)
    services.matches.resign(table.match, table.key("North"), table.version)
    assert services.matches.run_bots(table.match) == 0
    with pytest.raises(Refused, match="over"):
        table.act("North", "rest", 0)


def test_a_bot_whose_match_moved_on_meanwhile_thinks_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    services = MatchServices(store, bots="background")
    table = sit(services, players=SOUTH_BOT)
    table.act("North", "rest", 0)
    other = MatchServices(store, bots="background")
    plain = registry.bot

    def slow(*args: Any) -> Any:
        bot = plain(*args)
        if other.matches.info(table.match).seats[0].name != "Nell":
            other.seats.take_seat(table.match, table.key("North"), "Nell")
        return bot

    monkeypatch.setattr(registry, "bot", slow)
    assert services.matches.run_bots(table.match) > 0
    assert Table(other, table.made).texts().count("The player of North is now called Nell.") == 1
    assert services.archive.audit() == []


@pytest.mark.parametrize("bots", ["inline", "background"])
def test_a_process_that_starts_goes_on_where_the_last_one_crashed(store: Store, bots: Any) -> None:
    crashed = MatchServices(store, bots="background")
    tables = [sit(crashed, players=SOUTH_BOT) for _ in range(3)]
    for table in tables:
        table.act("North", "rest", 0)
    woken: list[str] = []
    services = MatchServices(store, bots=bots, wake=woken.append)
    services.matches.resume()
    if bots == "background":
        assert sorted(woken) == sorted(table.match for table in tables)
    else:
        assert services.runtime.storage.match_ids(due=True) == []
