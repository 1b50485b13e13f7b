"""Old matches: opening, journals, replay, verification and play under old and new rules.

`record.py` and `packs.py` describe how they were played and packed, `comparing.py` what must hold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from archive import comparing, packs, today
from palatine.core import RuleChange

GAMES = ("adventurer-kings", "dark-emperor", "demonlord", "elric", "lord-and-master")
FIRST = 3
"""The first pack of every game: it was played under the third version of the rules."""
TAKEN_BACK = 10
"""The least number of undos, or of sheets handed in again, in a first pack."""
BRANCHES = 3
LEAST = 20
"""Minimum number of records of a match in a sample."""


def all_matches() -> list[tuple[str, dict[str, Any]]]:
    return [(pack, about) for pack in packs.packs() for about in packs.listed(pack).values()]


def sample(pack: str) -> list[str]:
    """Return the shortest interesting match of each sort in a pack: undone, branched, running."""
    matches = [about for about in packs.listed(pack).values() if about["seats"] > 1 and length(about) >= LEAST]
    sorts = (
        [each for each in matches if each["status"] == "over" and taken_back(each)],
        [each for each in matches if each["branch"]],
        [each for each in matches if each["status"] == "playing" and not each["branch"]],
    )
    found = [min(sort, key=lambda each: length(each) * each["seats"])["name"] for sort in sorts if sort]
    return list(dict.fromkeys(found))


def daily(pack: str) -> list[str]:
    """Return the sample of a pack except one match, of another sort in each pack.

    These belong to `make test`.
    """
    found = sample(pack)
    del found[(packs.packs().index(pack) + 1) % len(found)]
    return found


def length(about: dict[str, Any]) -> int:
    return sum(about["records"].values())


def taken_back(about: dict[str, Any]) -> int:
    return int(about["records"].get("undo", 0) + about["records"].get("again", 0))


def cases() -> Iterator[Any]:
    for pack, about in all_matches():
        name = about["name"]
        when = "daily" if name in daily(pack) else "later"
        yield pytest.param(pack, name, id=f"{name}.{pack.rpartition('.')[2]}-{when}")


@pytest.mark.parametrize(("pack", "name"), list(cases()))
def test_an_old_match_gives_what_it_gave(pack: str, name: str, tmp_path: Path) -> None:
    """Under its own rules all results must be equal; under others, the invariants must hold."""
    kept = packs.read(pack, name)
    told = comparing.held(kept, tmp_path)
    if comparing.is_played_by_todays_rules(kept):
        told += comparing.given_again(kept, tmp_path)
    assert not told, f"{name}, of pack {pack}:\n" + "\n".join(told)


def samples() -> Iterator[Any]:
    """Yield the samples of all packs; one running or undone match of each is for `make test`."""
    for pack in packs.packs():
        for at, name in enumerate(sorted(sample(pack), reverse=True)):
            when = "later" if at else "daily"
            yield pytest.param(pack, name, id=f"{name}.{pack.rpartition('.')[2]}-{when}")


@pytest.mark.parametrize(("pack", "name"), list(samples()))
def test_an_old_match_holds_under_other_rules(
    pack: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The changed game draws one more roll after every other, so every log leads elsewhere."""
    kept = packs.read(pack, name)
    change_rules(kept.about["game"], monkeypatch)
    told = comparing.held(kept, tmp_path)
    assert not told, f"{name}, of pack {pack}:\n" + "\n".join(told)
    assert comparing.leads_elsewhere(kept, tmp_path)


def change_rules(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = today.palatine.load(name)
    verb = "run_turn" if game.orders else "take"
    was = getattr(game, verb)

    def otherwise(state: Any, *given: Any) -> None:
        was(state, *given)
        if game.orders or crc32(game.encode(state)) % 2:
            state.dice.die("of the new rules")

    monkeypatch.setattr(game, verb, otherwise)
    monkeypatch.setitem(game.__dict__, "changes", (RuleChange("99", "1.1", "A roll more."),))


@pytest.mark.parametrize("harm", [*comparing.HARMS])
def test_a_damaged_old_match_is_found_under_other_rules(
    harm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = f"{GAMES[3]}.{FIRST}"
    kept = packs.read(pack, sorted(sample(pack))[0])
    change_rules(kept.about["game"], monkeypatch)
    assert comparing.held(comparing.harmed(kept, harm, tmp_path), tmp_path) != []


def test_the_archive_is_what_was_promised() -> None:
    for game in GAMES:
        matches = list(packs.listed(f"{game}.{FIRST}").values())
        assert Counter(each["status"] for each in matches) == {"over": 9 if game == GAMES[0] else 12, "playing": 5}
        played = {each["scenario"] for each in matches}
        assert played == {scenario.name for scenario in today.palatine.load(game).scenarios}
        for status in ("over", "playing"):
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
