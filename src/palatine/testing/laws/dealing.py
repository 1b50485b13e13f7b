"""The laws of sampling: samples hide secrets, and keep what a seat has learned.

What-if branches of a running match, previews and searches of bots all depend on `Game.determinize`. If samples depended
on hidden information, many samples together would reveal it. Readers may learn a secret from the journal, or find that
something is not where it could have been; a sample that ignores this shows them states that they can rule out. Each law
yields complaints.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Action, Entry, OrdersGame, Sheet, View
from palatine.core.scenario import REFEREE
from palatine.players.random_bot import random_sheet
from palatine.testing.sample import JUDGED_PREFIX, MIN_CASES, Law, Sample, difference, find_checks

HIDDEN_PREFIX, DEALT_PREFIX = "secrets are dealt: ", "dealt: "
"""Prefixes of the counts of secrets, and of the samples that changed them."""
BOT_SHARE = 0.15
"""Share of positions at which a bot's decisions are compared."""


def deals_rest_on_what_is_known(sample: Sample) -> Iterator[str]:
    """Check that a seed gives the same sample from any two states the seat cannot distinguish."""
    for seat in sample.readers:
        seed = sample.random.randbytes(8)
        other = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
        truth, dealt = sample.game.determinize(sample.state, seat, seed), sample.game.determinize(other, seat, seed)
        if found := difference(truth, dealt):
            yield f"a deal for {seat} follows what is hidden: {found}"


def bots_see_what_their_seat_sees(sample: Sample) -> Iterator[str]:
    """Check that a bot decides alike in two states that its seat cannot distinguish.

    In games of secret orders, also check that its orders use only what its seat knows.
    """
    if not sample.actors or sample.random.random() > BOT_SHARE:
        return
    seat = sample.random.choice(sample.actors)
    if not sample.game.orders and len(sample.legal[seat]) < 2:
        return
    other = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
    name = sample.random.choice(registry.bots(sample.game))
    chosen = [registry.bot(name, sample.game, 1).decide(state, seat) for state in (sample.state.copy(), other)]
    if found := difference(*chosen):
        yield f"the {name} of {seat} looks at what is hidden: {found}"
    if isinstance(sample.game, OrdersGame):
        untold = sample.game.unknown_name_problems(sample.state, seat, chosen[0])
        yield from [f"the {name} of {seat} orders what its seat does not know: {reason}" for reason in untold]


def secrets_are_dealt(sample: Sample) -> Iterator[str]:
    """Count how often secrets of one seat differ in samples for others.

    In a single position a secret may have only one possible value. `check_deals_vary` reports those that never
    differed.
    """
    looker, owner = sample.random.choice([*sample.state.seats, None]), sample.random.choice(sample.state.seats)
    if looker == owner:
        return
    known = [visible_things(sample.view(each)) for each in (looker, None)]
    secret = {
        kind: found - known[0][kind] - known[1][kind] for kind, found in visible_things(sample.view(owner)).items()
    }
    if not any(secret.values()):
        return
    dealt = visible_things(
        sample.game.view(sample.game.determinize(sample.state, looker, sample.random.randbytes(8)), owner)
    )
    for kind, found in secret.items():
        if found:
            sample.count_case(HIDDEN_PREFIX + kind)
            sample.counts[DEALT_PREFIX + kind] += bool(found - dealt[kind])
    yield from ()


def visible_things(view: View) -> defaultdict[str, set[Any]]:
    """Return the faces of pieces and the rows of panels that a view shows, by board and panel."""
    found: defaultdict[str, set[Any]] = defaultdict(set)
    for piece in view.pieces:
        if piece.face:
            found[f"the pieces on the board {piece.board}"].add((piece.face, piece.style, piece.space))
    for panel in view.panels:
        found[f"the panel {panel.id}"].update((row.label, row.value, row.note) for row in panel.rows)
    return found


