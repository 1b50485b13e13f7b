"""Laws of all games, which hold for the example and find their planted faults."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine.core import AutoReply, Entry, Outcome, Refusal, memoized_view
from palatine.testing import LAWS, ConformanceReport, NonconformanceError, conformance, replay_finding
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules.movement import Choose
from palatine.testing.examples.ford.state import FordState
from palatine.testing.laws import dealing


def breaks(game: Any, law: str) -> bool:
    """Return whether a law, or a crash, finds something in a game."""
    laws = tuple([each for each in LAWS if each.__name__.replace("_", " ") == law])
    return law in {finding.what for finding in conformance(game, 200, laws=laws, collect=True).findings}


@pytest.fixture(scope="module")
def found(ford: Any) -> ConformanceReport:
    """Return the findings for 150 positions of the example, enough for the two laws that count."""
    return conformance(ford, 150, must_judge=["entries reveal no secret", "deals keep what was learned"])


def test_the_example_conforms(found: ConformanceReport) -> None:
    assert sum(found.positions.values()) >= 150
    assert {"Choose", "March", "the end"} <= set(found.positions)
    assert found.counts["deals"] > found.counts["deals that changed nothing"]
    assert "no findings" in str(found)


def test_two_runs_with_one_seed_are_alike(ford: Any) -> None:
    assert str(conformance(ford, 30, seed=5)) == str(conformance(ford, 30, seed=5))


class Twice(Ford):
    def actions(self, state: FordState, seat: str) -> Any:
        found = super().actions(state, seat)
        return [*found, *found[:1]]


class Unordered(Ford):
    turn = 0

    def actions(self, state: FordState, seat: str) -> Any:
        self.turn += 1
        return super().actions(state, seat)[:: 1 if self.turn % 2 else -1]


class EverybodyActs(Ford):
    def actions(self, state: FordState, seat: str) -> Any:
        return [("rest", 0)] if seat not in self.actors(state) else super().actions(state, seat)


class TooKind(Ford):
    def explain(self, state: FordState, seat: str, action: Any) -> Refusal | None:
        found = super().explain(state, seat, action)
        return None if isinstance(action, tuple) and action[:1] == ("show",) else found


class Speechless(Ford):
    def explain(self, state: FordState, seat: str, action: Any) -> Refusal | None:
        found = super().explain(state, seat, action)
        return found and Refusal("99", "")


class Impure(Ford):
    def play(self, state: FordState, seat: str, action: Any) -> FordState:
        after = super().play(state, seat, action)
        state.day += 1
        return after


class SharedList(Ford):
    """A fault: a copy shares a list with its original."""

    class Shared(FordState):
        def copy(self) -> Any:
            twin = super().copy()
            twin.place = self.place
            return twin

    state_type = Shared

    def begin(self, *given: Any) -> Any:
        plain = super().begin(*given)
        return self.Shared(**{name: getattr(plain, name) for name in plain.__struct_fields__})


class Forgetful(Ford):
    def decode(self, data: bytes) -> FordState:
        state = super().decode(data)
        state.shown = [0] * 6
        return state


class Leaky(Ford):
    def view(self, state: FordState, seat: str | None) -> Any:
        seen = super().view(state, seat)
        return msgspec.structs.replace(seen, heading=f"{seen.heading}, {state.face}")


class Absent(Ford):
    """A fault: a cached view depends on more than its state."""

    def view(self, state: FordState, seat: str | None) -> Any:
        self.day = state.day
        return msgspec.structs.replace(super().view(state, seat), heading=self.heading(state))

    @memoized_view
    def heading(self, s: FordState) -> str:
        return f"Day {self.day} of {s.options['days']}"


class LeavesOutTooMuch(Ford):
    """A fault: a shortcut is left out without its goal."""

    def view_without_shortcuts(self, state: FordState, seat: str | None) -> Any:
        return msgspec.structs.replace(self.view(state, seat), shortcuts=())


class LeakyKey(Ford):
    def view(self, state: FordState, seat: str | None) -> Any:
        return msgspec.structs.replace(super().view(state, seat), clause="", heading=state.dice.key.hex())


class LeakyReasons(Ford):
    """A fault: “Why not?” names the enemy's hidden troop."""

    def explain(self, state: FordState, seat: str, action: Any) -> Refusal | None:
        found = super().explain(state, seat, action)
        return found and Refusal(found.clause, f"{found.reason} {state.face}")


