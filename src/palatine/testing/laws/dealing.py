"""The laws of sampling: samples hide secrets, and keep what a seat has learned.

What-if branches of a running match, previews and searches of bots all depend on `Game.determinize`. If samples depended
on hidden information, many samples together would reveal it. Readers may learn a secret from the journal, or find that
something is not where it could have been; a sample that ignores this shows them states that they can rule out. Each law
yields complaints.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from palatine import registry
from palatine.core import Action, Entry, OrdersGame, View
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


# Learning: samples after an action include what a reader has learned from it

WORLDS = 2
"""Number of samples in which an action is played to compare what a reader learns."""
OTHER_ACTIONS = 4
"""Number of other actions of the position that are compared with it."""
SEEDS = 3
"""Number of samples that must be equal before positions count as equal to a reader."""
MANY_ACTIONS = 12
"""Maximum number of actions of a seat that are probed for what the seat learns from them."""
PROBES = 3
"""Number of samples per probed action. If all have the same result, the seat learns nothing."""
DEALS = 12
"""Number of samples before and after an action that show what it has ruled out."""
SUSPECTS = 3
"""Number of facts of a position that are investigated."""
EXPECTED = 20
"""Expected number of samples with both a fact and the true result, if independent.

If there are none although this many are expected, the fact is ruled out.
"""
MOST_DEALS = 600
"""Maximum number of samples in which a fact is investigated."""

Fact = tuple[str, str, Any]
"""The seat to which it is shown, the board or panel that shows it, and the thing shown."""


def entries_tell_no_secret(m: Sample) -> Iterator[str]:
    """Check that entries do not distinguish positions that are otherwise equal to a reader.

    An action is played in two positions that are the same to a reader. Positions are the same if they look the same and
    have the same samples. The entries must be the same unless the resulting positions differ to the reader. Entries
    with a roll are left out, because modifiers of rolls are open. So are actions that draw something unseen.
    """
    for seat, action in m.some_actions():
        reader = m.random.choice(m.readers)
        one = _played(m, m.state, seat, action)
        if _draws_unseen(one):
            continue
        for before, other in _pairs(m, reader, seat, action):
            two = _played(m, before, seat, other)
            if _draws_unseen(two):
                continue
            m.judged("entries tell no secret")
            told, told_too = [_told(m, state, reader) for state in (one, two)]
            if told != told_too and _are_alike(m, one, two, reader):
                only = [text for text in told if text not in told_too] or told
                yield f"{reader} reads after {action} of {seat} what no view or deal knows: {only[0]}"


def _pairs(m: Sample, reader: str | None, seat: str, action: Action) -> Iterator[tuple[Any, Action]]:
    """Yield positions that the reader cannot distinguish, with an action of each.

    These are samples with the same action, and the true position with other actions of another seat.
    """
    for _ in range(WORLDS):
        deal = m.game.determinize(m.state, reader, m.random.randbytes(8))
        deal.dice = m.state.dice.copy()
        if deal != m.state and m.game.actors(deal) == m.actors and action in m.game.actions(deal, seat):
            yield deal, action
    if reader != seat:
        others = [each for each in m.legal[seat] if each != action]
        for each in m.random.sample(others, min(OTHER_ACTIONS, len(others))):
            yield m.state, each


def _played(m: Sample, state: Any, seat: str, action: Action) -> Any:
    after = state.copy()
    after.journal, after.dice.drawn = [], []
    m.game.take(after, seat, action)
    return after


def _draws_unseen(after: Any) -> bool:
    """Return whether more was rolled or drawn than the dice in the journal's tallies."""
    return len(after.dice.drawn) > sum([len(entry.tally.dice) for entry in after.journal if entry.tally])


def _told(m: Sample, after: Any, reader: str | None) -> list[str]:
    return [m.game.prose(entry) for entry in _readable(after, reader) if entry.tally is None]


def _readable(after: Any, reader: str | None) -> list[Entry]:
    place = None if reader is None else after.seats.index(reader)
    return [entry for entry in after.journal if entry.readable_by(place)]


