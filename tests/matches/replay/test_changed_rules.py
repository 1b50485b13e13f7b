"""Rules that change between two starts of a server: earlier play stays as it was."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, ClassVar

import pytest
from sqlalchemy import delete, update

from matches.helpers import Table, clash
from matches.valley import Valley, valley
from palatine import registry
from palatine.core import Action, RuleChange, Unknown, Unreadable
from palatine.matches import MatchServices, MatchView, verify_file
from palatine.matches.files.matchfile import digest, parse_file
from palatine.store import Store
from palatine.store.schema import log, matches, snapshots
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import FordState
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.state import TitheState

LINE = "Since the match was last played the rules have changed, from 1 to 2. Corrected: 2.1 and 3.4."


class Wet(Ford):
    """Ford with a roll for wet feet at every move, and no resting."""

    changes: ClassVar[Any] = (RuleChange("2", "2.1", "Feet get wet."), RuleChange("2", "3.4", "Nobody rests."))

    def take(self, state: FordState, seat: str, action: Action) -> None:
        super().take(state, seat, action)
        if action[0] == "go":
            state.dice.die("wet feet")


class Hard(Tithe):
    """Tithe with a roll for every season."""

    changes: ClassVar[Any] = (RuleChange("2", "4", "Hail."),)

    def run_turn(self, state: TitheState) -> None:
        Tithe.run_turn(state)
        state.dice.die("hail")


@pytest.fixture
def upgrade(store: Store) -> Callable[[], MatchServices]:
    """Return a function that opens the services with the games' new rules."""

    def opened() -> MatchServices:
        registry.register("ford", Wet())
        registry.register("tithe", Hard())
        return MatchServices(store)

    return opened


def positions(services: MatchServices, match: str) -> list[Any]:
    return [services.archive.replay(match, "North", at) for at in range(services.matches.info(match).at + 1)]


def shown(sights: list[MatchView]) -> list[Any]:
    return [(sight.view.pieces, sight.view.prompt, sight.entries) for sight in sights]


