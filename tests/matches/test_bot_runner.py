"""Bots in processes of their own: the same decisions, fair order, checked by the rules."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Evaluation, Unknown
from palatine.matches import MatchServices
from palatine.matches.bot_runner import BotCache, BotDecision, DecisionRequest
from palatine.processes import PoolClosed, ProcessPool, SerialExecutor, WorkLimitExceeded
from palatine.store import Store

SOUTH_BOT: dict[str, Any] = {"South": {"kind": "bot", "bot": "recruit"}}
BOTS: dict[str, Any] = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("North", "South")}


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    made = ProcessPool(2, preload=["processes.work"])
    yield made
    made.close()


class Scripted(SerialExecutor):
    """An executor that returns given decisions instead of running bots."""

    def __init__(self, *thoughts: BotDecision | Exception) -> None:
        self.thoughts = list(thoughts)
        self.asked: list[tuple[DecisionRequest, int]] = []

    def call(self, kind: str, data: bytes, *, reserve: int = 0, **limits: Any) -> bytes:
        self.asked.append((msgspec.msgpack.decode(data, type=DecisionRequest), reserve))
        answer = self.thoughts.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return msgspec.msgpack.encode(answer)


def test_a_whole_match_of_bots_in_processes(tmp_path: Path, pool: ProcessPool) -> None:
    services = MatchServices(Store.open(tmp_path / "p.db"), executor=pool)
    made = services.matches.create("ford", players=BOTS)
    until = time.monotonic() + 60
    while services.matches.info(made.match).status != "over" and time.monotonic() < until:
        services.matches.run_bots(made.match)
    assert services.matches.info(made.match).status == "over"
    assert services.archive.verify(made.match).ok
    assert os.getpid() not in pool.process_ids()


def test_secret_orders_in_processes(tmp_path: Path, pool: ProcessPool) -> None:
    services = MatchServices(Store.open(tmp_path / "p.db"), bots="background", executor=pool)
    name = "adventurer-kings"
    seats = registry.load(name).scenarios[0].tables[0]
    made = services.matches.create(name, players={seat: {"kind": "bot"} for seat in seats})
    for _ in range(len(seats) + 1):
        services.matches.step_bots(made.match)
    assert services.matches.info(made.match).turn == 1, "the set-up is turn 0"


def test_a_persons_bot_may_have_every_process_and_others_leave_one(store: Store) -> None:
    executor = Scripted(
        *[BotDecision((("North", ("rest", 0)),))] * 2, *[BotDecision((("South", ("rest", 0)),))] * 2
    )
    services = MatchServices(store, bots="background", executor=executor)
    alone = services.matches.create("ford", players=BOTS)
    services.matches.step_bots(alone.match)
    table = sit(services, players=SOUTH_BOT)
    table.act("North", "rest", 0)
    executor.thoughts = [BotDecision((("South", ("rest", 0)),))]
    services.matches.step_bots(table.match)
    assert [reserve for _, reserve in executor.asked] == [1, 0]
    assert executor.asked[1][0].bots == {"South": "recruit"}
    assert services.matches.has_human(table.match)
    assert not services.matches.has_human(alone.match)


def test_who_thinks_for_seconds_leaves_a_process_to_those_who_answer_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    executor = Scripted(*[BotDecision((("South", ("rest", 0)),))] * 2)
    services = MatchServices(store, bots="background", executor=executor)
    with pytest.raises(Unknown, match="no bot 'marshal'"):
        sit(services, players={"South": {"kind": "bot", "bot": "marshal"}})
    monkeypatch.setattr(registry.load("ford"), "evaluation", Evaluation(seconds=0.1))
    table = sit(services, players={"South": {"kind": "bot", "bot": "marshal"}})
    table.act("North", "rest", 0)
    services.matches.step_bots(table.match)
    assert [(asked.bots, reserve) for asked, reserve in executor.asked] == [({"South": "marshal"}, 1)]


def test_a_marshal_plays_where_he_is_offered(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.load("ford")
    assert registry.opponents(game) == ("recruit",)
    monkeypatch.setattr(game, "evaluation", Evaluation(seconds=0.05))
    assert registry.opponents(game) == ("marshal", "recruit")
    assert registry.bot("marshal", game).seconds == 0.05  # type: ignore[attr-defined]
    made = services.matches.create(
        "ford", players={"North": {"kind": "bot", "bot": "marshal"}, "South": {"kind": "bot"}}
    )
    while services.matches.info(made.match).status != "over":
        services.matches.step_bots(made.match)


def test_marshals_are_offered_where_they_play_better_than_captains() -> None:
    offered = [name for name in registry.games() if registry.SEARCH_BOT in registry.opponents(registry.load(name))]
    assert offered == ["elric", "lord-and-master"]


def test_what_bots_would_do_is_held_against_the_rules(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """The decision is illegal, from a seat not asked, or invalid.

    A recruit acts instead, or the bot decides again.
    """
    wrong: list[Any] = [("rest", 99), ("fly", 0), ["rest", True], "rest", 7, None]
    for action in wrong:
        executor = Scripted(BotDecision((("South", action),)))
        services = MatchServices(store, bots="background", executor=executor)
        table = sit(services, players=SOUTH_BOT)
        table.act("North", "rest", 0)
        with caplog.at_level(logging.WARNING):
            assert services.matches.step_bots(table.match) in (True, False)
        assert "a recruit acts instead" in caplog.text
        caplog.clear()
        assert table.version > 3
    assert services.archive.audit() == []


def test_a_bot_acts_for_no_person(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    executor = Scripted(BotDecision((("South", ("rest", 0)), ("North", ("rest", 0)))))
    services = MatchServices(store, bots="background", executor=executor)
    table = sit(services, players=SOUTH_BOT)
    table.act("North", "rest", 0)
    services.matches.step_bots(table.match)
    assert not [
        r for r in services.archive.export(table.match, table.key("North"))["log"][-1:] if r.get("seat") == "North"
    ]
    assert caplog.text == ""


def test_a_bot_that_takes_too_long_is_helped_out(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    services = MatchServices(
        store, bots="background", executor=Scripted(WorkLimitExceeded("it takes more than 60 seconds"))
    )
    table = sit(services, players=SOUTH_BOT)
    before = table.act("North", "rest", 0).version
    services.matches.step_bots(table.match)
    assert table.version > before
    assert "more than 60 seconds" in caplog.text


def test_nobody_acts_for_a_bot_because_the_server_closes(store: Store) -> None:
    services = MatchServices(store, bots="background", executor=Scripted(PoolClosed()))
    table = sit(services, players=SOUTH_BOT)
    before = table.act("North", "rest", 0).version
    with pytest.raises(PoolClosed):
        services.matches.step_bots(table.match)
    assert table.version == before
    assert services.runtime.storage.match_ids(due=True) == [table.match]


def test_bots_are_kept_for_the_next_question_about_their_match_alone() -> None:
    memory = BotCache(size=2)
    bots: Any = {("South", "recruit"): object()}
    memory.put("a", 5, bots)
    assert memory.take_bots("a", 4) == {}, "another process has answered since"
    memory.put("a", 5, bots)
    assert memory.take_bots("b", 5) == {}
    assert memory.take_bots("a", 5) is bots
    assert memory.take_bots("a", 5) == {}, "while one thread has them nobody else does"
    for match in "abc":
        memory.put(match, 1, bots)
    assert memory.take_bots("a", 1) == {}


def test_the_next_question_names_the_last_one(store: Store) -> None:
    executor = Scripted(BotDecision((("South", ("rest", 0)),)), BotDecision((("South", ("rest", 0)),)))
    services = MatchServices(store, bots="background", executor=executor)
    table = sit(services, players=SOUTH_BOT)
    table.act("North", "rest", 0)
    services.matches.step_bots(table.match)
    first = executor.asked[0][0]
    assert first.last == -1
    if "North" in table.asked:
        table.act("North", "rest", 0)
    services.matches.step_bots(table.match)
    assert executor.asked[1][0].last == first.version


def test_two_threads_with_one_match(tmp_path: Path, pool: ProcessPool) -> None:
    services = MatchServices(Store.open(tmp_path / "p.db"), bots="background", executor=pool)
    made = services.matches.create("ford", players=BOTS)
    threads = [threading.Thread(target=services.matches.run_bots, args=(made.match,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert services.matches.info(made.match).status == "over"
    assert services.archive.audit() == []
    assert isinstance(Table(services, made).version, int)
