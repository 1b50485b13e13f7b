"""Validation of counters and tables against the rulebook, and detection of damaged data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from palatine.core.clauses import load_clauses, load_rulings
from palatine.games.dark_emperor.validation import printed
from palatine.games.dark_emperor.validation.pieces import CHECKS, PieceFiles, read_piece_files, validate_pieces


def row(rows: list[dict[str, Any]], name: str, of: str | None = None) -> dict[str, Any]:
    (found,) = (row for row in rows if row["name"] == name and of in (None, row.get("of")))
    return found


def unit(data: PieceFiles, name: str, of: str | None = None) -> dict[str, Any]:
    return row(data.units, name, of)


def test_the_data_that_comes_with_the_game_contradicts_nothing() -> None:
    assert validate_pieces() == []


def test_reading_twice_gives_separate_data() -> None:
    one, other = read_piece_files(), read_piece_files()
    one.units.clear()
    assert other.units


def test_owners_may_correct_what_is_reconstructed() -> None:
    data = read_piece_files()
    unit(data, "Stavror infantry").update(strength=2, undead=2, pool=4)
    unit(data, "Lesser Vampire").update(strength=1, pool=33)
    row(data.leaders, "Farnon").update(hero=3, rune="earth", magic=2)
    row(data.devices["device"], "Dawn Lantern").update(hero=1)
    row(data.devices["monster"], "Slug").update(strength=9)
    assert validate_pieces(data) == []


DAMAGE: dict[str, tuple[str, Callable[[PieceFiles], object]]] = {
    "a unit too many": ("counters", lambda d: unit(d, "Rocriders").update(pool=4)),
    "a fleet too few": ("starting_units", lambda d: unit(d, "Ferlarie fleet").update(start=[], pool=7)),
    "a stack elsewhere": ("starting_units", lambda d: unit(d, "Loymarech cavalry").update(start=["2414"])),
    "weak guards": ("figures", lambda d: unit(d, "Greater Vampire").update(strength=2)),
    "weak legions": ("figures", lambda d: unit(d, "Imperial Legion", "Zolahaureslor").update(strength=2)),
    "strong trains": ("figures", lambda d: unit(d, "Stavror siege train").update(strength=1)),
    "no strength": ("figures", lambda d: unit(d, "Hounds").update(strength=0, undead=0)),
    "strong dead": ("figures", lambda d: unit(d, "Lammarech cavalry").update(undead=4)),
    "nobody fallen": ("figures", lambda d: unit(d, "Fallen warriors").update(undead=0)),
    "undead vampires": ("unraisable", lambda d: unit(d, "Greater Vampire").update(undead=1)),
    "undead of Cos": ("unraisable", lambda d: unit(d, "Sons of the Morning").update(undead=1)),
    "nine vampires": ("necromancers_host", lambda d: unit(d, "Greater Vampire").update(start=["gate"] * 9, pool=1)),
    "Silwer's men": ("mercenaries", lambda d: unit(d, "Hounds").update(of="Silwer Flagriel")),
    "Saar abroad": ("mercenaries", lambda d: row(d.leaders, "Saar").update(start="3325")),
    "Legion IX": (
        "imperial_legions",
        lambda d: unit(d, "Imperial Legion", "Battlefield")["numerals"].__setitem__(0, "IX"),
    ),
    "a numeral short": (
        "imperial_legions",
        lambda d: unit(d, "Imperial Legion", "Zolahaureslor")["numerals"].pop(),
    ),
    "a leader lost": ("leaders", lambda d: d.leaders.pop()),
    "a stray leader": ("leaders", lambda d: row(d.leaders, "Grip Nud").update(start="3104")),
    "a great hero": ("leaders", lambda d: row(d.leaders, "Paisach").update(hero=7)),
    "a rune alone": ("magic", lambda d: row(d.leaders, "Mezal").pop("magic")),
    "a rune unknown": ("magic", lambda d: row(d.leaders, "Mezal").update(rune="ice")),
    "a rune lost": ("magic", lambda d: row(d.devices["device"], "Staff of Waters").update(rune="air")),
    "a device elsewhere": ("devices", lambda d: row(d.devices["device"], "Sword Loslom").update(start="Farnon")),
    "a blunt sword": ("devices", lambda d: row(d.devices["device"], "Sword Famir").pop("sword")),
    "He-Sups": ("devices", lambda d: row(d.devices["device"], "He-Sups-on-Prana").update(hero=2)),
    "a monster renamed": ("monsters", lambda d: row(d.devices["monster"], "Ssstoth").update(name="Sssthod")),
    "a cold dragon": ("monsters", lambda d: row(d.devices["monster"], "The Dragon Sirax").pop("rune")),
    "a tame slug": ("monsters", lambda d: row(d.devices["monster"], "Slug").update(strength=0)),
    "attrition falls": ("attrition", lambda d: d.charts["attrition"]["losses"][5].__setitem__(1, 0)),
    "attrition moved": ("attrition", lambda d: d.charts["attrition"]["bands"].__setitem__(0, 5)),
    "no retreat": ("combat", lambda d: d.charts["combat"]["results"][8].__setitem__(0, "1")),
    "a row too many": ("combat", lambda d: d.charts["combat"]["results"].append(["-", "7R"])),
    "an easy court": ("diplomacy", lambda d: d.charts["diplomacy"]["modifiers"].update({"Ferlarie": [-2, 3]})),
    "a court lost": ("diplomacy", lambda d: d.charts["diplomacy"]["modifiers"].pop("Saar")),
    "an origin lost": ("piece_provenance", lambda d: unit(d, "Hounds").pop("provenance")),
    "an origin unknown": ("piece_provenance", lambda d: unit(d, "Rocriders")["except"].update(pool="guessed")),
    "a drawing lost": ("drawings", lambda d: d.silhouettes.pop("hound")),
    "a clause twice": ("clauses", lambda d: d.clauses.append(d.clauses[0])),
    "a ruling lost": ("clauses", lambda d: d.rulings.pop()),
    "a ruling without reason": ("clauses", lambda d: d.rulings[0].update(reason="")),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage_is_noticed(what: str) -> None:
    data = read_piece_files()
    name, spoil = DAMAGE[what]
    spoil(data)
    (check,) = (check for check in CHECKS if check.__name__ == name)
    found = list(check(data))
    assert found
    assert set(found) <= set(validate_pieces(data))


def test_data_that_cannot_be_read_is_a_problem_like_others() -> None:
    data = read_piece_files()
    unit(data, "Hounds").pop("type")
    assert "figures: the data cannot be read (KeyError: 'type')" in validate_pieces(data)


def test_every_check_is_put_to_the_test() -> None:
    assert {name for name, _ in DAMAGE.values()} == {check.__name__ for check in CHECKS}


# Clauses and rulings

PACKAGE = "palatine.games.dark_emperor"


def test_all_clauses_and_rulings_are_there() -> None:
    clauses, rulings = load_clauses(PACKAGE), load_rulings(PACKAGE)
    assert len(clauses) == printed.CLAUSES
    named = {ruling for clause in clauses.values() for ruling in clause.see}
    assert named == set(rulings), "every ruling settles some clause, and is there"
    for ruling in rulings.values():
        assert ruling.question.endswith((".", "?"))
        assert ruling.ruling.endswith(".")
        assert ruling.reason.endswith(".")


def test_a_clause_has_an_excuse_or_code_but_not_both() -> None:
    clauses = load_clauses(PACKAGE)
    excused = {key for key, clause in clauses.items() if clause.excuse}
    assert excused == {"1", "2", "3b", "6.11d", "8.4a", "8.4b", "8.4c", "Notes"}
    assert not [key for key in excused if clauses[key].code]
