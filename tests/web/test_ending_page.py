"""The end of a match in Chromium: the standing, the curve and the turning points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from guided import FORD, TITHE
from palatine import registry
from palatine.core import Evaluation, Weight
from web.chromium import READY, Browser
from web.helpers import OrdersTable, Table

SIZES = ({"width": 390, "height": 844}, {"width": 1280, "height": 800}, {"width": 1600, "height": 1000})
CUT_OFF = """() => [...document.querySelectorAll('.chart text')].filter((text) => {
    const box = text.getBBox(), { width, height } = text.ownerSVGElement.viewBox.baseVal;
    return box.x < 0 || box.x + box.width > width || box.y < 0 || box.y + box.height > height;
}).map((text) => text.textContent)"""
"""The labels of a chart that do not lie within it."""
SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def finished(new_table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch) -> Table:
    """Return a finished match of a game that estimates chances."""
    registry.register("guided", FORD)
    monkeypatch.setattr(registry.load("guided"), "evaluation", Evaluation({"strength": Weight(1.0, 1.0)}))
    table = new_table(game="guided")
    random = Random(4)
    while table.asked():
        table.step(random.randrange(1000))
    return table


def test_the_end_shows_standing_curve_and_turning_points_and_leads_to_the_story(
    browser: Browser, finished: Table
) -> None:
    for size in SIZES:
        page = browser.at(finished, "North", size=size)
        ending = page.locator("#ending[data-ready]")
        expect(ending.locator("tbody tr")).to_have_count(2)
        expect(ending.locator("tbody tr").first).to_contain_text("1")
        expect(ending.locator(".chart-line")).to_have_count(2)
        expect(ending.locator(".ending-points li").first).to_contain_text("attacks")
        expect(ending.locator(".primary")).to_have_text(["Story"])
        rows = Counter(link.bounding_box()["y"] for link in ending.locator("> .row a").all())
        assert list(rows.values()) == [2, 2], "no link stands in a line by itself"
        expect(page.locator("#choices-none")).to_be_hidden()
        assert page.evaluate(CUT_OFF) == []
        assert not page.evaluate(SIDEWAYS)
    link = ending.locator(".ending-points a").first
    point = str(link.get_attribute("href")).partition("#")[2]
    link.click()
    page.wait_for_selector("#story[data-ready]")
    expect(page.locator(f"#{point}")).to_contain_text("attacks")


def test_the_story_names_the_moves_and_leads_to_their_positions(browser: Browser, finished: Table) -> None:
    points = finished.client.get(f"{finished.base}/story?seat=referee").json()["turning_points"]
    page = browser.page(browser.context(), f"/story/{finished.match}")
    page.wait_for_selector("#story[data-ready]")
    for size in SIZES:
        page.set_viewport_size(size)
        found = page.locator(".story-points > li")
        expect(found).to_have_count(len(points))
        for each in found.all():
            expect(each.locator("h3")).to_contain_text("attacks")
            expect(each.locator("h3")).to_contain_text(re.compile("North|South"))
        links = [str(each.get_attribute("href")) for each in found.locator("a.button").all()]
        assert sorted(links) == sorted(f"/replay/{finished.match}?at={point['before']}" for point in points)
        assert page.evaluate(CUT_OFF) == []
        assert not page.evaluate(SIDEWAYS)
    found.first.locator("a.button").click()
    page.wait_for_selector("#match[data-mode=replay]")


def test_in_a_match_of_orders_the_end_takes_the_place_of_the_desk(browser: Browser, make: Any) -> None:
    registry.register("guided-tithe", TITHE)
    table: OrdersTable = make(game="guided-tithe")
    version = table.view("Abbey")["version"]
    assert table.post("resign", "Abbey", seat="Abbey", version=version).is_success
    assert table.info()["status"] == "over"
    page = browser.at(table, "Baron", size=SIZES[1])
    ending = page.locator("#panel-desk #ending[data-ready]")
    expect(ending).to_be_visible()
    expect(ending.locator("tbody tr")).to_have_count(2)
    expect(ending.locator("tr[data-seat=Abbey]")).to_contain_text("left the match")
    expect(ending.locator(".primary")).to_have_text(["Story"])
    expect(page.locator("#desk-note")).to_be_hidden()
    assert page.locator("#ending table").evaluate("table => getComputedStyle(table).display") == "table"
    watching = browser.page(browser.context(), f"/watch/{table.match}")
    watching.wait_for_selector(READY)
    expect(watching.locator("#tab-report")).to_be_visible()
    for tab in ("desk", "letters"):
        expect(watching.locator(f"#tab-{tab}")).to_be_hidden()


def test_the_story_fits_every_width_and_draws_each_turning_point(browser: Browser, finished: Table) -> None:
    page = browser.page(browser.context(SIZES[0]), f"/story/{finished.match}")
    page.wait_for_selector("#story[data-ready]")
    points = page.locator(".story-points > li")
    for n in range(points.count()):
        points.nth(n).scroll_into_view_if_needed()
        expect(points.nth(n).locator(".board-picture[data-ready] .route-arrow, .recap-flag").first).to_be_attached()
        expect(points.nth(n).locator("a.button")).to_have_attribute(
            "href", f"/replay/{finished.match}?at={_at(page, n)}"
        )
    for size in (*SIZES, {"width": 2560, "height": 1440}):
        page.set_viewport_size(size)
        page.wait_for_function(
            "() => document.querySelector('.chart').clientWidth === document.querySelector('.chart-place').clientWidth"
        )
        assert page.evaluate(CUT_OFF) == []
        assert not page.evaluate(SIDEWAYS)
        assert page.locator(".scroll:has(.luck)").evaluate("(frame) => frame.scrollWidth <= frame.clientWidth")


def _at(page: Any, n: int) -> int:
    """Return the position before a turning point from the API."""
    match = page.get_attribute("#story", "data-match")
    found = page.request.get(f"/api/matches/{match}/story?seat=referee").json()
    return int(found["turning_points"][n]["before"])
