"""Common typos in order lines and their corrections."""

from __future__ import annotations

from typing import Final

from palatine.core.text.typos import typo

UNIT = r"[A-Za-z]{2,4}"
REALM = "equip|truce|alliance|heir|command|sell|buy|pay|ransom|prisoner|retreat"
SLIPS: Final = (
    typo("char", r"^(?!(?:char|demon|magnate)\b)(\w+)\s*:\s*", r"char \1: "),
    typo("colon", r"^(char\s+\w+)\s+(?=[a-z])(?!.*:)", r"\1: "),
    typo("realm", rf"^char\s+\w+\s*:\s*(?=(?:{REALM})\b)", ""),
    typo("code-first", rf"\b(\d+)\s+(?!go\b|at\b|from\b|to\b|for\b)({UNIT})\b(?!\s*\d)", r"\2 \1"),
    typo("filler", r"(?<=\s)(?:to|with|against|the|into)\s+(?=\d|P\d)", ""),
    typo("grade", r"^(equip\b.*->\s*[A-Z]{2})(?=\s)", r"\1D"),
    typo("take", rf"\blead\s+(?!all\b)(?={UNIT}\s*\d)", "lead take "),
    typo("comma", r"(\d)\s+(?=go\b|siege\b|assault\b)", r"\1, "),
    typo("go", r":\s*(?:go|walk|travel)\s+", ": move "),
    typo("march", rf":\s*attack\s+(\d+)\s+(?:take\s+)?({UNIT}\s+\d+.*)$", r": lead take \2, go \1"),
    typo("here", r"\bdiplomacy\s+\d+\s*,?\s*(?=bribe)", "diplomacy "),
    typo("class", r"\brecruit\s+(?:an?\s+)?[a-z]{3,}$", "recruit"),
    typo("fort", r":\s*(?:build\s+)?(?:a\s+)?fort\b", ": lead fort"),
    typo("one-deed", r"(:\s*move\b[^,]*),\s*(?:tax|recruit|diplomacy|raise|train)\b.*$", r"\1"),
)
"""Corrections, applied in this order."""
