"""The fuzzer for games of secret orders: invalid sheets, and turns run with sheets missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine.core import OrdersGame, RejectedSheet
from palatine.testing.fuzzing.fuzzer import Fuzzer
from palatine.testing.laws.orders import bad_reading, garble
from palatine.testing.setups import Setup

LATE = 0.03
"""Share of decisions at which the turn is run with sheets missing."""


class OrdersFuzzer(Fuzzer):
    """A fuzzer that hands in invalid sheets and runs turns with sheets missing."""

    def __init__(self, game: Any, seed: object, setup: Setup | None = None, rough: float = 0.1) -> None:
        super().__init__(game, seed, setup, rough)

    def _step(self, seat: str, action: Any) -> None:
        if self.random.random() < LATE:
            self.actions.append(("", "run", -1))
            self.rules.run_turn(self.state)
            return
        self.actions.append((seat, self.rules.write(action), -1))
        self.stale.append((seat, action))
        self.rules.take(self.state, seat, action)

    @property
    def rules(self) -> OrdersGame[Any]:
        """The game, typed as a game of secret orders."""
        assert isinstance(self.game, OrdersGame)
        return self.game

    def _intrude(self) -> Iterator[tuple[str, str]]:
        """Try stale, foreign and garbled sheets; each is refused with problems, or can be handed in."""
        actors = self.rules.actors(self.state)
        if not actors:
            return
        seat = self.random.choice(actors)
        for _, sheet in self.random.sample(self.stale[-50:], min(4, len(self.stale[-50:]))):
            found: Any = sheet
            problems = self.rules.check(self.state, seat, found)
            try:
                self.rules.hand_in(self.state, seat, found)
                if any(not problem.uncertain for problem in problems):
                    yield "faulty sheet", f"{seat} may hand in what {problems[0].reason!r} is said of"
            except RejectedSheet as error:
                if all(problem.uncertain for problem in problems):
                    yield "good sheet refused", f"{seat}: {error}"
            text = garble(self.rules.write(found), self.random)
            for complaint in bad_reading(self.rules, self.state, seat, text):
                yield "text", complaint
        self.rules.resolve(self.state)