def check_deals_vary(counts: Mapping[str, int]) -> Iterator[str]:
    """Yield secrets of at least `MIN_CASES` positions that were equal in every sample for others."""
    for name, times in counts.items():
        kind = name.removeprefix(JUDGED_PREFIX + HIDDEN_PREFIX)
        if kind != name and times >= MIN_CASES and not counts.get(DEALT_PREFIX + kind):
            yield f"{kind} shows its seat what nobody else is shown, and it is the same in {times} deals for others"


def lone_answers_are_open(sample: Sample) -> Iterator[str]:
    """Check that all seats know whether a seat has only one action, unless the step is private."""
    if sample.top is None or sample.top.is_private:
        return
    for seat in sample.actors:
        is_lone = len(sample.legal[seat]) == 1
        for other in sample.readers:
            deal = sample.game.determinize(sample.state, other, sample.random.randbytes(8))
            if (
                other != seat
                and sample.game.actors(deal) == sample.actors
                and (len(sample.game.actions(deal, seat)) == 1) != is_lone
            ):
                yield f"{other} cannot tell whether {seat} has but one answer, and the step is not private"


def auto_replies_are_offered(sample: Sample) -> Iterator[str]:
    """Check that automatic replies are legal, have shortcuts, and depend on no secrets.

    Otherwise the fact that the seat must decide, or need not, would reveal something.
    """
    for seat, actions in sample.legal.items():
        shortcuts = {
            (shortcut.duration_key, shortcut.actions)
            for shortcut in sample.view(seat).shortcuts
            if shortcut.duration_key
        }
        offered = sample.game.auto_replies(sample.state, seat)
        if {(each.duration_key, (each.answer,)) for each in offered} != shortcuts:
            yield f"the shortcuts of {seat} for automatic replies are {shortcuts}, the automatic replies {offered}"
        yield from [f"{seat} may not answer {each}" for each in offered if each.answer not in actions]
        if not offered:
            continue
        deal = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
        if found := difference(offered, sample.game.auto_replies(deal, seat)):
            yield f"the automatic replies of {seat} follow what is hidden: {found}"


# Learning: samples after an action include what a reader has learned from it

SAMPLES_PER_ACTION = 2
"""Number of samples in which an action is played to compare what a reader learns."""
OTHER_ACTIONS = 4
"""Number of other actions of the position that are compared with it."""
EQUALITY_SAMPLES = 3
"""Number of samples that must be equal before positions count as equal to a reader."""
MAX_PROBED_ACTIONS = 12
"""Maximum number of actions of a seat that are probed for what the seat learns from them."""
SAMPLES_PER_PROBE = 3
"""Number of samples per probed action. If all have the same result, the seat learns nothing."""
COMPARED_SAMPLES = 12
"""Number of samples before and after an action that show what it has ruled out."""
MAX_FACTS = 3
"""Number of facts of a position that are investigated."""
EXPECTED_SAMPLES = 20
"""Expected number of samples with both a fact and the true result, if independent.

If there are none although this many are expected, the fact is ruled out.
"""
MAX_SAMPLES = 600
"""Maximum number of samples in which a fact is investigated."""

HIDDEN_CHANGES, ORDER_CHANGES = 6, 4
"""Number of turns with another secret, and with another order, compared with the true turn."""

Fact = tuple[str, str, Any]
"""The seat to which it is shown, the board or panel that shows it, and the thing shown."""


def entries_reveal_no_secret(sample: Sample) -> Iterator[str]:
    """Check that entries do not distinguish positions that are otherwise equal to a reader.

    An action is played in two positions that are the same to a reader. Positions are the same if they look the same and
    have the same samples. The entries must be the same unless the resulting positions differ to the reader. Entries
    with a roll are left out, because modifiers of rolls are open. So are actions that draw something unseen.
    """
    for seat, action in sample.some_actions():
        reader = sample.random.choice(sample.readers)
        one = _played(sample, sample.state, seat, action)
        if _draws_unseen(one):
            continue
        for before, other in _pairs(sample, reader, seat, action):
            two = _played(sample, before, seat, other)
            if _draws_unseen(two):
                continue
            sample.count_case("entries reveal no secret")
            told, told_too = [_entry_texts(sample, state, reader) for state in (one, two)]
            if told != told_too and _are_alike(sample, one, two, reader):
                only = [text for text in told if text not in told_too] or told
                yield f"{reader} reads after {action} of {seat} what no view or deal knows: {only[0]}"


