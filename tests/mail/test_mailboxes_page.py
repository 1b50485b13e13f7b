"""The page of the mailboxes in Chromium, and invitations by mail on the page of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from mail.demo_site import DemoSite
from mail.test_system_mail import BOUNCE
from palatine.mail.addresses import bounce_local
from palatine.mail.intake import AcceptedMail
from palatine.store.schema_people import outbox
from web.chromium import DESKTOP, PHONE, READY, Browser

ANN, BEA = "ann@home.test", "bea@home.test"
WIDTHS = "[document.documentElement.scrollWidth, window.innerWidth]"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[DemoSite]:
    server = DemoSite(tmp_path / "p.db")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def browser(chromium: Any, served: DemoSite, tmp_path: Path) -> Iterator[Browser]:
    opened = Browser(chromium, served, tmp_path)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.errors == []


def at_a_table(served: DemoSite, browser: Browser) -> tuple[Any, str]:
    """Return Ann's page of a match of Tithe with a free seat."""
    context = served.come(browser, ANN)
    players = {"Abbey": {"kind": "person", "me": True}, "Baron": {"kind": "person"}}
    made = context.request.post(
        "/api/matches", data={"game": "tithe", "seats": ["Abbey", "Baron"], "players": players}
    )
    assert made.ok, made.text()
    page = browser.page(context, f"/play/{made.json()['match']}")
    page.wait_for_selector(READY)
    return page, made.json()["match"]


def ask_by_mail(page: Any, address: str) -> None:
    page.fill("#waiting [type=email]", address)
    page.locator("#waiting").get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("#waiting")).to_contain_text(f"{address} has been invited")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_somebody_is_invited_by_mail_answers_and_plays_at_their_mailbox(
    served: DemoSite, browser: Browser, size: dict[str, int]
) -> None:
    page, match = at_a_table(served, browser)
    ask_by_mail(page, BEA)
    served.mail_of(BEA, "YES")

    post = browser.page(browser.context(size), "/post/demo")
    post.click(f".boxes a:has-text('{BEA}')")
    post.wait_for_selector("body[data-ready]")
    expect(post.locator(".mail[open] > summary h3")).to_contain_text("invite")
    post.click(".mail[open] .answer > summary")
    post.fill(".mail[open] textarea", "YES")
    browser.shoot(post, "mailboxes")
    assert post.evaluate(f"(([wide, window]) => wide <= window)({WIDTHS})"), "nothing runs over the edge"
    post.click(".mail[open] button")
    expect(post.locator(".mail")).to_have_count(2)
    expect(post.locator(".mail[open] pre")).to_contain_text("Baron")
    expect(page.locator("#waiting")).to_be_hidden()
    post.click(".mail[open] .answer > summary")
    expect(post.locator(".mail[open] [name=to]")).to_have_value(re.compile(r"^s-\w{16}@"))
    page.click("#tab-desk")
    page.wait_for_selector("#desk-body:not([hidden])")
    assert all(seat.seated for seat in served.services.matches.info(match).seats)

    served.remind()
    served.mail_of(BEA, "#orders turn 1")
    post.click(".mails-head .button")
    post.click(".mail[open] .answer > summary")
    form = post.input_value(".mail[open] textarea")
    assert form.startswith("#orders turn 1\n")
    post.fill(".mail[open] textarea", "#orders turn 1\nBela builds\n#end")
    before = post.locator(".mail").count()
    post.click(".mail[open] button")
    expect(post.locator(".mail")).to_have_count(before + 1)
    expect(post.locator(".mail[open] > summary h3")).to_contain_text("Handed in")

    post.fill(".mails > section [name=to]", "nobody@palatine.test")
    post.fill(".mails > section [name=subject]", "Hello")
    post.fill(".mails > section textarea", "Is anybody there?")
    post.click(".mails > section button")
    expect(post.locator(".mails > section output")).not_to_be_empty()
    browser.errors.clear()  # the browser notes the refusal


def test_an_invitation_that_comes_back_is_told_at_the_table(served: DemoSite, browser: Browser) -> None:
    page, match = at_a_table(served, browser)
    ask_by_mail(page, "gone@home.test")
    served.mail_of("gone@home.test", "YES")
    with served.store.database.reading() as connection:
        (sent,) = connection.execute(outbox.select().where(outbox.c.match == match, outbox.c.kind == "invitation"))
    to = f"{bounce_local(sent.id, served.mail_service.taking.key)}@{served.mail_service.settings.domain}"
    raw = BOUNCE.format(to=to, action="failed", status="5.1.1").encode()
    assert served.mail_service.taking.receive("<>", to, raw, datetime.now(UTC)) == AcceptedMail()
    served.mail_of(ANN, "come back")
    page.reload()
    expect(page.locator("#waiting [role=status]")).to_contain_text("gone@home.test could not be delivered")
    browser.shoot(page, "came-back")
    ask_by_mail(page, BEA)
    expect(page.locator("#waiting")).not_to_contain_text("could not be delivered")
