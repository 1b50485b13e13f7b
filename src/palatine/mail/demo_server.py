"""The demo of mail on one machine: a server with its own mail server and a mailbox page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from palatine.config import Config, is_loopback_host
from palatine.core import Refused, Unreadable
from palatine.mail.demo import DemoServer, Mailboxes
from palatine.mail.intake import RejectedMail
from palatine.mail.service import MailService
from palatine.mail.wording import say
from palatine.matches import MatchServices
from palatine.store import Store

MAX_TEXT_LENGTH = 50_000
RenderPage = Callable[..., str]
"""Renders a template with its data."""


def check_host(host: str) -> None:
    """Raise Unreadable unless only this machine can open the page, which shows all mail."""
    if not is_loopback_host(host):
        raise Unreadable(say("demo.not-here"))


class DemoMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An email written on the demo page."""

    sender: Annotated[str, msgspec.Meta(max_length=254)]
    to: Annotated[str, msgspec.Meta(max_length=254)]
    subject: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=MAX_TEXT_LENGTH)]
    answer_to: Annotated[str, msgspec.Meta(max_length=300)] = ""


class DemoMailService(MailService):
    """The mail service of the demo, connected to its mail server."""

    def __init__(
        self, services: MatchServices, store: Store, config: Config, server: DemoServer, page: RenderPage
    ) -> None:
        super().__init__(services, store, config)
        self.server, self.page = server, page
        self.server.taking, self.server.on_stored = self.taking, self.wake

    def start(self) -> None:
        self.server.start()
        super().start()

    def stop(self) -> None:
        super().stop()
        self.server.stop()

    @property
    def routes(self) -> Sequence[Any]:
        """The mailbox page and the route that sends mail."""
        server = self.server

        @get("/post/demo", include_in_schema=False, sync_to_thread=False)
        def show(box: Annotated[str, Parameter(max_length=254)] = "") -> Response[str]:
            return Response(mailbox_page(server.boxes, box, self.page), media_type="text/html")

        @post("/post/demo", include_in_schema=False, sync_to_thread=True, status_code=200)
        def send(data: JSONBody[DemoMail]) -> dict[str, str]:
            try:
                found = server.write(data.sender, data.to, data.subject, data.text, data.answer_to)
            except (ValueError, IndexError) as error:
                raise Refused("", say("demo.address")) from error
            if isinstance(found, RejectedMail):
                raise Refused("", found.text)
            return {"box": data.sender}

        return (show, send)


def mailbox_page(mailboxes: Mailboxes, box: str, page: RenderPage) -> str:
    """Return the page with all mailboxes, one of them open."""
    shown = [
        {"mail": mail, "subject": say("demo.re", subject=mail.subject.removeprefix(say("demo.re", subject=""))),
         "begun": reply_draft(mail.text)}
        for mail in mailboxes.mails_of(box)
    ]  # fmt: skip
    counted = [{"name": name, "count": len(mailboxes.mails_of(name))} for name in mailboxes.names()]
    told = {word: say(f"demo.{word}") for word in MESSAGE_KEYS}
    return page("mailboxes.html", w=told, boxes=counted, box=box.casefold(), mails=shown)


MESSAGE_KEYS = (
    "title",
    "intro",
    "nobody",
    "empty",
    "again",
    "answer",
    "new",
    "from",
    "to",
    "subject",
    "text",
    "send",
)
"""Keys of the messages on the page."""
_FORM = re.compile(r"^#orders\b.*?^#end$", re.MULTILINE | re.DOTALL)


def reply_draft(text: str) -> str:
    """Return the start of a reply to an email: the order form in it, or "" if it has none."""
    found = _FORM.search(text)
    return found[0] if found else ""
