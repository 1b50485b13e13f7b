"""Sign-in and the account page in Chromium, with a virtual authenticator."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from palatine import registry
from palatine.store.schema_people import outbox
from web.auth.conftest import OPEN
from web.axe import everywhere
from web.chromium import DESKTOP, PHONE, Browser
from web.helpers import Served

READY = "body[data-ready='1']"
SIZES = {"phone": PHONE, "laptop": {"width": 1280, "height": 860}, "wide": DESKTOP}
TABLES = {"ford": ("North", "South"), "tithe": ("Abbey", "Baron")}
LOOKS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Yield a server whose address on this machine supports passkeys."""
    server = Served(tmp_path_factory.mktemp("ways") / "palatine.db", OPEN)
    server.url = server.url.replace("127.0.0.1", "localhost")
    server.start()
    yield server
    server.stop()


def with_authenticator(context: Any, page: Any) -> Any:
    """Add an authenticator with passkeys whose user always consents."""
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session


def mails(served: Served) -> list[dict[str, Any]]:
    with served.store.database.reading() as connection:
        rows = connection.execute(select(outbox.c.data).order_by(outbox.c.id))
        return [dict(each) for each in rows.scalars()]


def sign_in_by_mail(browser: Browser, served: Served, address: str, **more: Any) -> Any:
    page = browser.page(browser.context(**more), "/signin?next=/me")
    page.wait_for_selector(READY)
    page.fill("[data-way=mail] [name=address]", address)
    page.click("[data-way=mail] button")
    page.wait_for_selector("[data-way=code]:visible")
    page.fill("[data-way=code] [name=code]", mails(served)[-1]["code"])
    page.click("[data-way=code] button.primary")
    page.click("#naming button")
    page.wait_for_selector("main.me")
    page.wait_for_selector(READY)
    return page


def test_a_newcomer_makes_a_passkey_and_comes_back_with_it(browser: Browser) -> None:
    context = browser.context()
    page = browser.page(context, "/signin?next=/me")
    with_authenticator(context, page)
    page.wait_for_selector(READY)
    page.fill("[data-way=new] [name=name]", "Passkey Pat")
    page.click("[data-way=new] [value=passkey]")
    page.wait_for_selector("main.me")
    page.wait_for_selector(READY)
    expect(page.locator("#passkeys li")).to_have_count(1)
    expect(page.locator(".me-name")).to_have_text("Passkey Pat")
    page.click("[data-sign-out]")
    page.wait_for_url(f"{browser.url}/")
    page.goto("/signin?next=/me")
    page.wait_for_selector(READY)
    page.click("[data-way=passkey] button")
    page.wait_for_selector("main.me")
    page.wait_for_selector(READY)
    expect(page.locator(".me-name")).to_have_text("Passkey Pat")
    expect(page.locator("#passkeys li")).to_contain_text("last used")
    page.click("#passkeys li button:has-text('Remove')")
    expect(page.locator("#keys .key-part .error, #keys > .error").first).to_contain_text("only sign-in method")


def test_a_passkey_that_nobody_answers_is_said_in_words(browser: Browser) -> None:
    context = browser.context()
    page = browser.page(context, "/signin")
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.wait_for_selector(READY)
    page.click("[data-way=passkey] button")
    expect(page.locator("[data-way=passkey] .error")).to_contain_text("No passkey was used")


