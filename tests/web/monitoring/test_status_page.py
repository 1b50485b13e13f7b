"""The status page in Chromium: users online, stuck matches, failed jobs and retries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches.clock import now
from palatine.matches.runtime import slow_actions
from palatine.store.jobs import MAX_TRIES
from palatine.store.server_notes import BackupNote, write_note
from palatine.testing.examples.ford.rules import victory
from web.axe import findings
from web.chromium import DESKTOP, Browser
from web.helpers import Served

OPEN = Config(site=SiteSettings(access="open"))
COLOUR = """mark => {
    const style = getComputedStyle(mark), probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = style.backgroundColor;
    probe.fillRect(0, 0, 1, 1);
    return probe.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ');
}"""
"""The ground of a mark as it is painted: red, green, blue."""
DUE = datetime(2026, 1, 2, tzinfo=UTC)
SIZES = {str(width): {"width": width, "height": height} for width, height in ((390, 844), (1280, 900), (1600, 900))}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("status") / "palatine.db", OPEN)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def come(browser: Browser, served: Served) -> Callable[..., Any]:
    """Return a function that opens a signed-in page."""
    people = AccountService(served.services, served.store.database, OPEN)

    def come(name: str, role: Any = "", size: Any = DESKTOP, **more: Any) -> Any:
        account = people.accounts.find_by_name(name) or people.accounts.create_member(name, now(), role)
        context = browser.context(size, **more)
        secret, _ = people.sign_in(account, "Test", now())
        context.add_cookies([{"name": "palatine", "value": secret, "url": browser.url}])
        return context.new_page()

    return come


def park(served: Served, key: str) -> None:
    served.store.jobs.add("expire", key, "2026-01-01")
    for _ in range(MAX_TRIES):
        served.store.jobs.claim(DUE)
        job = served.store.jobs.find(key)
        assert job is not None
        served.store.jobs.retry_later(job, DUE, "ZeroDivisionError: of no use")


def get_stuck(served: Served, monkeypatch: pytest.MonkeyPatch) -> str:
    """Make the end of the day fail in a match of Ford; afterwards the rules work again."""
    made = served.services.matches.create("ford", title="A day at the ford", forced=False)
    for seat, key in made.keys.items():
        served.services.seats.take_seat(made.match, key, seat, "7")
    with monkeypatch.context() as patched:
        patched.setattr(victory.Dusk, "run", lambda step, s: 1 / 0)
        for _ in range(200):
            if served.services.matches.stuck_matches():
                break
            (seat,) = served.services.matches.info(made.match).asked
            seen = served.services.matches.view(made.match, seat)
            choice = seen.view.choices[-1]
            try:
                served.services.matches.act(
                    made.match, made.keys[seat], (choice.verb, choice.operand), seen.version
                )
            except Exception:  # it is stuck: what the test is about
                break
    assert served.services.matches.stuck_matches()
    return made.match


def be_slow(served: Served, match: str) -> None:
    folder = served.store.slow
    assert folder is not None
    place = ("ford", "1", match, 3, now())
    assert slow_actions.save_recording(folder, slow_actions.new_recording(place, 3.25, b"", ()), 50)


def test_a_host_sees_what_needs_a_hand_and_tries_it_again(
    come: Callable[..., Any], browser: Browser, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = get_stuck(served, monkeypatch)
    park(served, f"expire {match}")
    be_slow(served, match)
    served.app.state.operation.status.clear()
    for name, size in SIZES.items():
        for scheme in ("light", "dark"):
            page = come("Ann", "admin", size, color_scheme=scheme)
            page.goto("/admin/status")
            assert "A day at the ford" in page.inner_text(".troubles")
            assert findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.set_viewport_size({**size, "height": 1900})
            browser.shoot(page, f"status-{name}-{scheme}")
    assert "ZeroDivisionError" in page.inner_text("main")
    assert "3.25" in page.inner_text(".slow")
    page.locator("[data-key]").click()
    page.wait_for_selector("[data-key]", state="detached")
    page.locator("[data-again]").click()
    page.wait_for_selector("[data-again]", state="detached")
    assert served.services.matches.stuck_matches() == []


def test_who_is_no_host_sees_nothing_of_it(come: Callable[..., Any], served: Served) -> None:
    for name, role in (("Mod", "moderator"), ("Bea", "")):
        page = come(name, role)
        assert page.goto("/admin/status").status == 403
        assert page.request.get("/api/admin/status").status == 403
        headers = {"content-type": "application/json"}
        told = page.request.post("/api/admin/status/jobs", data='{"key": "sweep"}', headers=headers)
        assert told.status == 403


@pytest.mark.parametrize(("zone", "later"), [("Pacific/Auckland", 1), ("America/Los_Angeles", 0)])
def test_the_checklist_shows_days_as_the_reader_writes_them(
    come: Callable[..., Any], served: Served, zone: str, later: int
) -> None:
    today = now()[:10]
    write_note(served.store.database, BackupNote(f"{today}T23:00:00.000Z", "/backups/p.backup", 1))
    page = come("Ann", "admin", timezone_id=zone, locale="en-US")
    page.goto("/admin/checklist")
    day = datetime.fromisoformat(today) + timedelta(days=later)
    expect(page.locator("[data-check=backups] time")).to_have_text(f"{day:%b} {day.day}, {day.year}")
    assert today not in page.inner_text("[data-check=backups]")


@pytest.mark.parametrize("name", SIZES)
def test_the_checklist_says_what_is_missing(come: Callable[..., Any], served: Served, name: str) -> None:
    page = come("Ann", "admin", SIZES[name], color_scheme="dark" if name == "390" else "light")
    page.goto("/admin/status")
    page.click("a[href='/admin/checklist']")
    page.wait_for_selector(".checklist")
    assert page.locator(".checklist > .missing[data-check=address] .check-do").is_visible()
    assert page.locator(".checklist > .good[data-check=working] .check-do").count() == 0
    red, green = (
        [int(each) for each in re.findall(r"\d+", page.locator(f"{row} .check-state").first.evaluate(COLOUR))]
        for row in (".checklist > .missing", ".checklist > .good")
    )
    assert red[0] > red[1], f"{red} is red"
    assert green[1] > green[0], f"{green} is green"
    assert page.locator("#test-mail").count() == 0, "this server sends no mail"
    missing = page.locator(".checklist > .missing").count()
    assert page.inner_text(".lead").startswith(f"{missing} item")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []
