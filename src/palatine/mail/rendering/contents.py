"""The content of each kind of outgoing mail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import msgspec
from markupsafe import Markup

from palatine import registry
from palatine.core import Refused, Report, Unknown
from palatine.core.report import report_text, section_lines
from palatine.core.text.drawing import board_png
from palatine.mail.handlers.context import WIDTH
from palatine.mail.handlers.orders import sheet_block
from palatine.mail.handlers.proposals import proposal_lines
from palatine.mail.handlers.questions import MAX_CHOICES, find_question, question_lines, with_risks
from palatine.mail.handlers.rulebook import aim_of, spells_of
from palatine.mail.receipts import KIND as RECEIPT
from palatine.mail.receipts import wrap_text
from palatine.mail.rendering.calendar import deadline_event
from palatine.mail.rendering.envelopes import Attachment, Content
from palatine.mail.rendering.pages import paragraphs, render_page, render_report, render_sections
from palatine.mail.rendering.printing import printed_report
from palatine.mail.seat_mailboxes import SeatMailbox
from palatine.mail.settings import MailServiceSettings
from palatine.mail.times import format_time
from palatine.mail.wording import say
from palatine.matches import MatchInfo, MatchServices, SeatInfo, turn_name
from palatine.notifications.sending.sender import Payload
from palatine.store.invitation_withdrawal import INVITATION_KIND as INVITATION

MAX_NOTICE_SUBJECT = 78
"""Length of a subject above which it has only the first sentence of a notification."""
MAX_JOURNAL_LINES = 12
"""Maximum number of journal lines in a question, the newest ones."""
EXPLAINED_MAILS = 2
"""Number of first emails that explain the whole form; later ones refer to them."""


def render_content(
    payload: Payload, mailbox: SeatMailbox | None, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return the content of a message.

    Kinds without content of their own have the text of their notification.
    """
    kind = payload.message.kind
    if kind == RECEIPT:
        return _receipt(payload.message.data, mailbox, services, settings)
    if kind == INVITATION and "token" in payload.message.data:
        return _invitation(payload, services, settings)
    make = RENDERERS.get(kind)
    if make is not None and mailbox is not None:
        try:
            return make(payload, mailbox, services, settings)
        except Refused:  # the match has moved on meanwhile: no report, no sheet
            return _notice(payload)
    return _notice(payload)


