"""Laws of guidance, each of which finds its planted fault: unsafe, false or missing previews."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from palatine.core import (
    Action,
    Consequence,
    Ending,
    Entry,
    Irrevocable,
    Measure,
    Preview,
    PreviewItem,
    RecapItem,
    UnusedOption,
)
from palatine.testing import Law, conformance
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import GONE, FordState, pieces_of, strength
from palatine.testing.laws.guiding import GUIDANCE_LAWS


def found_in(game: Any, positions: int, laws: tuple[Law, ...] = GUIDANCE_LAWS) -> set[str]:
    return {finding.what for finding in conformance(game, positions, laws=laws, collect=True).findings}


class Previewing(Ford):
    """A correct preview: a march into an enemy is a fight, and a rest passes the day."""

    def consequences(self, sampled_state: FordState, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        foes = [
            p
            for p in pieces_of(sampled_state, 1 - sampled_state.seats.index(seat))
            if action == ("go", sampled_state.place[p])
        ]
        if foes:
            yield Consequence("warning", "They fight.", "3", event="clash")
        if action == ("rest", 0):
            yield UnusedOption("Troops have not marched.")


class Peeping(Ford):
    """A fault: the preview names a hidden troop."""

    def consequences(self, sampled_state: FordState, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        yield Consequence(
            "note", f"{sampled_state.face[1]}{sampled_state.face[2]}{sampled_state.face[4]}{sampled_state.face[5]}"
        )


class Boasting(Ford):
    """A fault: the preview calls an uncertain result certain."""

    def consequences(self, sampled_state: FordState, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        if action[0] == "go":
            yield Consequence("note", "They fight.", "3", event="clash")


class Guessing(Ford):
    """A fault: the preview gives one chance in two to what always happens."""

    def consequences(self, sampled_state: FordState, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        if action == ("rest", 0):
            yield Consequence("note", "Perhaps they rest.", "2", event="rests", chance=0.5)


class Suicidal(Ford):
    """A fault: resting loses the match without a warning."""

    def take(self, state: FordState, seat: str, action: Action) -> None:
        super().take(state, seat, action)
        if action == ("rest", 0):
            state.flow.clear()
            state.outcome = Ending(
                tuple([each for each in state.seats if each != seat]), "rout", "4.1", {"loser": 0}
            )


class Silent(Suicidal):
    """A fault: even the default preview of every game is empty."""

    def preview(self, state: FordState, seat: str, action: Action) -> Preview:
        return Preview()


class Warned(Suicidal):
    def consequences(self, sampled_state: FordState, /, seat: str, action: Action) -> Iterable[PreviewItem]:
        if action == ("rest", 0):
            yield Consequence("warning", "Whoever rests loses.", "4.1")


class Careless(Ford):
    """A fault: a troop that is shown deserts without a warning."""

    def take(self, state: FordState, seat: str, action: Action) -> None:
        super().take(state, seat, action)
        if action[0] == "show" and len(pieces_of(state, state.seats.index(seat))) > 1:
            state.place[action[1]] = GONE

    def unit_counts(self, state: FordState, /) -> dict[str, int]:
        return {seat: len(pieces_of(state, n)) for n, seat in enumerate(state.seats)}


class OffTheMap(Ford):
    def recap_item(self, entry: Entry, /, seat: str | None) -> RecapItem | None:
        return RecapItem(entry.kind, "Somebody marched.", spaces=(99,))


class Speechless(Ford):
    def recap_item(self, entry: Entry, /, seat: str | None) -> RecapItem | None:
        return RecapItem(entry.kind, "")


class Telltale(Ford):
    """A fault: a public measure depends on hidden facts."""

    def measures(self, state: FordState, /) -> tuple[Measure, ...]:
        shown = {n: sum(state.face[p] for p in pieces_of(state, n) if p % 3 == 1) for n in (0, 1)}
        return (Measure("strength", "Strength", {seat: shown[n] for n, seat in enumerate(state.seats)}),)


class Discreet(Ford):
    def measures(self, state: FordState, /) -> tuple[Measure, ...]:
        found = {seat: float(strength(state, n)) for n, seat in enumerate(state.seats)}
        return (Measure("strength", "Strength", found, is_hidden=True),)


class Strangers(Ford):
    def measures(self, state: FordState, /) -> tuple[Measure, ...]:
        return (Measure("strength", "Strength", {"Nobody": 1.0}),)


BROKEN = [
    (Peeping, "previews rest on what is known"),
    (Boasting, "what is previewed happens"),
    (Guessing, "chances are true"),
    (Silent, "losing is warned of"),
    (Careless, "ruin is warned of"),
    (OffTheMap, "recap items are sound"),
    (Speechless, "recap items are sound"),
    (Telltale, "measures are of seats"),
    (Strangers, "measures are of seats"),
]


@pytest.mark.parametrize(("broken", "law"), BROKEN)
def test_a_broken_game_breaks_its_law(broken: type[Ford], law: str) -> None:
    alone = tuple(each for each in GUIDANCE_LAWS if each.__name__ == law.replace(" ", "_"))
    found = (found_in(broken(), positions, alone or GUIDANCE_LAWS) for positions in (40, 300))
    assert any(law in each for each in found), "Some are held against what all others count."


@pytest.mark.parametrize("sound", [Ford, Previewing, Suicidal, Warned, Discreet])
def test_a_sound_game_breaks_none(sound: type[Ford], parts: int) -> None:
    assert not found_in(sound(), 300 // parts)


def test_the_gravest_is_told_first_and_a_promise_is_final() -> None:
    class Talkative(Ford):
        def consequences(self, sampled_state: FordState, /, seat: str, action: Action) -> Iterable[PreviewItem]:
            yield from [Consequence("note", f"Note {n}.") for n in range(4)]
            yield Consequence("warning", "Beware.")
            yield Irrevocable("4.1")

    game = Talkative()
    told = game.preview(game.setup(seed=b"ford"), "North", ("rest", 0))
    assert [line.text for line in told.lines] == ["Beware.", "Note 0.", "Note 1.", "Note 2."]
    assert told.is_irrevocable
    assert told.needs_confirmation


def test_a_game_without_previews_still_warns_of_a_lost_match() -> None:
    game = Suicidal()
    told = game.preview(game.setup(seed=b"ford"), "North", ("rest", 0))
    assert [(line.weight, line.text, line.clause) for line in told.lines] == [
        ("warning", "This loses the match.", "4.1")
    ]


def test_a_plan_is_previewed_up_to_the_first_roll() -> None:
    game = Previewing()
    state = game.setup(seed=b"ford")
    seat = state.seats[0]
    told = game.preview_plan(state, seat, [("rest", 0), ("rest", 0), ("piece", 0)])
    assert [each.text for each in told.unused_options] == ["Troops have not marched."]
    assert not told.is_irrevocable
