"""A draft changed on another device: the page says so and offers both texts."""

from __future__ import annotations

from typing import Any

import pytest

from web.chromium import PHONE, sheet, sit, until_saved


@pytest.mark.parametrize(("answer", "stands"), [("take", "Aldo builds"), ("keep", "Aldo collects")])
def test_a_stale_desk_says_so_and_offers_both_texts(browser: Any, make: Any, answer: str, stands: str) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    phone = sit(browser, desk, "Abbey", size=PHONE)
    phone.click("#tab-desk")
    phone.fill("#sheet-text", "Aldo builds")
    until_saved(phone)
    page.fill("#sheet-text", "Aldo collects")
    page.wait_for_selector("#desk-stale:not([hidden])")
    assert desk.draft("Abbey")["text"] == "Aldo builds"
    assert page.locator("#desk-stale pre").all_inner_texts() == ["Aldo builds", "Aldo collects"]
    browser.shoot(page, f"stale-draft-{answer}")
    page.click(f"#desk-stale [data-stale={answer}]")
    until_saved(page)
    assert page.is_hidden("#desk-stale")
    assert (sheet(page), desk.draft("Abbey")["text"]) == (stands, stands)
    browser.errors[:] = [error for error in browser.errors if "409" not in error]


def test_orders_handed_in_elsewhere_are_not_replaced_unsaid(browser: Any, make: Any) -> None:
    desk = make()
    page = sit(browser, desk, "Abbey")
    page.fill("#sheet-text", "Aldo collects")
    until_saved(page)
    assert desk.hand_in("Abbey", "Aldo builds").status_code == 200
    page.click("#hand-in")
    page.wait_for_selector("#desk-stale:not([hidden])")
    assert desk.draft("Abbey")["handed_in"] == "Aldo builds"
    page.click("#desk-stale [data-stale=keep]")
    until_saved(page)
    page.click("#hand-in")
    page.wait_for_selector("#desk-status[data-how=same]")
    assert desk.draft("Abbey")["handed_in"] == "Aldo collects"
    browser.errors[:] = [error for error in browser.errors if "409" not in error]
