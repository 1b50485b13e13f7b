"""The laws of guidance: previews and recaps are true and depend only on what is known.

Each law yields complaints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Any

from palatine.core import Action, Consequence, Entry, Game, OrdersGame, Sheet
from palatine.core.guidance.preview import MAX_FORCED_ANSWERS, PREVIEW_SEED, preview
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.runtime.transitions import apply_action
from palatine.matches.runtime.undo import informs_seat, reveal_refusal
from palatine.players.random_bot import random_sheet
from palatine.testing.sample import Law, Sample, difference

PREVIEWED_PREFIX, HAPPENED_PREFIX = "previewed: ", "happened: "
"""Prefixes of the counts of events previewed, and of those that happened."""
SAMPLES = 5
"""Number of samples in which an action is played to test its preview."""
CERTAIN_PLAYS = 200
"""Number of plays in which an action must lose before it counts as certainly lost."""
ACTIONS_UNDONE = 8
"""Maximum number of actions of a position of which undo is tested."""
MAX_SIGMAS = 5.0
"""Maximum deviation of frequencies from the chances shown, in standard deviations."""


def previews_rest_on_what_is_known(sample: Sample) -> Iterator[str]:
    """Check that the preview of an action is the same in all samples."""
    for seat, action in sample.some_actions():
        seen = sample.game.determinize(sample.state, seat, PREVIEW_SEED)
        other = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
        if sample.game.actions(seen, seat) != sample.game.actions(other, seat):
            continue
        truth, dealt = [list(sample.game.consequences(state, seat, action)) for state in (seen, other)]
        if found := difference(truth, dealt):
            yield f"what {seat} is told of {action} follows the deal: {found}"
        if found := difference(
            preview(sample.game, sample.state, seat, action), preview(sample.game, other, seat, action)
        ):
            yield f"the preview of {action} for {seat} follows what is hidden: {found}"


def what_is_previewed_happens(sample: Sample) -> Iterator[str]:
    """Check that certain events happen and that dice roll only after irrevocable actions.

    Events with a chance are counted for `check_event_frequencies`.
    """
    for seat, action in sample.some_actions():
        told = sample.game.preview(sample.state, seat, action)
        comes = [line for line in told.lines if line.event]
        for _ in range(SAMPLES if comes else 1):
            played = _played(sample, seat, action)
            if played is None:
                continue
            entries, rolled = played
            if rolled and not told.is_irrevocable:
                yield f"{action} of {seat} is not called final, yet dice are rolled"
            yield from _held_against(sample, seat, action, comes, entries)


def _held_against(
    sample: Sample, seat: str, action: Action, comes: Sequence[Consequence], entries: Sequence[Entry]
) -> Iterator[str]:
    kinds = {entry.kind for entry in entries}
    for line in comes:
        if line.chance >= 1 and line.event not in kinds:
            yield f"{seat} is told of {action} that it is sure: {line.text!r}, and no {line.event} came of it"
        bucket = f"{line.event} at {line.chance:.4f}"
        sample.count_case(f"chances are true: {line.event}")
        sample.counts[PREVIEWED_PREFIX + bucket] += 1
        sample.counts[HAPPENED_PREFIX + bucket] += line.event in kinds


def losing_is_warned_of(sample: Sample) -> Iterator[str]:
    """Check that actions that lose the match immediately have warnings, unless all actions lose."""
    for seat, action in sample.some_actions():
        if _is_unwarned(sample, seat, action, _always_loses):
            yield f"{action} loses the match for {seat} at once, unwarned"


def ruin_is_warned_of(sample: Sample) -> Iterator[str]:
    """Check that actions that certainly cost units, or give an enemy some, have warnings.

    Exempt are positions in which every action does. Units are counted by the game's `unit_counts`.
    """
    for seat, action in sample.some_actions():
        if _is_unwarned(sample, seat, action, _ruins, _costs):
            yield f"{action} costs {seat} units, or gives an enemy some, unwarned"


Harm = Callable[[Sample, str, Action], bool]


def _is_unwarned(sample: Sample, seat: str, action: Action, harms: Harm, alike: Harm | None = None) -> bool:
    """Return whether an action does harm without a warning, and another does not (`alike`)."""
    if not harms(sample, seat, action) or sample.game.preview(sample.state, seat, action).needs_confirmation:
        return False
    return not all((alike or harms)(sample, seat, each) for each in sample.legal[seat])


def _always_loses(sample: Sample, seat: str, action: Action) -> bool:
    return all(_is_lost(sample, seat, action) for _ in range(CERTAIN_PLAYS))


def _is_lost(sample: Sample, seat: str, action: Action) -> bool:
    after = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
    sample.game.take(after, seat, action)
    outcome = sample.game.outcome(after)
    return outcome is not None and bool(outcome.winners) and seat not in outcome.winners


def _ruins(sample: Sample, seat: str, action: Action) -> bool:
    """Return whether an action costs units, or gives an enemy some, without a roll."""
    return _costs(sample, seat, action, is_thrown=False)


def _costs(sample: Sample, seat: str, action: Action, is_thrown: bool = True) -> bool:
    """Return the same as `_ruins`, but allow rolls, such as those after forced losses."""
    sampled_state = sample.game.determinize(sample.state, seat, PREVIEW_SEED)
    after = sampled_state.copy()
    after.dice.drawn = []
    sample.game.take(after, seat, action)
    if after.dice.drawn and not is_thrown:
        return False
    before, then = sample.game.unit_counts(sampled_state), sample.game.unit_counts(after)
    return any(then[each] < count if each == seat else then[each] > count for each, count in before.items())


def recap_items_are_sound(sample: Sample) -> Iterator[str]:
    """Check that entries have recap items with a text and existing spaces."""
    if sample.game.orders or not sample.actors:
        return
    seat, action = sample.random.choice(sample.some_actions())
    state = sample.state.copy()
    state.journal = []
    sample.game.take(state, seat, action)
    for reader in sample.readers:
        place = None if reader is None else sample.state.seats.index(reader)
        entries = [entry for entry in state.journal if entry.is_readable_by(place)]
        yield from _item_complaints(sample, sample.game.recap(entries, reader).items)


def _item_complaints(sample: Sample, items: Sequence[Any]) -> Iterator[str]:
    for item in items:
        spaces = [
            *item.spaces,
            *[flag.space for flag in item.flags],
            *[at for route in item.routes for at in route.spaces],
        ]
        known = {space.operand for board in sample.boards.values() for space in board.spaces}
        yield from [
            f"the recap item of {item.kind} is at {each}, which no board has"
            for each in spaces
            if each not in known
        ]
        if not item.text:
            yield f"the recap item of {item.kind} says nothing"


def measures_are_of_seats(sample: Sample) -> Iterator[str]:
    """Check that measures are for seats of the match, and that open ones reveal no secrets."""
    for measure in sample.game.measures(sample.state):
        if not measure.values.keys() <= set(sample.state.seats):
            yield f"the measure {measure.id} is of {sorted(measure.values)}"
    seat = sample.random.choice(sample.state.seats)
    deal = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
    truth, dealt = [[each for each in sample.game.measures(s) if not each.is_hidden] for s in (sample.state, deal)]
    if found := difference(truth, dealt):
        yield f"an open measure is another one in a deal for {seat}: {found}"


def previews_of_sheets_rest_on_what_is_known(sample: Sample) -> Iterator[str]:
    """Check that a sheet's preview is the same in two states the seat cannot distinguish."""
    if not isinstance(sample.game, OrdersGame) or not sample.actors:
        return
    seat = sample.random.choice(sample.actors)
    sheet: Sheet = random_sheet(sample.game, sample.state, seat, sample.random)
    other = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
    truth, dealt = [sample.game.preview_sheet(state, seat, sheet) for state in (sample.state, other)]
    if found := difference(truth, dealt):
        yield f"the preview of a sheet for {seat} follows what is hidden: {found}"


