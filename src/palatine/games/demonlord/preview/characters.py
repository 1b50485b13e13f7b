"""Previews of captures, shown troops, and prisoners."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import JointChance
from palatine.core.guidance.preview import Irrevocable, Odds, PreviewItem
from palatine.core.guidance.preview_context import Losses
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.marches import known_capture
from palatine.games.demonlord.rules.characters.capture import (
    Demand,
    Parties,
    Show,
    entering_penalty,
    is_free,
    is_taken,
    is_tested,
)
from palatine.games.demonlord.rules.characters.prisoners import AnswerOffer, OfferPrisoner, RequestExchange


@preview(Show)
def preview_show(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return notes on showing a troop, or a warning of characters left unprotected."""
    h = f.step.hex
    if f.verb == "show":
        yield Irrevocable("HID-01")
        yield f.note("shows", "HID-01", unit=f.x, event="shown")
        return
    if not f.s.has_troop(f.side, h) or not f.step.by_troops:
        return
    at_risk = [c for c in f.s.characters(f.side, h) if not is_tested(f.s, c, h)]
    if at_risk:
        yield f.warning("searched" if f.step.again else "silent", "CAP-02", units=at_risk, hex=h)


@preview(Demand, "demand")
def preview_demand(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of a search, as far as the characters are visible."""
    h = f.step.hex
    seen = tuple([u for u in f.known(h) if not is_tested(f.s, u, h)])
    if seen:
        yield capture_odds(f, seen[:1], known_capture(f, f.enemy, (), h, 0), f.enemy)


@preview(Parties)
def preview_parties(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of a party, which shares one roll and one fate."""
    step = f.step
    party = (*step.parties[-1], f.x) if f.verb == "with" else step.parties[-1]
    penalty = entering_penalty(f.s, f.side, step.hex) if step.entering else 0
    if f.verb == "with":
        yield f.note("one-fate", "CAP-12", units=list(party))
    yield capture_odds(f, party, known_capture(f, f.side, party, step.hex, penalty), f.side)


def capture_odds(f: PreviewContext, party: tuple[int, ...], chance: JointChance[int], owner: int) -> Odds:
    """Return the odds of a party of `owner` against those who search for it."""

    def tell(margin: int) -> tuple[str, Losses]:
        if is_taken(margin):
            return f.say("odds.taken"), {f.s.seats[owner]: float(len(party))}
        return (f.say("odds.free", units=list(party)) if is_free(margin) else f.say("odds.held")), {}

    found = chance.distribution()
    title = f.say("odds.capture", units=list(party), odds=(found.count(is_taken), found.throws))
    return f.odds_of(title, chance, tell, "CAP-06")


# Prisoners


@preview(RequestExchange, "exchange")
def preview_request_exchange(f: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("PRIS-02")
    yield f.note("asks-exchange", "PRIS-03", event="exchange")


@preview(OfferPrisoner)
def preview_offer_prisoner(f: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("PRIS-03")
    yield f.note("offers", "PRIS-04", event="offer", unit=f.x)


@preview(AnswerOffer)
def preview_answer_offer(f: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("PRIS-04")
    if f.verb == "give":
        yield f.note("exchanges", "PRIS-09", event="exchanged", unit=f.step.offered, target=f.x)
    else:
        yield f.note("ends-exchange", "PRIS-05", event="exchange.refused")
