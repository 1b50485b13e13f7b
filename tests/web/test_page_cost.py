"""The cost of opening the page of a match for the first time: requests and bytes."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from web.chromium import DESKTOP, READY, Browser
from web.helpers import Table

REQUESTS, BYTES = 25, 500_000


@pytest.mark.parametrize("game", registry.games())
def test_a_match_page_is_opened_with_few_requests(browser: Browser, new_table: Any, game: str) -> None:
    table: Table = new_table(game=game)
    seat = next(iter(table.keys))
    context = browser.context(DESKTOP)
    context.add_cookies([{"name": f"palatine-{table.match}", "value": table.keys[seat], "url": browser.url}])
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: dict[str, str] = {}
    sizes: dict[str, int] = {}
    devtools.on("Network.requestWillBeSent", lambda sent: asked.update({sent["requestId"]: sent["request"]["url"]}))
    devtools.on(
        "Network.loadingFinished", lambda ended: sizes.update({ended["requestId"]: ended["encodedDataLength"]})
    )
    page.goto(f"/play/{table.match}")
    page.wait_for_selector(READY)
    page.evaluate("document.fonts.ready.then(() => {})")
    page.wait_for_load_state("load")
    over_the_wire = [url for url in asked.values() if url.startswith("http")]
    assert len(over_the_wire) <= REQUESTS, "\n".join(over_the_wire)
    assert sum(sizes.values()) <= BYTES, {asked[each]: size for each, size in sizes.items()}
    assert sum(sizes.values()) > BYTES / 5, "this has been counted"