def _played(sample: Sample, seat: str, action: Action) -> tuple[list[Entry], bool] | None:
    """Return the entries of an action played in a sample, and whether dice were rolled.

    Forced answers after it are included. Return None if the action is not legal in the sample.
    """
    deal = sample.game.determinize(sample.state, seat, sample.random.randbytes(8))
    deal.journal, deal.dice.drawn = [], []
    if action not in sample.game.actions(deal, seat):
        return None
    played: tuple[str, Action] | None = (seat, action)
    for _ in range(MAX_FORCED_ANSWERS):
        if played is None or deal.dice.drawn:
            break
        sample.game.take(deal, *played)
        played = sample.game.forced_action(deal, seat)
    return deal.journal, bool(deal.dice.drawn)


def previews_say_what_undo_refuses(sample: Sample) -> Iterator[str]:
    """Check that an action is irrevocable in its preview exactly if a match refuses to undo it.

    The match is one in the preview's own deal. The law is slow, and not among those of every conformance test.
    """
    pairs = [(seat, action) for seat, actions in sample.legal.items() for action in actions]
    for seat, action in sample.random.sample(pairs, min(ACTIONS_UNDONE, len(pairs))):
        deal = sample.game.determinize(sample.state, seat, PREVIEW_SEED)
        if action not in sample.game.actions(deal, seat):
            continue
        is_said = sample.game.preview(sample.state, seat, action, plays_forced=False).is_irrevocable
        if is_said != _refuses_undo(sample.game, deal, seat, action):
            said = ("an action that can be undone, and undo refuses it", "irrevocable, and undo allows it")
            yield f"{action} of {seat} is previewed as {said[is_said]}"


