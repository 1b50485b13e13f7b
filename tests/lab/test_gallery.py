"""The gallery of studies, compared with its commands: the first games have the stored digests.

If one differs, its page describes other games: play it again, update docs/studies.md and run `make gallery`.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine import registry
from palatine.lab.studies import StudyPlan, load_plan, load_tournament
from palatine.lab.studies.games import StudyGame, play_part

GALLERY = Path(__file__).parents[2] / "docs" / "studies"
DIGESTS = Path(__file__).with_name("gallery.json")
TOO_LONG = {"marshal-dark-emperor", "marshal-demonlord", "marshal-four", "marshal-six", "marshal-two"}
"""Studies with games of more than a minute."""
NAMES = sorted({file.stem for file in GALLERY.glob("*.toml")} - TOO_LONG)
DIGITS = 6
"""Digits of a chance that count; the last ones depend on the machine."""


@pytest.fixture(autouse=True)
def _all_games(monkeypatch: Any, _examples: None) -> None:
    """Register the installed games."""
    monkeypatch.setattr(registry, "_registered", {})


def plan_at(name: str) -> StudyPlan:
    file = GALLERY / f"{name}.toml"
    return load_plan(file) if "[[settings]]" in file.read_text(encoding="utf-8") else load_tournament(file)


def digest(records: list[StudyGame]) -> str:
    rounded = [
        msgspec.structs.replace(
            record,
            chances=[msgspec.structs.replace(each, chance=round(each.chance, DIGITS)) for each in record.chances],
        )
        for record in records
    ]
    return sha256(msgspec.json.encode(rounded)).hexdigest()[:32]


def kept() -> dict[str, str]:
    found: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_first_games_of_a_study_are_those_its_page_tells_of(name: str) -> None:
    plan = plan_at(name)
    part = next(plan.parts())
    if plan.tournament is not None:
        part = msgspec.structs.replace(part, games=1)
    found = digest(play_part(part))
    if os.environ.get("PALATINE_UPDATE_GOLDEN"):
        DIGESTS.write_text(json.dumps({**kept(), name: found}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    assert kept().get(name) == found, f"docs/studies/{name}.html is of other games: play it anew, then make gallery"


def test_every_study_has_a_digest_or_is_too_long() -> None:
    assert sorted(kept()) == NAMES
    assert all((GALLERY / f"{name}.toml").exists() for name in TOO_LONG)