def _pairs(sample: Sample, reader: str | None, seat: str, action: Action) -> Iterator[tuple[Any, Action]]:
    """Yield positions that the reader cannot distinguish, with an action of each.

    These are samples with the same action, and the true position with other actions of another seat.
    """
    for _ in range(SAMPLES_PER_ACTION):
        deal = sample.game.determinize(sample.state, reader, sample.random.randbytes(8))
        deal.dice = sample.state.dice.copy()
        if (
            deal != sample.state
            and sample.game.actors(deal) == sample.actors
            and action in sample.game.actions(deal, seat)
        ):
            yield deal, action
    if reader != seat:
        others = [each for each in sample.legal[seat] if each != action]
        for each in sample.random.sample(others, min(OTHER_ACTIONS, len(others))):
            yield sample.state, each


def _played(sample: Sample, state: Any, seat: str, action: Action) -> Any:
    after = state.copy()
    after.journal, after.dice.drawn = [], []
    sample.game.take(after, seat, action)
    return after


def _draws_unseen(after: Any) -> bool:
    """Return whether more was rolled or drawn than the dice in the journal's tallies."""
    return len(after.dice.drawn) > sum([len(entry.tally.dice) for entry in after.journal if entry.tally])


def _entry_texts(sample: Sample, after: Any, reader: str | None, announced: Collection[str] = ()) -> list[str]:
    entries = [
        entry for entry in _readable_entries(after, reader) if entry.tally is None and entry.kind not in announced
    ]
    return [sample.game.prose(entry) for entry in entries]


def _readable_entries(after: Any, reader: str | None) -> list[Entry]:
    place = None if reader is None else after.seats.index(reader)
    return [entry for entry in after.journal if entry.is_readable_by(place)]


def _are_alike(sample: Sample, one: Any, two: Any, reader: str | None) -> bool:
    """Return whether a reader cannot distinguish two different positions."""
    two.dice = one.dice.copy()
    if (
        one == two
        or sample.game.actors(one) != sample.game.actors(two)
        or sample.game.view(one, reader) != sample.game.view(two, reader)
    ):
        return False
    seeds = [sample.random.randbytes(8) for _ in range(EQUALITY_SAMPLES)]
    return all(
        sample.game.determinize(one, reader, seed) == sample.game.determinize(two, reader, seed) for seed in seeds
    )


def deals_keep_what_was_learned(sample: Sample) -> Iterator[str]:
    """Check that a seat's samples after its action exclude what the result has ruled out.

    An action without a roll is played in samples for its seat. A sample in which the seat sees or reads another result
    is ruled out, and so is a hidden fact that only such samples have.
    """
    for seat, actions in sample.legal.items():
        probes = [
            sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
            for _ in range(SAMPLES_PER_PROBE)
        ]
        for action in sample.random.sample(actions, min(MAX_PROBED_ACTIONS, len(actions))):
            after = _played(sample, sample.state, seat, action)
            if after.dice.drawn:
                continue
            sample.count_case("deals keep what was learned")
            trial = _Trial(sample, seat, action, after)
            if all(trial.is_possible(deal) is not False for deal in probes):
                continue
            yield from [
                f"{seat} learns by {action} that {fact[2]} is not among {fact[1]} of {fact[0]}, and deals forget it"
                for fact in trial.suspects()
                if trial.is_ruled_out(fact)
            ]


