"""The interface of a game for the server, tested on Ford: set-up, actions, explanations."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine.core import (
    Action,
    Game,
    Interrupt,
    Option,
    PalatineError,
    Refusal,
    Refused,
    Scenario,
    Step,
    Unknown,
    View,
    is_action,
)
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules.movement import Choose
from palatine.testing.examples.ford.rules.victory import Dusk
from palatine.testing.examples.ford.state import FordState

POSITION = """day 1 of 6
asked North
0 Spear Alder shown
1 Knight Birch hidden
2 Scout Cedar hidden
3 Scout Xenia shown
4 Knight Yarrow hidden
5 Spear Zinnia hidden
"""


@pytest.fixture
def state(ford: Any) -> Any:
    return ford.read_position(POSITION)


# Setting up


def test_setup_settles_everything(ford: Any) -> None:
    state = ford.setup()
    assert state.seats == ("North", "South")
    assert state.options == {"days": 6}
    assert ford.actors(state) == ("North",)
    assert ford.setup(options={"days": 3}).options == {"days": 3}


def test_a_seed_fixes_every_roll(ford: Any) -> None:
    assert ford.setup(seed=b"one") == ford.setup(seed=b"one")
    assert len({ford.encode(ford.setup(seed=bytes([n]))) for n in range(9)}) == 9


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"scenario": "siege"}, "Ford has no scenario 'siege'; it has standard."),
        ({"seats": ("South",)}, "The ford is for 2 players: North, South; the seats asked for are South."),
        ({"seats": ()}, "The ford is for 2 players: North, South; the seats asked for are none."),
        ({"options": {"nights": 1}}, "Ford has no option 'nights'; it has days."),
        ({"options": {"days": 31}}, "The option 'days' lies between 1 and 30, not at 31."),
        ({"options": {"days": "six"}}, "The option 'days' takes a whole number, not 'six'."),
        ({"options": {"days": True}}, "The option 'days' takes a whole number, not True."),
        ({"options": {"days": 6.0}}, "The option 'days' takes a whole number, not 6.0."),
    ],
)
def test_what_a_game_does_not_have_is_refused(ford: Any, given: dict[str, Any], message: str) -> None:
    with pytest.raises(Unknown) as caught:
        ford.setup(**given)
    assert str(caught.value) == message


def test_options_are_switches_numbers_or_words() -> None:
    switch = Option("rains", "Rains", False)
    word = Option("length", "Length", "long", choices=("long", "short"))
    switch.check(True)
    word.check("short")
    with pytest.raises(Unknown, match="takes true or false, not 1"):
        switch.check(1)
    with pytest.raises(Unknown, match="is one of long, short, not 'middling'"):
        word.check("middling")


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ([("Hosar", "Demon")], "2 players: Hosar, Demon"),
        ([("Amber",)], "1 player: Amber"),
        ([("A", "B"), ("A",), ("A", "B", "C")], "1 to 3 players"),
        ([("A", "B"), ("A", "C")], "2 players"),
        ([("A", "B"), ("A", "B", "C", "D"), ("A", "B", "C", "D", "E")], "2, 4 or 5 players"),
        ([("A", "B"), ("A", "B", "Referee")], "2 players: A, B, with or without a referee"),
    ],
)
def test_players_are_counted_and_named_where_they_are_always_the_same(tables: Any, said: str) -> None:
    assert Scenario("s", "S", tuple(tables)).players == said


# Acting


def test_play_is_pure_and_take_is_not(ford: Any, state: Any) -> None:
    before = ford.encode(state)
    after = ford.play(state, "North", ("piece", 1))
    assert ford.encode(state) == before
    ford.take(state, "North", ("piece", 1))
    assert state == after


def test_the_journal_of_an_action_is_in_the_new_state(ford: Any, state: Any) -> None:
    assert ford.play(state, "North", ("rest", 0)).journal is None
    state.journal = []
    after = ford.play(state, "North", ("rest", 0))
    assert [entry.kind for entry in after.journal] == ["rests"]
    assert state.journal == []
    assert [entry.kind for entry in ford.play(after, "South", ("rest", 0)).journal] == ["rests", "dusk"]


def test_play_raises_with_the_clause(ford: Any, state: Any) -> None:
    with pytest.raises(Refused) as caught:
        ford.play(ford.play(state, "North", ("piece", 1)), "North", ("go", 3))
    assert (caught.value.clause, isinstance(caught.value, PalatineError)) == ("2.1", True)
    assert str(caught.value) == "That space is not beside the troop. (2.1)"


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (("go", 4), True),
        (("go", -1), True),
        (["go", 4], False),
        (("go",), False),
        (("go", 4, 4), False),
        (("go", "4"), False),
        (("go", True), False),
        (("go", 4.0), False),
        ((4, "go"), False),
        (None, False),
        ("go", False),
    ],
)
def test_what_has_the_shape_of_an_action(value: Any, is_one: bool) -> None:
    assert is_action(value) is is_one


# Why not?


@pytest.mark.parametrize(
    ("seat", "action", "clause", "reason"),
    [
        ("West", ("rest", 0), "", "There is no seat West."),
        ("South", ("rest", 0), "2", "North must decide."),
        ("North", ("go", 4), "2", "That is not possible now. Possible actions: piece, show and rest."),
        ("North", None, "2", "That is not possible now. Possible actions: piece, show and rest."),
        ("North", ("piece", 0), "2.3", "That troop has nowhere to go."),
        ("North", ("piece", 4), "2", "That troop is not yours."),
        ("North", ("show", 0), "1.3", "That troop is already shown."),
        ("North", ("rest", 1), "2", "That troop is not yours."),
    ],
)
def test_every_refusal_has_its_reason(
    ford: Any, state: Any, seat: str, action: Any, clause: str, reason: str
) -> None:
    assert ford.explain(state, seat, action) == Refusal(clause, reason)


def test_legal_actions_are_not_refused(ford: Any, state: Any) -> None:
    assert [ford.explain(state, "North", action) for action in ford.actions(state, "North")] == [None] * 4


def test_a_step_that_knows_no_reason_gives_the_general_one(ford: Any, state: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("palatine.testing.examples.ford.rules.movement.Choose.refuse", lambda self, s, action: None)
    refusal = ford.explain(state, "North", ("piece", 0))
    assert refusal == Refusal("2", "That is not possible now. Possible actions: piece, show and rest.")


def test_after_the_end_nothing_can_be_done(ford: Any, state: Any) -> None:
    assert ford.outcome(state) is None
    state.finish(("North",), "rout", "4.1", loser=1)
    assert ford.actors(state) == ()
    assert ford.actions(state, "North") == []
    assert ford.explain(state, "North", ("rest", 0)) == Refusal("", "The match is over.")
    outcome = ford.outcome(state)
    assert (outcome.winners, outcome.margin, outcome.clause) == (
        ("North",),
        "all of South's troops have fallen",
        "4.1",
    )


def test_a_bare_game_says_what_is_missing() -> None:
    bare: Game[Any] = Game()
    for ask in (bare.view, bare.determinize, bare.boards, bare.read_position, bare.write_position):
        with pytest.raises(NotImplementedError):
            ask(*[None] * (ask.__code__.co_argcount - 1))  # type: ignore[operator]


# Binding and seeing


def the_day(game: Game[FordState], s: FordState, seat: str | None) -> View:
    return msgspec.structs.replace(game.base_view(s, seat), heading=f"Day {s.day} of {game.title}")


def played_by_nobody(s: FordState, seat: str | None, seed: bytes) -> FordState:
    return s.copy()


class Surrender(Interrupt, frozen=True):
    verb = "surrender"
    default_refusal = Refusal("4", "why.deep")

    def actions(self, s: FordState, seat: int) -> list[Action]:
        return [("surrender", 0)] if s.seats[seat] == "South" else []

    def take(self, s: FordState, seat: int, action: Action) -> None:
        s.finish((s.seats[1 - seat],), "rout", "4", loser=seat)


class Bound(Ford):
    view = the_day
    determinize = staticmethod(played_by_nobody)
    interrupts = (Surrender(),)


def test_functions_of_a_game_are_bound_to_it() -> None:
    game = Bound()
    state = game.setup(seed=b"1")
    assert game.view(state, "North").heading == "Day 1 of Ford"
    assert game.determinize(state, None, b"") == state


@pytest.fixture
def interruptible(monkeypatch: pytest.MonkeyPatch) -> Bound:
    monkeypatch.setattr(Choose, "is_interruptible", True)
    return Bound()


def test_an_interrupt_is_offered_to_its_seat_and_carried_out(interruptible: Bound) -> None:
    game, action = interruptible, ("surrender", 0)
    state = game.setup(seed=b"1")
    assert game.actions(state, "South") == game.interrupt_actions(state, "South") == [action]
    assert game.interrupt_actions(state, "North") == game.interrupt_actions(state, None) == []
    assert game.explain(state, "South", action) is None
    assert game.explain(state, "South", ("surrender", 1)) == Refusal("4", "The water there is deep."), (
        "its own reason"
    )
    after = game.play(state, "South", action)
    assert after.outcome is not None
    assert game.interrupt_actions(after, "South") == []


def test_no_interrupt_in_the_middle_of_a_resolution() -> None:
    state = Bound().setup(seed=b"1")
    assert Bound().interrupt_actions(state, "South") == []
    assert Bound().explain(state, "South", ("surrender", 0)) is not None


def test_an_interrupt_without_a_reason_of_its_own_waits_like_anybody(
    interruptible: Bound, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Surrender, "default_refusal", None)
    state = interruptible.setup(seed=b"1")
    found = interruptible.explain(state, "South", ("surrender", 1))
    assert found == Refusal("2", "North must decide.")


def test_the_verb_of_an_interrupt_is_nobody_elses() -> None:
    class Rest(Surrender, frozen=True):
        verb = "rest"

    with pytest.raises(TypeError, match="Choose and an interrupt have one verb, 'rest'"):
        type("Clashing", (Ford,), {"interrupts": (Rest(),)})
    with pytest.raises(TypeError, match="have one verb"):
        type("Doubled", (Ford,), {"interrupts": (Surrender(), Surrender())})


def test_a_view_begins_with_what_is_asked_of_whom(interruptible: Bound) -> None:
    game = interruptible
    state = game.setup(seed=b"1")
    seen = {seat: game.base_view(state, seat) for seat in (*state.seats, None)}
    assert {(view.asked, view.clause, view.prompt, view.outcome) for view in seen.values()} == {
        (("North",), "2", "", None)
    }
    assert seen["North"].verbs == Choose.verbs
    assert seen["South"].verbs == {"surrender": "button"}, "what may be done at any time"
    assert seen[None].verbs == {}
    assert Choose.verbs.keys() == {"piece", "show", "rest"}, "a step's own are left alone"


def test_a_view_of_the_end_tells_the_outcome() -> None:
    game = Ford()
    state = game.setup(seed=b"1")
    state.finish(("North",), "rout", "4.1", loser=1)
    view = game.base_view(state, "North")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (view.asked, view.verbs, view.clause, view.prompt) == ((), {}, "", outcome.margin)
    assert view.outcome == {"winners": ["North"], "margin": outcome.margin, "clause": "4.1"}


def test_a_step_may_bear_its_clause() -> None:
    class Rest(Step, frozen=True):
        clause = "2"

    assert (Game.clause_of(Ford(), Rest()), Game.clause_of(Ford(), Dusk())) == ("2", "")
