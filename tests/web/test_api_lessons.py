"""Lessons over HTTP: listed, started, and played step by step like a match."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from palatine.matches import MatchServices
from palatine.store import Store
from palatine.web.background import job_runner, retention


def start(client: Any, step: int = 0) -> tuple[str, dict[str, str]]:
    answer = client.post("/api/lessons/ford/the-ford", json={"step": step})
    assert answer.status_code == 201
    made = answer.json()
    return f"/api/matches/{made['match']}", {"authorization": f"Bearer {made['keys']['North']}"}


def test_lessons_are_listed(client: Any) -> None:
    told = {(each["game"], each["lesson"]): each for each in client.get("/api/lessons").json()}
    assert told["ford", "the-ford"]["title"] == "Across the ford"
    assert told["demonlord", "first-battle"]["minutes"] == 5


def test_a_lesson_is_a_match_like_any(client: Any) -> None:
    base, key = start(client)
    seen = client.get(f"{base}/view", params={"seat": "North"}, headers=key).json()
    assert seen["lesson"]["say"].startswith("South holds the ford")
    body = {"seat": "North", "version": seen["version"]}
    seen = client.post(f"{base}/actions", json={**body, "actions": [{"verb": "rest", "operand": 0}]}, headers=key)
    assert seen.json()["lesson"]["answer"] == "If you rest, the day is lost."
    seen = client.post(
        f"{base}/lesson", json={"seat": "North", "do": "show", "version": seen.json()["version"]}, headers=key
    )
    assert seen.json()["lesson"]["step"] == 1
    changes = client.post(
        f"{base}/lesson", params={"as_changes": True},
        json={"seat": "North", "do": "back", "version": seen.json()["version"]}, headers=key,
    )  # fmt: skip
    told = changes.json()
    assert (told.get("fields") or told)["lesson"]["step"] == 0


def test_a_browser_holds_the_key_and_sees_no_match_of_it(client: Any) -> None:
    base, _ = start(client, 2)
    info = client.get(base).json()
    assert (info["yours"], info["lesson"]) == (["North"], "the-ford")
    assert client.get("/api/matches").json() == []
    assert client.get(f"{base}/export", params={"seat": "North"}).status_code == 422


def test_what_is_no_lesson(client: Any) -> None:
    assert client.post("/api/lessons/ford/nothing", json={}).status_code == 422
    assert client.post("/api/lessons/nothing/the-ford", json={}).status_code == 404
    base, key = start(client)
    body = {"seat": "North", "do": "on", "version": 0}
    version = client.get(base).json()["version"]
    assert client.post(f"{base}/lesson", json=body | {"version": version}, headers=key).status_code == 422
    assert client.post(f"{base}/lesson", json=body, headers=key).status_code == 409
    assert client.post(f"{base}/lesson", json=body | {"seat": "South"}, headers=key).status_code == 403
    made = client.post("/api/matches", json={"game": "ford", "players": {"South": {"kind": "bot"}}}).json()
    answer = client.post(
        f"/api/matches/{made['match']}/lesson", json=body,
        headers={"authorization": f"Bearer {made['keys']['North']}"},
    )  # fmt: skip
    assert answer.json()["detail"] == "This is a match, not a lesson."


def test_a_lesson_that_nobody_has_is_cleared_away(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "palatine.db")
    services = MatchServices(store)
    made = services.matches.start_lesson("ford", "the-ford")
    match = services.matches.create("ford").match
    retention.schedule_sweep(store)
    later = datetime.now(UTC) + retention.LESSON_IDLE_PERIOD
    job_runner.run_due_jobs(store, later - timedelta(minutes=1))
    job_runner.run_due_jobs(store, later - timedelta(minutes=1))
    assert store.version(made.match) is not None
    for after in (retention.INTERVAL, retention.INTERVAL + timedelta(seconds=1)):
        job_runner.run_due_jobs(store, later + after)
    assert store.version(made.match) is None
    assert store.version(match) is not None
    store.close()