def _refuses_undo(game: Game[Any], state: Any, seat: str, action: Action) -> bool:
    after, rolls, entries = apply_action(game, state, seat, action)
    if rolls or game.outcome(after) is not None:
        return True
    before, then = StateViews(game, state), StateViews(game, after)
    if reveal_refusal(before, then, state.seats, (seat, action), entries):
        return True
    return bool(informs_seat(before, seat, [action]))


def check_event_frequencies(counts: Counter[str]) -> Iterator[str]:
    """Yield the chances shown that frequencies contradict, by event and chance, and by event."""
    buckets = [name.removeprefix(PREVIEWED_PREFIX) for name in counts if name.startswith(PREVIEWED_PREFIX)]
    by_event: dict[str, list[str]] = {}
    for bucket in buckets:
        by_event.setdefault(bucket.rpartition(" at ")[0], []).append(bucket)
    together = [(event, found) for event, found in by_event.items() if len(found) > 1]
    for name, found in [*((bucket, [bucket]) for bucket in buckets), *together]:
        told = [(float(bucket.rpartition(" ")[2]), counts[PREVIEWED_PREFIX + bucket]) for bucket in found]
        happened = sum([counts[HAPPENED_PREFIX + bucket] for bucket in found])
        expected = sum([chance * times for chance, times in told])
        variance = sum([chance * (1 - chance) * times for chance, times in told])
        if abs(happened - expected) > MAX_SIGMAS * sqrt(max(variance, 1.0)):
            times = sum([each for _, each in told])
            yield f"{name} was told {times} times, expected {expected:.0f} times, and happened {happened} times"


GUIDANCE_LAWS: tuple[Law, ...] = (
    previews_rest_on_what_is_known, what_is_previewed_happens, losing_is_warned_of, ruin_is_warned_of,
    recap_items_are_sound, measures_are_of_seats,
)  # fmt: skip
SHEET_LAWS: tuple[Law, ...] = (previews_of_sheets_rest_on_what_is_known, measures_are_of_seats)
