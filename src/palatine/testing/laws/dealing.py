"""The laws of dealing: what a seat may not know decides nothing that is made for it. Each yields what breaks it.

A what-if branched from a running match, a rehearsal and a bot's dream all rest on `Game.determinize`. Were anything
in them to follow what is hidden, many of them would tell it.
"""

from __future__ import annotations

from collections.abc import Iterator

from palatine import registry
from palatine.testing.probe import Law, Probe, difference

BOTS = 0.15
"""The share of positions at which a bot is asked twice."""


def deals_rest_on_what_is_known(m: Probe) -> Iterator[str]:
    """One seed deals the same from any two states that the seat cannot tell apart, whatever is hidden in them."""
    for seat in m.readers:
        seed = m.random.randbytes(8)
        other = m.game.determinize(m.state, seat, m.random.randbytes(8))
        truth, dealt = m.game.determinize(m.state, seat, seed), m.game.determinize(other, seat, seed)
        if found := difference(truth, dealt):
            yield f"a deal for {seat} follows what is hidden: {found}"


def bots_see_what_their_seat_sees(m: Probe) -> Iterator[str]:
    """A bot decides alike in two states that its seat cannot tell apart."""
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


def lone_answers_are_open(m: Probe) -> Iterator[str]:
    """Whether a seat has but one answer everybody knows, unless the step says that it is private."""
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


def standing_answers_are_offered(m: Probe) -> Iterator[str]:
    """A standing answer is one of the seat's actions, and a plan of the same word offers it."""
    for seat, actions in m.legal.items():
        plans = {(plan.until, plan.actions) for plan in m.view(seat).plans if plan.until}
        offered = m.game.standing(m.state, seat)
        if {(each.until, (each.answer,)) for each in offered} != plans:
            yield f"the plans of {seat} that stand are {plans}, the standing answers {offered}"
        yield from [f"{seat} may not answer {each}" for each in offered if each.answer not in actions]


DEALING: tuple[Law, ...] = (
    deals_rest_on_what_is_known, bots_see_what_their_seat_sees, lone_answers_are_open,
    standing_answers_are_offered,
)  # fmt: skip
