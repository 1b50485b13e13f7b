"""Ford with a spy action, which reveals the face of an enemy troop to the acting seat alone.

The game also has an automatic reply that rests until a troop falls, and merges successive journal entries of counts.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from palatine.core import Action, AutoReply, Bot, Catalogue, Dice, Entry, Game, Scenario, Shortcut, View
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules.combat import Clash
from palatine.testing.examples.ford.rules.movement import Choose, March
from palatine.testing.examples.ford.rules.victory import Dusk
from palatine.testing.examples.ford.sequence import Day
from palatine.testing.examples.ford.setup import Deal
from palatine.testing.examples.ford.state import GONE, FordState, pieces_of

MESSAGES = Ford().words.messages


class SpyChoose(Choose, frozen=True):
    """`Choose` with actions to spy on an enemy troop, count own troops, and whisper."""

    verbs: ClassVar[dict[str, str]] = {
        **Choose.verbs,
        "spy": "piece",
        "count": "button",
        "whisper": "button",
    }

    def actions(self, s: FordState) -> list[Action]:
        return [
            *super().actions(s),
            *[("spy", p) for p in pieces_of(s, 1 - self.seat)],
            ("count", 0),
            ("whisper", 0),
        ]

    def take(self, s: FordState, action: Action) -> None:
        verb, piece = action
        if verb == "spy":
            s.log("spied", readers=(self.seat,), face=s.face[piece])
        elif verb == "count":
            s.log("counted", readers=(self.seat,), count=len(pieces_of(s, self.seat)))
        elif verb == "whisper":
            s.log("whispered", readers=(0, 1))
        else:
            super().take(s, action)


class SpyDay(Day, frozen=True):
    def stage(self, s: FordState, kind: Any) -> Any:
        return SpyChoose(self.at) if kind is Choose else Dusk()

    def done(self, s: FordState) -> None:
        s.replace_top(SpyDay())


class RejectedSheet:
    """A bot that fails in each possible way in turn."""

    asked = 0

    def decide(self, state: Any, seat: str) -> Action:
        RejectedSheet.asked += 1
        if RejectedSheet.asked % 4 == 0:
            raise ValueError("out of ideas")
        state.place[:] = [0] * 6
        answers: list[Any] = [("go", 99), None, ["rest", 0]]
        return answers[RejectedSheet.asked % 4 - 1]  # type: ignore[no-any-return]


def unmade(game: Game[Any]) -> Bot:
    raise RuntimeError("no such opening book")


class Spies(Ford):
    """The rules of Spies."""

    name = "spies"
    title = "Spies"
    steps = Deal | SpyChoose | March | Clash | Dusk | SpyDay
    bots: ClassVar[dict[str, Any]] = {"faulty": lambda game: RejectedSheet(), "unmade": unmade}

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> FordState:
        return FordState(seats, [SpyDay(), Deal()], Dice(key), options)

    def view(self, state: FordState, seat: str | None) -> View:
        view = super().view(state, seat)
        replies = self.auto_replies(state, seat) if seat in view.asked else ()  # type: ignore[arg-type]
        plans = [Shortcut(each.text, (each.answer,), duration_key=each.duration_key) for each in replies]
        return msgspec.structs.replace(view, shortcuts=(*view.shortcuts, *plans))

    def auto_replies(self, state: FordState, seat: str) -> tuple[AutoReply, ...]:
        if seat not in self.actors(state) or not isinstance(state.flow[-1], SpyChoose):
            return ()
        return (AutoReply(f"{state.place.count(GONE)} fallen", ("rest", 0), "Rest until a troop falls"),)

    def merged_entry(self, earlier: Entry, later: Entry) -> Entry | None:
        if (earlier.kind, later.kind) != ("counted", "counted"):
            return None
        return msgspec.structs.replace(later, data={"count": earlier.data["count"] + later.data["count"]})

    @property
    def words(self) -> Catalogue:  # type: ignore[override]
        messages = {
            **MESSAGES,
            "prompt.SpyChoose": MESSAGES["prompt.Choose"],
            "journal.spied": "It is a {face}.",
            "journal.counted": "There are {count}.",
            "journal.whispered": "Psst.",
            "action.spy": "Spy on the troop in {space}",
            "action.count": "Count",
            "action.whisper": "Whisper",
        }
        return Catalogue(messages, super().words.namers)


GAME = Spies()
