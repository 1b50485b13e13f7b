"""Jobs of the server: idle matches are warned and deleted; failures are retried, then parked."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import delete, insert, select, update

from matches.helpers import sit
from palatine.config import RetentionSettings
from palatine.matches import MatchServices, NotFound
from palatine.matches.clock import format_timestamp
from palatine.store import Store, schema, schema_people
from palatine.store.jobs import MAX_TRIES
from palatine.web import create_app
from palatine.web.background import archiving, job_runner, retention

BOTS: dict[str, Any] = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("North", "South")}
NOW = datetime.now(UTC)
SOON = NOW + timedelta(days=59)
WARNED = NOW + retention.IDLE_PERIOD + timedelta(hours=12)
GONE = WARNED + retention.WARNING_PERIOD + timedelta(hours=12)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "p.db")
    yield opened
    opened.close()


@pytest.fixture
def services(store: Store) -> MatchServices:
    return MatchServices(store, bots="background")


def days(store: Store, *times: datetime) -> None:
    """Run due jobs at these times."""
    retention.schedule_sweep(store)
    for time in times:
        while job_runner.run_due_jobs(store, time):
            pass


def is_there(services: MatchServices, match: str) -> bool:
    try:
        services.matches.info(match)
    except NotFound:
        return False
    return True


def test_an_idle_match_is_warned_and_then_goes_with_all_that_is_kept_of_it(
    services: MatchServices, store: Store
) -> None:
    never_begun = services.matches.create("ford").match
    of_bots = services.matches.create("ford", players=BOTS).match
    table = sit(services)
    what_if = services.archive.branch(
        table.match, table.key("North"), 0, {s: {"number": ""} for s in ("North", "South")}
    ).match
    days(store, SOON)
    assert store.jobs.find(retention.job_key(never_begun)) is None
    days(store, WARNED)
    for match in (never_begun, of_bots, what_if):
        job = store.jobs.find(retention.job_key(match))
        assert job is not None
        assert job.due == format_timestamp(WARNED + retention.WARNING_PERIOD)
        assert is_there(services, match)
    days(store, GONE)
    assert [is_there(services, match) for match in (never_begun, of_bots, what_if, table.match)] == [False] * 3 + [
        True
    ]
    with store.database.reading() as connection:
        for kept in (schema.seats, schema.log, schema.snapshots):
            assert set(connection.execute(select(kept.c.match)).scalars()) == {table.match}


def test_whoever_comes_after_the_warning_keeps_the_match(services: MatchServices, store: Store) -> None:
    made = services.matches.create("ford")
    days(store, WARNED)
    services.seats.take_seat(made.match, made.keys["North"], "Nell", "7")
    days(store, GONE)
    assert is_there(services, made.match)
    assert store.jobs.find(retention.job_key(made.match)) is None


def test_matches_that_persons_play_or_have_finished_stay(services: MatchServices, store: Store) -> None:
    playing, over = sit(services), sit(services)
    services.matches.resign(over.match, over.key("North"), over.version)
    days(store, WARNED, GONE, GONE + timedelta(days=400))
    assert is_there(services, playing.match)
    assert services.matches.info(over.match).status == "over"


def test_the_page_and_the_api_say_that_a_match_will_go(services: MatchServices, store: Store) -> None:
    match = services.matches.create("ford").match
    with TestClient(create_app(services, store), base_url="http://palatine.localhost") as client:
        assert client.get(f"/api/matches/{match}").json()["expires"] == ""
        assert "deleted on" not in client.get(f"/play/{match}").text
        version = services.matches.info(match).version
        store.jobs.add(
            "expire", retention.job_key(match), "2099-02-03T04:05:06.000Z", {"match": match, "version": version}
        )
        assert client.get(f"/api/matches/{match}").json()["expires"] == "2099-02-03T04:05:06.000Z"
        page = client.get(f"/play/{match}").text
        assert 'deleted on <time datetime="2099-02-03T04:05:06.000Z">' in page


def test_the_warning_goes_when_somebody_has_played_since(services: MatchServices, store: Store) -> None:
    made = services.matches.create("ford")
    version = services.matches.info(made.match).version
    store.jobs.add(
        "expire",
        retention.job_key(made.match),
        "2099-02-03T04:05:06.000Z",
        {"match": made.match, "version": version},
    )
    with TestClient(create_app(services, store), base_url="http://palatine.localhost") as client:
        assert "deleted on" in client.get(f"/play/{made.match}").text
        services.seats.take_seat(made.match, made.keys["North"], "Ned", "7")
        assert client.get(f"/api/matches/{made.match}").json()["expires"] == ""
        assert "deleted on" not in client.get(f"/play/{made.match}").text


def test_a_job_that_fails_is_tried_again_and_parked_at_last(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*given: Any) -> None:
        raise ZeroDivisionError("of no use")

    monkeypatch.setitem(job_runner.DEFAULT_HANDLERS, "expire", fail)
    store.jobs.add("expire", "expire m", format_timestamp(NOW), {"match": "m", "version": 0})
    time, tries = NOW, 0
    with caplog.at_level(logging.ERROR):
        while not store.jobs.parked() and tries < 100:
            tries += job_runner.run_due_jobs(store, time)
            time += timedelta(minutes=1)
    assert tries == MAX_TRIES
    assert (time - NOW) > timedelta(minutes=60), "each pause is twice as long as the last"
    assert store.jobs.parked()[0].trouble == "ZeroDivisionError: of no use"
    assert "Job parked" in caplog.text
    assert job_runner.run_due_jobs(store, time + timedelta(days=1)) == 0


def test_the_server_looks_by_itself(services: MatchServices, store: Store) -> None:
    match = services.matches.create("ford").match
    store.jobs.add("expire", retention.job_key(match), format_timestamp(NOW), {"match": match, "version": 0})
    with TestClient(create_app(services, store), base_url="http://palatine.localhost") as client:
        until = datetime.now(UTC) + timedelta(seconds=20)
        while client.get(f"/api/matches/{match}").status_code == 200 and datetime.now(UTC) < until:
            pass
        assert client.get(f"/api/matches/{match}").status_code == 404


# By rule


def finished(services: MatchServices) -> Any:
    table = sit(services, forced=False)
    table.play(Random(1))
    return table


def looked(store: Store, settings: RetentionSettings, *times: datetime) -> None:
    """Run due jobs at these times with these settings."""
    retention.schedule_sweep(store)
    archiving.schedule_compression(store)
    for time in times:
        while job_runner.run_due_jobs(store, time, job_runner.job_handlers(settings)):
            pass


def is_packed(store: Store, match: str) -> bool:
    with store.database.reading() as connection:
        return (
            connection.execute(
                select(schema.archived_rows.c.n).where(schema.archived_rows.c.match == match)
            ).first()
            is not None
        )


def drop(store: Store, key: str) -> None:
    store.database.write(lambda connection: connection.execute(delete(schema.jobs).where(schema.jobs.c.key == key)))


def test_a_finished_match_is_packed_after_so_many_days_and_not_on_the_first(
    services: MatchServices, store: Store
) -> None:
    table, days_30 = finished(services), RetentionSettings()
    looked(store, RetentionSettings(compress=0), NOW + timedelta(days=100))
    assert not is_packed(store, table.match)
    drop(store, archiving.JOB_KIND)
    early = RetentionSettings(compress=1)
    looked(store, early, NOW + archiving.FIRST_RUN_DELAY - timedelta(hours=1))
    assert not is_packed(store, table.match), "an older version may still serve"
    looked(store, days_30, NOW + timedelta(days=29))
    assert not is_packed(store, table.match)
    looked(store, days_30, NOW + timedelta(days=31))
    assert is_packed(store, table.match)
    assert services.archive.audit() == []


def test_what_cannot_be_packed_keeps_nothing_else_from_it(
    services: MatchServices, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = finished(services).match, finished(services).match
    damaged = update(schema.snapshots).where(schema.snapshots.c.match == bad).values(state=b"?")
    store.database.write(lambda connection: connection.execute(damaged))
    looked(store, RetentionSettings(), NOW + timedelta(days=31))
    assert (is_packed(store, bad), is_packed(store, good)) == (False, True)
    assert f"Match {bad} is not packed" in caplog.text


def test_when_its_time_is_up_it_goes_on_later(
    services: MatchServices, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [finished(services).match for _ in range(3)]
    monkeypatch.setattr(archiving, "MAX_RUN_SECONDS", 0.0)
    due = NOW + timedelta(days=31)
    looked(store, RetentionSettings(), due)
    job = store.jobs.find(archiving.JOB_KIND)
    assert job is not None
    assert job.due == format_timestamp(due + archiving.PAUSE)
    monkeypatch.setattr(archiving, "MAX_RUN_SECONDS", 60.0)
    looked(store, RetentionSettings(), due + archiving.PAUSE)
    assert all(is_packed(store, match) for match in matches)


def test_by_rule_a_finished_match_is_warned_and_then_goes_unless_the_rule_is_no_more(
    services: MatchServices, store: Store
) -> None:
    rule, day = RetentionSettings(finished=90), timedelta(days=1)
    going, rated = finished(services).match, finished(services).match
    counts = {"match": rated, "place": 0, "n": 1, "arrival": 1, "account": "a", "game": "ford", "kind": ""}
    counts |= {"rank": 1, "of": 2, "time": format_timestamp(NOW), "rated": True}
    store.database.write(lambda connection: connection.execute(insert(schema_people.results), counts))
    looked(store, RetentionSettings(), NOW + 400 * day)
    assert is_there(services, going), "without a rule everything stays"
    drop(store, retention.SWEEP_KIND)
    looked(store, rule, NOW + 91 * day)
    with TestClient(create_app(services, store), base_url="http://palatine.localhost") as client:
        assert client.get(f"/api/matches/{going}").json()["expires"]
        assert "To keep it, download its file" in client.get(f"/play/{going}").text
        assert client.get(f"/api/matches/{rated}").json()["expires"] == ""
    looked(store, RetentionSettings(), NOW + 106 * day)
    assert is_there(services, going), "the rule is no more"
    looked(store, rule, NOW + 107 * day, NOW + 122 * day)
    assert not is_there(services, going)
    assert is_there(services, rated)