def _are_alike(m: Sample, one: Any, two: Any, reader: str | None) -> bool:
    """Return whether a reader cannot distinguish two different positions."""
    two.dice = one.dice.copy()
    if (
        one == two
        or m.game.actors(one) != m.game.actors(two)
        or m.game.view(one, reader) != m.game.view(two, reader)
    ):
        return False
    seeds = [m.random.randbytes(8) for _ in range(SEEDS)]
    return all(m.game.determinize(one, reader, seed) == m.game.determinize(two, reader, seed) for seed in seeds)


def deals_keep_what_was_learned(m: Sample) -> Iterator[str]:
    """Check that a seat's samples after its action exclude what the result has ruled out.

    An action without a roll is played in samples for its seat. A sample in which the seat sees or reads another result
    is ruled out, and so is a hidden fact that only such samples have.
    """
    for seat, actions in m.legal.items():
        probes = [m.game.determinize(m.state, seat, m.random.randbytes(8)) for _ in range(PROBES)]
        for action in m.random.sample(actions, min(MANY_ACTIONS, len(actions))):
            after = _played(m, m.state, seat, action)
            if after.dice.drawn:
                continue
            m.judged("deals keep what was learned")
            trial = _Trial(m, seat, action, after)
            if all(trial.is_possible(deal) is not False for deal in probes):
                continue
            yield from [
                f"{seat} learns by {action} that {fact[2]} is not among {fact[1]} of {fact[0]}, and deals forget it"
                for fact in trial.suspects()
                if trial.is_ruled_out(fact)
            ]


class _Trial:
    """An action of a seat, tried in positions that the seat considers possible."""

    def __init__(self, m: Sample, seat: str, action: Action, after: Any) -> None:
        self.m, self.seat, self.action, self.after = m, seat, action, after
        self.result = self.result_of(after)

    def result_of(self, after: Any) -> tuple[Any, list[Entry]]:
        return self.m.game.view(after, self.seat), _readable(after, self.seat)

    def is_possible(self, deal: Any) -> bool | None:
        """Return whether the action has the true result in a sample; None if it is not legal there."""
        game = self.m.game
        if game.actors(deal) != self.m.actors or self.action not in game.actions(deal, self.seat):
            return None
        return self.result_of(_played(self.m, deal, self.seat, self.action)) == self.result

    def deal(self, state: Any) -> Any:
        return self.m.game.determinize(state, self.seat, self.m.random.randbytes(8))

    def suspects(self) -> list[Fact]:
        """Return facts of samples after the action that before it occur only with another result.

        What the action itself changes on a board or panel is left out.
        """
        possible: Counter[Fact] = Counter()
        refuted: Counter[Fact] = Counter()
        for deal in [self.deal(self.m.state) for _ in range(DEALS)]:
            if (found := self.is_possible(deal)) is not None:
                (possible if found else refuted).update(self.facts(deal))
        if not possible or not refuted:
            return []
        changed = {fact[:2] for fact in self.facts(self.m.state) ^ self.facts(self.after)}
        later = set().union(*[self.facts(self.deal(self.after)) for _ in range(DEALS)])
        ruled_out = [fact for fact in refuted if not possible[fact] and fact[:2] not in changed]
        return [fact for fact in ruled_out if fact in later][:SUSPECTS]

    def is_ruled_out(self, fact: Fact) -> bool:
        """Return whether no sample with the fact has the true result, although many others have."""
        refuted = others = possible = 0
        for _ in range(MOST_DEALS):
            deal = self.deal(self.m.state)
            found = self.is_possible(deal)
            if found is None:
                continue
            if fact not in self.facts(deal):
                others += 1
                possible += found
            elif found:
                return False
            else:
                refuted += 1
            if others >= EXPECTED and refuted * possible >= EXPECTED * others:
                return True
        return False

    def facts(self, state: Any) -> set[Fact]:
        """Return what a position shows to others but not to the seat."""
        known = shown(self.m.game.view(state, self.seat))
        others = [seat for seat in state.seats if seat != self.seat]
        return {
            (other, kind, each)
            for other in others
            for kind, found in shown(self.m.game.view(state, other)).items()
            for each in found - known[kind]
        }


DEALING: tuple[Law, ...] = (
    deals_rest_on_what_is_known, secrets_are_dealt, bots_see_what_their_seat_sees, lone_answers_are_open,
    auto_replies_are_offered,
)  # fmt: skip
LEARNING: tuple[Law, ...] = (entries_tell_no_secret, deals_keep_what_was_learned)
