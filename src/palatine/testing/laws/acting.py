"""The laws of acting and saving. Each yields complaints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core import Action, Outcome, PalatineError, Refused, is_action
from palatine.core.scenario import REFEREE
from palatine.testing.sample import (
    CONTINUATION_DECISIONS,
    MALFORMED,
    Law,
    Sample,
    difference,
    random_continuation,
    random_decision,
)


def somebody_decides(sample: Sample) -> Iterator[str]:
    """Check that every position has seats with actions or, at the end, a valid outcome."""
    outcome = sample.game.outcome(sample.state)
    if bool(sample.actors) == (outcome is not None):
        yield f"the actors are {sample.actors} and the outcome is {outcome}"
    if isinstance(outcome, Outcome):
        if not set(outcome.winners) <= set(sample.state.seats):
            yield f"the winners {outcome.winners} are not seats"
        yield from ranks_are_sound(sample.state.seats, outcome)
        if not outcome.margin.strip():
            yield "the outcome says nothing"
        if outcome.clause and outcome.clause not in sample.game.clauses:
            yield f"the outcome rests on {outcome.clause!r}, which is not a clause"
    for seat in sample.actors:
        if seat not in sample.state.seats:
            yield f"{seat!r} is asked but has no seat"
        if not sample.legal[seat]:
            yield f"dead end: {seat} is asked and has no action"


def ranks_are_sound(seats: Sequence[str], outcome: Outcome) -> Iterator[str]:
    """Check that every player's seat has exactly one rank and that winners have the first."""
    told = [seat for group in outcome.ranks for seat in group]
    if sorted(told) != sorted(seat for seat in seats if seat != REFEREE) or not all(outcome.ranks):
        yield f"the ranks are {outcome.ranks}, of the seats {tuple(seats)}"
    elif outcome.winners and set(outcome.ranks[0]) != set(outcome.winners):
        yield f"{outcome.winners} have won, but first are {outcome.ranks[0]}"


def actions_are_a_fixed_list(sample: Sample) -> Iterator[str]:
    """Check that actions are unique, well-formed and in the same order for equal states."""
    twin = sample.game.decode(sample.bytes)
    for seat, actions in sample.legal.items():
        bad = [action for action in actions if not is_action(action)]
        if bad:
            yield f"{bad[0]!r} is not an action"
        if len(set(actions)) != len(actions):
            yield f"{seat} is offered an action twice: {_repeated_action(actions)}"
        if sample.game.actions(sample.state, seat) != actions:
            yield f"{seat}'s actions differ when asked again"
        if sample.game.actions(twin, seat) != actions:
            yield f"{seat}'s actions differ in the state as saved and read again"
        known = {*sample.game.interrupts_by_verb, *(sample.top.verbs if sample.top is not None else ())}
        strange = [action for action in actions if action[0] not in known]
        if strange:
            yield f"the verb of {strange[0]} is not among the step's verbs"


def waiting_seats_wait(sample: Sample) -> Iterator[str]:
    """Check that waiting seats have only interrupts, and that others are refused."""
    some = [action for actions in sample.legal.values() for action in actions[:3]] or [("pass", 0)]
    for seat in (*sample.waiting, "nobody at all"):
        free = sample.game.interrupt_actions(sample.state, seat)
        if sample.game.actions(sample.state, seat) != free:
            yield f"{seat} waits but has actions"
        for action in free:
            if sample.game.explain(sample.state, seat, action) is not None:
                yield f"{seat} may interrupt by {action}, but it is refused"
        for action in [each for each in some if each not in free]:
            refusal = sample.game.explain(sample.state, seat, action)
            if refusal is None or not refusal.reason.strip():
                yield f"{seat} waits, but {action} is not refused with a reason"


def explain_agrees(sample: Sample) -> Iterator[str]:
    """Check that `explain` agrees with the legal actions, and that refusals are valid.

    A refusal needs a reason in words and an existing clause.
    """
    for seat, actions in sample.legal.items():
        legal = set(actions)
        for action in sample.probe_actions(40):
            refusal = sample.game.explain(sample.state, seat, action)
            if (refusal is None) != (action in legal):
                yield f"{action} is {'legal' if action in legal else 'not legal'} but explained by {refusal}"
            if refusal is not None and action not in legal:
                yield from _complaints(sample, action, refusal)
        for junk in MALFORMED:
            if sample.game.explain(sample.state, seat, junk) is None:
                yield f"{junk!r} is not refused"


def _complaints(sample: Sample, action: Action, refusal: Any) -> Iterator[str]:
    if not refusal.reason.strip() or refusal.reason.startswith("why."):
        yield f"the refusal of {action} says only {refusal.reason!r}"
    if refusal.clause and refusal.clause not in sample.game.clauses:
        yield f"the refusal of {action} rests on {refusal.clause!r}, which is not a clause"
    assert sample.top is not None
    found = sample.top.refuse(sample.state, action)
    sample.counts["refusals"] += 1
    if found is None or found.reason == "why.not-now":
        sample.counts[f"only a general refusal: {type(sample.top).__name__}.{action[0]}"] += 1
    elif not sample.game.words.has(found.reason):
        yield f"the refusal of {action} has the reason {found.reason!r}, which is not a message"


