"""The terminal with a remote server: after signing in, it plays there as in a local match."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cli.conftest import Run
from palatine import registry
from palatine.accounts.principals import AccountService
from palatine.cli import signing_in
from palatine.cli.remote import RemoteMatchService
from palatine.config import Config, SiteSettings
from palatine.core import Board, Refused, RejectedSheet
from palatine.matches import Conflict, Forbidden, NotFound
from palatine.matches.clock import now
from waiting import until
from web.helpers import Served


class Elsewhere:
    """A server with accounts, and browsers of its members."""

    def __init__(self, place: Path, joining: Any = "open") -> None:
        self.config = Config(site=SiteSettings(access=joining))
        self.served = Served(place, self.config)
        self.url = self.served.url
        self.people = AccountService(self.served.services, self.served.store.database, self.config)

    def browser(self, name: str) -> httpx.Client:
        """Return a browser in which a member is signed in, and nowhere else."""
        account = self.people.accounts.find_by_name(name) or self.people.accounts.create_member(name, now(), "")
        self.people.sessions.end_all(account.id)
        secret, _ = self.people.sign_in(account, "Browser", now())
        return httpx.Client(base_url=self.url, cookies={"palatine": secret})

    def devices(self, name: str) -> list[str]:
        """Return the devices on which a member is signed in."""
        account = self.people.accounts.find_by_name(name)
        assert account is not None
        return [each.device for each in self.people.sessions.of_account(account.id, now())]

    def token(self, browser: httpx.Client, scope: str = "play") -> str:
        told = browser.post("/api/me/tokens", json={"label": "terminal", "scope": scope})
        return str(told.json()["secret"])


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elsewhere]:
    found = Elsewhere(tmp_path_factory.mktemp("there") / "there.db")
    found.served.start()
    yield found
    found.served.stop()


@pytest.fixture
def ann(there: Elsewhere) -> httpx.Client:
    return there.browser("Ann")


@pytest.fixture
def signed_in(run: Run, there: Elsewhere, ann: httpx.Client, monkeypatch: Any) -> str:
    """Sign Ann's terminal in and return the address of the server."""
    monkeypatch.setenv("PALATINE_TOKEN", there.token(ann))
    assert run("login", there.url, "--token") == (0, f"Signed in at {there.url} as Ann.\n", "")
    return there.url


