"""The tiers of tests: each pattern matches, and a test has one tier."""

from __future__ import annotations

from pathlib import Path

import pytest

import pace

HERE = Path(__file__).parent
FILES = [str(path.relative_to(HERE)) for path in sorted(HERE.rglob("test_*.py"))]


@pytest.mark.parametrize(("tier", "pattern"), pace.LATER)
def test_every_pattern_names_files_and_tests_that_exist(tier: str, pattern: str) -> None:
    assert tier in pace.TIERS
    file, _, test = pattern.partition("::")
    files = [name for name in FILES if pace._compiled(file).match(name)]
    assert files or file.startswith(("*[", "*-")), pattern
    function = test.partition("[")[0].partition("*")[0]
    if function:
        sources = [(HERE / name).read_text(encoding="utf-8") for name in files]
        assert any(f"def {function}" in source for source in sources), pattern


@pytest.mark.parametrize(
    ("name", "tiers"),
    [
        ("core/test_state.py", {"test", "full", "services"}),
        ("web/test_desk_page.py", {"full", "soak", "services"}),
        ("services/test_unit.py", {"services"}),
    ],
)
def test_the_tiers_of_a_file_are_those_its_tests_may_have(name: str, tiers: set[str]) -> None:
    assert set(pace.tiers_of_file(name)) == tiers
