"""The description of the match file says what is so: its recipe is run, its lists are held against the code."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec

from palatine.table import House
from palatine.table.files.matchfile import FileRecord, FileSeat, MatchFile
from table.helpers import Table

TEXT = (Path(__file__).parents[2] / "docs" / "match-file.md").read_text(encoding="utf-8")


def test_the_recipe_for_the_dice_works(house: House, table: Table) -> None:
    table.play(Random(1))
    recipe = TEXT.split("In Python:")[1].split("##")[0]
    code = "\n".join(line.removeprefix("    ") for line in recipe.splitlines())
    file = house.export(table.match)
    assert sum(len(record.get("rolls", [])) for record in file["log"]) > 6
    exec(compile(code, "docs/match-file.md", "exec"), {"file": file})


def test_every_field_is_described() -> None:
    described = set(re.findall(r'`"?(\w+)"?`', TEXT)) | set(re.findall(r'"(\w+)"', TEXT))
    for kind in (MatchFile, FileRecord, FileSeat):
        names = {field.name for field in msgspec.structs.fields(kind)}
        assert names <= described, names - described
