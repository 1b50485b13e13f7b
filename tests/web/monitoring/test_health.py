"""`/healthz`, `/readyz`, `/metrics`: their content and readers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from palatine import metrics
from palatine.config import Config, MonitoringSettings
from palatine.core import Refused
from palatine.matches.clock import now
from palatine.metrics import HEARTBEATS
from palatine.notifications.mail_status import MailStatus, write_mail_status
from palatine.store import Store
from palatine.store.upgrading import OLDEST_REVISION_KEY
from palatine.web.monitoring.readiness import MIN_FREE_BYTES, database_trouble
from web.monitoring.conftest import Operated

FAR = "203.0.113.9"


def numbers(operated: Operated) -> dict[tuple[str, ...], float]:
    """Return every sample by name and label values."""
    found = {}
    for family in text_string_to_metric_families(operated.ask("/metrics").text):
        for sample in family.samples:
            found[(sample.name, *sample.labels.values())] = sample.value
    return found


def test_a_live_process_says_so_to_anybody(operated: Operated) -> None:
    assert operated.ask("/healthz", FAR).status_code == 200
    assert operated.ask("/readyz", FAR).status_code == 200


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        (FAR, {}, 404),
        ("10.1.2.3", {}, 404),
        ("127.0.0.1", {"x_forwarded_for": FAR}, 404),
        ("127.0.0.1", {"forwarded": f"for={FAR}"}, 404),
        ("unix", {}, 404),
    ],
)
def test_metrics_are_told_near_by_and_never_through_the_front_door(
    operated: Operated, address: str, headers: dict[str, str], status: int
) -> None:
    assert operated.ask("/metrics", address, **headers).status_code == status


def test_networks_that_are_configured_may_read_metrics_and_no_others(
    make_operated: Callable[..., Operated],
) -> None:
    operated = make_operated(Config(monitoring=MonitoringSettings(metrics=("10.0.0.0/8",))))
    assert operated.ask("/metrics", "10.1.2.3").status_code == 200
    assert operated.ask("/metrics").status_code == 404


def test_what_is_played_is_counted_by_game_and_result(operated: Operated) -> None:
    before = numbers(operated)
    made = operated.services.matches.create("ford", forced=False)
    for seat, key in made.keys.items():
        operated.services.seats.take_seat(made.match, key, seat, "7")
    (seat,) = operated.services.matches.info(made.match).asked
    seen = operated.services.matches.view(made.match, seat)
    with pytest.raises(Refused):
        operated.services.matches.act(made.match, made.keys[seat], ("fly", 1), seen.version)
    choice = seen.view.choices[0]
    operated.services.matches.act(made.match, made.keys[seat], (choice.verb, choice.operand), seen.version)
    operated.operation.status.clear()
    after = numbers(operated)

    def grown(*name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert grown("palatine_actions_total", "ford", "done") == 1
    assert grown("palatine_actions_total", "ford", "refused") == 1
    assert grown("palatine_action_seconds_count", "ford") == 2
    assert grown("palatine_database_write_seconds_count") >= 2
    assert after["palatine_matches", "playing"] == 1
    assert made.match not in operated.ask("/metrics").text


def test_no_count_is_lost_among_threads() -> None:
    count = metrics.Counter()
    threads = [threading.Thread(target=lambda: [count.add("a") for _ in range(20_000)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count.read() == {("a",): 80_000}


# Whether it can work


def test_a_database_that_cannot_be_written_is_not_ready_and_the_reason_is_told_near_by_alone(
    operated: Operated,
) -> None:
    with operated.store.database.writing() as connection:
        connection.execute(
            text("CREATE TRIGGER full BEFORE INSERT ON server_keys BEGIN SELECT RAISE(FAIL, 'full'); END")
        )
    told = operated.ask("/readyz")
    assert told.status_code == 503
    assert "full" in told.text
    far = operated.ask("/readyz", FAR)
    assert far.status_code == 503
    assert "full" not in far.text
    assert operated.ask("/healthz").status_code == 200


def test_a_full_database_is_not_ready_though_a_row_can_still_be_changed(operated: Operated) -> None:
    assert operated.ask("/readyz").status_code == 200
    database = operated.store.database
    with database.writing() as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one()
        free = connection.execute(text("PRAGMA freelist_count")).scalar_one()
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))
        name, value = "filled", bytes((free - 1) * 4096)
        connection.execute(text("INSERT INTO server_keys VALUES (:name, :value)"), {"name": name, "value": value})
    with database.writing() as connection:
        connection.execute(text("UPDATE server_keys SET value = '1' WHERE name = 'ready'"))
    assert database_trouble(operated.store).startswith("The database can't be used: ")


def test_a_full_disk_is_not_ready(operated: Operated, monkeypatch: pytest.MonkeyPatch) -> None:
    def left(free: int) -> str:
        monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=free))
        return database_trouble(operated.store)

    assert left(MIN_FREE_BYTES) == ""
    assert left(MIN_FREE_BYTES - 1) == "The database's disk is almost full: 15 MiB free."
    told = operated.ask("/readyz")
    assert (told.status_code, "15 MiB" in told.text) == (503, True)


def test_a_database_in_memory_has_no_disk_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=0))
    assert database_trouble(Store.open(":memory:")) == ""


def test_tables_of_another_version_are_not_ready(operated: Operated) -> None:
    with operated.store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    assert operated.ask("/readyz").status_code == 503


def test_a_database_that_hangs_is_not_ready_within_the_bound(
    operated: Operated, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go, ended = threading.Event(), list[bool]()
    monkeypatch.setattr(
        "palatine.web.monitoring.readiness.database_trouble", lambda store: str(ended.append(let_go.wait(20)))
    )
    monkeypatch.setattr(operated.operation.readiness.trouble.__func__, "__defaults__", (0.05,))
    assert operated.ask("/readyz").status_code == 503
    assert not ended
    let_go.set()


def test_a_worker_that_stops_or_dies_is_noticed(operated: Operated) -> None:
    heartbeat = HEARTBEATS.begin("jobs", timeout=900.0)
    try:
        assert operated.ask("/readyz").status_code == 200
        heartbeat.trouble = "KeyError"
        assert "jobs" in operated.ask("/readyz").text
        heartbeat.trouble = ""
        heartbeat._last -= 1000
        assert operated.ask("/readyz").status_code == 503
        heartbeat.beat()
        assert operated.ask("/readyz").status_code == 200
    finally:
        HEARTBEATS.end(heartbeat)


def test_a_process_that_is_told_to_stop_sends_whoever_asks_elsewhere(operated: Operated) -> None:
    operated.operation.runtime.is_stopping = True
    assert operated.ask("/readyz").status_code == 503


def test_however_often_somebody_asks_the_database_is_written_once_a_second(
    operated: Operated, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr("palatine.web.monitoring.readiness.database_trouble", lambda store: asked.append(1) or "")
    monkeypatch.setattr("palatine.web.monitoring.readiness.CACHE_SECONDS", 1e6)
    for _ in range(5):
        assert operated.ask("/readyz").status_code == 200
    assert asked == [1]


def test_beside_a_newer_version_a_process_is_ready_as_long_as_that_one_says_it_may_go_on() -> None:
    store = Store.open(":memory:")
    assert database_trouble(store) == ""
    with store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert database_trouble(store) == "", "its tables serve older versions, this one among them"
    with store.database.writing() as connection:
        says = {"value": b"9998", "name": OLDEST_REVISION_KEY}
        connection.execute(text("UPDATE server_keys SET value = :value WHERE name = :name"), says)
    assert database_trouble(store) == "The database's tables do not match this version."


def test_an_unreachable_mailbox_shows_to_those_near_by(operated: Operated) -> None:
    """The site works without mail, so the server stays ready."""
    time, since = now(), "2026-11-28T12:00:00.000Z"
    write_mail_status(
        operated.store.database, MailStatus(time, trouble="imap.example.org: ConnectionRefusedError", since=since)
    )
    near = operated.ask("/readyz")
    assert near.status_code == 200
    assert (
        "the mailbox has been unreadable since 2026-11-28T12:00:00.000Z: imap.example.org: ConnectionRefused"
        in near.text
    )
    assert "imap" not in operated.ask("/readyz", FAR).text
    assert "palatine_mailbox_up 0.0" in operated.ask("/metrics").text.splitlines()


def test_a_mailbox_that_is_read_again_is_no_trouble(operated: Operated) -> None:
    write_mail_status(operated.store.database, MailStatus(now(), taken=now()))
    assert operated.ask("/readyz").text == "Ready.\n"
    assert "palatine_mailbox_up 1.0" in operated.ask("/metrics").text.splitlines()