@pytest.mark.parametrize("width", [390, 1280, 1600])
def test_a_proved_address_gets_notifications_whose_link_asks_for_sign_in(
    browser: Browser, served: Served, width: int
) -> None:
    size = {"width": width, "height": 860}
    address = f"notified-{width}@example.org"
    page = sign_in_by_mail(browser, served, address, size=size)
    players = {"North": {"kind": "person", "me": True}, "South": {"kind": "bot", "bot": "recruit"}}
    made = page.request.post("/api/matches", data={"game": "ford", "players": players})
    assert made.ok, made.text()
    link = f"/play/{made.json()['match']}"
    page.goto("/me/notifications")
    expect(page.locator("#grid thead")).to_contain_text(address)
    expect(page.get_by_label("it is my turn: Mail")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(link)
    expect(page.locator("#choices .choice").first).to_be_visible()
    elsewhere = browser.page(browser.context(size=size), link)
    elsewhere.wait_for_selector("#match[data-ready='1']")
    if width == 390:
        elsewhere.click("#open-menu")
    elsewhere.click("a[href*='/signin?next=']:visible")
    elsewhere.wait_for_selector(READY)
    elsewhere.fill("[data-way=mail] [name=address]", address)
    elsewhere.click("[data-way=mail] button")
    elsewhere.wait_for_selector("[data-way=code]:visible")
    elsewhere.fill("[data-way=code] [name=code]", mails(served)[-1]["code"])
    elsewhere.click("[data-way=code] button.primary")
    elsewhere.wait_for_url(f"**{link}*")
    expect(elsewhere.locator("#choices .choice").first).to_be_visible()


def test_a_code_by_mail_and_a_wrong_one(browser: Browser, served: Served) -> None:
    page = browser.page(browser.context(), "/signin?next=/me")
    page.wait_for_selector(READY)
    page.fill("[data-way=mail] [name=address]", "codes@example.org")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-way=code]:visible")
    expect(page.locator("[data-way=code] .form-message")).to_contain_text("codes@example.org")
    page.keyboard.type("aaaa aaaa")
    page.keyboard.press("Enter")
    expect(page.locator("[data-way=code] .error")).to_contain_text("This code is wrong")
    browser.errors.clear()  # the browser notes every 403
    page.fill("[data-way=code] [name=code]", mails(served)[-1]["code"])
    page.keyboard.press("Enter")
    expect(page.locator("#naming")).to_be_visible()
    expect(page.locator(".signin-methods > :visible")).to_have_count(1)
    browser.shoot(page, "ways-naming")
    page.keyboard.type("Referee")
    page.keyboard.press("Enter")
    expect(page.locator("#naming .error")).to_contain_text("Referee")
    browser.errors.clear()
    page.fill("#naming [name=name]", "Codewright")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.me")
    page.wait_for_selector(READY)
    expect(page.locator(".me-name")).to_have_text("Codewright")
    expect(page.locator("#address-list")).to_contain_text("codes@example.org")
    expect(page.locator("#address-list .state-chip.ok")).to_have_text("Mail arrives")


def test_a_link_from_a_mail_waits_for_its_button(browser: Browser, served: Served) -> None:
    first = browser.page(browser.context(), "/signin")
    first.wait_for_selector(READY)
    first.fill("[data-way=mail] [name=address]", "link@example.org")
    first.click("[data-way=mail] button")
    first.wait_for_selector("[data-way=code]:visible")
    path = mails(served)[-1]["link"].partition("/signin/")[2]
    other = browser.page(browser.context(PHONE), f"/signin/{path}")
    other.wait_for_selector(READY)
    assert [each["name"] for each in other.context.cookies()] == []
    other.click("[data-link] button")
    expect(other.locator("#naming [name=name]")).not_to_have_value("")
    expect(other.locator("[data-link]")).to_be_hidden()
    other.click("#naming button")
    other.wait_for_url(f"{browser.url}/")
    assert "palatine" in [each["name"] for each in other.context.cookies()]
    again = browser.page(browser.context(), f"/signin/{path}")
    expect(again.locator("main")).to_contain_text("has been used")


def test_a_code_can_be_entered_after_a_reload(browser: Browser, served: Served) -> None:
    page = sign_in_by_mail(browser, served, "reloads@example.org")
    expect(page.locator("[data-form=prove]")).to_be_hidden()
    page.fill("[data-form=address] [name=address]", "reloads-second@example.org")
    page.click("[data-form=address] button")
    expect(page.locator("[data-form=prove]")).to_be_visible()
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("[data-form=prove] .form-message")).to_contain_text("reloads-second@example.org")
    elsewhere = browser.context()
    elsewhere.add_cookies([each for each in page.context.cookies() if each["name"] == "palatine"])
    other = browser.page(elsewhere, "/me")
    other.wait_for_selector(READY)
    expect(other.locator("[data-form=prove]")).to_be_hidden()  # The code is valid only in the browser that asked.
    page.fill("[data-form=prove] [name=code]", mails(served)[-1]["code"])
    page.click("[data-form=prove] button.primary")
    expect(page.locator("#address-list")).to_contain_text("reloads-second@example.org")
    expect(page.locator("[data-form=prove]")).to_be_hidden()
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("[data-form=prove]")).to_be_hidden()