def looking_changes_nothing(sample: Sample) -> Iterator[str]:
    """Check that requests for actions, views, samples and outcomes do not change the state."""
    before = sample.bytes
    for seat in sample.state.seats:
        sample.game.view(sample.state, seat)
        sample.game.actions(sample.state, seat)
        sample.game.determinize(sample.state, seat, b"look")
    sample.game.view(sample.state, None)
    sample.game.outcome(sample.state)
    if sample.game.encode(sample.state) != before:
        yield f"looking changed {difference(sample.game.decode(before), sample.state)}"


def play_is_pure(sample: Sample) -> Iterator[str]:
    """Check that `play` changes nothing, agrees with `take`, and refuses illegal actions."""
    if not sample.actors:
        yield from _refuses(sample, sample.state.seats[0], ("pass", 0))
        return
    seat, action = random_decision(sample.game, sample.state, sample.random)
    after = sample.game.play(sample.state, seat, action)
    if sample.game.encode(sample.state) != sample.bytes:
        changed = difference(sample.game.decode(sample.bytes), sample.state)
        yield f"play {action} changed the state it was given: {changed}"
    twin = sample.state.copy()
    sample.game.take(twin, seat, action)
    if sample.game.encode(twin) != sample.game.encode(after):
        yield f"take and play differ after {action}: {difference(after, twin)}"
    illegal = [other for other in sample.probe_actions(5) if other not in sample.legal[seat]]
    for other in [*illegal[:3], *sample.random.sample(MALFORMED, 2)]:
        yield from _refuses(sample, seat, other)
    for waiting in sample.waiting:
        if action not in sample.game.interrupt_actions(sample.state, waiting):
            yield from _refuses(sample, waiting, action)


def _refuses(sample: Sample, seat: str, action: Any) -> Iterator[str]:
    try:
        sample.game.play(sample.state, seat, action)
        yield f"{seat} may play {action!r}, which is not legal"
    except Refused as refusal:
        if not str(refusal).strip() or "\n" in str(refusal):
            yield f"the refusal of {action!r} is not one line"
    if sample.game.encode(sample.state) != sample.bytes:
        yield f"refusing {action!r} changed the state"


def copies_play_on(sample: Sample) -> Iterator[str]:
    """Check that a copy is equal, shares nothing and continues in the same way."""
    twin = sample.state.copy()
    if twin != sample.state:
        yield f"a copy differs: {difference(sample.state, twin)}"
    yield from _differences(
        random_continuation(sample.game, twin, sample.future_seed, CONTINUATION_DECISIONS), sample.future, "a copy"
    )
    if sample.game.encode(sample.state) != sample.bytes:
        yield f"playing on a copy changed the state: {difference(sample.game.decode(sample.bytes), sample.state)}"


def saved_states_play_on(sample: Sample) -> Iterator[str]:
    """Check that a saved state is equal, saves to the same bytes and continues in the same way."""
    twin = sample.game.decode(sample.bytes)
    if twin != sample.state:
        yield f"the state as saved differs: {difference(sample.state, twin) or 'in a type'}"
    if sample.game.encode(twin) != sample.bytes:
        yield "the state as saved does not save to the same bytes"
    yield from _differences(
        sample.future,
        random_continuation(sample.game, twin, sample.future_seed, CONTINUATION_DECISIONS),
        "the state as saved",
    )


def _differences(first: list[Any], second: list[Any], what: str) -> Iterator[str]:
    for at, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            yield f"{what} plays on otherwise at decision {at + 1}: {str(one)[:200]} against {str(other)[:200]}"
            return


def positions_are_text(sample: Sample) -> Iterator[str]:
    """Check that a position as text reads back as the same position, except for the dice."""
    if not sample.actors:
        return
    text = sample.game.write_position(sample.state)
    if sample.game.encode(sample.state) != sample.bytes:
        yield f"writing a position changed {difference(sample.game.decode(sample.bytes), sample.state)}"
    twin = sample.game.read_position(text)
    if sample.game.write_position(twin) != text:
        yield "a position read and written again has another text"
    twin.dice = sample.state.dice.copy()
    if twin != sample.state:
        yield f"a position's text forgets: {difference(sample.state, twin)}"
    try:
        sample.game.read_position(text[: sample.random.randrange(len(text))])
    except PalatineError as error:
        if "\n" in str(error):
            yield "the complaint about a broken position is not one line"


def _repeated_action(actions: list[Action]) -> Action:
    seen: set[Action] = set()
    return next(action for action in actions if action in seen or seen.add(action))  # type: ignore[func-returns-value]


ACTING_LAWS: tuple[Law, ...] = (
    somebody_decides, actions_are_a_fixed_list, waiting_seats_wait, explain_agrees, looking_changes_nothing,
    play_is_pure, copies_play_on, saved_states_play_on, positions_are_text,
)  # fmt: skip
