"""What fuzzers and laws have once found stays mended: every stored case leads to a position in which nothing is wrong.

A finding of a soak is such a file: move it into `cases`, mend the fault, keep the case.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from palatine.testing import recheck

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_stored_case_is_mended(case: Path) -> None:
    assert recheck(case) == []
