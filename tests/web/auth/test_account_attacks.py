"""Attacks on an account: leftovers in a browser, codes that were seen, expired credentials."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import func, select

from palatine.accounts.principals import AccountService
from palatine.matches import SeatOwner
from palatine.matches.clock import now
from palatine.store.schema_people import accounts, sessions
from web.auth.conftest import Site

SESSION = "palatine"
GOOD = "nine lanterns, one moon"
UNTIL = "2099-01-01T00:00:00.000Z"


def me(browser: Any) -> dict[str, Any]:
    found: dict[str, Any] = browser.get("/api/me").json()
    return found


def people(site: Site) -> AccountService:
    found: AccountService = site.app.state.people
    return found


def code_for(site: Site, browser: Any, address: str) -> str:
    browser.post("/api/session/mail", json={"address": address})
    return str(site.mails()[-1]["code"])


def sign_in(site: Site, browser: Any, address: str) -> None:
    entered = browser.post("/api/session/code", json={"code": code_for(site, browser, address)})
    assert entered.status_code == 200, entered.text


def count(site: Site, table: Any) -> int:
    with site.store.database.reading() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar() or 0


def left_behind(site: Site) -> tuple[Any, list[Any]]:
    """Return a browser in which a stranger was a guest, and all credentials of that guest."""
    shared = site.browser()
    shared.post("/api/me/guest")
    token = shared.post("/api/me/tokens", json={"label": "Mine", "scope": "play"}).json()["secret"]
    code = shared.post("/api/me/pairing").json()["code"]
    phone = site.browser()
    phone.post("/api/session/pair", json={"code": code, "device": "Phone"})
    shared.post("/api/me/pairing/answer", json={"device": "Phone", "yes": True})
    assert phone.post("/api/session/pair/finish").json()["kind"] == "guest"
    copy = site.browser(cookie=f"{SESSION}={shared.cookies[SESSION]}")
    program = site.browser(authorization=f"Bearer {token}")
    assert len({me(each)["id"] for each in (shared, phone, copy, program)}) == 1
    return shared, [phone, copy, program]


# What was left in a browser


def test_a_session_that_was_planted_is_nobody_s(site: Site) -> None:
    planted = "a" * 26
    browser = site.browser()
    browser.cookies.set(SESSION, planted, domain="palatine.localhost")
    browser.post("/api/me/guest")
    sign_in(site, browser, "ann@example.org")
    assert me(browser)["kind"] == "member"
    assert me(site.browser(cookie=f"{SESSION}={planted}"))["id"] == ""


def test_who_was_a_guest_on_a_device_does_not_get_into_the_account_that_signs_in_there(site: Site) -> None:
    site.member("ann@example.org")
    shared, thief = left_behind(site)
    sign_in(site, shared, "ann@example.org")
    ann = me(shared)["id"]
    for each in thief:
        assert each.get("/api/me").json().get("id", "") == ""
    keys = shared.get("/api/me/credentials").json()
    assert keys["tokens"] == []
    assert [each["device"] for each in keys["sessions"]].count("Phone") == 0
    assert me(shared)["id"] == ann


def test_nor_into_the_account_that_the_guest_becomes(site: Site) -> None:
    shared, thief = left_behind(site)
    sign_in(site, shared, "new@example.org")
    assert me(shared)["kind"] == "member"
    for each in thief:
        assert each.get("/api/me").json().get("id", "") == ""
    keys = shared.get("/api/me/credentials").json()
    assert (keys["tokens"], len(keys["sessions"])) == ([], 1)


def test_what_a_guest_is_called_by_does_not_come_along(site: Site) -> None:
    site.member("ann@example.org")
    shared = site.browser()
    shared.post("/api/me/guest")
    hook = {"kind": "json", "target": "https://93.184.216.34/thief"}
    assert shared.post("/api/me/channels", json=hook).status_code == 201
    sign_in(site, shared, "ann@example.org")
    assert "93.184.216.34" not in shared.get("/api/me/channels").text


def test_a_program_of_a_guest_takes_nothing_along_to_another_account(site: Site) -> None:
    guest = site.browser()
    players = {"North": {"kind": "person", "me": True}, "South": {"kind": "person"}}
    match = guest.post("/api/matches", json={"game": "ford", "players": players}).json()["match"]
    for scope in ("read", "play"):
        token = guest.post("/api/me/tokens", json={"label": scope, "scope": scope}).json()["secret"]
        thief = site.browser()
        code = code_for(site, thief, "thief@example.org")
        with_token = {"authorization": f"Bearer {token}"}
        answer = thief.post("/api/session/code", json={"code": code}, headers=with_token)
        assert answer.status_code == 403
        assert guest.get(f"/api/matches/{match}").json()["yours"] == ["North"]
    assert me(guest)["kind"] == "guest"


# Another device


def test_a_code_that_was_seen_lets_in_nobody_without_a_yes_and_only_whom_it_was_said_to(site: Site) -> None:
    ann, thief, other = site.member("ann@example.org"), site.browser(), site.browser()
    code = ann.post("/api/me/pairing").json()["code"]
    assert thief.post("/api/session/pair", json={"code": code, "device": "Ann's phone"}).status_code == 202
    assert thief.post("/api/session/pair/finish").json()["waiting"]
    assert other.post("/api/session/pair", json={"code": code, "device": "Phone"}).status_code == 403
    assert thief.post("/api/me/pairing/answer", json={"device": "Ann's phone", "yes": True}).status_code == 403
    ann.post("/api/me/pairing/answer", json={"device": "Ann's phone", "yes": True})
    assert other.post("/api/session/pair/finish").status_code == 403
    assert thief.post("/api/session/pair/finish").json()["name"]
    assert thief.post("/api/session/pair/finish").status_code == 403, "once"


def let_in_later(site: Site, owner: Any) -> Any:
    """Return a device approved on the owner's device that has not yet signed in."""
    later = site.browser()
    later.post("/api/session/pair", json={"code": owner.post("/api/me/pairing").json()["code"], "device": "Later"})
    assert owner.post("/api/me/pairing/answer", json={"device": "Later", "yes": True}).status_code == 200
    return later


