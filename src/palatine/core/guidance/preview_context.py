"""The context of a preview: an action before it is taken, and helpers for preview rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

from palatine.core.chance import Chance, Distribution, JointChance, ShownChance
from palatine.core.guidance.preview import Consequence, Odds, Part, Result, UnusedOption, Weight
from palatine.core.messages import Catalogue
from palatine.core.state import Action, State
from palatine.core.tally import Tally

S = TypeVar("S", bound=State)
R = TypeVar("R")
Losses = dict[str, float]


class PreviewedGame(Protocol):
    """The part of a game (`core.Game`) that a context uses."""

    @property
    def words(self) -> Catalogue: ...

    @property
    def interrupts_by_verb(self) -> Mapping[str, Any]: ...

    def take(self, state: Any, seat: str, action: Action, /) -> None: ...


class PreviewContext(Generic[S]):
    """An action that `seat` may take in `s`, a state sampled from what the seat knows.

    Texts are the game's messages below `preview`, `unused` and `odds`; a game may override `say`, `spaces` and
    `client_data`.
    """

    def __init__(self, game: PreviewedGame, s: S, seat: str, action: Action) -> None:
        self.game, self.words = game, game.words
        self.s, self.seat, self.place = s, seat, s.seats.index(seat)
        self.action = action
        self.verb, self.operand = action
        self.step: Any = game.interrupts_by_verb.get(self.verb) or (s.flow[-1] if s.flow else None)

    @cached_property
    def after(self) -> S:
        """The state after the action, with a journal and rolls. Actual rolls will differ."""
        after = self.s.copy()
        after.journal, after.dice.drawn = [], []  # type: ignore[misc]
        self.game.take(after, self.seat, self.action)
        return after

    # Words

    def say(self, key: str, **data: Any) -> str:
        return self.words.say(key, **data)

    def client_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data of a text in the form in which clients receive it."""
        return data

    def spaces(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the keys of spaces on the board."""
        raise NotImplementedError

    def line(
        self, weight: Weight, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any
    ) -> Consequence:
        return Consequence(
            weight, self.say(f"preview.{key}", **data), clause, self.client_data(data), event, chance
        )

    def warning(self, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        """Return a line that the player must confirm before the action is taken."""
        return self.line("warning", key, clause, event=event, chance=chance, **data)

    def note(self, key: str, clause: str, *, event: str = "", chance: float = 1.0, **data: Any) -> Consequence:
        return self.line("note", key, clause, event=event, chance=chance, **data)

    def unused_option(
        self,
        key: str,
        clause: str,
        places: Iterable[int] = (),
        *,
        action: Action | None = None,
        weight: Weight = "note",
        **data: Any,
    ) -> UnusedOption:
        """Return an option that remains, at these places or by this action."""
        at = list(places)
        text = self.say(f"unused.{key}", places=at, count=len(at), **data)
        return UnusedOption(text, self.spaces(at), action, clause, weight)

    # Chances

    def roll_line(
        self,
        key: str,
        clause: str,
        chance: Chance[R] | JointChance[R] | Distribution[R],
        predicate: Callable[[R], object] = bool,
        *,
        weight: Weight = "note",
        event: str = "",
        **data: Any,
    ) -> Consequence:
        """Return a line about a wanted result of a roll; its text may use the field {odds}."""
        found = chance if isinstance(chance, Distribution) else chance.distribution()
        count = found.count(predicate)
        odds = count, found.throws
        return self.line(weight, key, clause, event=event, chance=count / found.throws, odds=odds, **data)

    def odds_of(
        self,
        title: str,
        chance: Chance[R] | JointChance[R],
        describe: Callable[[R], tuple[str, Losses]],
        clause: str,
        order: Callable[[R], Any] | None = None,
        parts: Iterable[Part] = (),
    ) -> Odds:
        """Return the odds of a roll.

        `describe` returns the text of a result and each seat's mean losses.

        Results with the same text are combined, in the order of the dice or of `order`. Without `parts`, a `Chance`
        shows those of its tally.
        """
        found = chance.distribution()
        if order is not None:
            found = Distribution(sorted(found.ways.items(), key=lambda each: order(each[0])))
        told = {result: describe(result) for result in found}
        results = []
        for text in dict.fromkeys(text for text, _ in told.values()):
            alike = [result for result in found if told[result][0] == text]
            count = sum([found.ways[result] for result in alike])
            losses: Losses = {}
            for result in alike:
                for seat, lost in told[result][1].items():
                    losses[seat] = losses.get(seat, 0.0) + lost * found.ways[result]
            means = {seat: lost / count for seat, lost in losses.items()}
            results.append(Result(text, count / found.throws, means, found.throws))
        shown = tuple(parts) or (self.modifiers(chance.tally) if isinstance(chance, Chance) else ())
        told_as = [ShownChance(chance.key, _has_text(describe, each.text), each.chance) for each in results]
        return Odds(title, tuple(results), shown, clause).with_chances(told_as)

    def success_odds(self, key: str, chance: Chance[bool], clause: str, **data: Any) -> Odds:
        """Return the odds of a roll that succeeds or fails."""
        found = chance.distribution()
        texts = {
            works: self.say(f"odds.{'works' if works else 'fails'}", odds=(number, found.throws), **data)
            for works, number in found.ways.items()
        }
        return self.odds_of(self.say(f"odds.{key}", **data), chance, lambda works: (texts[works], {}), clause)

    def modifiers(self, tally: Tally) -> tuple[Part, ...]:
        """Return the modifiers of a tally as odds show them."""
        return tuple([
            (self.words.say("odds.amount", amount=part.amount), self.words.say(f"tally.{part.reason}"), part.clause)
            for part in tally.parts
        ])  # fmt: skip


def _has_text(describe: Callable[[Any], tuple[str, Losses]], text: str) -> Callable[[Any], bool]:
    return lambda result: describe(result)[0] == text