class _Trial:
    """An action of a seat, tried in positions that the seat considers possible."""

    def __init__(self, sample: Sample, seat: str, action: Action, after: Any) -> None:
        self.m, self.seat, self.action, self.after = sample, seat, action, after
        self.result = self.result_of(after)

    def result_of(self, after: Any) -> tuple[Any, list[Entry]]:
        return self.m.game.view(after, self.seat), _readable_entries(after, self.seat)

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
        for deal in [self.deal(self.m.state) for _ in range(COMPARED_SAMPLES)]:
            if (found := self.is_possible(deal)) is not None:
                (possible if found else refuted).update(self.facts(deal))
        if not possible or not refuted:
            return []
        changed = {fact[:2] for fact in self.facts(self.m.state) ^ self.facts(self.after)}
        later = set().union(*[self.facts(self.deal(self.after)) for _ in range(COMPARED_SAMPLES)])
        ruled_out = [fact for fact in refuted if not possible[fact] and fact[:2] not in changed]
        return [fact for fact in ruled_out if fact in later][:MAX_FACTS]

    def is_ruled_out(self, fact: Fact) -> bool:
        """Return whether no sample with the fact has the true result, although many others have."""
        refuted = others = possible = 0
        for _ in range(MAX_SAMPLES):
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
            if others >= EXPECTED_SAMPLES and refuted * possible >= EXPECTED_SAMPLES * others:
                return True
        return False

    def facts(self, state: Any) -> set[Fact]:
        """Return what a position shows to others but not to the seat."""
        known = visible_things(self.m.game.view(state, self.seat))
        others = [seat for seat in state.seats if seat != self.seat]
        return {
            (other, kind, each)
            for other in others
            for kind, found in visible_things(self.m.game.view(state, other)).items()
            for each in found - known[kind]
        }


# Turns of secret orders


def turns_reveal_no_secret(sample: Sample) -> Iterator[str]:
    """Check that entries of a turn do not distinguish positions equal to a reader.

    The turn is run in two positions that are the same to the reader. They differ in one hidden thing, or in one order
    of another seat. The reader's own sheet and the rolls are the same. The entries must be the same unless the
    resulting positions differ to the reader, who has then met the difference. Entries with a roll are left out, because
    modifiers of rolls are open. So are, if an order differs, the kinds that the game's checks list as `announced`.
    """
    sample = Sample(sample.game, sample.state, Random(sample.bytes), sample.counts)
    game, readers = sample.game, [seat for seat in sample.readers if seat != REFEREE]
    if not isinstance(game, OrdersGame) or not sample.actors:
        return
    handed_in = {seat: game.sheet(sample.state, seat) for seat in game.handed_in(sample.state)}
    sheets = handed_in | {seat: random_sheet(game, sample.state, seat, sample.random) for seat in sample.actors}
    full = _with_sheets(game, sample.state, sheets)
    turn = _Turn(sample, _run(game, full))
    for _ in range(HIDDEN_CHANGES):
        reader = sample.random.choice(readers)
        twin = _with_one_changed(sample, game, reader, handed_in)
        if twin is not None and not _is_refused(game, twin, sheets):
            yield from turn.reported_differently(reader, _with_sheets(game, twin, sheets), "another secret")
    announced = find_checks(game).announced
    for _ in range(ORDER_CHANGES):
        writer, reader = sample.random.choice(sample.actors), sample.random.choice(readers)
        other = _with_one_order_changed(sample, writer, sheets[writer])
        if reader != writer and other is not None and not _is_refused(game, sample.state, {writer: other}):
            changed = _with_sheets(game, full, {writer: other})
            yield from turn.reported_differently(reader, changed, f"another order of {writer}", announced)


