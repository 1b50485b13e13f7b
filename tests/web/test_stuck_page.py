"""The page of a stuck match in Chromium."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from palatine.testing.examples.tithe import GAME as TITHE
from web.chromium import sit


def test_a_stuck_turn_is_told_once_and_offered_again(
    browser: Any, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise LookupError

    desk = make(clock={"hours": 0, "early": False})
    desk.all_hand_in()
    monkeypatch.setattr(type(TITHE), "run_turn", broken)
    page = sit(browser, desk, "Abbey")
    expect(page.locator("#run-turn")).to_have_text("Run the turn now")
    assert desk.post("run-turn", "Abbey", seat="Abbey").status_code == 503
    expect(page.locator("#run-turn")).to_have_text("Try the turn again")
    expect(page.locator("#prompt")).to_contain_text("turn 1 could not run")
    shown = page.inner_text("main")
    assert (shown.count("could not run"), "LookupError" in shown) == (1, False)
    monkeypatch.undo()
    page.click("#run-turn")
    expect(page.locator("#prompt")).not_to_contain_text("stuck")
