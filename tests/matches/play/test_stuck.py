"""Rules that fail or do not end: the match keeps its position, and its players learn of it."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from matches.helpers import FORD, Table, clash, sit
from matches.valley import FAR, Valley, valley
from palatine import registry
from palatine.cli.main import main
from palatine.core import Action
from palatine.core import state as states
from palatine.matches import MatchServices, MatchStuck, time_limit
from palatine.matches.runtime import context, failures, stored_positions
from palatine.store import Store
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.rules import combat, movement, victory
from palatine.testing.examples.ford.state import FordState
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.rules import season
from palatine.testing.examples.tithe.state import TitheState

BOT = {"kind": "bot", "bot": "recruit"}


class Broken:
    """A function of the rules that raises until it is repaired."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, place: Any, name: str) -> None:
        self.was = getattr(place, name)
        self.is_broken = True
        monkeypatch.setattr(place, name, self.run)

    def run(self, *given: Any) -> Any:
        if self.is_broken:
            raise KeyError("the hidden troop 17")
        return self.was(*given)


@pytest.fixture
def dusk(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Make the end of Ford's day fail."""
    broken = Broken(monkeypatch, victory.Dusk, "run")
    monkeypatch.setattr(victory.Dusk, "run", lambda step, s: broken.run(step, s))
    return broken


def logged(services: MatchServices, match: str) -> list[str]:
    return [record.kind for record in services.runtime.storage.records(match)]


def the_file(services: MatchServices) -> Path:
    (found,) = services.matches.stuck_matches()
    return Path(found.text.split()[-1])


def march(table: Table) -> int:
    """Play up to the last action of a day."""
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    table.act("South", "piece", 4)
    return table.version


def test_an_action_that_fails_leaves_the_match_where_it_was(
    services: MatchServices, table: Table, dusk: Broken
) -> None:
    version = march(table)
    before = table.look("South")
    with pytest.raises(
        MatchStuck, match=r"The referee is stuck: an action of South could not be carried out\. The match"
    ):
        table.act("South", "go", FORD)
    after = table.look("South")
    assert (after.at, after.view.pieces, after.view.choices) == (before.at, before.view.pieces, before.view.choices)
    assert logged(services, table.match)[version:] == ["stuck"]
    why = services.matches.info(table.match).stuck
    assert (after.view.prompt, after.view.clause) == (why, ""), "this alone, and not what was asked before"
    assert (table.texts()[-1], why[:22]) == (why, "The referee is stuck: ")
    assert "hidden troop" not in json.dumps([why, *table.texts("North")])
    assert "KeyError" not in json.dumps([why, *table.texts("North"), *table.texts()])
    assert " (KeyError) " in services.matches.stuck_matches()[0].text
    assert services.archive.audit()[0].kind == "stuck"


def test_it_goes_on_when_what_failed_is_done_again(services: MatchServices, table: Table, dusk: Broken) -> None:
    version = march(table)
    for _ in range(3):
        with pytest.raises(MatchStuck):
            table.act("South", "go", FORD)
    assert logged(services, table.match)[version:] == ["stuck"], "it is told once"
    dusk.is_broken = False
    table.act("South", "go", FORD)
    assert services.matches.info(table.match).stuck == ""
    assert "The referee goes on." in table.texts()
    assert services.archive.audit() == []


def test_it_goes_on_at_the_next_start_after_the_repair(
    services: MatchServices, store: Store, table: Table, dusk: Broken
) -> None:
    march(table)
    with pytest.raises(MatchStuck):
        table.act("South", "go", FORD)
    MatchServices(store).matches.resume()
    assert services.matches.info(table.match).stuck, "nothing has been repaired"
    dusk.is_broken = False
    MatchServices(store).matches.resume()
    assert (services.matches.info(table.match).stuck, services.matches.stuck_matches()) == ("", [])
    assert table.texts()[-1] == "The referee goes on."


def test_a_file_replays_the_failure(
    services: MatchServices, table: Table, dusk: Broken, capsys: pytest.CaptureFixture[str]
) -> None:
    march(table)
    with pytest.raises(MatchStuck):
        table.act("South", "go", FORD)
    path = the_file(services)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(KeyError, match="hidden troop"):
        failures.replay(failures.read_failure(path))
    assert main(["replay", str(path)]) == 1
    assert "KeyError: 'the hidden troop 17'" in capsys.readouterr().out
    dusk.is_broken = False
    assert main(["replay", str(path)]) == 0
    assert "It does not fail any more" in capsys.readouterr().out


def test_a_plan_that_fails_in_its_middle_does_nothing(services: MatchServices, table: Table, dusk: Broken) -> None:
    table.act("North", "piece", 1)
    table.act("North", "go", FORD)
    before = table.version
    with pytest.raises(MatchStuck):
        services.matches.act_all(table.match, table.key("South"), [("piece", 4), ("go", FORD)], before)
    assert table.look().at == 2
    assert logged(services, table.match)[before:] == ["stuck"]


def test_a_bot_on_whom_the_rules_fail_is_not_asked_again_and_again(
    services: MatchServices, store: Store, dusk: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(services, players={"South": BOT}, forced=False)
    table.act("North", "rest", 0)
    info = services.matches.info(table.match)
    assert (info.at >= 1, info.asked, bool(info.stuck)) == (True, ("South",), True)
    assert services.runtime.storage.match_ids(due=True) == []
    assert services.matches.run_bots(table.match) == 0
    dusk.is_broken = False
    assert services.matches.retry(table.match)
    info = services.matches.info(table.match)
    assert (info.stuck, info.asked) == ("", ("North",))
    assert services.archive.audit() == []


def test_a_forced_move_that_fails(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    """South's only action fails, so North's action is not carried out either."""
    table = sit(services)
    broken = Broken(monkeypatch, movement.Choose, "take")

    def take(step: Any, s: FordState, action: Action) -> None:
        if step.seat == 1:
            broken.run()
        broken.was(step, s, action)

    monkeypatch.setattr(movement.Choose, "take", take)
    monkeypatch.setattr(Ford, "actions", only_rest(Ford.actions))
    with pytest.raises(MatchStuck, match="an action of South"):
        table.act("North", "rest", 0)
    assert table.look().at == 0


def only_rest(actions: Any) -> Any:
    def found(game: Any, s: FordState, seat: str) -> list[Action]:
        return [action for action in actions(game, s, seat) if seat == "North" or action[0] == "rest"]

    return found


def test_a_view_that_fails_is_told_as_such(
    services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    clash(table)
    view = Ford.view

    def broken(game: Any, s: FordState, seat: str | None) -> Any:
        if seat == "South":
            raise ZeroDivisionError
        return view(game, s, seat)

    monkeypatch.setattr(Ford, "view", broken)
    services.runtime.cache = type(services.runtime.cache)(9)
    seen = table.look("South")
    assert (seen.view.heading, seen.view.pieces) == ("The referee is stuck", ())
    assert table.look("North").view.pieces
    assert "could not be examined." in services.matches.info(table.match).stuck
    version = table.version
    table.look("South")
    assert table.version == version, "it is told once"
    with pytest.raises(ZeroDivisionError):
        failures.replay(failures.read_failure(the_file(services)))


def test_a_match_that_cannot_begin(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    made = services.matches.create("ford")
    services.seats.take_seat(made.match, made.keys["North"], "Ned", "1")
    broken = Broken(monkeypatch, Ford, "begin")
    monkeypatch.setattr(Ford, "begin", lambda *given: broken.run(*given))
    with pytest.raises(MatchStuck, match="could not start"):
        services.seats.take_seat(made.match, made.keys["South"], "Sue", "2")
    assert services.matches.info(made.match).status == "open"
    with pytest.raises(KeyError):
        failures.replay(failures.read_failure(the_file(services)))
    broken.is_broken = False
    services.seats.take_seat(made.match, made.keys["South"], "Sue", "2")
    assert (services.matches.info(made.match).status, services.matches.info(made.match).stuck) == ("playing", "")


# Secret orders


@pytest.fixture
def harvest(monkeypatch: pytest.MonkeyPatch) -> Broken:
    """Make a season of Tithe fail."""
    broken = Broken(monkeypatch, season, "run_season")
    monkeypatch.setattr(Tithe, "run_turn", lambda game, s: broken.run(s))
    return broken


def test_a_turn_that_fails_keeps_all_sheets(services: MatchServices, harvest: Broken) -> None:
    tithe = valley(services)
    tithe.all_hand_in()
    info = tithe.info
    assert (info.turn, info.asked, len(info.handed_in)) == (1, (), 2)
    assert info.stuck.startswith("The referee is stuck: turn 1 could not run. All orders are kept")
    assert tithe.texts()[-1] == info.stuck
    with pytest.raises(MatchStuck):
        services.orders.run_turn(tithe.match)
    harvest.is_broken = False
    assert services.matches.retry(tithe.match)
    assert (tithe.info.turn, tithe.info.stuck) == (2, "")
    assert services.archive.audit() == []


def test_an_action_that_fails_is_told_by_the_name_of_the_player(
    services: MatchServices, monkeypatch: pytest.MonkeyPatch, dusk: Broken
) -> None:
    monkeypatch.setattr(Ford, "seat_title", lambda self, seat: f"the army of the {seat}")
    made = services.matches.create("ford", forced=False)
    for seat in ("North", "South"):
        services.seats.take_seat(made.match, made.keys[seat], f"{seat}'s player", "42")
    table = Table(services, made)
    march(table)
    with pytest.raises(MatchStuck, match=r"an action of South's player \(the army of the South\) could not"):
        table.act("South", "go", FORD)


def test_a_deadline_on_which_the_turn_fails_is_not_tried_every_second(
    services: MatchServices, harvest: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    tithe = valley(services, clock={"hours": 24})
    other = valley(services, clock={"hours": 24})
    for _ in range(3):
        services.clocks.claim_deadlines(FAR)
    assert [logged(services, each.match).count("stuck") for each in (tithe, other)] == [1, 1]
    harvest.is_broken = False
    MatchServices(services.runtime.storage).matches.resume()
    assert sorted(services.clocks.claim_deadlines(FAR)) == sorted([tithe.match, other.match])


def test_a_player_leaves_and_the_rules_fail(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    tithe = valley(services, seats=3)

    def broken(*_: Any) -> None:
        raise LookupError

    monkeypatch.setattr(Tithe, "remove_player", broken)
    seat = tithe.info.asked[0]
    with pytest.raises(MatchStuck, match=f"{seat} could not leave the match"):
        services.matches.resign(tithe.match, tithe.key(seat), services.matches.info(tithe.match).version)
    assert len(tithe.info.asked) == 3


def test_the_turn_is_offered_again_but_not_beside_another_failure(
    services: MatchServices, harvest: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    tithe = valley(services, clock={"hours": 0, "early": False})
    assert tithe.info.master == ""
    tithe.all_hand_in()
    with pytest.raises(MatchStuck):
        services.orders.run_turn(tithe.match, tithe.key("Abbey"))
    assert (bool(tithe.info.stuck), tithe.info.master) == (True, "Abbey"), "that is to try again"
    harvest.is_broken = False
    services.orders.run_turn(tithe.match, tithe.key("Abbey"))

    def broken(*_: Any) -> None:
        raise LookupError

    monkeypatch.setattr(Tithe, "remove_player", broken)
    three = valley(services, seats=3, clock={"hours": 0, "early": False})
    with pytest.raises(MatchStuck):
        services.matches.resign(three.match, three.key("Baron"), three.info.version)
    assert (bool(three.info.stuck), three.info.master) == (True, "")


def test_another_error_at_the_same_thing_is_kept_for_the_operator_and_told_once(
    services: MatchServices, table: Table, dusk: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = march(table)
    with pytest.raises(MatchStuck):
        table.act("South", "go", FORD)

    def other(step: Any, s: FordState) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(victory.Dusk, "run", other)
    with pytest.raises(MatchStuck):
        table.act("South", "go", FORD)
    assert " (ZeroDivisionError) " in services.matches.stuck_matches()[0].text
    assert logged(services, table.match)[version:] == ["stuck"]
    with pytest.raises(ZeroDivisionError):
        failures.replay(failures.read_failure(the_file(services)))


# Bounds


def ends_in(services: MatchServices, table: Table, error: str) -> None:
    version = march(table)
    with pytest.raises(MatchStuck):
        table.act("South", "go", FORD)
    assert f" ({error}) " in services.matches.stuck_matches()[0].text
    assert table.look().at == 3
    assert logged(services, table.match)[version:] == ["stuck"]


def forever(s: Any) -> Iterator[None]:
    while True:
        yield


@pytest.mark.parametrize(
    ("what", "error"),
    [
        (lambda s: s.push(victory.Dusk()), "LimitExceeded"),
        (lambda s: [s.log("outcome") for _ in forever(s)], "LimitExceeded"),
        (lambda s: [s.dice.die("again") for _ in forever(s)], "LimitExceeded"),
        (lambda s: [None for _ in forever(s)], "TimeLimitExceeded"),
        (lambda s: s.place.extend([0] * 10_000), "LimitExceeded"),
        (lambda s: hoard(s), "MemoryLimitExceeded"),
        (lambda s: deep(s), "RecursionError"),
    ],
    ids=["steps", "entries", "rolls", "time", "position", "memory", "recursion"],
)
def test_rules_that_do_not_come_to_an_end(
    services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch, what: Any, error: str
) -> None:
    for place, name in ((states, "MAX_ENTRIES"), (stored_positions, "MAX_STATE_BYTES")):
        monkeypatch.setattr(place, name, 5000)
    monkeypatch.setattr("palatine.matches.runtime.unit_of_work.MAX_STATE_BYTES", 5000)
    monkeypatch.setattr("palatine.core.dice.MAX_ROLLS", 5000)
    monkeypatch.setattr("palatine.core.game.MAX_STEPS", 5000)
    if error == "TimeLimitExceeded":
        monkeypatch.setattr(context, "ACTION_SECONDS", 0.5)
    if error == "MemoryLimitExceeded":
        monkeypatch.setattr(time_limit, "MAX_GROWTH_BYTES", 50 << 20)
    monkeypatch.setattr(time_limit, "CHECK_SECONDS", 0.02)
    run = combat.Clash.run

    def endless(step: Any, s: FordState) -> None:
        what(s)
        run(step, s)

    monkeypatch.setattr(combat.Clash, "run", endless)
    monkeypatch.setattr(victory.Dusk, "run", lambda step, s: what(s))
    ends_in(services, table, error)


def hoard(s: Any) -> None:
    kept = [bytearray(b"x" * (1 << 20)) for _ in range(200)]
    while kept:
        pass


def deep(s: Any) -> None:
    deep(s)


def test_a_turn_has_a_bound_of_time(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "TURN_SECONDS", 0.5)

    def endless(game: Any, s: TitheState) -> None:
        for _ in forever(s):
            pass

    monkeypatch.setattr(Tithe, "run_turn", endless)
    tithe: Valley = valley(services)
    tithe.all_hand_in()
    assert "turn 1 could not run." in tithe.info.stuck
    assert "(TimeLimitExceeded)" in services.matches.stuck_matches()[0].text


def test_a_game_that_is_gone_keeps_its_stuck_matches_listed(
    services: MatchServices, table: Table, dusk: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    march(table)
    with pytest.raises(MatchStuck):
        table.act("South", "go", FORD)
    monkeypatch.delitem(registry._registered, "ford")
    assert [found.match for found in services.matches.stuck_matches()] == [table.match]
    MatchServices(services.runtime.storage).matches.resume()