def _receipt(
    data: dict[str, Any], mailbox: SeatMailbox | None, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return a receipt; a player who has lost the seat meanwhile gets it without the attachments."""
    text = str(data["text"])
    names = data.get("attached", ()) if mailbox is not None else ()
    files = [attachment(name, mailbox, services, settings) for name in names if mailbox is not None]
    return Content(
        str(data["subject"]),
        text,
        render_page([paragraphs(text)]),
        version=int(data.get("version", 0)),
        attachments=tuple(filter(None, files)),
    )


def attachment(
    name: str, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Attachment | None:
    """Return the attachment with a name (`ReplyPart.attached`); None if there is none now."""
    info = services.matches.info(mailbox.match)
    kind, _, turn = name.partition(" ")
    if kind == "calendar":
        return deadline_event(info, mailbox, settings)
    number = int(turn)
    report = services.orders.report(mailbox.match, mailbox.seat, number)
    return printed_report(info.title, report, *services.orders.report_picture(mailbox.match, mailbox.seat, number))


def _invitation(payload: Payload, services: MatchServices, settings: MailServiceSettings) -> Content:
    """Return an invitation to a recipient who may have no account, with all they need to accept."""
    data = payload.message.data
    info = services.matches.info(payload.message.match)
    by = data.get("by") or settings.name
    link = f"{settings.url}/i/{data['token']}" if settings.url else ""
    told = [
        wrap_text(f"{invited_to(info, by)} {payload.notice.news}".strip()),
        *aim_of(registry.load(info.game)),
        wrap_text(say("invited.of-orders" if info.orders else "invited.board")),
        wrap_text(say("invited.answer")),
    ]
    told += [wrap_text(say("invited.mail-link", link=link))] if link else []
    subject = say("subject.invitation", by=by, match=info.title)
    return Content(subject, "\n\n".join(told), render_page([*map(paragraphs, told)], link))


def invited_to(info: MatchInfo, by: str) -> str:
    """Return who invites to which match, as a sentence."""
    game = registry.load(info.game).title
    key = "invited.untitled" if info.title in ("", game) else "invited.titled"
    return say(key, by=by, match=info.title, game=game, count=len(info.seats))


def _notice(payload: Payload) -> Content:
    """Return a notification as on all channels, with its link."""
    data, notice = payload.message.data, payload.notice
    if "subject" in data and "text" in data:
        return Content(str(data["subject"]), str(data["text"]), render_page([paragraphs(str(data["text"]))]))
    text = wrap_text("\n\n".join(filter(None, [notice.text, notice.link])))
    subject = notice.short or notice.title
    if len(subject) > MAX_NOTICE_SUBJECT or (notice.match and notice.title not in subject):
        subject = say("subject.receipt", title=subject.partition(". ")[0], match=notice.title)
    return Content(subject, text, render_page([paragraphs(text)], notice.link))


def _without_form(report: Report) -> Report:
    """Return a report without the sections to fill in, which are in the form below it."""
    return msgspec.structs.replace(report, sections=tuple(each for each in report.sections if not each.typed))


def _turn(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return the email after a turn: the report, delivered letters and the next sheet."""
    info = services.matches.info(mailbox.match)
    whole = services.orders.report(mailbox.match, mailbox.seat)
    told = _without_form(whole)
    came = unread_letters(services, mailbox, info.turn - 1)
    ask = _order_form(services, mailbox, info)
    link = f"{settings.url}/play/{mailbox.match}" if settings.url else ""
    boards, view = services.orders.report_picture(mailbox.match, mailbox.seat)
    shown = board_png(boards, view)
    is_beginning = _is_beginning(services, mailbox, info)
    if is_beginning:
        begins = [_introduction(services, mailbox, info)]
        text, pages, subject = begins, [*map(paragraphs, begins)], say("subject.begins", match=info.title)
    else:
        late = [wrap_text(payload.notice.late)] if payload.notice.late else []
        text = [*late, report_text(told, WIDTH).rstrip()]
        pages = [*map(paragraphs, late), render_report(told)]
        subject = say("subject.turn", turn=turn_name(info, info.turn - 1), match=info.title)
    has_report = not is_beginning or info.turn > 0
    if is_beginning and has_report:
        text, pages = [*text, report_text(told, WIDTH).rstrip()], [*pages, render_report(told)]
    if not is_beginning:
        players = wrap_text(_players(services, mailbox, info))
        text, pages = [*text, players], [*pages, paragraphs(players)]
    text += [*came, *ask.text, *([wrap_text(say("out.link", link=link))] if link else [])]
    html = render_page([*pages, *map(paragraphs, came), *ask.pages], link, has_map=bool(shown))
    files = [printed_report(info.title, whole, boards, view)] if has_report else []
    files += filter(None, [deadline_event(info, mailbox, settings)])
    return Content(subject, "\n\n".join(text), html, shown, attachments=tuple(files))


def _is_beginning(services: MatchServices, mailbox: SeatMailbox, info: MatchInfo) -> bool:
    """Return whether no turn has run yet, so that the report shows the initial position."""
    if info.turn > 1:
        return False
    try:
        services.orders.report(mailbox.match, mailbox.seat, info.turn - 2)
    except Unknown:
        return True
    return False


def _introduction(services: MatchServices, mailbox: SeatMailbox, info: MatchInfo) -> str:
    """Return the introduction to a match of secret orders, for new players."""
    title = registry.load(info.game).title
    key = "out.begins-untitled" if info.title in ("", title) else "out.begins"
    told = f"{say(key, match=info.title, game=title)} {_players(services, mailbox, info)}"
    return "\n\n".join([wrap_text(told), *_aim(info), wrap_text(say("out.how"))])


def _players(services: MatchServices, mailbox: SeatMailbox, info: MatchInfo) -> str:
    """Return who plays whom, as far as the seat knows."""
    names = services.matches.names(mailbox.match, mailbox.seat)
    titles = services.matches.titles(mailbox.match, mailbox.seat)
    others = [_marked_as_bot(each, titles[each.seat]) for each in info.seats if each.seat != mailbox.seat]
    return say("out.players", seat=names[mailbox.seat], names=others)


def _marked_as_bot(seat: SeatInfo, title: str) -> str:
    """Return the title of a seat, which says so if a bot plays it."""
    return say("out.bot", seat=title) if seat.bot else title


def _with_advice(info: MatchInfo, text: str) -> str:
    """Return how to go on, with ADVICE if the match allows it."""
    return f"{text} {say('out.advice')}" if info.advice else text


def _aim(info: MatchInfo) -> list[str]:
    """Return what the game is about and how it is won, for new players."""
    aim = aim_of(registry.load(info.game))
    return [say("out.aim"), *aim] if aim else []


class RenderedForm(msgspec.Struct, frozen=True):
    """The order form as text and as parts of an HTML page."""

    text: list[str] = []
    pages: list[Markup] = []


def _order_form(
    services: MatchServices, mailbox: SeatMailbox, info: MatchInfo, *, is_short: bool = False
) -> RenderedForm:
    """Return the sheet of the open turn; empty if the seat has nothing to order.

    A new player also gets the list of possible orders, unless `is_short`.
    """
    if info.status != "playing" or mailbox.seat not in (*info.asked, *info.handed_in):
        return RenderedForm()
    if any(each.seat == mailbox.seat and each.lent for each in info.seats):
        warning = services.matches.view(mailbox.match, mailbox.seat, info.version).warning or say("stand-in.on")
        return RenderedForm([wrap_text(warning)], [paragraphs(wrap_text(warning))])
    found = services.orders.form(mailbox.match, mailbox.key)
    until = format_time(info.deadline, mailbox.zone)
    intro = (
        say("out.form-until", turn=turn_name(info), time=until) if until else say("out.form", turn=turn_name(info))
    )
    block = [wrap_text(intro), sheet_block(info.turn, found.text), wrap_text(_with_advice(info, say("out.help")))]
    if is_short or mailbox.told >= EXPLAINED_MAILS or not found.intro:
        return RenderedForm(block, [*map(paragraphs, block)])
    lists = "\n".join(section_lines(found.sections, WIDTH)).strip("\n")
    about = [wrap_text(each) for each in found.intro]
    pages = [*map(paragraphs, about), render_sections(found.sections), *map(paragraphs, block)]
    return RenderedForm([*about, *([lists] if lists else []), *block], pages)


def unread_letters(services: MatchServices, mailbox: SeatMailbox, turn: int) -> list[str]:
    """Return the letters to a seat that were written in a turn and may be read now."""
    found, names = [], services.matches.titles(mailbox.match, mailbox.seat)
    for each in services.orders.letters(mailbox.match, mailbox.key):
        if each.turn == turn and each.delivered and each.sender != mailbox.seat:
            body = "\n".join([f"  {line}" for line in each.text.split("\n")])
            sender, to = names.get(each.sender, each.sender), [names.get(seat, seat) for seat in each.to]
            found.append(f"{say('out.letter', sender=sender, to=to)}\n\n{body}")
    return found


def _reminder_content(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return a reminder before the deadline, with the sheet or the question again."""
    info = services.matches.info(mailbox.match)
    if not info.orders:
        return _question_content(payload, mailbox, services, settings)
    told = wrap_text(say("out.missing", turn=turn_name(info), time=format_time(info.deadline, mailbox.zone)))
    ask = _order_form(services, mailbox, info, is_short=True)
    subject = say("subject.missing", turn=turn_name(info), match=info.title)
    link = wrap_text(say("out.link", link=payload.notice.link)) if settings.url else ""
    return Content(
        subject,
        "\n\n".join([told, *ask.text, *([link] if link else [])]),
        render_page([paragraphs(told), *ask.pages], payload.notice.link),
    )


def _missed_content(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return what a late player must know; in a game of single actions with the question."""
    info = services.matches.info(mailbox.match)
    is_lost = any(each.seat == mailbox.seat and each.lent for each in info.seats)
    subject = say("subject.lost" if is_lost else "subject.missed", match=payload.notice.title)
    asked = None if info.orders or is_lost else find_question(services, mailbox.match, mailbox.seat)
    told = [wrap_text(payload.notice.text)]
    told += [wrap_text(say("out.absent"))] * (not is_lost)
    told += [wrap_text("\n".join(question_lines(asked, payload.notice.link)))] if asked else []
    text = "\n\n".join([*told, *([payload.notice.link] if payload.notice.link else [])])
    html = render_page([*map(paragraphs, told)], payload.notice.link)
    return Content(subject, text, html, version=asked.version if asked else 0)


def _question_content(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return the question to a seat: who plays, the numbered answers, a link and the news.

    This is for games of single actions. The whole position comes in reply to STATUS.
    """
    info = services.matches.info(mailbox.match)
    link = f"{settings.url}/play/{mailbox.match}" if settings.url else ""
    asked = find_question(services, mailbox.match, mailbox.seat)
    asked = with_risks(services, mailbox, asked) if asked else None
    since = services.guidance.recap_start(mailbox.match, mailbox.key)
    view = services.matches.view(mailbox.match, mailbox.seat, since)
    news = [text for text, _ in groupby([line.text for line in view.entries])]
    if len(news) > MAX_JOURNAL_LINES:
        left_out = len(news) - MAX_JOURNAL_LINES + 1
        news = [say("out.news-left-out", count=left_out), *news[left_out:]]
    until = format_time(payload.notice.deadline, mailbox.zone)
    names = view.view.names
    own, others = names.get(mailbox.seat) or mailbox.seat, _opponents(info, names, mailbox.seat)
    told = [say("out.asked", match=info.title, seat=own, others=others)]
    told += [say("out.until", time=until)] * bool(until)
    told += _aim(info) if not mailbox.told else []
    told += [view.view.heading, *(["\n".join(question_lines(asked, link))] if asked else [])]
    told += [say("out.link", link=link)] * bool(link and asked and asked.near <= MAX_CHOICES)
    told += ["\n".join([say("out.news"), *[f"  {line}" for line in news]])] * bool(news)
    has_spells = spells_of(registry.load(info.game))
    told += [_with_advice(info, say("out.position-spells") if has_spells else say("out.position"))]
    shown = board_png(services.matches.boards(mailbox.match), view.view)
    prompt = asked.prompt if asked else view.view.prompt
    subject = say("subject.asked", match=info.title, prompt=prompt)
    text = wrap_text("\n\n".join(told))
    html = render_page([*map(paragraphs, told)], link, has_map=bool(shown))
    return Content(subject, text, html, shown, asked.version if asked else 0)


def _opponents(info: MatchInfo, names: Mapping[str, str], seat: str) -> list[str]:
    """Return the other seats by their titles, with the names of their players."""
    found = []
    for each in info.seats:
        if each.seat != seat:
            title = names.get(each.seat) or each.seat
            titled = say("out.opponent", name=each.name, seat=title) if each.name else title
            found.append(_marked_as_bot(each, titled))
    return found


def _letter(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return a delivered letter and instructions for a reply."""
    info = services.matches.info(mailbox.match)
    turn = int(payload.message.data.get("turn", info.turn))
    came = unread_letters(services, mailbox, turn) or unread_letters(services, mailbox, info.turn - 1)
    if not came:
        return _notice(payload)
    told = [*came, wrap_text(say("out.answer-letter"))]
    subject = say("subject.letter", match=info.title)
    return Content(subject, "\n\n".join(told), render_page([*map(paragraphs, told)]))


def _proposal(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return the open proposals, how to answer them, and the result of not answering."""
    info = services.matches.info(mailbox.match)
    told = [wrap_text(each) for each in proposal_lines(mailbox, info)]
    if not told:
        return _notice(payload)
    subject = say("subject.proposal", match=info.title)
    return Content(subject, "\n\n".join(told), render_page([*map(paragraphs, told)], payload.notice.link))


def _end_content(
    payload: Payload, mailbox: SeatMailbox, services: MatchServices, settings: MailServiceSettings
) -> Content:
    """Return the announcement that a match is over, with the last report for secret orders."""
    info = services.matches.info(mailbox.match)
    view = services.matches.view(mailbox.match, mailbox.seat, info.version).view
    told = [wrap_text(say("out.over", match=info.title)), *([wrap_text(view.prompt)] if view.prompt else [])]
    names = services.matches.titles(mailbox.match, mailbox.seat)
    winners = [names.get(each, each) for each in (view.outcome or {}).get("winners", ())]
    told += [wrap_text(say("out.won", winners=winners))] * bool(winners)
    pages = [*map(paragraphs, told)]
    if info.orders:
        last = _without_form(services.orders.report(mailbox.match, mailbox.seat))
        told, pages = [*told, report_text(last, WIDTH).rstrip()], [*pages, render_report(last)]
    text = "\n\n".join([*told, *([payload.notice.link] if settings.url else [])])
    return Content(say("subject.over", match=info.title), text, render_page(pages, payload.notice.link))


ContentRenderer = Callable[[Payload, SeatMailbox, MatchServices, MailServiceSettings], Content]
RENDERERS: dict[str, ContentRenderer] = {
    "turn": _turn,
    "missing": _reminder_content,
    "missed": _missed_content,
    "asked": _question_content,
    "letter": _letter,
    "proposal": _proposal,
    "over": _end_content,
}