def test_a_device_that_waits_to_come_in_is_signed_out_with_the_others(site: Site) -> None:
    ann = site.member("ann@example.org")
    codes = ann.post("/api/me/recovery").json()["codes"]
    ways_out = (
        lambda: ann.delete("/api/session/others"),
        lambda: ann.post("/api/me/password", json={"password": GOOD}),
        lambda: ann.post("/api/session/recover", json={"code": codes[0]}),
    )
    for sign_out in ways_out:
        later = let_in_later(site, ann)
        assert sign_out().status_code == 200
        assert later.post("/api/session/pair/finish").status_code == 403


def test_a_recovery_ends_programs_too(site: Site) -> None:
    ann = site.member("ann@example.org")
    secret = ann.post("/api/me/tokens", json={"label": "Thief's"}).json()["secret"]
    code = ann.post("/api/me/recovery").json()["codes"][0]
    program = site.browser(authorization=f"Bearer {secret}")
    assert program.get("/api/me").status_code == 200
    site.browser().post("/api/session/recover", json={"code": code})
    assert program.get("/api/me").status_code == 403


# What outlives its right


def test_of_an_account_that_is_no_more_nothing_opens_anything(site: Site) -> None:
    ann = site.member("ann@example.org")
    account = me(ann)["id"]
    token = ann.post("/api/me/tokens", json={"label": "Mine"}).json()["secret"]
    codes = ann.post("/api/me/recovery").json()["codes"]
    link = site.app.state.services.auth.recovery.create_link(account, now())
    later = let_in_later(site, ann)
    cookie = ann.cookies[SESSION]
    people(site).social.erasure.erase(account)
    assert me(site.browser(cookie=f"{SESSION}={cookie}"))["id"] == ""
    assert site.browser(authorization=f"Bearer {token}").get("/api/me").status_code == 403
    assert later.post("/api/session/pair/finish").status_code == 403
    for key in ({"code": codes[1]}, {"token": link}):
        assert site.browser().post("/api/session/recover", json=key).status_code == 403
    sign_in(site, ann, "ann@example.org")
    assert me(ann)["id"] not in ("", account), "the address is free for somebody new"


