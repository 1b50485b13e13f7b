"""Many tabs of one browser with six HTTP connections, of which only a few may be streams."""

from __future__ import annotations

from typing import Any

import pytest

from web.chromium import READY, Browser, choose
from web.helpers import Table

TABS = 6
SHOWS = "n => Number(document.querySelector('#match').dataset.version) >= n"


def tabs(browser: Browser, tables: list[Table], *seats: str) -> list[Any]:
    """Return six pages of matches in one browser."""
    context = browser.context()
    for table in tables:
        value = ".".join(table.keys[seat] for seat in seats)
        context.add_cookies([{"name": f"palatine-{table.match}", "value": value, "url": browser.url}])
    pages = []
    for number in range(TABS):
        page = browser.page(context, f"/play/{tables[number % len(tables)].match}")
        page.wait_for_selector(READY)
        pages.append(page)
    return pages


@pytest.mark.parametrize("matches", [1, 2, 6])
def test_with_six_tabs_a_seventh_page_opens_and_all_of_them_hear_news(
    browser: Browser, new_table: Any, matches: int
) -> None:
    tables = [new_table() for _ in range(matches)]
    pages = tabs(browser, tables, "North", "South")
    lobby = browser.page(pages[0].context, "/")
    assert lobby.locator("h1").count()
    choose(pages[0], "#choices .choice")
    for table in tables:
        version = table.step().json()["version"]
        for page, shown in zip(pages, tables * TABS, strict=False):
            if shown is table:
                page.wait_for_function(SHOWS, arg=version)


def test_when_tabs_with_a_stream_close_or_freeze_the_others_hear_on(browser: Browser, new_table: Any) -> None:
    table = new_table()
    pages = tabs(browser, [table], "North")
    pages[0].close()
    frozen = pages[1].context.new_cdp_session(pages[1])
    frozen.send("Page.enable")
    frozen.send("Page.setWebLifecycleState", {"state": "frozen"})
    version = table.step().json()["version"]
    for page in pages[2:]:
        page.wait_for_function(SHOWS, arg=version)
    frozen.send("Page.setWebLifecycleState", {"state": "active"})
    pages[1].wait_for_function(SHOWS, arg=version)


def test_a_hidden_tab_gives_its_stream_up_and_catches_up_when_it_is_shown(
    browser: Browser, served: Any, new_table: Any
) -> None:
    table = new_table()
    page = browser.at(table, "North")
    hide = """is_hidden => {
        Object.defineProperty(document, "hidden", { value: is_hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    held = "() => Object.keys(localStorage).filter((key) => key.includes('.lease.stream.')).length"
    assert page.evaluate(held) == 0
    version = table.step().json()["version"]
    page.evaluate(hide, False)
    page.wait_for_function(SHOWS, arg=version)
    assert page.evaluate(held) == 1
