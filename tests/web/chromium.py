"""Pages in Chromium, and functions that use them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web.helpers import OrdersTable, Table

DESKTOP = {"width": 1600, "height": 900}
PHONE = {"width": 390, "height": 844}
READY = "#match[data-ready='1']"
WRITTEN = "#match[data-desk]"


SETTLED = """async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().filter((each) => {
        return each.effect.getComputedTiming().endTime !== Infinity;
    }).map((each) => each.finished));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))));
}"""
"""JavaScript that waits until the fonts have loaded and the finite animations have ended."""
TOLD = """() => [
    location.href,
    JSON.stringify({ ...document.querySelector('#match')?.dataset }),
    ...document.body.innerText.split('\\n').filter((line) => /\\p{L}{2}/u.test(line)),
].join('\\n').slice(0, 3000)"""
"""JavaScript that returns a page's address, state and text, without the numbers on its map."""


class Browser:
    """A browser that opens pages and collects their errors.

    The fixture `browser` fails the test if there were any.
    """

    def __init__(self, chromium: Any, served: Any, screenshots: Path) -> None:
        self.chromium, self.url, self.screenshots = chromium, served.url, screenshots
        self.contexts: list[Any] = []
        self.errors: list[str] = []

    def context(self, size: dict[str, int] = DESKTOP, **more: Any) -> Any:
        context = self.chromium.new_context(viewport=size, base_url=self.url, reduced_motion="reduce", **more)
        context.set_default_timeout(60_000)
        self.contexts.append(context)
        return context

    def page(self, context: Any, path: str) -> Any:
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda line: line.type == "error" and self.errors.append(line.text))
        page.goto(path)
        return page

    def at(self, table: Table, *seats: str, size: dict[str, int] = DESKTOP, **more: Any) -> Any:
        """Open the page of a match with the keys of these seats and wait until it is ready."""
        context = self.context(size, **more)
        value = ".".join(table.keys[seat] for seat in seats)
        context.add_cookies([{"name": f"palatine-{table.match}", "value": value, "url": self.url}])
        page = self.page(context, f"/play/{table.match}")
        page.wait_for_selector(READY)
        return page

    def shoot(self, page: Any, name: str) -> None:
        page.evaluate(SETTLED)
        page.screenshot(path=self.screenshots / f"{name}.png")

    def told(self, name: str) -> str:
        """Return what every open page shows, for a failed test's report, and save screenshots.

        If a page no longer responds, the report contains Playwright's error, which must not replace the test's own.
        """
        pages = [page for context in self.contexts for page in context.pages if not page.is_closed()]
        return "\n\n".join(
            [*(self._shown(page, f"failed-{name}-{n}") for n, page in enumerate(pages)), *self.errors]
        )

    def _shown(self, page: Any, name: str) -> str:
        from playwright.sync_api import Error

        try:
            page.screenshot(path=self.screenshots / f"{name}.png", timeout=10_000)
            text: str = page.evaluate(TOLD)
        except Error as error:
            return f"{page.url}: {error}"
        return text


def prompt_of(page: Any) -> str:
    text: str = page.inner_text("#prompt")
    return text


def choose(page: Any, selector: str, *, out_of_view: bool = False) -> None:
    """Click an element that acts, confirm the dialog if there is one, and wait for the result.

    Playwright cannot scroll a map, which moves by its view box. An element that may be `out_of_view` there receives a
    click event instead.
    """
    before = page.get_attribute("#match", "data-version")
    page.dispatch_event(selector, "click") if out_of_view else page.click(selector)
    moved = "match.dataset.version !== before && !match.classList.contains('busy')"
    asks = "document.querySelector('dialog.question[open]')"
    page.wait_for_function(
        f"before => {{ const match = document.querySelector('#match'); return {asks} || ({moved}); }}", arg=before
    )
    if page.locator("dialog.question [data-answer=yes]").count():
        page.click("dialog.question [data-answer=yes]")
    page.wait_for_function(
        f"before => {{ const match = document.querySelector('#match'); return {moved}; }}", arg=before
    )


def sit(browser: Any, desk: OrdersTable, *seats: str, **more: Any) -> Any:
    page = browser.at(desk, *seats, **more)
    page.wait_for_selector(WRITTEN)
    page.wait_for_selector("#desk-body:not([hidden])")
    return page


def sheet(page: Any) -> str:
    text: str = page.input_value("#sheet-text")
    return text


def until_saved(page: Any) -> None:
    page.wait_for_selector("#desk-saved[data-how=saved]")
