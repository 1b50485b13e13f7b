"""Handlers of letters to other seats, which the referee forwards without showing addresses."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import MailContext, ReplyPart
from palatine.mail.handlers.seat_names import find_seats
from palatine.mail.wording import say


def handle_letter(ctx: MailContext, command: kinds.LetterCommand) -> ReplyPart:
    """Send a letter; if its END is missing, ask for confirmation first."""
    seats = find_seats(ctx, command.to)
    names = [ctx.titles[seat] for seat in seats]
    if not command.ended:
        text = "\n".join(f"  {line}" for line in command.text.split("\n"))
        asked = {"do": "letter", "to": seats, "text": command.text}
        told = f"{say('letter.no-end', names=names)}\n\n{text}\n\n{say('ask.letter')}"
        return ReplyPart(told, ok=False, title=say("title.letter"), asked=asked)
    return send_letter(ctx, seats, command.text)


def send_letter(ctx: MailContext, seats: list[str], text: str) -> ReplyPart:
    kept = ctx.services.orders.write_letter(ctx.mailbox.match, ctx.mailbox.key, seats, text)
    names = [ctx.titles[seat] for seat in kept.to]
    key = "letter.sent" if kept.delivered else "letter.with-turn"
    return ReplyPart(say(key, names=names), title=say("title.letter-to", names=names))
