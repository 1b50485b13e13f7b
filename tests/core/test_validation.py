"""Checks of a game's data: all run, and unreadable data is a problem like others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from palatine.core.validation import (
    Checks,
    clause_problems,
    duplicates,
    expect,
    index_by_name,
    provenance_problems,
    run_check,
)  # fmt: skip

Data = dict[str, Any]


def units(data: Data) -> Iterator[str]:
    """Check that there are two units."""
    yield from expect(len(data["units"]), 2, "units")


def first_unit(data: Data) -> Iterator[str]:
    """Check that the first knight rides."""
    knight = next(row for row in data["units"] if row["name"] == "Knight")
    if not knight["rides"]:
        yield "Knight: on foot"


def good() -> Data:
    return {"units": [{"name": "Knight", "rides": True}, {"name": "Spear", "rides": False}]}


validate = Checks(good, (units, first_unit))


def test_good_data_has_no_problem() -> None:
    assert validate() == []
    assert [check.__name__ for check in validate.checks] == ["units", "first_unit"]


def test_all_checks_are_asked() -> None:
    data = good()
    data["units"][0]["rides"] = False
    data["units"].pop()
    assert validate(data) == ["units: 1 where the rulebook has 2", "Knight: on foot"]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"units": [{}, {}]}, "KeyError: 'name'"),
        ({"units": [1, 2]}, "TypeError"),
        ({"units": [{"name": "Spear"}] * 2}, "RuntimeError: generator raised StopIteration"),
    ],
)
def test_what_cannot_be_read_is_a_problem_like_others(data: Data, error: str) -> None:
    (found,) = validate(data)
    assert found.startswith("first unit: the data cannot be read (")
    assert error in found


def test_other_errors_are_not_swallowed() -> None:
    def broken(data: Data) -> Iterator[str]:
        yield ""
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        list(run_check(broken, {}))


def test_names() -> None:
    assert list(duplicates(["a", "b", "a"])) == ["a: 2 entries"]
    assert index_by_name([{"name": "a", "n": 1}]) == {"a": {"name": "a", "n": 1}}
    assert index_by_name([{"key": "k"}], "key") == {"k": {"key": "k"}}


def test_every_row_says_where_it_comes_from() -> None:
    rows = {
        "good": {"provenance": "rulebook", "except": {"tax": "ours"}}, "lost": {"tax": 3},
        "strange": {"provenance": "hearsay"}, "partly": {"provenance": "ours", "except": {"tax": "guessed"}},
    }  # fmt: skip
    assert list(provenance_problems(rows.items(), ("rulebook", "ours"))) == [
        "lost: provenance None, which is none of rulebook, ours",
        "strange: provenance 'hearsay', which is none of rulebook, ours",
        "partly: provenance 'guessed', which is none of rulebook, ours",
    ]
    row = {"provenance": "ours", "from": {"tax": "guessed"}}
    assert len(list(provenance_problems([("map", row)], ("ours",), "from"))) == 1


def test_clauses_and_rulings() -> None:
    clauses = [
        {"id": "1.1", "gist": "Move.", "chapter": "1", "see": ["R1"]},
        {"id": "1.2", "gist": "", "chapter": "1", "see": ["R2"]},
    ]
    rulings = [
        {"id": "R1", "chapter": "1", "question": "?", "ruling": "Yes.", "reason": "So."},
        {"id": "R1", "chapter": "1", "question": "?", "ruling": "No.", "reason": ""},
    ]
    assert list(clause_problems(clauses, rulings, 3)) == [
        "clauses: 2 where the rulebook has 3",
        "R1: 2 entries",
        "1.2: no gist or chapter",
        "1.2: names ruling R2, which does not exist",
        "R1: a ruling needs chapter, question, ruling and reason",
    ]
    assert list(clause_problems(clauses[:1], rulings[:1], 1)) == []