def test_a_phone_is_let_in_by_the_laptop(browser: Browser, served: Served) -> None:
    laptop = sign_in_by_mail(browser, served, "pairs@example.org")
    laptop.goto("/me/devices")
    laptop.wait_for_selector(READY)
    code = laptop.inner_text(".pair-code")
    phone = browser.page(browser.context(PHONE), f"/signin#pair={code.replace(' ', '')}")
    phone.wait_for_selector(READY)
    assert "#" not in phone.url
    phone.fill("#pair [name=device]", "My phone")
    phone.click("#pair button")
    laptop.wait_for_selector("#asks:visible")
    expect(laptop.locator("#asks h2")).to_have_text("“My phone” asks to sign in.")
    browser.shoot(laptop, "ways-devices-asks")
    laptop.click("[data-answer=yes]")
    phone.wait_for_url(f"{browser.url}/")
    phone.goto("/me")
    phone.wait_for_selector(READY)
    expect(phone.locator("#device-list li")).to_have_count(2)
    expect(laptop.locator("#pairing .form-message")).to_contain_text("is signed in")


def test_a_guest_keeps_the_account_with_codes_on_paper(browser: Browser) -> None:
    page = browser.page(browser.context(), "/signin")
    page.evaluate("fetch('/api/me/guest', { method: 'POST' })")
    page.goto("/me")
    page.wait_for_selector(READY)
    expect(page.locator("#keep")).to_be_visible()
    browser.shoot(page, "ways-guest")
    page.click("[data-keep=codes]")
    expect(page.locator("#recovery-codes li")).to_have_count(8)
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#keep")).to_have_count(0)
    expect(page.locator("#recovery-left")).to_have_text("8 codes left.")


def test_a_guest_with_a_password_is_a_guest_no_more(browser: Browser) -> None:
    page = browser.page(browser.context(), "/signin")
    page.evaluate("fetch('/api/me/guest', { method: 'POST' })")
    page.goto("/me")
    page.wait_for_selector(READY)
    page.click("[data-keep=password]")
    page.fill("[data-form=password] [name=password]", "a long enough password")
    page.click("[data-form=password] button:not([type])")
    expect(page.locator("h1")).to_have_text("Your account")
    expect(page.locator("#keep")).to_have_count(0)


def test_an_accounts_settings_are_kept(browser: Browser, served: Served) -> None:
    page = sign_in_by_mail(browser, served, "settings@example.org")
    page.fill("[data-form=name] [name=name]", "Settled Sam")
    page.click("[data-form=name] button")
    expect(page.locator(".me-name")).to_have_text("Settled Sam")
    page.fill("[name=zone]", "Europe/Berlin")
    page.fill("[data-form=rest] [name=from]", "23:00")
    page.fill("[data-form=rest] [name=to]", "07:00")
    page.click("[data-form=rest] button:not([type=button])")
    expect(page.locator("[data-form=rest] .form-message")).to_have_text("Saved.")
    page.fill("[data-form=vacation] [name=from]", "2026-12-20")
    page.fill("[data-form=vacation] [name=to]", "2026-12-31")
    page.click("[data-form=vacation] button")
    expect(page.locator("#vacation-list li")).to_have_count(1)
    page.fill("[data-form=token] [name=label]", "My bot")
    page.click("[data-form=token] button")
    expect(page.locator("#token-made input")).to_have_value(re.compile("^pt_"))
    page.reload()
    page.wait_for_selector(READY)
    assert page.input_value("[name=zone]") == "Europe/Berlin"
    assert page.input_value("[data-form=rest] [name=to]") == "07:00"
    expect(page.locator("#vacation-list li")).to_contain_text("Dec")
    expect(page.locator("#token-list li")).to_contain_text("My bot")
    assert "pt_" not in page.content()


@pytest.mark.parametrize(
    ("size", "scheme"),
    [(size, scheme) for size in SIZES for scheme in ("light", "dark")],
)
def test_the_pages_fit_their_window(browser: Browser, served: Served, size: str, scheme: str) -> None:
    page = sign_in_by_mail(browser, served, f"{size}-{scheme}@example.org", size=SIZES[size], color_scheme=scheme)
    for path in ("/me", "/me/devices", "/signin", "/signin/used"):
        page.goto(path)
        if path != "/signin/used":
            page.wait_for_selector(READY)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size]["width"], path
        browser.shoot(page, f"ways-{path.strip('/').replace('/', '-')}-{size}-{scheme}")


