"""The laws of sampling: nothing made for a seat depends on what the seat may not know.

What-if branches of a running match, previews and searches of bots all depend on `Game.determinize`. If samples depended
on hidden information, many samples together would reveal it. Each law yields complaints.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from palatine import registry
from palatine.core import OrdersGame, View
from palatine.testing.sample import JUDGED, OFTEN, Law, Sample, difference

HIDDEN, DEALT = "secrets are dealt: ", "dealt: "
"""Prefixes of the counts of secrets, and of the samples that changed them."""
BOTS = 0.15
"""Share of positions at which a bot's decisions are compared."""


def deals_rest_on_what_is_known(m: Sample) -> Iterator[str]:
    """Check that a seed gives the same sample from any two states the seat cannot distinguish."""
    for seat in m.readers:
        seed = m.random.randbytes(8)
        other = m.game.determinize(m.state, seat, m.random.randbytes(8))
        truth, dealt = m.game.determinize(m.state, seat, seed), m.game.determinize(other, seat, seed)
        if found := difference(truth, dealt):
            yield f"a deal for {seat} follows what is hidden: {found}"


def bots_see_what_their_seat_sees(m: Sample) -> Iterator[str]:
    """Check that a bot decides alike in two states that its seat cannot distinguish.

    In games of secret orders, also check that its orders use only what its seat knows.
    """
    if not m.actors or m.random.random() > BOTS:
        return
    seat = m.random.choice(m.actors)
    if not m.game.orders and len(m.legal[seat]) < 2:
        return
    other = m.game.determinize(m.state, seat, m.random.randbytes(8))
    name = m.random.choice(registry.bots(m.game))
    chosen = [registry.bot(name, m.game, 1).decide(state, seat) for state in (m.state.copy(), other)]
    if found := difference(*chosen):
        yield f"the {name} of {seat} looks at what is hidden: {found}"
    if isinstance(m.game, OrdersGame):
        untold = m.game.untold(m.state, seat, chosen[0])
        yield from [f"the {name} of {seat} orders what its seat does not know: {reason}" for reason in untold]


def secrets_are_dealt(m: Sample) -> Iterator[str]:
    """Count how often secrets of one seat differ in samples for others.

    In a single position a secret may have only one possible value. `check_deals_vary` reports those that never
    differed.
    """
    looker, owner = m.random.choice([*m.state.seats, None]), m.random.choice(m.state.seats)
    if looker == owner:
        return
    known = [shown(m.view(each)) for each in (looker, None)]
    secret = {kind: found - known[0][kind] - known[1][kind] for kind, found in shown(m.view(owner)).items()}
    if not any(secret.values()):
        return
    dealt = shown(m.game.view(m.game.determinize(m.state, looker, m.random.randbytes(8)), owner))
    for kind, found in secret.items():
        if found:
            m.judged(HIDDEN + kind)
            m.counts[DEALT + kind] += bool(found - dealt[kind])
    yield from ()


def shown(view: View) -> defaultdict[str, set[Any]]:
    """Return the faces of pieces and the rows of panels that a view shows, by board and panel."""
    found: defaultdict[str, set[Any]] = defaultdict(set)
    for piece in view.pieces:
        if piece.face:
            found[f"the pieces on the board {piece.board}"].add((piece.face, piece.style, piece.space))
    for panel in view.panels:
        found[f"the panel {panel.id}"].update((row.label, row.value, row.note) for row in panel.rows)
    return found


def check_deals_vary(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield secrets of at least `OFTEN` positions that were equal in every sample for others."""
    for name, times in counts.items():
        kind = name.removeprefix(JUDGED + HIDDEN)
        if kind != name and times >= OFTEN and not counts.get(DEALT + kind):
            yield f"{kind} shows its seat what nobody else is shown, and it is the same in {times} deals for others"


def lone_answers_are_open(m: Sample) -> Iterator[str]:
    """Check that all seats know whether a seat has only one action, unless the step is private."""
    if m.top is None or m.top.is_private:
        return
    for seat in m.actors:
        is_lone = len(m.legal[seat]) == 1
        for other in m.readers:
            deal = m.game.determinize(m.state, other, m.random.randbytes(8))
            if (
                other != seat
                and m.game.actors(deal) == m.actors
                and (len(m.game.actions(deal, seat)) == 1) != is_lone
            ):
                yield f"{other} cannot tell whether {seat} has but one answer, and the step is not private"


def auto_replies_are_offered(m: Sample) -> Iterator[str]:
    """Check that automatic replies are legal, have shortcuts, and depend on no secrets.

    Otherwise the fact that the seat must decide, or need not, would reveal something.
    """
    for seat, actions in m.legal.items():
        shortcuts = {
            (shortcut.duration_key, shortcut.actions)
            for shortcut in m.view(seat).shortcuts
            if shortcut.duration_key
        }
        offered = m.game.auto_replies(m.state, seat)
        if {(each.duration_key, (each.answer,)) for each in offered} != shortcuts:
            yield f"the shortcuts of {seat} for automatic replies are {shortcuts}, the automatic replies {offered}"
        yield from [f"{seat} may not answer {each}" for each in offered if each.answer not in actions]
        if not offered:
            continue
        deal = m.game.determinize(m.state, seat, m.random.randbytes(8))
        if found := difference(offered, m.game.auto_replies(deal, seat)):
            yield f"the automatic replies of {seat} follow what is hidden: {found}"


DEALING: tuple[Law, ...] = (
    deals_rest_on_what_is_known, secrets_are_dealt, bots_see_what_their_seat_sees, lone_answers_are_open,
    auto_replies_are_offered,
)  # fmt: skip
