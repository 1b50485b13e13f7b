"""A whole house with mail on one machine: its own mail server, and a page that shows everybody's mailbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter
from markupsafe import Markup

from palatine.config import Config, is_this_machine
from palatine.core import Refused, Unreadable
from palatine.core.data import PackageData
from palatine.post.demo import Delivered, DemoServer, Mailboxes
from palatine.post.office import PostOffice
from palatine.post.taking import Rejected
from palatine.post.wording import say
from palatine.store import Store
from palatine.table import House

LONG = 50_000


def check_host(host: str) -> None:
    """Raise Unreadable unless nobody but this machine can reach the page: it shows everybody's mail."""
    if not is_this_machine(host):
        raise Unreadable(say("demo.not-here"))


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mail that somebody writes on the page."""

    sender: Annotated[str, msgspec.Meta(max_length=254)]
    to: Annotated[str, msgspec.Meta(max_length=254)]
    subject: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=LONG)]
    answer_to: Annotated[str, msgspec.Meta(max_length=300)] = ""


class DemoOffice(PostOffice):
    """The post of such a house, whose settings are those that its mail server gives it."""

    def __init__(self, house: House, store: Store, config: Config, server: DemoServer) -> None:
        super().__init__(house, store, config)
        self.server = server
        self.server.taking, self.server.on_kept = self.taking, self.wake

    def start(self) -> None:
        self.server.start()
        super().start()

    def stop(self) -> None:
        super().stop()
        self.server.stop()

    @property
    def routes(self) -> Sequence[Any]:
        """The page of the mailboxes, its script, and where it sends what is written."""
        server = self.server

        @get("/post/demo", include_in_schema=False, sync_to_thread=False)
        def show(box: Annotated[str, Parameter(max_length=254)] = "") -> Response[str]:
            return Response(mailbox_page(server.boxes, box), media_type="text/html")

        @get("/post/demo.js", include_in_schema=False, sync_to_thread=False)
        def script() -> Response[str]:
            code = (PackageData("palatine.post").folder / "demo.js").read_text(encoding="utf-8")
            return Response(code, media_type="text/javascript")

        @post("/post/demo", include_in_schema=False, sync_to_thread=True, status_code=200)
        def send(data: Written) -> dict[str, str]:
            try:
                found = server.write(data.sender, data.to, data.subject, data.text, data.answer_to)
            except (ValueError, IndexError) as error:
                raise Refused("", say("demo.address")) from error
            if isinstance(found, Rejected):
                raise Refused("", found.text)
            return {"box": data.sender}

        return (show, script, send)


def mailbox_page(boxes: Mailboxes, box: str) -> str:
    """Everybody's mailbox, one of them open."""
    links = [Markup('<li><a href="?box={0}">{0}</a></li>').format(name) for name in boxes.names()]
    shown = [
        Markup("<h1>{}</h1><p>{}</p>").format(say("demo.title"), say("demo.intro")),
        Markup("<ul>{}</ul>").format(Markup("").join(links)),
        *([Markup("<h2>{}</h2>").format(box)] if box else []),
        *[_mail(box, each) for each in boxes.of(box)],
        Markup("<h2>{}</h2>").format(say("demo.new")),
        _form(box, "", "", ""),
    ]
    return str(HEAD.format(say("demo.title")) + Markup("\n").join(shown) + Markup("</body></html>"))


HEAD = Markup(
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{}</title>'
    '<script type="module" src="/post/demo.js"></script></head><body>'
)


def _mail(box: str, mail: Delivered) -> Markup:
    whole = Markup("<article><h3>{}</h3><p>{}</p><pre>{}</pre>{}</article>")
    form = _form(box, mail.reply, say("demo.re", subject=mail.subject), mail.message_id)
    return whole.format(mail.subject, mail.sender, mail.text, form)


def _form(sender: str, to: str, subject: str, answer_to: str) -> Markup:
    """What an answer, or a new mail, is written in."""
    row = Markup('<p><label>{} <input name="{}" value="{}" required></label></p>')
    parts = [
        row.format(say("demo.from"), "sender", sender),
        row.format(say("demo.to"), "to", to),
        row.format(say("demo.subject"), "subject", subject),
        Markup('<input type="hidden" name="answer_to" value="{}">').format(answer_to),
        Markup('<p><label>{}<br><textarea name="text" rows="6" cols="72"></textarea></label></p>').format(
            say("demo.text")
        ),
        Markup("<p><button>{}</button> <output></output></p>").format(say("demo.send")),
    ]
    return Markup("<form>{}</form>").format(Markup("").join(parts))
