"""Handlers of orders: submit or check a sheet and report problems, fixes and the preview."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, NamedTuple

from palatine import registry
from palatine.core import Problem, Refused, RejectedSheet, SyntaxProblem
from palatine.mail.handlers.context import WIDTH, MailContext, ReplyPart
from palatine.mail.handlers.risks import Risks, sheet_risks
from palatine.mail.reading import TextBlock
from palatine.mail.times import format_time, turn_end
from palatine.mail.wording import say
from palatine.matches import Conflict, MatchInfo, SheetCheck, turn_name


def handle_orders(ctx: MailContext, block: TextBlock, only_check: bool) -> ReplyPart:
    """Return the reply to a block of orders."""
    info = ctx.info
    if not only_check and block.turn is not None and _were_taken(ctx, info, block.turn, block.text):
        text = ctx.services.orders.interpret(ctx.mailbox.match, ctx.mailbox.key, block.text)
        told = [say("orders.were-in", turn=turn_name(info, block.turn)), *_understood(info, text)]
        return ReplyPart(
            "\n\n".join(told), title=say("title.taken", turn=turn_name(info, block.turn), n=_count(info, text))
        )
    why = orders_refusal(info, ctx.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.orders"))
    if block.numbered:
        return ReplyPart(say("orders.numbered"), ok=False, title=say("title.orders"))
    if block.turn is None:
        return _unsaid_turn(ctx, info, block.text)
    if block.turn > info.turn and not only_check:
        return _in_advance(ctx, info, block.turn, block.text)
    if block.turn != info.turn:
        return wrong_turn_reply(ctx, info, block.turn)
    return check_orders(ctx, info, block.text) if only_check else submit_orders(ctx, info, block.text)


def _were_taken(ctx: MailContext, info: MatchInfo, turn: int, text: str) -> bool:
    """Return whether these orders were already submitted for a turn that has run since.

    That happens when the server stopped before it wrote the receipt and processes the email again.
    """
    if not info.orders or (info.status == "playing" and turn >= info.turn):
        return False
    try:
        ctx.services.orders.hand_in(ctx.mailbox.match, ctx.mailbox.key, text, turn)
    except (Conflict, Refused, SyntaxProblem, RejectedSheet):
        return False
    return True


def _count(info: MatchInfo, text: str) -> int:
    game: Any = registry.load(info.game)
    return len(game.parse_untrusted(text).orders)


def orders_refusal(info: MatchInfo, seat: str) -> str:
    """Return why a seat cannot give orders, or "" if it can."""
    if not info.orders:
        return say("orders.none")
    if any(each.seat == seat and each.bot for each in info.seats) and info.status == "playing":
        return say("orders.lent")
    return "" if info.status == "playing" else say(f"match.{info.status}")


def _unsaid_turn(ctx: MailContext, info: MatchInfo, text: str) -> ReplyPart:
    told = "\n\n".join(
        [say("orders.no-turn", turn=info.turn), indented_orders(text), say("ask.hand-in", turn=turn_name(info))]
    )
    asked = {"do": "hand_in", "turn": info.turn, "text": text}
    return ReplyPart(told, ok=False, title=say("title.not-taken"), asked=asked)


def _in_advance(ctx: MailContext, info: MatchInfo, turn: int, text: str) -> ReplyPart:
    """Store orders for a later turn, which count if the player is on vacation then."""
    try:
        ctx.services.orders.save_draft(ctx.mailbox.match, ctx.mailbox.key, text, turn)
    except Conflict:  # The turn is too far ahead.
        return wrong_turn_reply(ctx, info, turn)
    told = say("orders.in-advance", turn=turn_name(info, turn), now=turn_name(info), open=info.turn)
    return ReplyPart(
        "\n\n".join([told, indented_orders(text)]), title=say("title.in-advance", turn=turn_name(info, turn))
    )


def wrong_turn_reply(ctx: MailContext, info: MatchInfo, turn: int) -> ReplyPart:
    """Refuse orders for a turn that is not open; the reply has the current sheet."""
    told = [say("orders.other-turn", turn=turn_name(info, turn), now=turn_name(info)), sheet_template(ctx)]
    return ReplyPart("\n\n".join(told), ok=False, title=say("title.other-turn", turn=turn_name(info, turn)))


def confirm_quoted_orders(ctx: MailContext, block: TextBlock) -> ReplyPart:
    """Ask for confirmation of orders in a quotation, which the player may not have meant."""
    info = ctx.info
    why = orders_refusal(info, ctx.mailbox.seat)
    if why:
        return ReplyPart(why, ok=False, title=say("title.orders"))
    if not has_new_orders(ctx, block):
        told = [say("orders.quoted-old"), sheet_template(ctx), earlier_orders_note(ctx)]
        return ReplyPart("\n\n".join(filter(None, told)), ok=False, title=say("title.not-taken"))
    asked = {"do": "hand_in", "turn": info.turn, "text": block.text}
    told = [say("orders.quoted"), indented_orders(block.text), say("ask.hand-in", turn=turn_name(info))]
    return ReplyPart("\n\n".join(told), ok=False, title=say("title.not-taken"), asked=asked)


def has_new_orders(ctx: MailContext, block: TextBlock) -> bool:
    """Return whether a quoted block has orders for the open turn that are not in the form."""
    return block.turn == ctx.info.turn and bool(_sheet_words(block.text)) and not _is_unchanged(ctx, block.text)


def earlier_orders_note(ctx: MailContext) -> str:
    """Return the note that earlier orders still stand, or "" if there are none."""
    return say("orders.stand") if ctx.info.status == "playing" and ctx.mailbox.seat in ctx.info.handed_in else ""


def _is_unchanged(ctx: MailContext, text: str) -> bool:
    stands = ctx.services.orders.form(ctx.mailbox.match, ctx.mailbox.key).text
    return _sheet_words(text) == _sheet_words(stands)


def is_order(ctx: MailContext, line: str) -> bool:
    """Return whether a line outside of a block of orders is an order."""
    if not ctx.info.orders:
        return False
    try:
        text = ctx.services.orders.interpret(ctx.mailbox.match, ctx.mailbox.key, line)
    except SyntaxProblem:
        return False
    sheet = _parsed_or_none(registry.load(ctx.info.game), text)
    return sheet is not None and bool(sheet.orders)


def _sheet_words(text: str) -> list[list[str]]:
    """Return the words of a sheet without its notes.

    Some mail programs break the lines of notes.
    """
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    return [line for line in lines if line]


def check_orders(ctx: MailContext, info: MatchInfo, text: str) -> ReplyPart:
    """Return the problems and the preview of orders without storing anything."""
    found = ctx.services.orders.check(ctx.mailbox.match, ctx.mailbox.key, text)
    told = [*problem_lines(text, found.problems), say("orders.checked" if found.ok else "orders.checked-bad")]
    risks = sheet_risks(ctx, text) if found.ok else Risks()
    told += [*risks.told, *_sheet_of_text(found.understood), *_preview(found)]
    return ReplyPart("\n\n".join(told), title=say("title.checked", n=_forbidding(found)))


def submit_orders(ctx: MailContext, info: MatchInfo, text: str, *, is_whole: bool = False) -> ReplyPart:
    """Submit orders for the open turn, or report their problems; the text is kept as the draft.

    If a person has submitted orders before, a few new ones replace only their counterparts, unless `is_whole`.
    """
    services, mailbox = ctx.services, ctx.mailbox
    before = services.orders.draft(mailbox.match, mailbox.key)
    try:
        own = services.orders.interpret(mailbox.match, mailbox.key, text)
        stood = (not before.handed_by and before.handed_in) or ""
        change = _Change(own) if is_whole else _change(info, stood, own)
        text = change.text
        services.orders.save_draft(mailbox.match, mailbox.key, text, info.turn)
        found = services.orders.check(mailbox.match, mailbox.key, text)
        if not found.ok:
            return _rejected_part(
                ctx, info, *_orders_to_report(ctx, own, text, found), before.handed_in is not None
            )
        risks = sheet_risks(ctx, text)  # Before the last sheet, after which the turn may run.
        services.orders.hand_in(mailbox.match, mailbox.key, text, info.turn)
    except (SyntaxProblem, RejectedSheet) as error:
        return _rejected_part(
            ctx, info, text, SheetCheck(False, tuple(error.problems)), before.handed_in is not None
        )
    except Conflict:
        return wrong_turn_reply(ctx, ctx.info, info.turn)
    late = before.handed_at and ctx.letter.date and ctx.letter.date < before.handed_at
    told = [say("orders.replaced", time=format_time(before.handed_at, mailbox.zone))] if late else []
    told += [
        _state_after(ctx, info),
        *change.told,
        *problem_lines(text, found.problems),
        *risks.told,
        *_understood(info, text),
    ]
    asked = {"do": "hand_in", "turn": info.turn, "text": change.instead, "whole": True} if change.told else None
    key = "title.taken-warned" if risks.warnings else "title.taken"
    title = say(key, turn=turn_name(info), n=found.orders, warnings=risks.warnings)
    return ReplyPart("\n\n".join([*told, *_preview(found)]), title=title, asked=asked)


class _Change(NamedTuple):
    """The effect of new orders on earlier ones: the result, remarks, and the alternative."""

    text: str
    told: tuple[str, ...] = ()
    instead: str = ""


def _change(info: MatchInfo, old: str, new: str) -> _Change:
    """Return the effect of a new sheet on an old one.

    A few orders are a correction, which leaves the others in place.
    """
    game: Any = registry.load(info.game)
    was, sheet = game.parse_untrusted(old), _parsed_or_none(game, new)
    left = game.omitted_orders(was, sheet) if sheet is not None else ()
    if sheet is None or not left:
        return _Change(new)
    merged = game.write(game.merge_sheets(was, sheet))
    others = indented_orders(game.write(type(sheet)(left)))
    if 2 * len(sheet.orders) < len(was.orders):
        return _Change(merged, (say("orders.merged", n=len(left)), say("ask.whole")), new)
    return _Change(new, (f"{say('orders.left-out', n=len(left))}\n{others}", say("ask.merge")), merged)


def _parsed_or_none(game: Any, text: str) -> Any:
    try:
        return game.parse_untrusted(text)
    except SyntaxProblem:
        return None


def _orders_to_report(ctx: MailContext, own: str, text: str, found: SheetCheck) -> tuple[str, SheetCheck]:
    """Return the orders to report on and their check.

    They are those of the email if its own lines have problems, otherwise all orders that would be in effect.
    """
    alone = ctx.services.orders.check(ctx.mailbox.match, ctx.mailbox.key, own)
    bad = [problem for problem in alone.problems if not problem.uncertain]
    return (own, alone) if bad and all(problem.line for problem in bad) else (text, found)


def _rejected_part(ctx: MailContext, info: MatchInfo, text: str, found: SheetCheck, stands: bool) -> ReplyPart:
    told = [*problem_lines(text, found.problems), say("orders.stand" if stands else "orders.nothing")]
    told += [say("orders.until", turn=turn_name(info), time=format_time(info.deadline, ctx.mailbox.zone))] * bool(
        info.deadline
    )
    fixed = _fixed(text, found.problems)
    still = ctx.services.orders.check(ctx.mailbox.match, ctx.mailbox.key, fixed) if fixed else None
    asked = None
    if still and still.ok:
        asked = {"do": "hand_in", "turn": info.turn, "text": fixed}
        told.append(say("ask.fixed"))
    elif still:
        told += [say("orders.fixed-still"), *problem_lines(fixed, still.problems)]
    elif any(problem.fix for problem in found.problems):
        told.append(say("orders.partly-fixed"))
    told += [f"{say('orders.came')}\n{indented_orders(text)}", *_preview(found)]
    title = say("title.problems", n=_forbidding(found), turn=turn_name(info))
    return ReplyPart("\n\n".join(told), ok=False, title=title, asked=asked)


def _forbidding(found: SheetCheck) -> int:
    return sum(not problem.uncertain for problem in found.problems)


def _fixed(text: str, problems: Sequence[Problem]) -> str:
    """Return the orders with every faulty line fixed, or "" if a line has no known fix."""
    bad = [problem for problem in problems if not problem.uncertain]
    if not bad or not all(problem.fix and problem.line for problem in bad):
        return ""
    lines = text.split("\n")
    for problem in bad:
        lines[problem.line - 1] = problem.fix
    return "\n".join(lines)


def _state_after(ctx: MailContext, info: MatchInfo) -> str:
    """Return a text on what the match waits for after these orders."""
    after = ctx.info
    if after.status == "over":
        return say("match.over")
    if after.turn != info.turn:
        return say("orders.run", turn=turn_name(info))
    missing = [name for seat, name in ctx.titles.items() if seat in after.asked]
    told = say("orders.missing", seats=missing) if missing else say("orders.all")
    return " ".join(
        [say("orders.in", turn=turn_name(info)), told, turn_end(after, ctx.titles, ctx.mailbox.zone)]
    ).strip()


# Texts


def problem_lines(text: str, problems: Sequence[Problem]) -> list[str]:
    """Return the problems as one text: each with its line, reason, clause and fix."""
    lines = text.split("\n")
    told = []
    for problem in problems:
        line = lines[problem.line - 1] if 1 <= problem.line <= len(lines) else ""
        told.append("\n".join(_problem(problem, line)))
    return ["\n".join(told)] if told else []


def _problem(problem: Problem, line: str) -> list[str]:
    where = say("problem.line", n=problem.line, line=line.strip()) if line else say("problem.sheet")
    reason = (
        say("problem.clause", reason=problem.reason, clause=problem.clause) if problem.clause else problem.reason
    )
    found = wrap(f"{where} {reason}", WIDTH, subsequent_indent="  ")
    if problem.fix:
        found.append(say("problem.fix", line=problem.fix))
    elif problem.suggestion:
        found += wrap(say("problem.instead", text=problem.suggestion), WIDTH, subsequent_indent="    ")
    return [*found, say("problem.warning")] if problem.uncertain else found


def _understood(info: MatchInfo, text: str) -> list[str]:
    """Return the orders as the referee understands them."""
    game: Any = registry.load(info.game)
    try:
        return _sheet_of_text(game.write(game.parse_untrusted(text)))
    except SyntaxProblem:
        return []


def _sheet_of_text(text: str) -> list[str]:
    text = text.strip("\n")
    return [f"{say('orders.understood')}\n{indented_orders(text)}"] if text else [say("orders.empty")]


def indented_orders(text: str) -> str:
    """Return orders as an indented block without the notes of the form."""
    lines = text.strip("\n").split("\n")
    kept = [line for line in lines if not line.startswith("#")] or lines
    return "\n".join([f"  {line}".rstrip() for line in kept])


def _preview(found: SheetCheck) -> list[str]:
    told = []
    for each in found.forecasts:
        about = say("preview.line", n=each.line, text=each.text) if each.line else each.text
        told += wrap(about, WIDTH, initial_indent="  ", subsequent_indent="    ")
        for note in each.notes:
            told += wrap(note, WIDTH, initial_indent="    ", subsequent_indent="    ")
    return ["\n".join([say("preview.title"), *told])] if told else []


def sheet_template(ctx: MailContext) -> str:
    """Return the sheet of the open turn, ready to be filled in and sent back."""
    found = ctx.services.orders.form(ctx.mailbox.match, ctx.mailbox.key)
    return sheet_block(ctx.info.turn, found.text)


def sheet_block(turn: int, text: str) -> str:
    """Return orders in a block from `#orders` to `#end`."""
    body = text.strip("\n")
    return "\n".join([f"#orders turn {turn}", *([body] if body else ["", ""]), "#end"])