def test_a_guest_who_has_ended_a_turn_is_offered_to_keep_the_seat(browser: Browser) -> None:
    context = browser.context()
    page = browser.page(context, "/signin")
    with_authenticator(context, page)
    page.wait_for_selector(READY)
    begin = {"game": "ford", "players": {"North": {"me": True}, "South": {"kind": "bot", "bot": "recruit"}}}
    match = page.evaluate(
        "async (body) => (await (await fetch('/api/matches', { method: 'POST', body: JSON.stringify(body),"
        " headers: { 'content-type': 'application/json' } })).json()).match",
        begin,
    )
    page.goto(f"/play/{match}")
    page.wait_for_selector("#match[data-ready='1']")
    expect(page.locator("#keep-bar")).to_be_hidden()
    page.evaluate("document.title = 'Ford'")
    expect(page.locator("#keep-bar")).to_be_visible()
    browser.shoot(page, "ways-keep-bar")
    page.click("[data-keep-passkey]")
    expect(page.locator("#keep-bar")).to_have_count(0)
    page.goto("/me")
    page.wait_for_selector(READY)
    expect(page.locator("#passkeys li")).to_have_count(1)
    page.goto(f"/play/{match}")
    page.wait_for_selector("#match[data-ready='1']")
    expect(page.locator("#keep-bar")).to_have_count(0)


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", list(TABLES))
def test_the_offer_to_keep_a_seat_covers_nothing_that_is_asked(browser: Browser, size: str, game: str) -> None:
    page = browser.page(browser.context(SIZES[size]), "/signin")
    page.wait_for_selector(READY)
    begin: dict[str, Any] = {
        "game": game,
        "players": {name: {"kind": "bot", "bot": "recruit"} for name in TABLES[game]},
    }
    begin["players"][TABLES[game][0]] = {"me": True}
    match = page.evaluate(
        "async (body) => (await (await fetch('/api/matches', { method: 'POST', body: JSON.stringify(body),"
        " headers: { 'content-type': 'application/json' } })).json()).match",
        begin,
    )
    page.goto(f"/play/{match}")
    page.wait_for_selector("#match[data-ready='1']")
    page.evaluate("document.title = '● Asked'")
    page.evaluate("document.title = 'Ended'")
    expect(page.locator("#keep-bar")).to_be_visible()
    bar, prompt = (page.locator(each).bounding_box() for each in ("#keep-bar", "#prompt"))
    below, above = bar["y"] >= prompt["y"] + prompt["height"], bar["y"] + bar["height"] <= prompt["y"]
    assert below or above or bar["x"] + bar["width"] <= prompt["x"]


def test_nothing_keeps_anybody_out(browser: Browser, served: Served) -> None:
    page = sign_in_by_mail(browser, served, "axe@example.org")
    found = everywhere(page)
    for path in ("/me/devices", "/signin", "/signin/used"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        for each in page.locator("summary").all():
            each.click()
        found += [f"{path}: {each}" for each in everywhere(page)]
    assert found == []


def test_who_leaves_can_change_their_mind(browser: Browser, served: Served) -> None:
    page = sign_in_by_mail(browser, served, "leaves@example.org")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("[data-leave]")
    page.click("[data-stay]")
    expect(page.locator("#leaving")).to_have_count(0)
    page.wait_for_selector(READY)
    with page.expect_download() as copy:
        page.click("#copy a")
    assert copy.value.suggested_filename == "palatine.zip"


MAKE_MATCH = """async (body) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/matches", { method: "POST", body: JSON.stringify(body), headers });
    return (await answer.json()).match;
}"""


def test_every_page_opens_without_an_error(browser: Browser, served: Served, parts: int) -> None:
    """The browser fixture fails the test for a script error or a missing answer.

    Pages of a match are opened for every game in the full run, otherwise for a game of actions and an example of
    orders. Other pages are opened for the example, in the full run also for a game.
    """
    page = sign_in_by_mail(browser, served, f"smoke{parts}@example.org", size=SIZES["laptop"])
    name, opened = page.inner_text(".me-name"), []
    games = registry.games() if parts == 1 else ["elric", "tithe"]
    for game in games:
        seats = registry.load(game).scenarios[0].tables[0]
        players = {seat: {"kind": "bot", "bot": "recruit"} for seat in seats} | {seats[0]: {"me": True}}
        match = page.evaluate(MAKE_MATCH, {"game": game, "players": players})
        opened += [f"/{path}/{game}" for path in ("new", "games")] + [f"/play/{match}"]
        if game in (games[-1], "lord-and-master" if parts == 1 else ""):
            opened += [f"/{path}/{match}" for path in ("watch", "replay", "report", "story", "verify")]
            opened += [f"/games/{game}/rules", f"/games/{game}/glossary"]
    opened += [f"/people/{name}", "/me/devices", "/me/notifications"]
    for path in ["/", "/credits", "/me", "/signin", *opened]:
        answer = page.goto(path)
        assert answer.status == 200, path
        page.wait_for_selector("#match[data-ready='1']" if path.startswith(("/play", "/watch")) else "main")
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["laptop"]["width"], path
        assert page.locator("h1").count(), path
