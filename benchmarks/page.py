"""The page of a match in Chromium: what it costs to open, how soon there is something to choose, how fast it answers.

A server runs in a thread of this process, the browser beside it. Of each game a match is opened by a browser that
has nothing yet; then random choices are clicked, and the time runs from the click to the end of the frame in which
the page shows what came of it. Of games of secret orders, which have no such clicks, only the opening is measured.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import sync_playwright

from browser import launch
from palatine import registry
from web.helpers import Served, Table

CLICKS, OPENINGS = 300, 3
SIZE = {"width": 1600, "height": 900}
OFFER = (
    "#match[data-ready='1'] #choices button, #match[data-ready='1'] .character, #match[data-ready='1'] #sheet-text"
)
CLICK = """async (pick) => {
    const match = document.querySelector("#match");
    const buttons = [...document.querySelectorAll("#choices .choice")].filter((each) => !each.closest(".fold"));
    if (!buttons.length) return -1;
    const before = match.dataset.version, start = performance.now();
    const shown = new Promise((done) => new MutationObserver((_, observer) => {
        if (match.dataset.version === before) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = done;
          port2.postMessage(0);
        });
    }).observe(match, { attributes: true, attributeFilter: ["data-version"] }));
    buttons[pick % buttons.length].click();
    const result = await Promise.race([shown, new Promise((done) => setTimeout(done, 5000, "late"))]);
    return result === "late" ? -1 : performance.now() - start;
}"""
TAKE_OVER = """() => {
    const curtain = document.querySelector("#curtain");
    if (curtain.hidden) return false;
    curtain.querySelector(".primary").click();
    return true;
}"""
NOT_BUSY = "() => !document.querySelector('#match').classList.contains('busy')"


def open_cold(chromium: Any, url: str, table: Table) -> tuple[Any, float, int, int]:
    """The page of a match with all its seats in one hand; seconds to the first offer, requests, bytes."""
    context = chromium.new_context(viewport=SIZE, base_url=url)
    keys = ".".join(table.keys.values())
    context.add_cookies([{"name": f"palatine-{table.match}", "value": keys, "url": url}])
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: list[str] = []
    sizes: list[int] = []
    devtools.on("Network.requestWillBeSent", lambda sent: asked.append(sent["request"]["url"]))
    devtools.on("Network.loadingFinished", lambda ended: sizes.append(ended["encodedDataLength"]))
    start = perf_counter()
    page.goto(f"/play/{table.match}", wait_until="commit")
    page.wait_for_selector(OFFER, state="attached")
    seconds = perf_counter() - start
    page.wait_for_timeout(1500)
    return page, seconds, len([each for each in asked if each.startswith("http")]), sum(sizes)


def click(page: Any, count: int) -> list[float]:
    """Milliseconds from a click to what came of it, as often."""
    found = []
    for pick in range(count):
        if page.evaluate(TAKE_OVER):
            page.wait_for_function(NOT_BUSY)
        took = page.evaluate(CLICK, pick * 7)
        if took >= 0:
            found.append(took)
        page.wait_for_function(NOT_BUSY)
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(chromium: Any, url: str, game: str) -> None:
    with httpx.Client(base_url=url, timeout=60) as client:
        table = Table(client, game=game)
    opened = [open_cold(chromium, url, table) for _ in range(OPENINGS)]
    page, _, requests, size = opened[-1]
    first = statistics.median(each[1] for each in opened)
    print(f"{game}: {requests} requests, {size:,} bytes, first offer after {first:.2f} s")
    if not registry.load(game).orders:
        times = click(page, CLICKS)
        high = percentile(times, 0.99)
        print(f"  {len(times)} clicks: median {statistics.median(times):.0f} ms, 99 of 100 within {high:.0f} ms")
    for each in opened:
        each[0].context.close()


def main() -> None:
    print("The page in Chromium, nothing kept from before:")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "page.db")
        served.start()
        chromium = launch(playwright)
        try:
            for game in sys.argv[1:] or registry.games():
                measure(chromium, served.url, game)
        finally:
            chromium.close()
            served.stop()


if __name__ == "__main__":
    main()
