"""The order of bots: matches in turn, those that people wait for first."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from palatine.matches import Conflict, MatchServices, StorageError
from palatine.processes import ProcessPool
from palatine.store import Store
from palatine.web.background import bot_worker
from palatine.web.background.bot_worker import BotWorker

WATCHED = 20


class Match:
    """Matches with a number of decisions, and who made them when."""

    def __init__(self, **left: int) -> None:
        self.left = left
        self.made: list[str] = []
        self.done = threading.Event()
        self.gate = threading.Event()
        self._lock = threading.Lock()

    def step(self, match: str) -> bool:
        self.gate.wait(20)
        with self._lock:
            self.made.append(match)
            self.left[match] -= 1
            if not any(self.left.values()):
                self.done.set()
            return self.left[match] > 0


@pytest.fixture
def work() -> Iterator[Callable[..., BotWorker]]:
    workers = []

    def begin(step: Callable[[str], bool], is_urgent: Callable[[str], bool], threads: int) -> BotWorker:
        made = BotWorker(step, is_urgent, threads)
        workers.append(made)
        return made

    yield begin
    for worker in workers:
        worker.close()


def test_another_watches_the_time_while_the_one_who_did_is_at_work(work: Callable[..., BotWorker]) -> None:
    is_due = threading.Event()
    seen: list[bool] = []
    done = threading.Event()

    def step(match: str) -> bool:
        if match == "due":
            is_due.set()
            return False
        seen.append(is_due.wait(20))
        if len(seen) == 2:
            done.set()
        return False

    worker = work(step, lambda match: True, 3)
    worker.start()
    worker.wake_later("due", 0.2)
    for match in ("busy", "as busy"):  # whoever watches the time may be taken for one of them, or be left alone
        worker.wake(match)
    assert done.wait(20)
    assert seen == [True, True]


def test_every_match_gets_a_decision_before_any_gets_two(work: Callable[..., BotWorker]) -> None:
    matches = Match(a=3, b=3, c=3)
    worker = work(matches.step, lambda match: False, 1)
    for match in "abc":
        worker.wake(match)
        worker.wake(match)
    matches.gate.set()
    worker.start()
    assert matches.done.wait(20)
    assert matches.made == list("abc" * 3)


def test_those_that_persons_wait_for_go_first(work: Callable[..., BotWorker]) -> None:
    matches = Match(a=4, b=4, mine=4)
    worker = work(matches.step, lambda match: match == "mine", 1)
    for match in ("a", "b", "mine"):
        worker.wake(match)
    matches.gate.set()
    worker.start()
    assert matches.done.wait(20)
    assert matches.made == ["mine"] * 4 + ["a", "b"] * 4


def test_however_slow_the_others_are_some_threads_are_left_for_persons(work: Callable[..., BotWorker]) -> None:
    begun: Counter[str] = Counter()
    mine, end = threading.Event(), threading.Event()

    def step(match: str) -> bool:
        begun[match] += 1
        if match == "mine":
            mine.set()
        else:
            end.wait(20)
        return False

    worker = work(step, lambda match: match == "mine", 4)
    worker.start()
    for i in range(10):
        worker.wake(str(i))
    worker.wake("mine")
    assert mine.wait(20)
    assert sum(begun.values()) - begun["mine"] <= 2
    end.set()


def test_a_match_whose_step_fails_keeps_nobody_else_waiting(
    work: Callable[..., BotWorker], caplog: pytest.LogCaptureFixture
) -> None:
    done = threading.Event()

    def step(match: str) -> bool:
        if match == "bad":
            raise ZeroDivisionError
        done.set()
        return False

    worker = work(step, lambda match: True, 1)
    worker.wake("bad")
    worker.wake("good")
    worker.start()
    assert done.wait(20)
    assert "Bots stopped: match=bad" in caplog.text


def test_bots_whose_match_the_database_kept_from_them_play_on_when_it_is_back(
    work: Callable[..., BotWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_worker, "RETRY_SECONDS", 0.01)
    tried, done = [0], threading.Event()

    def step(match: str) -> bool:
        tried[0] += 1
        if tried[0] < 4:
            raise StorageError("away")
        done.set()
        return False

    worker = work(step, lambda match: True, 1)
    worker.wake("m")
    worker.start()
    assert done.wait(20)
    assert tried == [4]


def test_a_person_s_bot_begins_to_think_at_once_beside_twenty_matches_of_bots(tmp_path: Path) -> None:
    """Captains of Demonlord play; the time runs from the person's action to the bot's next one."""
    pool = ProcessPool(3)
    worker = BotWorker(
        lambda match: services.matches.step_bots(match), lambda match: services.matches.has_human(match)
    )
    services = MatchServices(Store.open(tmp_path / "p.db"), bots="background", wake=worker.wake, executor=pool)
    captain: dict[str, Any] = {"kind": "bot", "bot": "captain"}
    for _ in range(WATCHED):
        services.matches.create("demonlord", players={"Hosar": captain, "Demon": captain})
    worker.start()
    pool.start_workers()
    try:
        waits = [wait for wait in waits_of_a_person(services, captain) if wait is not None]
    finally:
        worker.close()
        pool.close()
    assert len(waits) >= 3
    assert sorted(waits)[len(waits) // 2] < 1


def waits_of_a_person(services: MatchServices, captain: Any) -> Iterator[float | None]:
    made = services.matches.create("demonlord", players={"Hosar": {"number": "7"}, "Demon": captain})
    until = time.monotonic() + 60
    found = 0
    with services.matches.subscribe(made.match) as news:
        while found < 5 and time.monotonic() < until:
            seen = services.matches.view(made.match, "Hosar")
            if "Hosar" not in seen.view.asked:
                news.wait(1)
                continue
            choice = seen.view.choices[-1]
            try:
                acted = services.matches.act(
                    made.match, made.keys["Hosar"], (choice.verb, choice.operand), seen.version
                )
            except Conflict:  # what he could not choose otherwise has been answered for him meanwhile
                continue
            if acted.view.asked == ("Demon",):
                began, version = time.monotonic(), acted.version
                while (now := services.matches.info(made.match).version) == version and time.monotonic() < until:
                    news.wait(0.05)
                found += now > version
                yield time.monotonic() - began
