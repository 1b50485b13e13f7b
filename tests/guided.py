"""Ford and Tithe with all guidance for players, for tests of how the server presents it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from palatine.core import (
    Action,
    Advice,
    AdviceReason,
    Card,
    CardSide,
    Consequence,
    Entry,
    Flag,
    Measure,
    Odds,
    Preview,
    PreviewItem,
    RecapItem,
    Result,
    Route,
    UnusedOption,
)
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import FordState, pieces_of, strength
from palatine.testing.examples.tithe.referee import Tithe


class Captain:
    """A bot that shows its troops if it can, and otherwise takes the first action."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def decide(self, state: FordState, seat: str) -> Action:
        actions: list[Action] = self.game.actions(state, seat)
        shows = [action for action in actions if action[0] == "show"]
        return (shows or actions)[0]


class Herald(Captain):
    """A bot with its own advice."""

    def advise(self, state: FordState, seat: str) -> Advice:
        return Advice(
            "Rest today.", (("rest", 0),), reasons=(AdviceReason("Tomorrow is another day", "2"),), bot="herald"
        )


class GuidedFord(Ford):
    """Ford with warnings, odds, recaps and measures. Showing troops belongs to the set-up."""

    name = "guided"
    bots = {"captain": Captain, "herald": Herald}

    def consequences(self, sampled_state: FordState, seat: str, action: Action) -> Iterable[PreviewItem]:
        place = sampled_state.seats.index(seat)
        verb, operand = action
        if verb == "rest":
            yield UnusedOption(
                "A troop could march.", tuple(f"s{sampled_state.place[p]}" for p in pieces_of(sampled_state, place))
            )
        elif verb == "go" and any(sampled_state.place[p] == operand for p in pieces_of(sampled_state, 1 - place)):
            yield Consequence("warning", "Your troop may fall. A stronger one would be safer.", "3", event="clash")
            yield Odds(
                "Clash",
                (Result("you win", 0.5), Result("you lose", 0.5, {seat: 1.0})),
                (("-1", "out of the ford", "3.2"),),
            )

    def recap_item(self, entry: Entry, seat: str | None) -> RecapItem | None:
        text, data = self.prose(entry), entry.data
        if entry.kind == "marches":
            return RecapItem(
                entry.kind,
                text,
                routes=(Route((data["origin"], data["space"]), self.scenarios[0].tables[0][data["seat"]]),),
            )
        if entry.kind == "clash":
            loser = self.scenarios[0].tables[0][1 - data["winner"]]
            card = Card(
                "Clash",
                text,
                sides=(CardSide(loser, dice=entry.tally.dice if entry.tally else (), losses="1 troop"),),
            )
            return RecapItem(entry.kind, text, card=card, flags=(Flag(4, "battle"),))
        if entry.kind == "dusk":
            return RecapItem(entry.kind, text, heading=f"Day {data['day']}")
        return None if entry.kind == "dealt" else super().recap_item(entry, seat)

    def measures(self, state: FordState) -> tuple[Measure, ...]:
        return (Measure("strength", "Strength", {s: float(strength(state, n)) for n, s in enumerate(state.seats)}),)

    def is_setting_up(self, state: FordState, seat: str) -> bool:
        return state.day == 1 and any(action[0] == "show" for action in self.actions(state, seat))


class GuidedTithe(Tithe):
    """Tithe with a warning about an empty sheet."""

    name = "guided-tithe"

    def preview_sheet(self, state: Any, seat: str, sheet: Any) -> Preview:
        if not sheet.orders:
            return Preview((Consequence("warning", "Nobody does anything."),))
        return Preview(
            (Consequence("note", "Your first order.", line=1),), unused_options=(UnusedOption("Anna is idle."),)
        )

    def is_setting_up(self, state: Any, seat: str) -> bool:
        return bool(state.turn == 1)


FORD = GuidedFord()
TITHE = GuidedTithe()


def kinds(scenes: Sequence[Any]) -> list[str]:
    return [scene.kind for scene in scenes]
