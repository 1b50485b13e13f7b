"""The laws of guidance: previews and recaps are true and depend only on what is known.

Each law yields complaints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any

from palatine.core import Action, Consequence, Entry, OrdersGame, Sheet
from palatine.core.guidance.preview import MAX_FORCED_ANSWERS, PREVIEW_SEED, preview
from palatine.players.random_bot import random_sheet
from palatine.testing.sample import Law, Sample, difference

PREVIEWED, HAPPENED = "previewed: ", "happened: "
"""Prefixes of the counts of events previewed, and of those that happened."""
DEALS = 5
"""Number of samples in which an action is played to test its preview."""
SURE = 200
"""Number of plays in which an action must lose before it counts as certainly lost."""
SIGMAS = 5.0
"""Maximum deviation of frequencies from the chances shown, in standard deviations."""


def previews_rest_on_what_is_known(m: Sample) -> Iterator[str]:
    """Check that the preview of an action is the same in all samples."""
    for seat, action in m.some_actions():
        seen = m.game.determinize(m.state, seat, PREVIEW_SEED)
        other = m.game.determinize(m.state, seat, m.random.randbytes(8))
        if m.game.actions(seen, seat) != m.game.actions(other, seat):
            continue
        truth, dealt = [list(m.game.consequences(state, seat, action)) for state in (seen, other)]
        if found := difference(truth, dealt):
            yield f"what {seat} is told of {action} follows the deal: {found}"
        if found := difference(preview(m.game, m.state, seat, action), preview(m.game, other, seat, action)):
            yield f"the preview of {action} for {seat} follows what is hidden: {found}"


def what_is_previewed_happens(m: Sample) -> Iterator[str]:
    """Check that certain events happen and that dice roll only after irrevocable actions.

    Events with a chance are counted for `check_event_frequencies`.
    """
    for seat, action in m.some_actions():
        told = m.game.preview(m.state, seat, action)
        comes = [line for line in told.lines if line.event]
        for _ in range(DEALS if comes else 1):
            played = _played(m, seat, action)
            if played is None:
                continue
            entries, rolled = played
            if rolled and not told.is_irrevocable:
                yield f"{action} of {seat} is not called final, yet dice are rolled"
            yield from _held_against(m, seat, action, comes, entries)


def _held_against(
    m: Sample, seat: str, action: Action, comes: Sequence[Consequence], entries: Sequence[Entry]
) -> Iterator[str]:
    kinds = {entry.kind for entry in entries}
    for line in comes:
        if line.chance >= 1 and line.event not in kinds:
            yield f"{seat} is told of {action} that it is sure: {line.text!r}, and no {line.event} came of it"
        bucket = f"{line.event} at {line.chance:.4f}"
        m.judged(f"chances are true: {line.event}")
        m.counts[PREVIEWED + bucket] += 1
        m.counts[HAPPENED + bucket] += line.event in kinds


def losing_is_warned_of(m: Sample) -> Iterator[str]:
    """Check that actions that lose the match immediately have warnings, unless all actions lose."""
    for seat, action in m.some_actions():
        if _is_unwarned(m, seat, action, _loses):
            yield f"{action} loses the match for {seat} at once, unwarned"


def ruin_is_warned_of(m: Sample) -> Iterator[str]:
    """Check that actions that certainly cost units, or give an enemy some, have warnings.

    Exempt are positions in which every action does. Units are counted by the game's `unit_counts`.
    """
    for seat, action in m.some_actions():
        if _is_unwarned(m, seat, action, _ruins, _costs):
            yield f"{action} costs {seat} units, or gives an enemy some, unwarned"


Harm = Callable[[Sample, str, Action], bool]


def _is_unwarned(m: Sample, seat: str, action: Action, harms: Harm, alike: Harm | None = None) -> bool:
    """Return whether an action does harm without a warning, and another does not (`alike`)."""
    if not harms(m, seat, action) or m.game.preview(m.state, seat, action).needs_confirmation:
        return False
    return not all((alike or harms)(m, seat, each) for each in m.legal[seat])


def _loses(m: Sample, seat: str, action: Action) -> bool:
    """Return whether an action always loses the match."""
    return all(_is_lost(m, seat, action) for _ in range(SURE))


def _is_lost(m: Sample, seat: str, action: Action) -> bool:
    after = m.game.determinize(m.state, seat, m.random.randbytes(8))
    m.game.take(after, seat, action)
    outcome = m.game.outcome(after)
    return outcome is not None and bool(outcome.winners) and seat not in outcome.winners


def _ruins(m: Sample, seat: str, action: Action) -> bool:
    """Return whether an action costs units, or gives an enemy some, without a roll."""
    return _costs(m, seat, action, is_thrown=False)


def _costs(m: Sample, seat: str, action: Action, is_thrown: bool = True) -> bool:
    """Return the same as `_ruins`, but allow rolls, such as those after forced losses."""
    sampled_state = m.game.determinize(m.state, seat, PREVIEW_SEED)
    after = sampled_state.copy()
    after.dice.drawn = []
    m.game.take(after, seat, action)
    if after.dice.drawn and not is_thrown:
        return False
    before, then = m.game.unit_counts(sampled_state), m.game.unit_counts(after)
    return any(then[each] < count if each == seat else then[each] > count for each, count in before.items())


def recap_items_are_sound(m: Sample) -> Iterator[str]:
    """Check that entries have recap items with a text and existing spaces."""
    if m.game.orders or not m.actors:
        return
    seat, action = m.random.choice(m.some_actions())
    state = m.state.copy()
    state.journal = []
    m.game.take(state, seat, action)
    for reader in m.readers:
        place = None if reader is None else m.state.seats.index(reader)
        entries = [entry for entry in state.journal if entry.is_readable_by(place)]
        yield from _unsound(m, m.game.recap(entries, reader).items)


def _unsound(m: Sample, items: Sequence[Any]) -> Iterator[str]:
    for item in items:
        spaces = [
            *item.spaces,
            *[flag.space for flag in item.flags],
            *[at for route in item.routes for at in route.spaces],
        ]
        known = {space.operand for board in m.boards.values() for space in board.spaces}
        yield from [
            f"the recap item of {item.kind} is at {each}, which no board has"
            for each in spaces
            if each not in known
        ]
        if not item.text:
            yield f"the recap item of {item.kind} says nothing"


def measures_are_of_seats(m: Sample) -> Iterator[str]:
    """Check that measures are for seats of the match, and that open ones reveal no secrets."""
    for measure in m.game.measures(m.state):
        if not measure.values.keys() <= set(m.state.seats):
            yield f"the measure {measure.id} is of {sorted(measure.values)}"
    seat = m.random.choice(m.state.seats)
    deal = m.game.determinize(m.state, seat, m.random.randbytes(8))
    truth, dealt = [[each for each in m.game.measures(s) if not each.is_hidden] for s in (m.state, deal)]
    if found := difference(truth, dealt):
        yield f"an open measure is another one in a deal for {seat}: {found}"


def previews_of_sheets_rest_on_what_is_known(m: Sample) -> Iterator[str]:
    """Check that a sheet's preview is the same in two states the seat cannot distinguish."""
    if not isinstance(m.game, OrdersGame) or not m.actors:
        return
    seat = m.random.choice(m.actors)
    sheet: Sheet = random_sheet(m.game, m.state, seat, m.random)
    other = m.game.determinize(m.state, seat, m.random.randbytes(8))
    truth, dealt = [m.game.preview_sheet(state, seat, sheet) for state in (m.state, other)]
    if found := difference(truth, dealt):
        yield f"the preview of a sheet for {seat} follows what is hidden: {found}"