def test_who_is_suspended_is_told_so_by_every_way_in_and_gets_no_session(site: Site) -> None:
    ann, host = site.member("ann@example.org"), people(site).accounts.create_member("Hostess", now(), "admin")
    ann.patch("/api/me", json={"name": "Ann"})
    ann.post("/api/me/password", json={"password": GOOD})
    codes = ann.post("/api/me/recovery").json()["codes"]
    people(site).social.moderation.restrict(host, me(ann)["id"], "suspend", "Rude.", UNTIL, now())
    before = count(site, sessions)
    browser = site.browser()
    answers = [
        browser.post("/api/session/password", json={"name": "Ann", "password": GOOD}),
        browser.post("/api/session/recover", json={"code": codes[0]}),
        browser.post("/api/session/code", json={"code": code_for(site, browser, "ann@example.org")}),
    ]
    assert [each.status_code for each in answers] == [422, 422, 422]
    assert all("Rude." in each.json()["detail"] for each in answers)
    assert (count(site, sessions), list(browser.cookies)) == (before, ["palatine_asks"])


def test_a_stale_tab_of_somebody_who_was_sent_away_does_and_hears_nothing(site: Site) -> None:
    ann, bea = site.member("ann@example.org"), site.member("bea@example.org")
    host = people(site).accounts.create_member("Hostess", now(), "admin")

    def made(spectators: str) -> str:
        told = {"game": "ford", "forced": False, "players": {}, "terms": {"spectators": spectators}}
        match = str(bea.post("/api/matches", json=told).json()["match"])
        for seat, who in (("North", ann), ("South", bea)):
            site.services.seats.sit_down(match, SeatOwner(me(who)["id"], seat), seat, "7")
        return match

    services = site.app.state.services
    for each, still_sees in ((made("link"), True), (made("nobody"), False)):
        request = _request(site, ann, each)
        may = services.permission_check(request, each, "North")
        assert may()
        people(site).social.moderation.remove_player(host, each, "North", "Rude.", now())
        assert may() is still_sees, "what a spectator sees, where there may be any"
        base = f"/api/matches/{each}"
        assert ann.get(f"{base}/view?seat=North").status_code == 403
        version = site.services.matches.info(each).version
        body = {"seat": "North", "version": version}
        for path in ("undo", "resign"):
            assert ann.post(f"{base}/{path}", json=body).status_code == 403
        assert site.services.matches.info(each).version == version


def _request(site: Site, browser: Any, match: str) -> Any:
    from palatine.web.requests import StrictRequest

    headers = [(b"host", b"palatine.localhost"), (b"cookie", f"{SESSION}={browser.cookies[SESSION]}".encode())]
    scope = {
        "type": "http", "method": "GET", "path": f"/api/matches/{match}/events", "headers": headers, "scheme": "http",
        "query_string": b"", "app": site.app, "server": ("palatine.localhost", 80), "state": {},
    }  # fmt: skip
    return StrictRequest(scope)  # type: ignore[arg-type]


# Invitations


def test_whoever_used_a_link_is_led_to_the_match_by_it_and_nobody_else(site: Site) -> None:
    ann = site.member("ann@example.org")
    match = ann.post("/api/matches", json={"game": "ford", "players": {}}).json()["match"]
    link = ann.post(f"/api/matches/{match}/invitations", json={}).json()["link"].rpartition("/")[2]
    bea = site.browser()
    assert bea.post(f"/api/invitations/{link}", json={}).status_code == 200
    again = bea.get(f"/i/{link}", follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, f"/play/{match}")
    others = {each.get(f"/i/{link}", follow_redirects=False).status_code for each in (ann, site.browser())}
    assert others == {422}


def test_of_many_clicks_on_one_invitation_one_sits_down(site: Site) -> None:
    ann = site.member("ann@example.org")
    match = ann.post("/api/matches", json={"game": "ford", "players": {}}).json()["match"]
    link = ann.post(f"/api/matches/{match}/invitations", json={}).json()["link"].rpartition("/")[2]
    for _ in range(3):
        assert site.browser().get(f"/i/{link}").status_code == 200
    before = count(site, accounts)

    def click(_: int) -> Any:
        return site.browser().post(f"/api/invitations/{link}", json={})

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(click, range(4)))
    assert sorted(each.status_code for each in answers) == [200, 422, 422, 422]
    assert [SESSION in each.cookies for each in answers].count(True) == 1
    assert count(site, accounts) == before + 1, "who came too late is nobody"
    assert [each["seated"] for each in ann.get(f"/api/matches/{match}").json()["seats"]].count(True) == 1
