"""Stored findings of fuzzers and laws, which must stay fixed.

A finding of a soak is such a file: move it into `cases`, fix the fault, keep the case.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from palatine.testing import recheck

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_stored_case_is_mended(case: Path) -> None:
    assert recheck(case) == []