def _played(m: Sample, seat: str, action: Action) -> tuple[list[Entry], bool] | None:
    """Return the entries of an action played in a sample, and whether dice were rolled.

    Forced answers after it are included. Return None if the action is not legal in the sample.
    """
    deal = m.game.determinize(m.state, seat, m.random.randbytes(8))
    deal.journal, deal.dice.drawn = [], []
    if action not in m.game.actions(deal, seat):
        return None
    played: tuple[str, Action] | None = (seat, action)
    for _ in range(MAX_FORCED_ANSWERS):
        if played is None or deal.dice.drawn:
            break
        m.game.take(deal, *played)
        played = m.game.forced_action(deal, seat)
    return deal.journal, bool(deal.dice.drawn)


def check_event_frequencies(counts: Counter[str]) -> Iterator[str]:
    """Yield the chances shown that frequencies contradict, by event and chance, and by event."""
    buckets = [name.removeprefix(PREVIEWED) for name in counts if name.startswith(PREVIEWED)]
    by_event: dict[str, list[str]] = {}
    for bucket in buckets:
        by_event.setdefault(bucket.rpartition(" at ")[0], []).append(bucket)
    together = [(event, found) for event, found in by_event.items() if len(found) > 1]
    for name, found in [*((bucket, [bucket]) for bucket in buckets), *together]:
        told = [(float(bucket.rpartition(" ")[2]), counts[PREVIEWED + bucket]) for bucket in found]
        happened = sum([counts[HAPPENED + bucket] for bucket in found])
        expected = sum([chance * times for chance, times in told])
        variance = sum([chance * (1 - chance) * times for chance, times in told])
        if abs(happened - expected) > SIGMAS * sqrt(max(variance, 1.0)):
            times = sum([each for _, each in told])
            yield f"{name} was told {times} times, expected {expected:.0f} times, and happened {happened} times"


GUIDING: tuple[Law, ...] = (
    previews_rest_on_what_is_known, what_is_previewed_happens, losing_is_warned_of, ruin_is_warned_of,
    recap_items_are_sound, measures_are_of_seats,
)  # fmt: skip
OF_SHEETS: tuple[Law, ...] = (previews_of_sheets_rest_on_what_is_known, measures_are_of_seats)
