"""Verification of match files: dice, actions, result, and every alteration."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from matches.files.conftest import finished
from matches.helpers import Table
from palatine.core import Refused, Unknown, Unreadable, dice_key
from palatine.core.dice import Dice
from palatine.matches import MatchServices, verify_file
from palatine.matches.fairness import commitment, mix_seed
from palatine.matches.files.matchfile import digest, parse_file
from palatine.store import Store

File = dict[str, Any]


@pytest.fixture
def played() -> Table:
    return finished_once()


@pytest.fixture
def services(played: Table) -> MatchServices:
    return played.services


@cache
def finished_once() -> Table:
    """Return the match of all tests of this module, which change copies of its file."""
    return finished(MatchServices(Store.open(":memory:")))


def test_a_finished_match_is_in_order(services: MatchServices, played: Table) -> None:
    found = services.archive.verify(played.match)
    assert (found.ok, found.findings) == (True, ())
    assert found.notes == ("The numbers came in this order: North, South.",)
    assert found.rolls >= 7
    assert found.actions >= played.look().at
    assert found.numbers == {"North": "North 42", "South": "South 42"}


def test_a_match_under_way_is_not_checked(services: MatchServices, table: Table) -> None:
    with pytest.raises(Refused, match="published when the match is over"):
        services.archive.verify(table.match)


def test_anybody_can_recompute_the_rolls_by_hand(services: MatchServices, played: Table) -> None:
    file = services.archive.export(played.match)
    seed = bytes.fromhex(file["seed"])
    assert commitment(seed) == file["commitment"]
    numbers = [(seat["seat"], seat["number"]) for seat in file["seats"]]
    dice = Dice(dice_key(mix_seed(seed, numbers)))
    rolls = [roll for record in file["log"] for roll in record.get("rolls", ())]
    assert len(rolls) >= 7
    for number, sides, value, purpose in rolls:
        assert number == dice.count
        assert dice.die(purpose, sides) == value


def test_the_same_seed_with_other_numbers_rolls_otherwise() -> None:
    seed = bytes(32)
    pairs = [("North", "1"), ("South", "2")]
    others = [[("North", "1"), ("South", "3")], [("North", "12"), ("South", "")], [("North", "1")], []]
    assert len({mix_seed(seed, each) for each in [pairs, *others]}) == 5


def alter_roll(file: File) -> None:
    record = next(record for record in reversed(file["log"]) if record.get("rolls"))
    roll = record["rolls"][0]
    record["rolls"][0] = [roll[0], roll[1], roll[2] % roll[1] + 1, roll[3]]


def alter_purpose(file: File) -> None:
    record = next(record for record in reversed(file["log"]) if record.get("rolls"))
    record["rolls"][0][3] = "something else"


def drop_roll(file: File) -> None:
    next(record for record in reversed(file["log"]) if record.get("rolls"))["rolls"].pop()


def alter_action(file: File) -> None:
    next(record for record in file["log"] if record.get("action") == ["go", 4])["action"][1] = 5


def alter_actor(file: File) -> None:
    next(record for record in file["log"] if record.get("action") == ["go", 4])["seat"] = "South"


def alter_seed(file: File) -> None:
    file["seed"] = "00" * 32


def alter_seed_and_commitment(file: File) -> None:
    alter_seed(file)
    file["commitment"] = commitment(bytes(32))


def no_seed(file: File) -> None:
    file["seed"] = ""


def alter_number(file: File) -> None:
    file["numbers"]["North"] = "43"


def alter_number_everywhere(file: File) -> None:
    alter_number(file)
    file["seats"][0]["number"] = "43"
    for record in file["log"]:
        if record.get("data", {}).get("number") == "North 42":
            record["data"]["number"] = "43"


def alter_result(file: File) -> None:
    file["result"]["winners"] = ["Nobody"]


def alter_options(file: File) -> None:
    file["options"] = {"days": 2}


def drop_the_end(file: File) -> None:
    del file["log"][-3:]


def undo_more(file: File) -> None:
    last = file["log"][-1]
    file["log"].append({"n": last["n"] + 1, "kind": "undo", "ply": 0, "seat": "North"})


def undo_nothing(file: File) -> None:
    last = file["log"][-1]
    file["log"].append({"n": last["n"] + 1, "kind": "undo", "ply": last["ply"] + 7, "seat": "North"})


def false_resignation(file: File) -> None:
    last = file["log"][-1]
    file["log"].append({"n": last["n"] + 1, "kind": "resign", "ply": last["ply"], "seat": "North"})


def odd_record(file: File) -> None:
    last = file["log"][-1]
    file["log"].append({"n": last["n"] + 1, "kind": "miracle", "ply": last["ply"]})


def alter_title(file: File) -> None:
    file["title"] = "The other match"


ALTERATIONS: list[tuple[Callable[[File], None], str]] = [
    (alter_roll, "in the log; the key makes it"),
    (alter_purpose, "it drew"),
    (drop_roll, "it drew"),
    (alter_action, "not legal"),
    (alter_actor, "not legal"),
    (alter_seed, "not the one that was committed to"),
    (alter_seed_and_commitment, "the key makes it"),
    (no_seed, "seed is missing"),
    (alter_number, "number was 'North 42'"),
    (alter_number_everywhere, "the key makes it"),
    (alter_result, "The result"),
    (alter_options, ""),
    (drop_the_end, "ends before the match does"),
    (undo_more, "takes back a roll"),
    (undo_nothing, "takes back more than there is"),
    (false_resignation, "The result"),
    (odd_record, "no such kind"),
    (alter_title, "altered since it was written"),
]


@pytest.mark.parametrize(("alter", "says"), ALTERATIONS, ids=[alter.__name__ for alter, _ in ALTERATIONS])
def test_whatever_is_altered_is_found(
    services: MatchServices, played: Table, alter: Callable[[File], None], says: str
) -> None:
    file = copy.deepcopy(services.archive.export(played.match))
    alter(file)
    found = verify_file(file)
    assert not found.ok
    assert says in found.findings[0].text
    before = services.archive.audit(), len(services.matches.find(played.made.keys.values()))
    with pytest.raises(Unreadable, match="damaged"):
        services.archive.import_(file)
    assert (services.archive.audit(), len(services.matches.find(played.made.keys.values()))) == before


@pytest.mark.parametrize("alter", [alter for alter, _ in ALTERATIONS if alter is not alter_title])
def test_a_new_digest_hides_nothing(services: MatchServices, played: Table, alter: Callable[[File], None]) -> None:
    file = copy.deepcopy(services.archive.export(played.match))
    alter(file)
    file["digest"] = digest(parse_file(file))
    assert not verify_file(file).ok


def test_the_first_record_that_differs_is_named(services: MatchServices, played: Table) -> None:
    file = copy.deepcopy(services.archive.export(played.match))
    record = next(record for record in file["log"] if record.get("action") == ["go", 4])
    record["action"] = ["go", 3]
    found = verify_file(file)
    assert found.findings[0].n == record["n"]
    assert found.findings[0].text.startswith(
        f"Record {record['n']} (North: go 3): the action is not legal: That space"
    )


@pytest.mark.parametrize(
    "damage",
    [
        lambda file: file.pop("log"),
        lambda file: file.pop("seed") and file.update(seed=5),
        lambda file: file.update(seed="xyz"),
        lambda file: file.update(seed="00"),
        lambda file: file.update(start="%%%"),
        lambda file: file.update(format="chess"),
        lambda file: file.update(version=99),
        lambda file: file.update(colour="red"),
        lambda file: file["log"].pop(3),
        lambda file: file["log"][5].update(action="go"),
        lambda file: file["log"][5].update(action=["go", "4"]),
        lambda file: file["log"][1].update(rolls=[[1, 2]]),
        lambda file: file["log"].append("x"),
        lambda file: file.update(seats=None),
    ],
)
def test_a_damaged_file_is_unreadable(
    services: MatchServices, played: Table, damage: Callable[[File], None]
) -> None:
    file = copy.deepcopy(services.archive.export(played.match))
    damage(file)
    with pytest.raises(Unreadable):
        verify_file(file)
    with pytest.raises(Unreadable):
        services.archive.import_(file)


def test_a_file_of_a_game_that_is_not_here(services: MatchServices, played: Table) -> None:
    file = copy.deepcopy(services.archive.export(played.match))
    file["game"] = "mornington-crescent"
    with pytest.raises(Unknown):
        verify_file(file)


@pytest.mark.parametrize("thing", [None, [], "x", 3, {}])
def test_no_file_at_all(services: MatchServices, thing: Any) -> None:
    with pytest.raises(Unreadable):
        services.archive.import_(thing)
