"""Checks of the counters against the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from palatine.core.validation import expect, provenance_problems
from palatine.games.demonlord.validation import printed
from palatine.games.demonlord.validation.files import PROVENANCES, GameFiles


def _digits(row: Mapping[str, Any]) -> str:
    return "".join(str(row[key]) for key in ("missile", "melee", "morale", "mp"))


def counters(data: GameFiles) -> Iterator[str]:
    """Check the 154 counters, and their number by homeland (GEN-06, UNIT-01, UNIT-02)."""
    rows: list[dict[str, Any]] = data.units["unit"]
    if strange := {row["kind"] for row in rows} - {"character", "troop"}:
        yield f"units that are neither characters nor troops: {sorted(strange)}"
    markers = sum(side in row for row in data.spells["spell"] for side in ("hosar", "demon"))
    yield from expect(len(rows) + markers + printed.POINT_MARKERS, printed.COUNTERS, "counters")
    codes = Counter(row["code"] for row in rows)
    for code, wanted in printed.UNITS_OF_CODE.items():
        yield from expect(codes[code], wanted, f"units of {code}")
    yield from expect(set(codes), {row["code"] for row in data.units["homeland"]}, "homelands with units")
    for key in ("id", "name"):
        for name, times in Counter(row[key] for row in rows).items():
            if times > 1:
                yield f"{name}: {times} units of this {key}"


def figures(data: GameFiles) -> Iterator[str]:
    """Check that units have the values of their kind and a drawing (UNIT-03 to UNIT-07)."""
    for row in data.units["unit"]:
        name = row["name"]
        own, others = (_TROOP, _CHARACTER) if row["kind"] == "troop" else (_CHARACTER, _TROOP)
        if missing := (_EVERY | own) - {"lead"} - row.keys():
            yield f"{name}: no {', '.join(sorted(missing))}"
            continue
        if foreign := row.keys() & others:
            yield f"{name}: a {row['kind']} with {', '.join(sorted(foreign))}"
        if row["mode"] not in ("F", "C", "W"):
            yield f"{name}: mode {row['mode']!r}"
        if row["mp"] < 1:
            yield f"{name}: {row['mp']} movement points"
        if row["kind"] == "troop" and not 1 <= row["morale"] <= 6:
            yield f"{name}: morale {row['morale']}"
        if row.get("armour", "none") not in ("none", "medium", "heavy"):
            yield f"{name}: armour {row['armour']!r}"
        yield from provenance_problems([(name, row)], PROVENANCES)
        if row["silhouette"] not in data.silhouettes:
            yield f"{name}: no drawing {row['silhouette']!r}"


_EVERY: Final = {"id", "name", "kind", "code", "mode", "mp", "start", "silhouette", "provenance"}
_TROOP: Final = {"missile", "melee", "morale", "armour"}
_CHARACTER: Final = {"power", "range", "lead"}


def printed_units(data: GameFiles) -> Iterator[str]:
    """Check the units whose values the rulebook states (UNIT-08, NEU-02, NEU-03)."""
    rows: list[dict[str, Any]] = data.units["unit"]
    troops = [row for row in rows if row["kind"] == "troop"]
    for code, digits, mode, armour, at_least in printed.TROOPS:
        found = [row for row in troops if row["code"] == code and _digits(row) == digits]
        if len(found) < at_least:
            yield f"{code} {digits}: {len(found)} such units where the rulebook has {at_least}"
        for row in found:
            if mode not in (None, row["mode"]) or armour not in (None, row["armour"]):
                yield f"{row['name']}: {row['mode']}, {row['armour']} where the rulebook has {mode}, {armour}"
            if row["code"] == "ER" and digits == "4643" and row["armour"] == "none":
                yield f"{row['name']}: without armour the example's miss would have been a hit"
    named = {row["name"]: row for row in rows if row["kind"] == "character"}
    for name, wanted in printed.CHARACTERS.items():
        if name not in named:
            yield f"{name}: no such character"
        else:
            yield from expect({key: named[name].get(key) for key in wanted}, wanted, name)
    sides = {row["code"]: row["side"] for row in data.units["homeland"]}
    for side in ("hosar", "demon"):
        if max(row["power"] for row in named.values() if sides[row["code"]] == side) != 5:
            yield f"{side}: no character of power 5, for whom the rulebook makes rules"


def starts(data: GameFiles) -> Iterator[str]:
    """Check that units start in the homeland of their code, with printed exceptions (SET-01)."""
    homes: dict[str, set[str]] = {}
    for site in data.map["site"]:
        for code in site["codes"]:
            homes.setdefault(code, set()).add(site["hex"])
    for row in data.units["unit"]:
        code = row["code"]
        special = _SPECIAL_STARTS.get(row["name"], _SPECIAL_STARTS.get(code))
        if special is not None:
            yield from expect(row["start"], special, f"start of {row['name']}")
        elif row["start"] not in homes.get(code, set()):
            yield f"{row['name']}: starts in {row['start']}, which is not the homeland {code}"


_SPECIAL_STARTS: Final = {
    "HO": "temples",
    "WT": "townships",
    "ME": "reinforcements",
    "IK": "reinforcements",
    **dict.fromkeys(("IN", "INR", "TS", "YO", "TNC", "Old One", "Beast God", "Forest Spirit"), "invocation"),
}


CHECKS: Final = (counters, figures, printed_units, starts)
