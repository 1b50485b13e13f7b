"""Real formats of mail and their receipts: golden files, changed only on purpose."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mail.correspondence import Correspondence
from pace import sampled

CORPUS = Path(__file__).parent / "corpus"
GOLDEN = Path(__file__).parent / "golden"
SHAPES = sorted(path.stem for path in CORPUS.glob("*.eml"))
NOT_TAKEN = {
    "mutt-inline", "gmail-confidential-list", "outlook-filled-below", "forwarded", "commands", "letter", "thanks",
    "vacation", "outlook-vacation", "list", "read-receipt", "calendar",
}  # fmt: skip
"""Shapes that hand in nothing: orders that are but quoted are asked about."""


@pytest.mark.parametrize("name", sampled(SHAPES))
def test_a_real_shape_gets_its_receipt(valley: Correspondence, name: str) -> None:
    raw = (CORPUS / f"{name}.eml").read_bytes().replace(b"\n", b"\r\n")
    receipt = valley.deliver("Abbey", raw.replace(b"SECRET-ADDRESS", valley.secret("Abbey").encode()))
    told = "No answer.\n" if receipt is None else "{subject}\n\n{text}\n".format(**receipt["data"])
    golden = GOLDEN / f"{name}.txt"
    if os.environ.get("PALATINE_UPDATE_GOLDEN"):
        golden.write_text(told, encoding="utf-8")
    assert told == golden.read_text(encoding="utf-8")
    handed_in = valley.handed_in("Abbey")
    assert (handed_in is None) == (name in NOT_TAKEN)
    assert handed_in is None or handed_in.split()[:2] == ["Aldo", "builds"]


def test_there_are_many_shapes_and_no_golden_is_left_over() -> None:
    assert len(SHAPES) >= 40
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(SHAPES)
