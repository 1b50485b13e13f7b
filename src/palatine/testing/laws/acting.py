"""The laws of acting and saving. Each yields complaints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.core import Action, Outcome, PalatineError, Refused, is_action
from palatine.core.scenario import REFEREE
from palatine.testing.sample import FAR, MALFORMED, Law, Sample, choose, continuation, difference


def somebody_decides(m: Sample) -> Iterator[str]:
    """Check that every position has seats with actions or, at the end, a valid outcome."""
    outcome = m.game.outcome(m.state)
    if bool(m.actors) == (outcome is not None):
        yield f"the actors are {m.actors} and the outcome is {outcome}"
    if isinstance(outcome, Outcome):
        if not set(outcome.winners) <= set(m.state.seats):
            yield f"the winners {outcome.winners} are no seats"
        yield from ranks_are_sound(m.state.seats, outcome)
        if not outcome.margin.strip():
            yield "the outcome says nothing"
        if outcome.clause and outcome.clause not in m.game.clauses:
            yield f"the outcome rests on {outcome.clause!r}, which is no clause"
    for seat in m.actors:
        if seat not in m.state.seats:
            yield f"{seat!r} is asked but has no seat"
        if not m.legal[seat]:
            yield f"dead end: {seat} is asked and has no action"


def ranks_are_sound(seats: Sequence[str], outcome: Outcome) -> Iterator[str]:
    """Check that every player's seat has exactly one rank and that winners have the first."""
    told = [seat for group in outcome.ranks for seat in group]
    if sorted(told) != sorted(seat for seat in seats if seat != REFEREE) or not all(outcome.ranks):
        yield f"the ranks are {outcome.ranks}, of the seats {tuple(seats)}"
    elif outcome.winners and set(outcome.ranks[0]) != set(outcome.winners):
        yield f"{outcome.winners} have won, but first are {outcome.ranks[0]}"


def actions_are_a_fixed_list(m: Sample) -> Iterator[str]:
    """Check that actions are unique, well-formed and in the same order for equal states."""
    twin = m.game.decode(m.bytes)
    for seat, actions in m.legal.items():
        bad = [action for action in actions if not is_action(action)]
        if bad:
            yield f"{bad[0]!r} is no action"
        if len(set(actions)) != len(actions):
            yield f"{seat} is offered an action twice: {_twice(actions)}"
        if m.game.actions(m.state, seat) != actions:
            yield f"{seat}'s actions differ when asked again"
        if m.game.actions(twin, seat) != actions:
            yield f"{seat}'s actions differ in the state as saved and read again"
        known = {*m.game.interrupts_by_verb, *(m.top.verbs if m.top is not None else ())}
        strange = [action for action in actions if action[0] not in known]
        if strange:
            yield f"the verb of {strange[0]} is not among the step's verbs"


def waiting_seats_wait(m: Sample) -> Iterator[str]:
    """Check that waiting seats have only interrupts, and that others are refused."""
    some = [action for actions in m.legal.values() for action in actions[:3]] or [("pass", 0)]
    for seat in (*m.waiting, "nobody at all"):
        free = m.game.interrupt_actions(m.state, seat)
        if m.game.actions(m.state, seat) != free:
            yield f"{seat} waits but has actions"
        for action in free:
            if m.game.explain(m.state, seat, action) is not None:
                yield f"{seat} may interrupt by {action}, but it is refused"
        for action in [each for each in some if each not in free]:
            refusal = m.game.explain(m.state, seat, action)
            if refusal is None or not refusal.reason.strip():
                yield f"{seat} waits, but {action} is not refused with a reason"


def explain_agrees(m: Sample) -> Iterator[str]:
    """Check that `explain` agrees with the legal actions, and that refusals are valid.

    A refusal needs a reason in words and an existing clause.
    """
    for seat, actions in m.legal.items():
        legal = set(actions)
        for action in m.probe_actions(40):
            refusal = m.game.explain(m.state, seat, action)
            if (refusal is None) != (action in legal):
                yield f"{action} is {'legal' if action in legal else 'not legal'} but explained by {refusal}"
            if refusal is not None and action not in legal:
                yield from _complaints(m, action, refusal)
        for junk in MALFORMED:
            if m.game.explain(m.state, seat, junk) is None:
                yield f"{junk!r} is not refused"


def _complaints(m: Sample, action: Action, refusal: Any) -> Iterator[str]:
    if not refusal.reason.strip() or refusal.reason.startswith("why."):
        yield f"the refusal of {action} says only {refusal.reason!r}"
    if refusal.clause and refusal.clause not in m.game.clauses:
        yield f"the refusal of {action} rests on {refusal.clause!r}, which is no clause"
    assert m.top is not None
    found = m.top.refuse(m.state, action)
    m.counts["refusals"] += 1
    if found is None or found.reason == "why.not-now":
        m.counts[f"only a general refusal: {type(m.top).__name__}.{action[0]}"] += 1
    elif not m.game.words.has(found.reason):
        yield f"the refusal of {action} has the reason {found.reason!r}, which is no message"