class _Turn:
    """A turn that has been run, to be compared with the same turn of other positions."""

    def __init__(self, sample: Sample, after: Any) -> None:
        self.m, self.after = sample, after

    def reported_differently(
        self, reader: str | None, before: Any, what: str, announced: Collection[str] = ()
    ) -> Iterator[str]:
        """Run the turn from another position; yield an entry that a reader cannot explain."""
        m, one, two = self.m, self.after, _run(self.m.game, before)
        if one.dice.drawn != two.dice.drawn:
            return
        m.count_case("turns reveal no secret")
        told, told_too = [_entry_texts(m, state, reader, announced) for state in (one, two)]
        if (found := difference(told, told_too)) and _are_alike(m, one, two, reader):
            yield f"{reader} reads in a turn what no view or deal knows, as with {what}: {found}"


def _with_sheets(game: OrdersGame[Any], state: Any, sheets: Mapping[str, Sheet]) -> Any:
    after = state.copy()
    for seat, sheet in sheets.items():
        game.set_sheet(after, seat, sheet)
    return after


def _is_refused(game: OrdersGame[Any], state: Any, sheets: Mapping[str, Sheet]) -> bool:
    """Return whether a sheet cannot be handed in, for example because its target does not exist."""
    found = [problem for seat, sheet in sheets.items() for problem in game.check(state, seat, sheet)]
    return not all(problem.uncertain for problem in found)


def _run(game: Any, state: Any) -> Any:
    after = state.copy()
    after.journal, after.dice.drawn = [], []
    game.run_turn(after)
    return after


def _with_one_changed(
    sample: Sample, game: OrdersGame[Any], reader: str | None, handed_in: Mapping[str, Sheet]
) -> Any:
    """Return the position with one secret changed, not a sheet; None if the reader notices."""
    deal = _with_sheets(game, game.determinize(sample.state, reader, sample.random.randbytes(8)), handed_in)
    deal.dice, deal.journal = sample.state.dice, sample.state.journal
    if deal == sample.state:
        return None
    twin = _mix_values(sample.state, deal, sample.random).copy()
    try:
        is_sound = not find_checks(game).invariants(twin) and _are_alike(sample, sample.state, twin, reader)
    except Exception:  # Any exception means that the position is invalid.
        return None
    return twin if is_sound else None


def _mix_values(one: Any, other: Any, random: Random) -> Any:
    """Return a value with a single part replaced by that of another value."""
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        name = random.choice([each for each in one.__struct_fields__ if getattr(one, each) != getattr(other, each)])
        return msgspec.structs.replace(one, **{name: _mix_values(getattr(one, name), getattr(other, name), random)})
    if isinstance(one, dict) and isinstance(other, dict):
        key = random.choice([each for each in {**one, **other} if one.get(each) != other.get(each)])
        if key not in other:
            return {each: value for each, value in one.items() if each != key}
        return {**one, key: _mix_values(one[key], other[key], random) if key in one else other[key]}
    if isinstance(one, list | tuple) and type(one) is type(other) and len(one) == len(other):
        at = random.choice([number for number, each in enumerate(one) if each != other[number]])
        return type(one)([*one[:at], _mix_values(one[at], other[at], random), *one[at + 1 :]])
    return other


def _with_one_order_changed(sample: Sample, seat: str, sheet: Sheet) -> Sheet | None:
    """Return a sheet with one order replaced by another of its kind; None if none was found."""
    assert isinstance(sample.game, OrdersGame)
    others = random_sheet(sample.game, sample.state, seat, sample.random).orders
    pairs = [
        (at, other)
        for at, order in enumerate(sheet.orders)
        for other in others
        if type(other) is type(order) and other != order
    ]
    if not pairs:
        return None
    at, other = sample.random.choice(pairs)
    return msgspec.structs.replace(sheet, orders=(*sheet.orders[:at], other, *sheet.orders[at + 1 :]))


SAMPLING_LAWS: tuple[Law, ...] = (
    deals_rest_on_what_is_known, secrets_are_dealt, bots_see_what_their_seat_sees, lone_answers_are_open,
    auto_replies_are_offered,
)  # fmt: skip
LEARNING_LAWS: tuple[Law, ...] = (entries_reveal_no_secret, deals_keep_what_was_learned)
OF_TURNS: tuple[Law, ...] = (turns_reveal_no_secret,)
