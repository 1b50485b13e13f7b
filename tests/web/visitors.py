"""Every kind of visitor to a server, their credentials, and a fast client for the app."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast
from urllib.parse import quote

from sqlalchemy import Connection

from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.config import Config, MailSettings, SiteSettings
from palatine.matches import MatchServices, SeatOwner
from palatine.matches.clock import now
from palatine.notifications.channels import ChannelService
from palatine.notifications.sending.push import VapidKey
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.store import Store
from palatine.store.schema import metadata
from palatine.web.app import create_app

HOST = "palatine.local"
Headers = dict[str, str]
SEATS = {"ford": ("North", "South"), "tithe": ("Abbey", "Baron")}


class Answer(NamedTuple):
    """A response. Of an event stream, only its start."""

    status: int
    headers: dict[str, str]
    body: bytes


class AppClient:
    """A client that calls an app directly, without a server.

    Its event loop runs in a separate thread, because Playwright may have a loop in the thread of the tests.
    """

    def __init__(self, app: Any) -> None:
        self.app = app
        self.loop = asyncio.new_event_loop()
        self.thread = ThreadPoolExecutor(1)

    def close(self) -> None:
        self.thread.shutdown()
        self.loop.close()

    def ask(self, method: str, path: str, headers: Headers, body: Any = None, address: str = "127.0.0.1") -> Answer:
        work = self._ask(method, path, headers, body, address)
        return self.thread.submit(self.loop.run_until_complete, work).result()

    async def _ask(self, method: str, path: str, headers: Headers, body: Any, address: str) -> Answer:
        data = b"" if body is None else json.dumps(body).encode()
        sent = {"host": HOST, **headers, **({"content-type": "application/json"} if data else {})}
        raw, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
            "path": raw, "raw_path": quote(raw).encode(), "root_path": "", "query_string": query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in {**sent, "content-length": str(len(data))}.items()],
            "client": (address, 1), "server": (HOST, 80), "extensions": {}, "state": {},
        }  # fmt: skip
        begun: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        parts: list[bytes] = []
        requests = [{"type": "http.request", "body": data, "more_body": False}]

        async def receive() -> Any:
            if requests:
                return requests.pop()
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                begun.set_result(message)
            else:
                parts.append(message.get("body", b""))

        task = asyncio.ensure_future(self.app(scope, receive, send))
        await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
        start = begun.result()
        told = {name.decode(): value.decode() for name, value in start["headers"]}
        if told.get("content-type", "").startswith("text/event-stream"):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        return Answer(start["status"], told, b"".join(parts))


class Visited:
    """A server with matches and every kind of visitor.

    `joining` is the access setting: "local", "open" or "invite".
    """

    def __init__(self, joining: Any) -> None:
        self.store = Store.open(":memory:")
        self.services = MatchServices(self.store)
        mail = MailSettings(smtp_url="smtp://127.0.0.1:1", domain="p.example")
        url = f"http://{HOST}"
        self.config = Config(SiteSettings(url=url, access=joining), mail=mail)
        self.app = create_app(self.services, self.store, [HOST], self.config)
        self.app_client = AppClient(self.app)
        self.shown: dict[str, Headers] = {"nobody": {}}
        self.accounts: dict[str, Account] = {}
        self.words: dict[str, str] = {}
        self.before: tuple[int, dict[str, list[Any]] | None] = (0, None)
        for made_when_first_asked_for in (
            VapidKey(self.store.database).public,
            UnsubscribeService(self.store.database).token(""),
        ):
            assert made_when_first_asked_for
        if joining == "local":
            self._play_by_keys()
        else:
            self._play_by_people()

    # Local mode

    def _play_by_keys(self) -> None:
        for name, game in (("match", "ford"), ("orders", "tithe"), ("over", "ford")):
            made = self.services.matches.create(game, seats=list(SEATS[game]), forced=False)
            for seat, key in made.keys.items():
                self.services.seats.take_seat(made.match, key, seat, "7")
            self.words |= {name: made.match}
            self.shown[f"key {name}"] = {"authorization": f"Bearer {made.keys[SEATS[game][0]]}"}
            self.words[f"key-{name}"] = made.keys[SEATS[game][0]]
            if name == "over":
                self.services.matches.resign(
                    made.match, made.keys[SEATS[game][0]], self.services.matches.info(made.match).version
                )
        self._play_a_lesson()

    # Servers with accounts

    @property
    def people(self) -> AccountService:
        return cast(AccountService, self.app.state.people)

    def _come(self, name: str, *, guest: bool = False, role: Any = "") -> Account:
        accounts = self.people.accounts
        account = accounts.create_guest(now()) if guest else accounts.create_member(f"The {name}", now(), role)
        secret, principal = self.people.sign_in(account, "Test", now())
        self.accounts[name] = account
        self.shown[name] = {"cookie": f"palatine={secret}"}
        if name == "owner":
            self.words["session"] = principal.session.id if principal.session else ""
        return account

    def come_back(self, name: str) -> None:
        """Sign an account in again, because an earlier test may have signed it out."""
        if name in self.accounts and "cookie" in self.shown[name]:
            secret, _ = self.people.sign_in(self.accounts[name], "Test", now())
            self.shown[name] = {"cookie": f"palatine={secret}"}

    def _play_by_people(self) -> None:
        for name in ("guest", "elsewhere", "owner", "other", "maker", "gone", "blocked", "muted", "suspended"):
            self._come(name, guest=name == "guest")
        self._come("moderator", role="moderator")
        self._come("admin", role="admin")
        owner = self.accounts["owner"]
        for name, scope in (("reader", "read"), ("player", "play"), ("revoked", "play")):
            secret, token = self.people.tokens.create(owner.id, name, cast(Any, scope), now())
            self.shown[name] = {"authorization": f"Bearer {secret}"}
            self.people.tokens.find(secret, now())
            self.words["token"] = self.words.get("token", token.id)
            if name == "revoked":
                self.people.tokens.revoke(owner.id, token.id)
        channels = ChannelService(self.store.database, allow_private=True, base=f"http://{HOST}")
        channel = channels.add(owner.id, "ntfy", "https://127.0.0.1:1/topic", "Bell", datetime.now(UTC))
        self.words["channel"] = channel.id
        self.people.social.relations.add(owner.id, self.accounts["blocked"].id, "block", now())
        moderation, host = self.people.social.moderation, self.accounts["admin"]
        moderation.restrict(host, self.accounts["muted"].id, "mute", "Loud.", "2099-01-01T00:00:00.000Z", now())
        moderation.restrict(
            host, self.accounts["suspended"].id, "suspend", "Rude.", "2099-01-01T00:00:00.000Z", now()
        )
        for name, game, spectators in (
            ("match", "ford", "link"), ("closed", "ford", "nobody"), ("orders", "tithe", "link"),
            ("secret", "tithe", "nobody"), ("over", "ford", "link"), ("done", "ford", "nobody"),
        ):  # fmt: skip
            self.words[name] = self._played(game, spectators)
        for name in ("over", "done"):
            version = self.services.matches.info(self.words[name]).version
            self.services.matches.resign(self.words[name], SeatOwner(owner.id, "North"), version)
        self.words["elsewhere"] = self._made("ford", Terms(), "elsewhere")
        self._play_a_lesson()
        self.words["remark"] = str(
            self.people.social.chat.send(owner, self.words["match"], "Good luck!", (), now()).n
        )
        for name in ("owner", "other", "blocked", "moderator"):
            self.words[f"name-{name}"] = self.accounts[name].name

    def _made(self, game: str, terms: Terms, by: str) -> str:
        """Create a match by an account, with all seats free."""
        made = self.services.matches.create(game, seats=list(SEATS[game]), forced=False, with_keys=False)
        self.people.database.write(
            lambda c: self.people.match_terms.store_terms(c, made.match, self.accounts[by].id, terms, now())
        )
        return made.match

    def _sit(self, match: str, seat: str, who: str) -> None:
        account = self.accounts[who]
        self.services.seats.sit_down(match, SeatOwner(account.id, seat), account.name, "7")

    def _played(self, game: str, spectators: Any) -> str:
        """Create a match in progress between the accounts `owner` and `other`.

        In Ford, the account `gone` had the second seat first and was removed.
        """
        match = self._made(game, Terms(spectators=spectators), "maker")
        first, second = SEATS[game]
        self._sit(match, first, "owner")
        if game == "ford":
            self._sit(match, second, "gone")
            self.people.social.moderation.remove_player(self.accounts["admin"], match, second, "Rude.", now())
        self._sit(match, second, "other")
        return match

    def _play_a_lesson(self) -> None:
        made = self.services.matches.start_lesson("ford", "the-ford")
        [(seat, key)] = made.keys.items()
        self.words |= {"lesson": made.match, "lesson-seat": seat, "lesson-key": key}

    # Placeholders in requests

    def word(self, name: str) -> str:
        """Return the value of `$name` in a request. Some values are created for each call."""
        if self.app.state.people is None:
            return self.words.get(name, "nothing")
        make = {
            "new_table": self._new_table, "new_private": self._new_private, "new_link": self._new_link,
            "new_named": self._new_named, "new_sent": self._new_sent, "new_report": self._new_report,
            "new_stop": self._new_stop,
        }.get(name)  # fmt: skip
        return make() if make else self.words[name]

    def _new_table(self) -> str:
        """Create a listed match with the owner in one seat and the other seat free."""
        match = self._made("ford", Terms(visibility="listed"), "maker")
        self._sit(match, "North", "owner")
        return match

    def _new_private(self) -> str:
        match = self._made("ford", Terms(), "maker")
        self._sit(match, "North", "owner")
        return match

    def _new_link(self) -> str:
        """Create an invitation to a match with a free seat and return the token of its link."""
        match = self._new_private()
        return self.people.invitations.create(self.accounts["maker"], match, now=now())[0]

    def _new_named(self) -> str:
        """Create an invitation for the owner alone and return its id."""
        match = self._made("ford", Terms(), "maker")
        owner = self.accounts["owner"].id
        return self.people.invitations.create(self.accounts["maker"], match, now=now(), account=owner)[1].id

    def _new_sent(self) -> str:
        """Create an invitation by the maker of a match and return its id."""
        match = self._made("ford", Terms(), "maker")
        return self.people.invitations.create(self.accounts["maker"], match, now=now())[1].id

    def _new_report(self) -> str:
        reports = self.people.social.moderation
        return reports.report(self.accounts["other"], self.accounts["owner"].id, "", self._reason(), now()).id

    def _reason(self) -> str:
        for each in self.people.social.moderation.queue():
            self.people.social.moderation.settle_report(
                self.accounts["admin"], each.id, "done", "Looked at.", now()
            )
        return "Rude."

    def _new_stop(self) -> str:
        return UnsubscribeService(self.store.database).token("nothing")

    # Database contents

    def remember(self, *, thoroughly: bool) -> None:
        """Record the state of the database.

        Unless `thoroughly`, rows are not compared and every write counts as a change, even one that was undone.
        """
        self.before = (self._written(), self._rows() if thoroughly else None)

    def has_changed(self) -> bool:
        """Return whether the database has changed since `remember`."""
        written, rows = self.before
        return self._written() != written and (rows is None or self._rows() != rows)

    def _written(self) -> int:
        """Return the number of rows written so far."""
        with self.store.database.reading() as connection:
            return int(raw(connection).total_changes)

    def _rows(self) -> dict[str, list[Any]]:
        """Return all rows by table, except the rate limits and the keys of the server."""
        with self.store.database.reading() as connection:
            cursor = raw(connection).cursor()
            names = [
                table.name for table in metadata.sorted_tables if table.name not in ("rate_limits", "server_keys")
            ]
            return {name: cursor.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}

    def close(self) -> None:
        self.app_client.close()
        self.store.close()


def raw(connection: Connection) -> Any:
    return connection.connection.driver_connection