def looking_changes_nothing(m: Sample) -> Iterator[str]:
    """Check that requests for actions, views, samples and outcomes do not change the state."""
    before = m.bytes
    for seat in m.state.seats:
        m.game.view(m.state, seat)
        m.game.actions(m.state, seat)
        m.game.determinize(m.state, seat, b"look")
    m.game.view(m.state, None)
    m.game.outcome(m.state)
    if m.game.encode(m.state) != before:
        yield f"looking changed {difference(m.game.decode(before), m.state)}"


def play_is_pure(m: Sample) -> Iterator[str]:
    """Check that `play` changes nothing, agrees with `take`, and refuses illegal actions."""
    if not m.actors:
        yield from _refuses(m, m.state.seats[0], ("pass", 0))
        return
    seat, action = choose(m.game, m.state, m.random)
    after = m.game.play(m.state, seat, action)
    if m.game.encode(m.state) != m.bytes:
        yield f"play {action} changed the state it was given: {difference(m.game.decode(m.bytes), m.state)}"
    twin = m.state.copy()
    m.game.take(twin, seat, action)
    if m.game.encode(twin) != m.game.encode(after):
        yield f"take and play differ after {action}: {difference(after, twin)}"
    illegal = [other for other in m.probe_actions(5) if other not in m.legal[seat]]
    for other in [*illegal[:3], *m.random.sample(MALFORMED, 2)]:
        yield from _refuses(m, seat, other)
    for waiting in m.waiting:
        if action not in m.game.interrupt_actions(m.state, waiting):
            yield from _refuses(m, waiting, action)


def _refuses(m: Sample, seat: str, action: Any) -> Iterator[str]:
    try:
        m.game.play(m.state, seat, action)
        yield f"{seat} may play {action!r}, which is not legal"
    except Refused as refusal:
        if not str(refusal).strip() or "\n" in str(refusal):
            yield f"the refusal of {action!r} is not one line"
    if m.game.encode(m.state) != m.bytes:
        yield f"refusing {action!r} changed the state"


def copies_play_on(m: Sample) -> Iterator[str]:
    """Check that a copy is equal, shares nothing and continues in the same way."""
    twin = m.state.copy()
    if twin != m.state:
        yield f"a copy differs: {difference(m.state, twin)}"
    yield from _same(continuation(m.game, twin, m.future_seed, FAR), m.future, "a copy")
    if m.game.encode(m.state) != m.bytes:
        yield f"playing on a copy changed the state: {difference(m.game.decode(m.bytes), m.state)}"


def saved_states_play_on(m: Sample) -> Iterator[str]:
    """Check that a saved state is equal, saves to the same bytes and continues in the same way."""
    twin = m.game.decode(m.bytes)
    if twin != m.state:
        yield f"the state as saved differs: {difference(m.state, twin) or 'in a type'}"
    if m.game.encode(twin) != m.bytes:
        yield "the state as saved does not save to the same bytes"
    yield from _same(m.future, continuation(m.game, twin, m.future_seed, FAR), "the state as saved")


def _same(first: list[Any], second: list[Any], what: str) -> Iterator[str]:
    for at, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            yield f"{what} plays on otherwise at decision {at + 1}: {str(one)[:200]} against {str(other)[:200]}"
            return


def positions_are_text(m: Sample) -> Iterator[str]:
    """Check that a position as text reads back as the same position, except for the dice."""
    if not m.actors:
        return
    text = m.game.write_position(m.state)
    if m.game.encode(m.state) != m.bytes:
        yield f"writing a position changed {difference(m.game.decode(m.bytes), m.state)}"
    twin = m.game.read_position(text)
    if m.game.write_position(twin) != text:
        yield "a position read and written again has another text"
    twin.dice = m.state.dice.copy()
    if twin != m.state:
        yield f"a position's text forgets: {difference(m.state, twin)}"
    try:
        m.game.read_position(text[: m.random.randrange(len(text))])
    except PalatineError as error:
        if "\n" in str(error):
            yield "the complaint about a broken position is not one line"


def _twice(actions: list[Action]) -> Action:
    seen: set[Action] = set()
    return next(action for action in actions if action in seen or seen.add(action))  # type: ignore[func-returns-value]


ACTING: tuple[Law, ...] = (
    somebody_decides, actions_are_a_fixed_list, waiting_seats_wait, explain_agrees, looking_changes_nothing,
    play_is_pure, copies_play_on, saved_states_play_on, positions_are_text,
)  # fmt: skip