class HalfDealt(Ford):
    """A fault: a deal reverses the hidden counters, which reveals them."""

    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        twin = super().determinize(state, seat, seed)
        for first in (0, 3):
            if seat != state.seats[first // 3] and not any(state.shown[p] for p in range(first + 1, first + 3)):
                twin.face[first + 1], twin.face[first + 2] = state.face[first + 2], state.face[first + 1]
        return twin


class Undealt(Ford):
    """A fault: a deal keeps the hidden counters, so that what-ifs reveal them."""

    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        twin = super().determinize(state, seat, seed)
        twin.face = [*state.face]
        return twin


class PeepingBot:
    """A fault: the bot uses the enemy's hidden counters."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def decide(self, state: FordState, seat: str) -> Any:
        actions = self.game.actions(state, seat)
        return actions[sum(n * face for n, face in enumerate(state.face)) % len(actions)]


class Peeping(Ford):
    bots = {"peeper": PeepingBot}


class Betraying(Ford):
    """A fault: a scout may not rest, so a seat with only one question has a scout."""

    def actions(self, state: FordState, seat: str) -> Any:
        found = super().actions(state, seat)
        hidden = [p for p in range(6) if state.seats[p // 3] == seat and not state.shown[p] and state.face[p] == 3]
        return found[:1] if hidden and hidden[0] % 3 == 1 else found


class Promising(Ford):
    def auto_replies(self, state: FordState, seat: str) -> Any:
        return (AutoReply("dusk", ("sleep", 0), "Sleep"),)


class Indiscreet(Ford):
    """A fault: everyone reads which hidden troop will march, because readers are missing."""

    def take(self, state: FordState, seat: str, action: Any) -> None:
        super().take(state, seat, action)
        if state.journal is not None:
            state.journal[:] = [msgspec.structs.replace(entry, readers=None) for entry in state.journal]


class Oblivious(Ford):
    """A fault: deals forget that a resting seat has seen no scout beside the first enemy."""

    def take(self, state: FordState, seat: str, action: Any) -> None:
        enemy = 1 - state.seats.index(seat)
        super().take(state, seat, action)
        hidden = [p for p in range(enemy * 3, enemy * 3 + 3) if not state.shown[p]]
        if action == ("rest", 0) and hidden and state.face[hidden[0]] == 3:
            state.shown[hidden[0]] = 1


class SameDice(Ford):
    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        twin = super().determinize(state, seat, seed)
        twin.dice.key = state.dice.key
        return twin


class Unsound(Ford):
    """A fault: a dealt state cannot be played on."""

    def determinize(self, state: FordState, seat: str | None, seed: bytes) -> FordState:
        twin = super().determinize(state, seat, seed)
        if twin.flow:
            twin.flow[-1] = Choose(seat=7)
        return twin


class Blank(Ford):
    def view(self, state: FordState, seat: str | None) -> Any:
        return msgspec.structs.replace(super().view(state, seat), prompt=" ")


class Lost(Ford):
    """A fault: a piece is in a space that does not exist."""

    def view(self, state: FordState, seat: str | None) -> Any:
        seen = super().view(state, seat)
        pieces = [msgspec.structs.replace(piece, space="nowhere") for piece in seen.pieces]
        return msgspec.structs.replace(seen, pieces=tuple(pieces))


class FewerChoices(Ford):
    def view(self, state: FordState, seat: str | None) -> Any:
        seen = super().view(state, seat)
        return msgspec.structs.replace(seen, choices=seen.choices[1:])


class OneText(Ford):
    def action_text(self, state: FordState, action: Any) -> str:
        return "Do something"


class Proseless(Ford):
    def prose(self, entry: Entry) -> str:
        return ""


class WrongClause(Ford):
    @property
    def clauses(self) -> Any:  # type: ignore[override]
        return {"1": None}


class Undecided(Ford):
    def outcome(self, state: FordState) -> Outcome | None:
        return None


class Curious(Ford):
    """A fault: a view changes the state."""

    def view(self, state: FordState, seat: str | None) -> Any:
        state.day += 0 if self.outcome(state) else 1
        return super().view(state, seat)


class ShortPosition(Ford):
    def write_position(self, state: FordState) -> str:
        return "\n".join(line for line in super().write_position(state).splitlines() if not line.startswith("day"))


class Crash(Ford):
    def take(self, state: FordState, seat: str, action: Any) -> None:
        if state.day == 2:
            raise KeyError("day")
        super().take(state, seat, action)


BROKEN = [
    (Twice, "actions are a fixed list"),
    (Unordered, "actions are a fixed list"),
    (EverybodyActs, "waiting seats wait"),
    (TooKind, "explain agrees"),
    (Speechless, "explain agrees"),
    (Speechless, "waiting seats wait"),
    (Impure, "play is pure"),
    (SharedList, "copies play on"),
    (Forgetful, "saved states play on"),
    (Leaky, "secrets are kept"),
    (HalfDealt, "deals rest on what is known"),
    (Undealt, "secrets are dealt"),
    (Indiscreet, "entries reveal no secret"),
    (Oblivious, "deals keep what was learned"),
    (Peeping, "bots see what their seat sees"),
    (Betraying, "lone answers are open"),
    (Promising, "auto replies are offered"),
    (LeakyKey, "keys stay inside"),
    (Absent, "memory changes nothing"),
    (LeavesOutTooMuch, "views without shortcuts are the views"),
    (LeakyReasons, "secrets are kept"),
    (SameDice, "secrets are kept"),
    (Unsound, "dealt states play on"),
    (Blank, "views are sound"),
    (Lost, "views are sound"),
    (FewerChoices, "choices are the actions"),
    (OneText, "choices are the actions"),
    (Proseless, "journal entries have prose"),
    (WrongClause, "journal entries have prose"),
    (Undecided, "somebody decides"),
    (Curious, "looking changes nothing"),
    (ShortPosition, "positions are text"),
    (Crash, "crash"),
]


@pytest.mark.parametrize(("broken", "law"), BROKEN)
def test_a_broken_game_breaks_its_law(broken: type[Ford], law: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(dealing, "BOT_SHARE", 1.0)
    assert breaks(broken(), law)


def test_a_law_that_has_seen_too_little_says_so_and_fails_where_it_must_judge(
    ford: Any, found: ConformanceReport
) -> None:
    report = conformance(ford, 8, seldom=1)
    assert report.unjudged["chances are true"] == 0
    assert "not judged: chances are true: 0 of 40" in str(report)
    with pytest.raises(NonconformanceError, match="not judged: chances are true: 0 of 40"):
        conformance(ford, 8, seldom=1, must_judge=["chances are true"])
    assert not conformance(ford, 8, laws=(), must_judge=["chances are true"]).unjudged
    assert "entries reveal no secret" not in found.unjudged


def test_findings_raise_and_say_how_to_get_there() -> None:
    with pytest.raises(NonconformanceError, match=r"views are sound.*the prompt of North's view is empty"):
        conformance(Blank(), 20)


@pytest.fixture
def report() -> ConformanceReport:
    return conformance(Crash(), 20, collect=True)


def test_a_finding_is_a_file_that_replays(report: ConformanceReport, tmp_path: Any, monkeypatch: Any) -> None:
    crash = next(each for each in report.findings if each.what == "crash")
    path = crash.save(tmp_path)
    monkeypatch.setattr("palatine.testing.fuzzer.find_game", lambda name: Crash())
    with pytest.raises(KeyError):
        replay_finding(path)
    monkeypatch.setattr("palatine.testing.fuzzer.find_game", lambda name: Ford())
    told: list[str] = []
    state = replay_finding(path, lambda s, action: told.append(action))
    assert len(told) == len(crash.actions)
    assert state.day >= 2
