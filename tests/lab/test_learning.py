"""The example that learns: from recruits' games alone it comes to beat them, from each seat, beyond chance."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning.py"


def test_it_wins_more_from_each_seat_than_recruits_do() -> None:
    example = runpy.run_path(str(EXAMPLE))
    for seat, (recruits, learned) in example["learn_and_try"](games=250, tries=60, seed="small").items():
        assert learned.low > recruits.value, seat