def typed(monkeypatch: Any, *lines: str) -> None:
    """Set the lines of standard input, which then ends."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_device_that_is_signed_in_lets_the_terminal_in(
    run: Run, there: Elsewhere, ann: httpx.Client, monkeypatch: Any
) -> None:
    code = ann.post("/api/me/pairing").json()["code"]

    def say_yes(seconds: float) -> None:
        waiting = ann.get("/api/me/pairing").json()
        assert waiting["device"].startswith("Terminal on ")
        assert ann.post("/api/me/pairing/answer", json={"device": waiting["device"], "yes": True}).is_success

    monkeypatch.setattr(signing_in, "sleep", say_yes)
    typed(monkeypatch, f" {code.lower()} ")
    told, out, err = run("login", there.url + "/")
    assert (told, err) == (0, "")
    assert out.endswith(f"Signed in at {there.url} as Ann.\n")
    kept = Path(os.environ["XDG_DATA_HOME"]) / "palatine" / "servers.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert run("matches", "--server", there.url)[0] == 0

    assert sorted(there.devices("Ann"))[-1].startswith("Terminal on ")
    assert run("logout", there.url) == (0, f"Signed out at {there.url}.\n", "")
    assert there.devices("Ann") == ["Browser"]
    assert there.url not in kept.read_text()
    assert run("logout", there.url)[0] == 2


def test_a_wrong_code_lets_nobody_in(run: Run, there: Elsewhere, monkeypatch: Any) -> None:
    typed(monkeypatch, "ABCD-EFGH")
    code, _, err = run("login", there.url)
    assert code == 2
    assert "code" in err
    assert not (Path(os.environ["XDG_DATA_HOME"]) / "palatine" / "servers.json").exists()


def test_a_password_lets_in(run: Run, there: Elsewhere, ann: httpx.Client, monkeypatch: Any) -> None:
    assert ann.post("/api/me/password", json={"password": "a long walk in the rain"}).is_success
    monkeypatch.setattr(signing_in, "getpass", lambda prompt: "a short walk in the rain")
    assert run("login", there.url, "--name", "Ann")[0] == 2
    monkeypatch.setattr(signing_in, "getpass", lambda prompt: "a long walk in the rain")
    assert run("login", there.url, "--name", "Ann") == (0, f"Signed in at {there.url} as Ann.\n", "")


def test_a_match_there_is_begun_played_and_gone_on_with(run: Run, signed_in: str, monkeypatch: Any) -> None:
    typed(monkeypatch, "1", "preview 1", "recap", "why 1", "undo", "quit")
    code, out, err = run("play", "ford", "--server", signed_in, "--seat", "North", "--against", "recruit")
    assert (code, err) == (0, "")
    assert "Ford. You play North." in out
    resume = out.splitlines()[-1].removeprefix("> ")
    assert resume.startswith(f"To continue: palatine play --server {signed_in} --match ")
    match = resume.rsplit(" ", 1)[1]
    assert match in run("matches", "--server", signed_in)[1]
    typed(monkeypatch, "1", "2", "board", "journal")
    code, out, err = run(*resume.partition("palatine ")[2].split())
    assert (code, err) == (0, "")
    assert match not in run("matches")[1]


def test_one_account_plays_both_seats_of_a_table_of_its_own(run: Run, signed_in: str, monkeypatch: Any) -> None:
    typed(monkeypatch, "1", "1", "1")
    code, out, _ = run("play", "ford", "--server", signed_in)
    assert code == 0
    assert "Ford. You play North and South." in out
    assert "South's turn. Everyone else, please look away." in out


def test_orders_are_written_checked_and_handed_in_there(
    run: Run, signed_in: str, tmp_path: Path, monkeypatch: Any
) -> None:
    typed(monkeypatch, "suggest", "Aldo collects", "check", "hand in")
    code, out, err = run("play", "tithe", "--server", signed_in, "--seat", "Abbey", "--against", "recruit")
    assert (code, err) == (0, "")
    assert "Handed in for Abbey, turn 1." in out
    monkeypatch.setenv("PALATINE_SERVER", signed_in)
    match = json.loads(run("matches", "--json")[1])[0]["match"]
    until(lambda: run("turn", "report", match)[0] == 0)  # the server runs it in a thread of its own
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("Aldo collects\nAnna rides to Delph\n")
    code, out, _ = run("orders", "check", str(sheet))
    assert code == 1
    assert "Line 2: Delph is not beside Brook. (3.2) Try: Ashby or Croft" in out
    assert run("orders", "hand-in", str(sheet))[0] == 1
    sheet.write_text("Aldo collects\n")
    assert run("orders", "hand-in", str(sheet))[0] == 0
    assert run("orders", "suggest", "Aldo")[1]


def test_an_invitation_is_taken_by_its_link(run: Run, there: Elsewhere, signed_in: str) -> None:
    bea = there.browser("Bea")
    players = {"North": {"kind": "person", "me": True}, "South": {"kind": "person"}}
    match = bea.post("/api/matches/", json={"game": "ford", "players": players}).json()["match"]
    link = bea.post(f"/api/matches/{match}/invitations", json={"seat": "South"}).json()["link"]
    assert run("join", link) == (0, f"You play South: palatine play --server {signed_in} --match {match}\n", "")
    assert run("join", link)[0] == 2
    code, _, err = run("join", f"{signed_in}/match/{match}")
    assert code == 2
    assert "not the link of an invitation" in err
    assert run("play", "--server", signed_in, "--match", match, "--seat", "North")[0] == 2


def test_nobody_in_particular_has_no_seat_there(run: Run, there: Elsewhere, ann: httpx.Client) -> None:
    players = {"North": {"kind": "person", "me": True}, "South": {"kind": "bot", "bot": "recruit"}}
    match = ann.post("/api/matches/", json={"game": "ford", "players": players}).json()["match"]
    code, _, err = run("play", "--server", there.url, "--match", match)
    assert (code, err) == (2, f"palatine: You have no seat in match {match} at {there.url}.\n")


def test_a_token_that_only_looks_does_not_play(
    run: Run, there: Elsewhere, ann: httpx.Client, monkeypatch: Any
) -> None:
    monkeypatch.setenv("PALATINE_TOKEN", there.token(ann, "read"))
    assert run("login", there.url, "--token")[0] == 0
    assert run("play", "ford", "--server", there.url, "--seat", "North")[0] == 2


def test_a_key_opens_a_seat_where_nobody_is_asked(run: Run, tmp_path: Path, monkeypatch: Any) -> None:
    local = Elsewhere(tmp_path / "local.db", "local")
    local.served.start()
    try:
        code, _, err = run("login", local.url)
        assert code == 2
        assert "has no accounts" in err
        typed(monkeypatch, "1")
        assert run("play", "ford", "--server", local.url, "--seat", "North", "--against", "recruit")[0] == 0
        services = local.served.services
        made = services.matches.create("ford", forced=False)
        typed(monkeypatch, "1")
        services.seats.take_seat(made.match, made.keys["South"])
        code, out, _ = run("play", "--server", local.url, "--match", made.match, "--key", made.keys["North"])
        assert code == 0
        assert "You play North" in out
        assert all(each.seated for each in services.matches.info(made.match).seats)
    finally:
        local.served.stop()


def test_what_is_wrong_there_is_said_as_at_home(there: Elsewhere, ann: httpx.Client) -> None:
    services = RemoteMatchService(there.url, there.token(ann))
    me = {"kind": "person", "me": True, "number": ""}
    match = services.create("ford", {"players": {"North": me, "South": me}}).match
    version = services.info(match).version
    with pytest.raises(Conflict):
        services.undo(match, "North", version + 1)
    with pytest.raises(Refused):
        services.undo(match, "North", version)
    with pytest.raises(NotFound):
        services.info("nothing")
    with pytest.raises(Forbidden):
        RemoteMatchService(there.url).view(match, "North")
    seats = {"Abbey": me, "Baron": me}
    orders = services.create("tithe", {"seats": ["Abbey", "Baron"], "players": seats}).match
    with pytest.raises(RejectedSheet) as found:
        services.hand_in(orders, "Abbey", "Anna rides to Delph\n", 1)
    assert [each.line for each in found.value.problems] == [1]


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "gopher://there", "https://", "http://there/?x=1"])
def test_what_is_no_server_is_said(run: Run, url: str) -> None:
    code, out, err = run("login", url, "--token")
    assert (code, out) == (2, "")
    assert url.rstrip("/") in err


def names(boards: tuple[Board, ...]) -> list[tuple[str, str, str]]:
    return [(board.id, space.id, space.text) for board in boards for space in board.spaces]


@pytest.mark.parametrize("game", ["demonlord", "lord-and-master"])
def test_the_answers_are_those_of_the_server_itself(there: Elsewhere, ann: httpx.Client, game: str) -> None:
    far, near = RemoteMatchService(there.url, there.token(ann)), there.served.services
    table = registry.load(game).scenario(None).tables[0]
    me = {"kind": "person", "me": True, "number": "7"}
    match = far.create(game, {"seats": list(table), "players": dict.fromkeys(table, me)}).match
    seat = far.info(match).asked[0]
    assert names(far.boards(match)) == names(near.matches.boards(match))
    assert far.view(match, seat) == near.matches.view(match, seat)
    assert far.view(match) == near.matches.view(match)
    assert far.layers(match, seat) == near.matches.layers(match, seat)
    assert far.info(match).seats == near.matches.info(match).seats
