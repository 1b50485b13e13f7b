"""Letters to others at the table, through the referee: nobody's address is shown to anybody."""

from __future__ import annotations

from palatine.mail.commands import kinds
from palatine.mail.handlers.context import Desk, Part
from palatine.mail.handlers.seat_names import seats_named
from palatine.mail.wording import say


def letter(desk: Desk, command: kinds.WriteLetter) -> Part:
    """Send a letter; one whose end is missing is shown and asked about first."""
    seats = seats_named(desk, command.to)
    names = [desk.names[seat] for seat in seats]
    if not command.ended:
        text = "\n".join(f"  {line}" for line in command.text.split("\n"))
        asked = {"do": "letter", "to": seats, "text": command.text}
        told = f"{say('letter.no-end', names=names)}\n\n{text}\n\n{say('ask.letter')}"
        return Part(told, ok=False, title=say("title.letter"), asked=asked)
    return send(desk, seats, command.text)


def send(desk: Desk, seats: list[str], text: str) -> Part:
    """Send a letter to seats."""
    kept = desk.house.write_letter(desk.chair.match, desk.chair.key, seats, text)
    names = [desk.names[seat] for seat in kept.to]
    key = "letter.sent" if kept.delivered else "letter.with-turn"
    return Part(say(key, names=names), title=say("title.letter-to", names=names))
