"""The risks of orders and answers: the warnings and odds that the page shows."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import NamedTuple

from palatine.core import Action, LimitExceeded
from palatine.core.guidance.preview import Preview
from palatine.core.text.guidance import preview_lines
from palatine.mail.handlers.context import WIDTH, MailContext
from palatine.mail.wording import say
from palatine.matches import MatchServices
from palatine.matches.seat_owners import SeatKey

SECONDS = 20.0
"""Seconds that a preview may take, because other mail waits for it."""


class Risks(NamedTuple):
    """The risks of orders as text, and the number of warnings among them."""

    told: tuple[str, ...] = ()
    warnings: int = 0


def sheet_risks(ctx: MailContext, text: str) -> Risks:
    """Return warnings and odds of orders that can be handed in."""
    try:
        found = ctx.services.guidance.preview_sheet(ctx.mailbox.match, ctx.mailbox.key, text, SECONDS).preview
    except LimitExceeded:
        return Risks((say("risks.too-long"),))
    names = ctx.names | {ctx.mailbox.seat: say("risks.you")}
    lines = preview_lines(found, names)
    if not lines:
        return Risks()
    weights = [*[each.weight for each in found.lines], *[each.weight for each in found.unused_options]]
    return Risks(("\n".join([say("risks.title"), *_wrapped_lines(lines)]),), weights.count("warning"))


def action_risks(
    services: MatchServices, match: str, key: SeatKey, actions: Iterable[Action], version: int
) -> tuple[str, ...]:
    """Return the warnings and odds of an answer; nothing for one without risk.

    Raises Conflict if the match is at another version, and Endless if it takes too long.
    """
    found = services.guidance.preview(match, key, list(actions), version, SECONDS)
    risky = Preview(
        tuple([each for each in found.lines if each.weight == "warning"]),
        odds=found.odds,
        unused_options=tuple([each for each in found.unused_options if each.weight == "warning"]),
    )
    return tuple(_wrapped_lines(preview_lines(risky), "     "))


def _wrapped_lines(lines: Iterable[str], margin: str = "  ") -> list[str]:
    """Return lines wrapped and indented; subordinate lines keep their own indentation."""
    found = []
    for line in lines:
        start = margin + " " * ((len(line) - len(line.lstrip())) // 2)
        found += wrap(
            line.strip(), WIDTH, initial_indent=start, subsequent_indent=f"{start}  ", break_on_hyphens=False
        )
    return found
