"""The page of a match in Chromium: opening it, the time to the first choice, and clicks.

The server runs in a thread of this process, and the browser on the same machine. For each game, a browser with an
empty cache opens a match and clicks random choices. The time of a click runs to the end of the frame in which the
page shows the result. These times depend on other work on the machine. The processor time of the page's thread,
printed beside them, does not. Games of secret orders have no such clicks, so only opening is measured.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import sync_playwright

from browser import launch
from palatine import registry
from web.helpers import Served, Table

CLICKS, OPENINGS = 150, 3
SIZE = {"width": 1600, "height": 900}
READY = """document.addEventListener("DOMContentLoaded", () => {
    const match = document.querySelector("#match");
    new MutationObserver((_, observer) => {
        if (match.dataset.ready !== "1") return;
        observer.disconnect();
        requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => (window.offered = performance.now());
            port2.postMessage(0);
        });
    }).observe(match, { attributes: true, attributeFilter: ["data-ready"] });
})"""
OFFER = "() => document.querySelector('#choices button, .character, #sheet-text') && window.offered"
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


class Meter:
    """The requests, bytes and processor time of a page."""

    def __init__(self, page: Any) -> None:
        self.asked: list[str] = []
        self.sizes: list[int] = []
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Network.enable")
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.devtools.on("Network.requestWillBeSent", lambda sent: self.asked.append(sent["request"]["url"]))
        self.devtools.on("Network.loadingFinished", lambda ended: self.sizes.append(ended["encodedDataLength"]))

    @property
    def milliseconds(self) -> float:
        """Processor time that the page's thread has used so far, in milliseconds."""
        metrics = self.devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")


class Opened(NamedTuple):
    page: Any
    meter: Meter
    seconds: float
    milliseconds: float


def open_cold(chromium: Any, url: str, table: Table) -> Opened:
    """Open a match's page in a new context, with the keys of all seats, and measure it.

    Measured are the seconds to the first offer and the processor time of the page's thread.
    """
    context = chromium.new_context(viewport=SIZE, base_url=url)
    keys = ".".join(table.keys.values())
    context.add_cookies([{"name": f"palatine-{table.match}", "value": keys, "url": url}])
    page = context.new_page()
    meter = Meter(page)
    page.add_init_script(READY)
    page.goto(f"/play/{table.match}", wait_until="commit")
    offered = page.wait_for_function(OFFER).json_value()
    page.wait_for_timeout(1500)
    return Opened(page, meter, offered / 1000, meter.milliseconds)


def click(opened: Opened, count: int) -> list[tuple[float, float]]:
    """Return, for each click, the milliseconds to its result and those of the page's thread."""
    page, found = opened.page, []
    for pick in range(count):
        if page.evaluate(TAKE_OVER):
            page.wait_for_function(NOT_BUSY)
        before = opened.meter.milliseconds
        took = page.evaluate(CLICK, pick * 7)
        if took >= 0:
            found.append((took, opened.meter.milliseconds - before))
        page.wait_for_function(NOT_BUSY)
    return found


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(chromium: Any, url: str, game: str) -> None:
    with httpx.Client(base_url=url, timeout=60) as client:
        table = Table(client, game=game)
    opened = [open_cold(chromium, url, table) for _ in range(OPENINGS)]
    meter = opened[-1].meter
    requests = len([each for each in meter.asked if each.startswith("http")])
    first = statistics.median(each.seconds for each in opened)
    thread = statistics.median(each.milliseconds for each in opened)
    print(f"{game}: {requests} requests, {sum(meter.sizes):,} bytes")
    print(f"  first offer after {first:.2f} s; {thread:.0f} ms of the page's thread in all")
    if not registry.load(game).orders:
        for name, times in zip(("all", "thread"), zip(*click(opened[-1], CLICKS), strict=True), strict=True):
            middle, high = statistics.median(times), percentile(list(times), 0.99)
            print(
                f"  {len(times)} clicks, {name}: median {middle:.0f} ms, 99 of 100 within {high:.0f} ms", flush=True
            )
    for each in opened:
        each.page.context.close()


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
