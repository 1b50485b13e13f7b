"""Previews: the consequences of an action before it is chosen, from what its seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol, Self

import msgspec

from palatine.core.chance import ShownChance
from palatine.core.messages import say
from palatine.core.state import Action, State
from palatine.core.view import View

PREVIEW_SEED: Final = b"foresight"
"""Seed of the sampled state on which previews are made.

Two states that a seat cannot distinguish give the same sample, so a preview reveals nothing new.
"""
MAX_LINES: Final = 4
"""Maximum number of lines for one action; warnings come first."""
MAX_PLAN_LINES: Final = 12
"""Maximum number of lines for several actions together."""

CONFIRMING_SAMPLES: Final = 5
"""Number of further samples that must confirm that an action loses the match."""
MAX_FORCED_ANSWERS: Final = 20
"""Maximum number of forced answers through which a preview continues."""

Weight = Literal["warning", "note"]


class WithChances(msgspec.Struct, frozen=True, dict=True):
    """An item that shows chances of single rolls, which tests compare with plays."""

    chances: ClassVar[tuple[ShownChance, ...]] = ()
    """Not a field: chances are never sent to clients."""

    def with_chances(self, chances: Iterable[ShownChance]) -> Self:
        """Set the chances; return self."""
        self.__dict__["chances"] = tuple(chances)
        return self


class Consequence(WithChances, frozen=True, omit_defaults=True):
    """A certain or possible consequence of an action.

    A `warning` is about something that costs its seat dearly or helps its enemies; the page asks for confirmation.
    `event` is the kind of the journal entry that reports it if it happens during the action, and `chance` its
    probability. Without `event` it is something that happens later, or only if another player causes it. `line` is the
    line of a sheet.
    """

    weight: Weight
    text: str
    clause: str = ""
    data: dict[str, Any] = {}
    """Its figures.

    Of the lines of several actions with the same value of "about", only the last is shown.
    """
    event: str = ""
    chance: float = 1.0
    line: int = 0
    of: int | None = None
    """The number of equally likely throws or places, such as 36 for two dice; 0 for an estimate.

    Without it the page assumes the simplest dice that fit.
    """


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """A possible result of an action: its probability, and each seat's mean losses in units."""

    text: str
    chance: float
    losses: dict[str, float] = {}
    of: int | None = None
    """The number of equally likely throws or places, such as 36 for two dice; 0 for an estimate.

    Without it the page assumes the simplest dice that fit.
    """


Part = tuple[str, str, str]
"""A modifier of a roll: amount, reason and clause, as they are shown."""


class Odds(WithChances, frozen=True, omit_defaults=True):
    """The odds of a roll or a fight: the modifiers of the dice, and the results.

    Its shown chances are those of the results, in their order.
    """

    title: str
    results: tuple[Result, ...]
    parts: tuple[Part, ...] = ()
    clause: str = ""
    plays: int = 0
    """The number of simulated fights of an estimate; 0 for exact odds."""


class UnusedOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option that remains before a step is ended, with its spaces or the action that uses it."""

    text: str
    spaces: tuple[str, ...] = ()
    action: Action | None = None
    clause: str = ""
    weight: Weight = "note"


class Irrevocable(msgspec.Struct, frozen=True):
    """A sign that an action cannot be undone although no dice are rolled.

    The action reveals something, or makes a binding promise.
    """

    clause: str = ""


PreviewItem = Consequence | Odds | UnusedOption | Irrevocable
"""The items that `Game.consequences` yields."""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """The consequences of an action with their odds, and the options it leaves unused."""

    lines: tuple[Consequence, ...] = ()
    is_irrevocable: bool = False
    """True if the action cannot be undone: dice are rolled, or something is revealed."""
    odds: tuple[Odds, ...] = ()
    unused_options: tuple[UnusedOption, ...] = ()

    @property
    def needs_confirmation(self) -> bool:
        """True if the player should confirm the action."""
        weights = [line.weight for line in self.lines] + [each.weight for each in self.unused_options]
        return "warning" in weights


class PreviewSource(Protocol):
    """The part of a game (`core.Game`) that previews use."""

    def determinize(self, state: Any, seat: str | None, seed: bytes, /) -> Any: ...

    def consequences(self, sampled_state: Any, seat: str, action: Action, /) -> Iterable[PreviewItem]: ...

    def actions(self, state: Any, seat: str, /) -> list[Action]: ...

    def forced_action(self, state: Any, /, reader: str) -> tuple[str, Action] | None: ...

    def take(self, state: Any, seat: str, action: Action, /) -> None: ...

    def view(self, state: Any, seat: str | None, /) -> View: ...


def preview(game: PreviewSource, state: State, seat: str, action: Action, *, plays_forced: bool = True) -> Preview:
    """Return the preview of a legal action of `seat`. The state is not changed.

    If the match `plays_forced` answers, the preview continues through them, because one click then has the same effect.
    """
    return preview_plan(game, state, seat, [action], plays_forced=plays_forced)


def preview_plan(
    game: PreviewSource, state: State, seat: str, actions: Sequence[Action], *, plays_forced: bool = True
) -> Preview:
    """Return the preview of several consecutive actions, up to the first roll.

    What follows a roll cannot be known. If the match `plays_forced` answers, the preview continues through those that
    follow the last action.
    """
    sampled_state = game.determinize(state, seat, PREVIEW_SEED)
    told: list[PreviewItem] = []
    final = False
    for action in actions:
        if final or action not in game.actions(sampled_state, seat):
            break
        told += [each for each in game.consequences(sampled_state, seat, action) if each not in told]
        after = _state_after(game, sampled_state, seat, action)
        final = _is_final(game, sampled_state, after, seat)
        if _is_lost(after, seat) and not _warns(told) and _is_surely_lost(game, sampled_state, seat, action):
            told.append(Consequence("warning", say("preview.loses"), after.outcome.clause))
        sampled_state = after
    if plays_forced and not final:
        final = _run_on(game, sampled_state, seat, told)
    return _collect_preview(told, final, MAX_LINES if len(actions) == 1 else MAX_PLAN_LINES)


def _run_on(game: PreviewSource, sampled_state: State, seat: str, told: list[PreviewItem]) -> bool:
    """Add the consequences of forced answers; return whether one of them cannot be undone.

    The answers of other seats cannot be undone, and only their odds are added.
    """
    for _ in range(MAX_FORCED_ANSWERS):
        forced = game.forced_action(sampled_state, seat)
        if forced is None:
            return False
        other, action = forced
        items = [each for each in game.consequences(sampled_state, other, action) if each not in told]
        told += [each for each in items if other == seat or isinstance(each, Odds)]
        after = _state_after(game, sampled_state, other, action)
        if other != seat or _is_final(game, sampled_state, after, seat):
            return True
        sampled_state = after
    return False


def _collect_preview(told: Iterable[PreviewItem], rolled: bool, most: int) -> Preview:
    kept = _latest(list(told))
    lines: list[Consequence] = [each for each in kept if isinstance(each, Consequence)]
    gravest_first = [
        *[each for each in lines if each.weight == "warning"],
        *[e for e in lines if e.weight == "note"],
    ]
    return Preview(
        lines=tuple(gravest_first[:most]),
        is_irrevocable=rolled or any(isinstance(each, Irrevocable) for each in kept),
        odds=tuple([each for each in kept if isinstance(each, Odds)]),
        unused_options=tuple([each for each in kept if isinstance(each, UnusedOption)]),
    )


def _latest(told: list[PreviewItem]) -> list[PreviewItem]:
    """Keep only the last consequence about each matter (`data["about"]`), such as a growing sum."""
    last = {each.data["about"]: each for each in told if isinstance(each, Consequence) and "about" in each.data}
    return [
        each for each in told if not isinstance(each, Consequence) or last.get(each.data.get("about"), each) is each
    ]


def _warns(told: Iterable[PreviewItem]) -> bool:
    return any(isinstance(each, Consequence | UnusedOption) and each.weight == "warning" for each in told)


def _state_after(game: PreviewSource, sampled_state: State, seat: str, action: Action) -> Any:
    after = sampled_state.copy()
    after.journal = []  # type: ignore[misc]
    after.dice.drawn = []  # type: ignore[misc]
    game.take(after, seat, action)
    return after


def _is_lost(after: State, seat: str) -> bool:
    return after.outcome is not None and bool(after.outcome.winners) and seat not in after.outcome.winners


def _is_surely_lost(game: PreviewSource, sampled_state: State, seat: str, action: Action) -> bool:
    """Return whether an action loses the match in each of a few samples."""
    deals = [game.determinize(sampled_state, seat, b"%b %d" % (PREVIEW_SEED, n)) for n in range(CONFIRMING_SAMPLES)]
    return all(
        action in game.actions(deal, seat) and _is_lost(_state_after(game, deal, seat, action), seat)
        for deal in deals
    )


def _is_final(game: PreviewSource, before: State, after: Any, seat: str) -> bool:
    """Return whether dice are rolled, the match ends, or another seat learns something."""
    if after.dice.drawn or after.outcome is not None:
        return True
    place = before.seats.index(seat)
    if any(reader != place for entry in after.journal for reader in entry.readers or ()):
        return True
    others: list[str | None] = [other for other in before.seats if other != seat]
    return any(newly_shown(game.view(before, other), game.view(after, other)) for other in others or [None])


def newly_shown(before: View, after: View) -> list[str]:
    """Return what the second view shows, or names in a panel, that the first does not."""
    return list(dict.fromkeys(name for name, _ in _faces(after) - _faces(before)))


def _faces(view: View) -> Counter[tuple[str, Any]]:
    """Count the faces and panel rows that a view shows, each by its name and its identity."""
    names = {(piece.face, piece.style): piece.text or piece.face for piece in view.pieces if piece.face}
    faces = Counter((piece.face, piece.style) for piece in view.pieces if piece.face)
    shown: Counter[tuple[str, Any]] = Counter({(names[face], face): count for face, count in faces.items()})
    shown.update([(row.label, (panel.id, row.label, row.piece)) for panel in view.panels for row in panel.rows])
    return shown