def test_a_finished_match_is_told_and_replayed_as_it_was_played(
    services: MatchServices, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    table.play(Random(3))
    was, told = shown(positions(services, table.match)), table.texts("North")
    now = upgrade()
    assert shown(positions(now, table.match)) == was
    assert Table(now, table.made).texts("North") == told
    assert (now.matches.info(table.match).rules, now.matches.info(table.match).rules_now) == ("1", "1")


def test_a_running_match_goes_on_under_todays_rules_and_says_so_once(
    services: MatchServices, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    version = table.version
    now = Table(upgrade(), table.made)
    assert (now.version, now.look().at) == (version, 4), "nothing is written before somebody acts"
    now.act("North", "piece", 2)
    now.act("North", "go", next(each.operand for each in now.look("North").view.choices if each.verb == "go"))
    assert now.texts(None, version)[0] == LINE
    assert [line.kind for line in now.look().entries].count("rules") == 1
    rolls = now.services.runtime.storage.records(table.match)[-1].rolls
    assert "wet feet" in [roll.purpose for roll in rolls]
    info = now.services.matches.info(table.match)
    assert (info.rules, info.rules_now) == ("1", "2")
    assert [finding.kind for finding in now.services.archive.audit()] == ["rules"]
    assert [(each.began, each.now) for each in now.services.archive.rules_of_matches()] == [("1", "2")]


def test_what_was_played_under_the_old_rules_is_taken_back_and_branched_from(
    services: MatchServices, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    table.act("North", "piece", 2)
    was = shown(positions(services, table.match))
    now = Table(upgrade(), table.made)
    version = now.version
    assert now.undo("North").at == 4
    assert shown(positions(now.services, table.match)) == was[:5]
    assert now.texts(None, version)[-2:] == ["North undoes the last action.", LINE]
    assert LINE in now.texts()
    made = now.services.archive.branch(
        table.match, table.key("North"), 3, {s: {"number": ""} for s in ("North", "South")}
    )
    assert now.services.matches.info(made.match).rules == "2"
    assert [finding.kind for finding in now.services.archive.audit()] == ["rules"]


def test_sheets_and_turns_of_old_rules_stand(services: MatchServices, upgrade: Callable[[], MatchServices]) -> None:
    tithe = valley(services)
    tithe.all_hand_in()
    tithe.hand_in(tithe.info.asked[0])
    reports = [services.orders.report(tithe.match, None, turn) for turn in range(tithe.info.turn)]
    now = Valley(upgrade(), tithe.made)
    assert [now.services.orders.report(tithe.match, None, turn) for turn in range(now.info.turn)] == reports
    now.all_hand_in()
    assert now.info.turn == tithe.info.turn
    assert sum("the rules have changed, from 1 to 2" in text for text in now.texts()) == 1
    assert [finding.kind for finding in now.services.archive.audit()] == ["rules"]
    now.play(Random(1))
    verdict = now.services.archive.verify(tithe.match)
    assert (verdict.verdict, verdict.findings) == ("partly", ())


def test_the_audit_tells_changed_rules_from_damage(
    services: MatchServices, store: Store, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    now = upgrade()
    (found,) = now.archive.audit()
    assert found.kind == "rules"
    assert found.text.startswith("Played under rules 1. Today's rules (2) give other results, first here: Record ")
    with store.database.writing() as connection:
        connection.execute(update(matches).values(state=b""))
    assert {finding.kind for finding in now.archive.audit()} == {"rules", "damage"}
    with store.database.writing() as connection:
        connection.execute(update(snapshots).where(snapshots.c.ply == 2).values(state=b"xx"))
        connection.execute(update(snapshots).where(snapshots.c.ply == 3).values(state=b""))
        connection.execute(update(log).where(log.c.n == 3).values(entries=b"\xff"))
        connection.execute(delete(log).where(log.c.n == 4))
    texts = "\n".join(finding.text for finding in now.archive.audit() if finding.kind == "damage")
    for said in (
        "after 2 actions is damaged",
        "after 3 actions is damaged",
        "Record 3 of its log cannot be read",
        "4",
    ):
        assert said in texts


def test_a_changed_roll_is_damage_under_any_rules(
    services: MatchServices, store: Store, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    record = services.runtime.storage.records(table.match)[-1]
    roll = record.rolls[0]
    changed = b"\x91\x94" + bytes([roll.number, roll.sides, roll.value % 6 + 1]) + b"\xa5clash"
    with store.database.writing() as connection:
        connection.execute(update(log).where(log.c.n == record.n).values(rolls=changed))
    found = [finding.text for finding in upgrade().archive.audit() if finding.kind == "damage"]
    assert any("the key makes it" in text for text in found)


# Files


def sealed(file: dict[str, Any]) -> dict[str, Any]:
    return {**file, "digest": digest(parse_file(file))}


def test_a_file_of_old_rules_is_checked_in_part_and_says_so(
    services: MatchServices, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    table.play(Random(3))
    file = services.archive.export(table.match)
    now = upgrade()
    verdict = verify_file(file)
    first = next(each["n"] for each in file["log"] if each.get("action", [""])[0] == "go")
    assert (verdict.ok, verdict.verdict, verdict.findings, verdict.elsewhere) == (False, "partly", (), first)
    assert (verdict.rules, verdict.rules_now) == ("1", "2")
    assert verdict.rolls == sum(len(record.get("rolls", ())) for record in file["log"]) > 5
    assert verdict.notes == (
        f"Played under rules 1. From record {first} on, today's rules (2) give other results: the dice are checked "
        "to the end, the moves and the result are not.",
        "The numbers came in this order: North, South.",
    )
    match = now.archive.import_(file)
    assert now.matches.info(match).outcome == file["result"]
    assert now.archive.replay(match, None, first - 4).view.pieces
    with pytest.raises(Unknown, match="was not stored, and today's rules do not lead to it"):
        now.archive.replay(match, None, now.matches.info(match).at - 1)
    assert "was not stored" in now.matches.view(match).view.prompt
    assert [finding.kind for finding in now.archive.audit() if finding.match == match] == ["rules"]
    assert now.archive.export(match)["log"] == file["log"]


def test_wrong_dice_are_found_in_a_file_of_old_rules(
    services: MatchServices, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    table.play(Random(3))
    file = services.archive.export(table.match)
    now = upgrade()
    last = next(record for record in reversed(file["log"]) if record.get("rolls"))
    roll = last["rolls"][0]
    last["rolls"][0] = [roll[0], roll[1], roll[2] % 6 + 1, roll[3]]
    verdict = verify_file(sealed(file))
    assert (verdict.verdict, len(verdict.findings)) == ("wrong", 1)
    assert "the key makes it" in verdict.findings[0].text
    with pytest.raises(Unreadable, match="the key makes it"):
        now.archive.import_(sealed(file))


def test_a_file_cannot_hide_behind_rules_that_never_were(services: MatchServices, table: Table) -> None:
    table.play(Random(3))
    file = {**services.archive.export(table.match), "rules": "1-old"}
    verdict = verify_file(sealed(file))
    assert verdict.verdict == "wrong"
    assert "There are no rules '1-old'." in [finding.text for finding in verdict.findings]


def test_a_match_of_rules_that_lead_the_same_way_is_right(
    services: MatchServices, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.matches.resign(table.match, table.key("North"), table.version)
    file = services.archive.export(table.match)
    registry.register("ford", Wet())
    verdict = verify_file(file)
    assert (verdict.ok, verdict.verdict) == (True, "right")
    assert verdict.notes[0] == "Played under rules 1, checked by rules 2."


# A server of old, which kept every hundredth position


def test_what_was_not_kept_is_played_again_as_far_as_todays_rules_lead_there(
    services: MatchServices, store: Store, table: Table, upgrade: Callable[[], MatchServices]
) -> None:
    clash(table)
    was = shown(positions(services, table.match))
    with store.database.writing() as connection:
        connection.execute(delete(snapshots).where(snapshots.c.ply > 0))
    assert shown(positions(MatchServices(store), table.match)) == was
    now = upgrade()
    assert shown([now.archive.replay(table.match, "North", at) for at in (0, 1, 4)]) == [was[0], was[1], was[4]]
    with pytest.raises(Unknown, match="after 2 actions was not stored"):
        now.archive.replay(table.match, "North", 2)
