"""One match started on the page, continued over HTTP and in the terminal, ended by mail.

All four use the same order text, checks and report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from mail.demo_site import DemoSite, until
from palatine import registry
from palatine.cli import main
from palatine.testing.examples.tithe import GAME
from web.chromium import READY, Browser

ANN, BEA = "ann@home.test", "bea@home.test"
WRONG = "Aldo collects\nAnna rides to Delph\n"
GOOD = "Aldo collects\nAnna collects\n"
PROBLEM = "Delph is not beside Brook."
CLAUSE = "3.2"


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DemoSite]:
    registry.register("tithe", GAME)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    server = DemoSite(tmp_path / "p.db")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def browser(chromium: Any, there: DemoSite, tmp_path: Path) -> Iterator[Browser]:
    opened = Browser(chromium, there, tmp_path)
    yield opened
    for context in opened.contexts:
        context.close()
    assert opened.errors == []


def flat(text: str) -> str:
    """Return a text without its line breaks and list markers."""
    return " ".join(re.sub(r"(?m)^[\s>*•-]+", "", text).split())


class Mailbox:
    """A player who answers mail."""

    def __init__(self, there: DemoSite, address: str) -> None:
        self.there, self.address = there, address
        self.referee = ""

    def answer(self, *words: str, text: str) -> str:
        """Answer the newest mail with these words and return the reply."""
        mail = self.there.mail_of(self.address, *words)
        self.referee = mail.reply
        return self._send(mail.subject, text, mail.message_id)

    def write(self, text: str) -> str:
        return self._send("Orders", text, "")

    def _send(self, subject: str, text: str, answer_to: str) -> str:
        before = {mail.n for mail in self.there.mails(self.address)}
        self.there.mail.write(self.address, self.referee, subject, text, answer_to)
        got = until(lambda: next((each for each in self.there.mails(self.address) if each.n not in before), None))
        self.referee = got.reply
        return f"{got.subject}\n{got.text}"


def run(capsys: Any, *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(list(arguments))
    return code, capsys.readouterr().out


def begun_on_the_page(there: DemoSite, browser: Browser, bea: Mailbox) -> Any:
    """Return Ann's page of a new match; Bea plays only by mail."""
    page = browser.page(there.come(browser, ANN), "/new/tithe")
    page.select_option("[name=seat-Baron]", "link")
    page.click("#begin")
    page.wait_for_selector(READY)
    page.fill("#waiting [type=email]", BEA)
    page.locator("#waiting").get_by_role("button", name="Send", exact=True).click()
    assert "Baron" in bea.answer("YES", text="YES")
    expect(page.locator("#waiting")).to_be_hidden()
    return page


def test_a_match_is_begun_on_the_page_and_ended_by_mail(
    there: DemoSite, browser: Browser, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bea, ann = Mailbox(there, BEA), Mailbox(there, ANN)
    page = begun_on_the_page(there, browser, bea)
    match = page.url.rpartition("/")[2]
    base = f"/api/matches/{match}"

    def bea_orders(turn: int) -> None:
        receipt = bea.write(f"#orders turn {turn}\nBela collects\n#end")
        assert receipt.startswith("Handed in"), receipt

    # The page
    page.click("#tab-desk")
    page.wait_for_selector("#desk-body:not([hidden])")
    page.fill("#sheet-text", WRONG)
    page.wait_for_selector(".finding")
    assert PROBLEM in page.inner_text(".finding >> nth=0")
    assert CLAUSE in page.inner_text(".finding >> nth=0")
    page.fill("#sheet-text", GOOD)
    page.wait_for_selector(".findings[data-none]")
    page.click("#hand-in")
    bea_orders(1)
    expect(page.locator("#match")).to_have_attribute("data-desk", "2")

    # A program
    made = page.request.post("/api/me/tokens", data={"label": "mine", "scope": "play"}).json()
    monkeypatch.setenv("PALATINE_TOKEN", made["secret"])
    with httpx.Client(base_url=there.url, headers={"authorization": f"Bearer {made['secret']}"}) as api:
        found = api.post(f"{base}/check", json={"seat": "Abbey", "text": WRONG}).json()
        [problem] = found["problems"]
        assert (problem["line"], problem["reason"], problem["clause"]) == (2, PROBLEM, CLAUSE)
        assert api.put(f"{base}/orders", json={"seat": "Abbey", "turn": 2, "text": GOOD}).is_success
        bea_orders(2)
        assert api.get(base).json()["turn"] == 3

        # The terminal
        monkeypatch.setenv("PALATINE_SERVER", there.url)
        assert run(capsys, "login", there.url, "--token")[0] == 0
        sheet = tmp_path / "sheet.txt"
        sheet.write_text(WRONG)
        code, said = run(capsys, "orders", "check", str(sheet))
        assert code == 1
        assert f"Line 2: {PROBLEM} ({CLAUSE})" in said
        sheet.write_text(GOOD)
        assert run(capsys, "orders", "hand-in", str(sheet))[0] == 0
        bea_orders(3)
        until(lambda: api.get(base).json()["turn"] == 4 or None)
        report = api.get(f"{base}/report.txt", params={"seat": "Abbey"}).text
        told = run(capsys, "turn", "report", match)[1]
    lines = [flat(line) for line in report.splitlines() if re.match(r"\W*(Aldo|Anna|Bela) ", line)]
    assert lines
    assert [line for line in lines if line not in flat(told)] == []

    # Mail
    there.remind()
    receipt = ann.answer("#orders turn 4", text=f"CHECK\n#orders turn 4\n{WRONG}#end")
    assert PROBLEM in flat(receipt)
    assert CLAUSE in receipt
    mailed = flat(there.mail_of(ANN, "#orders turn 4", "Turn 3").text)
    assert [line for line in lines if line not in mailed] == []
    page.click("#tab-report")
    shown = flat(page.inner_text("#report"))
    assert [line for line in lines if line not in shown] == []
    receipt = ann.write(f"#orders turn 4\n{GOOD}#end")
    assert receipt.startswith("Handed in"), receipt
    bea_orders(4)
    assert there.services.matches.info(match).status == "over"
    assert there.mail_of(BEA, "is over")
    assert "over" in ann.write("STATUS"), "her page is open, so no mail tells her unasked"
    assert there.services.archive.audit() == []
