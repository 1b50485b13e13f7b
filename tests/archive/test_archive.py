"""Old matches open, replay and verify on today's rules, and give what they gave when they were played.

How they were played and are packed, `record.py` and `packs.py` tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from archive import packs, today

GAMES = ("adventurer-kings", "dark-emperor", "demonlord", "elric", "lord-and-master")
FIRST = 1
"""The pack of every game that was played before the house was put in order."""
TAKEN_BACK = 25
"""At least so many undos, or hand-ins in place of an earlier one, are in a first pack."""
BRANCHES = 8
LEAST = 20
"""So many records a match has that stands for others."""
SHOWN = 12
"""So many differences are shown, so many lines of a journal."""


def all_matches() -> list[tuple[str, dict[str, Any]]]:
    return [(pack, about) for pack in packs.packs() for about in packs.listed(pack).values()]


def sample(pack: str) -> set[str]:
    """Of a pack the shortest match of each sort that has something to it: taken back, branched, under way."""
    matches = [about for about in packs.listed(pack).values() if about["seats"] > 1 and length(about) >= LEAST]
    sorts = (
        [each for each in matches if each["status"] == "over" and taken_back(each)],
        [each for each in matches if each["branch"]],
        [each for each in matches if each["status"] == "playing" and not each["branch"]],
    )
    return {min(sort, key=length)["name"] for sort in sorts if sort}


def length(about: dict[str, Any]) -> int:
    return sum(about["records"].values())


def taken_back(about: dict[str, Any]) -> int:
    return int(about["records"].get("undo", 0) + about["records"].get("again", 0))


def cases() -> Iterator[Any]:
    for pack, about in all_matches():
        name = about["name"]
        marks = [] if name in sample(pack) else [pytest.mark.soak]
        yield pytest.param(pack, name, id=f"{name}.{pack.rpartition('.')[2]}", marks=marks)


@pytest.fixture(scope="module")
def house() -> Any:
    """A house that keeps what is imported."""
    return today.opened(":memory:")


@pytest.mark.parametrize(("pack", "name"), list(cases()))
def test_an_old_match_gives_what_it_gave(pack: str, name: str, house: Any, tmp_path: Path) -> None:
    kept = packs.read(pack, name)
    found = finished(kept, house) if kept.is_over else running(kept, house, tmp_path / "palatine.db")
    log, given, journal = found
    assert today.counted(log) == kept.about["records"]
    told = [
        *state_differences(log, kept.expected["states"], given["states"]),
        *differences(without_states(kept.expected), without_states(given)),
        *journal_differences(kept.journal, journal),
    ]
    assert not told, f"{name}, of pack {pack}:\n" + "\n".join(told)


Found = tuple[dict[str, Any], dict[str, Any], str]


def finished(kept: packs.Kept, house: Any) -> Found:
    """A match file imported, which verifies it, and written out again."""
    file = today.file_from_text(kept.match)
    match = house.import_(file)
    again = house.export(match)
    own = ("match", "updated", "digest")
    assert {k: again[k] for k in again if k not in own} == {k: file[k] for k in file if k not in own}
    return file, today.given(house, match, file), today.journal_of(house, match)


def running(kept: packs.Kept, house: Any, place: Path) -> Found:
    """An old database opened, audited, and gone on with."""
    place.write_bytes(kept.match)
    match = kept.expected["match"]
    log = today.logged(place, match)
    old = today.opened(place)
    given = today.given(old, match, log)
    journal = today.journal_of(old, match)
    on = kept.expected["on"]
    return log, {**given, "match": match, "on": on, "after": today.goes_on(old, match, on)}, journal


def test_the_archive_is_what_was_promised() -> None:
    for game in GAMES:
        matches = list(packs.listed(f"{game}.{FIRST}").values())
        assert Counter(each["status"] for each in matches) == {"over": 30, "playing": 15}
        for status in ("over", "playing"):
            played = {each["scenario"] for each in matches if each["status"] == status}
            assert played == {scenario.name for scenario in today.palatine.load(game).scenarios}
            assert any(each["branch"] for each in matches if each["status"] == status)
        records: Counter[str] = Counter()
        for each in matches:
            records.update(each["records"])
        assert sum(map(taken_back, matches)) >= TAKEN_BACK
        assert sum(each["branch"] for each in matches) >= BRANCHES
        orders = ("hand_in", "turn", "eject")
        assert all(records[kind] for kind in (orders if today.palatine.load(game).orders else ("action", "part")))
        assert records["hand_over"]
        assert records["take_back"]


# What differs


def state_differences(log: dict[str, Any], old: list[str], new: list[str]) -> Iterator[str]:
    """The first record after which the position is another."""
    for record, was, now in zip(log["log"], old, new, strict=True):
        if was != now:
            what = record.get("action") or record["kind"]
            yield f"The position is another from version {record['n']} on, {record.get('seat', '')}: {what}."
            return


def without_states(given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in given if name != "states"}


def differences(old: Any, new: Any, where: str = "") -> list[str]:
    """Where two plain values differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for name in [*old, *(name for name in new if name not in old)]:
            found += differences(old.get(name), new.get(name), f"{where} {name}")
        return found[:SHOWN]
    if old == new:
        return []
    if isinstance(old, str) and isinstance(new, str):
        before = set(old.split())
        changed = [word.partition("=")[0] for word in new.split() if word not in before and "=" in word]
        if changed:
            return [f"{where.strip()}: another {', '.join(changed)}"]
    return [f"{where.strip()}: was {old!r}, is {new!r}"]


def journal_differences(old: str, new: str) -> list[str]:
    lines = unified_diff(old.splitlines(), new.splitlines(), "the journal as it was", "as it is", n=2, lineterm="")
    return list(islice(lines, SHOWN))
