"""Errors of a set-up, with the line and the rule (SET, ADV, DIS)."""

from __future__ import annotations

import pytest

from games.lord_and_master.set_ups import PLAIN, SKULLTOWN, lands
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.setup import founding


def faults(text: str, old: str, new: str) -> list[str]:
    """Return line, clause and message of each certain error after words of a set-up are changed."""
    assert old in text
    found = founding._faults(lands(), 0, GAME.parse(text.replace(old, new)))
    return [f"{fault.line} {fault.clause} {fault.key}" for fault in found if not fault.uncertain]


@pytest.mark.clause(
    "LM-SET-14", "LM-SET-01", "LM-SET-02", "LM-SET-03", "LM-SET-06", "LM-SET-08", "LM-SET-11", "LM-SET-12"
)
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('"Nowhere"', '"' + "N" * 40 + '"', []),
        ('"Nowhere"', '"' + "N" * 41 + '"', ["1 LM-SET-14 nation-name"]),
        ('"Nowhere"', '" "', ["1 LM-SET-14 nation-name"]),
        ("god Jupiter", "god Jupiter\nheir Ann", ["13 LM-SET-14 not-a-set-up-line"]),
        ("god Jupiter", "god Jupiter\ngod Mars", ["13 LM-SET-14 said-twice"]),
        ('nation "Nowhere"\n', "", ["0 LM-SET-14 line-missing"]),
        ('about "A plain people."\n', "", ["0 LM-SET-14 line-missing"]),
        (
            "provinces 27c 36g 45f\n",
            "",
            [
                "0 LM-SET-01 line-missing",
                "3 LM-SET-02 not-own-place",
                "5 LM-SET-06 not-own-place",
                "6 LM-SET-06 not-own-place",
                "7 LM-SET-06 not-own-place",
                "9 LM-SET-11 not-own-place",
                "10 LM-SET-12 not-own-place",
            ],
        ),
        ("treasury 75 at 36\n", "", ["0 LM-SET-02 line-missing"]),
        (
            "classes W T P M H\n",
            "",
            [
                "0 LM-SET-03 line-missing",
                "5 LM-SET-06 class-not-picked",
                "6 LM-SET-06 class-not-picked",
                "7 LM-SET-06 class-not-picked",
                "8 LM-SET-09 nobody-raises",
            ],
        ),
        (
            "types RED LC MC MA HA SA LF MF HF\n",
            "",
            ["0 LM-SET-08 line-missing", "9 LM-SET-11 type-not-picked", "10 LM-SET-12 type-not-picked"],
        ),
        ("god Jupiter\n", "", ["0 LM-SET-13 line-missing"]),
        ("treasury 75", "treasury 76", ["4 LM-SET-02 wrong-gold"]),
        ("treasury 75 at 36", "treasury 75 with Ann", ["4 LM-SET-02 treasury-not-mobile"]),
        ("treasury 75 at 36", "treasury 75 at 1", ["4 LM-SET-02 not-own-place"]),
        ("treasury 75 at 36", "treasury 75 at 36city", ["4 LM-SET-02 not-own-place"]),
        (
            "provinces 27c 36g 45f",
            "provinces 27c 36g",
            ["3 LM-SET-01 province-count", "8 LM-SET-06 not-own-place", "11 LM-SET-12 not-own-place"],
        ),
        (
            "provinces 27c 36g 45f",
            "provinces 27c 36g 36f",
            ["3 LM-SET-01 province-count", "8 LM-SET-06 not-own-place", "11 LM-SET-12 not-own-place"],
        ),
        (
            "provinces 27c 36g 45f",
            "provinces 10c 19g 28f",
            [
                "3 LM-SET-01 not-your-group",
                "4 LM-SET-02 not-own-place",
                "6 LM-SET-06 not-own-place",
                "7 LM-SET-06 not-own-place",
                "8 LM-SET-06 not-own-place",
                "10 LM-SET-11 not-own-place",
                "11 LM-SET-12 not-own-place",
            ],
        ),
        (
            "27c 36g 45f",
            "1c 4g 5f",
            [
                "3 LM-SET-01 not-your-group",
                "4 LM-SET-02 not-own-place",
                "6 LM-SET-06 not-own-place",
                "7 LM-SET-06 not-own-place",
                "8 LM-SET-06 not-own-place",
                "10 LM-SET-11 not-own-place",
                "11 LM-SET-12 not-own-place",
            ],
        ),
        ("classes W T P M H", "classes W T P M", ["5 LM-SET-03 class-count"]),
        ("classes W T P M H", "classes W T P M M", ["5 LM-SET-03 class-twice"]),
        ("classes W T P M H", "classes W T P M N", ["5 LM-SET-04 necromancers-and-priests"]),
        ("classes W T P M H", "classes W T P E O", ["9 LM-SET-05 races-clash"]),
        ("LF MF HF", "LF MF MF", ["9 LM-SET-08 type-twice", "10 LM-SET-11 type-not-picked"]),
        ("LF MF HF", "LF MF HF CH", ["9 LM-SET-08 type-count"]),
        ("SA LF MF HF", "XX LF MF HF", ["9 LM-SET-08 no-such-type"]),
        ("types RED LC", "types DRD LC", ["9 LM-SET-08 recruits-missing", "11 LM-SET-12 type-not-picked"]),
        ("MA HA SA", "MA TRD SA", ["9 LM-SET-09 nobody-raises"]),
        ("MA HA SA", "MA TH SA", ["9 LM-SET-08 recruits-missing", "9 LM-SET-09 nobody-raises"]),
        (
            "MA HA SA",
            "OF TRD ERD",
            [
                "9 LM-SET-05 races-clash",
                "9 LM-SET-08 recruits-missing",
                "9 LM-SET-09 nobody-raises",
                "9 LM-SET-09 nobody-raises",
            ],
        ),
        ("Ann W 2", "Ann W 1", ["6 LM-SET-06 levels"]),
        ("Ann W 2", "Ann W 3", ["6 LM-SET-06 levels"]),
        ("char Cid P 1 at 45\n", "", ["0 LM-SET-06 three-characters"]),
        ("36 leader", "36", ["6 LM-SET-07 one-leader"]),
        ("Ben T 1 at 27", "Ben T 1 at 27 leader", ["7 LM-SET-07 one-leader"]),
        ("char Ben", "char ann", ["7 LM-SET-06 same-name"]),
        ("char Ben", 'char "' + "B" * 41 + '"', ["7 LM-SET-06 long-name"]),
        ("char Ben", 'char "' + "B" * 40 + '"', []),
        ("Ben T", "Ben G", ["7 LM-SET-06 class-not-picked"]),
        ("Ben T 1 at 27", "Ben T 1 at 1", ["7 LM-SET-06 not-own-place"]),
        ("Ben T 1 at 27", "Ben T 1 at 27 military", ["7 LM-DIS-07 no-function"]),
        ("HFC 5", "HFC 6", ["10 LM-SET-11 too-many-troops", "10 LM-SET-11 too-dear"]),
        ("HFC 5", "LFC 6", ["10 LM-SET-11 too-many-troops"]),
        ("HFC 5", "MCC 3", ["10 LM-SET-11 too-dear"]),
        ("HFC 5", "MCC 2", []),
        ("HFC 5", "HFB 1", ["10 LM-SET-11 not-regular"]),
        ("HFC 5", "HFD 1", ["10 LM-SET-11 not-regular"]),
        ("HFC 5", "HFC 1w", ["10 LM-SET-11 not-regular"]),
        ("HFC 5", "CHC 1", ["10 LM-SET-11 type-not-picked"]),
        ("troops HFC 5 at 36", "troops HFC 5 at 1", ["10 LM-SET-11 not-own-place"]),
        ("troops HFC 5 at 36\n", "", []),
        ("HFC 5", "XXC 1", ["10 LM-SET-11 not-regular"]),
        ("HFC 5 at 36", "HFC 3 at 36\ntroops MFC 3 at 27", ["11 LM-SET-11 too-many-troops"]),
        ("RED 5", "RED 4", ["11 LM-SET-12 five-recruits"]),
        ("RED 5", "RED 6", ["11 LM-SET-12 five-recruits"]),
        ("recruits RED 5 at 45\n", "", ["0 LM-SET-12 five-recruits"]),
        ("recruits RED 5", "recruits HFD 5", ["11 LM-SET-12 not-recruits"]),
        ("recruits RED 5", "recruits RED 5w", ["11 LM-SET-12 not-recruits"]),
        ("recruits RED 5", "recruits ORD 5", ["11 LM-SET-12 type-not-picked"]),
        ("recruits RED 5 at 45", "recruits RED 5 at 1", ["11 LM-SET-12 not-own-place"]),
        ("god Jupiter", "god Zeus", ["12 LM-SET-13 no-such-god"]),
        ("god Jupiter", "god Jupiter\nadvantage good-reputation", ["0 LM-ADV-01 unpaid-traits"]),
        ("god Jupiter", "god Jupiter\nadvantage flying\ndisadvantage corruption", ["13 LM-ADV-01 no-such-trait"]),
        (
            "god Jupiter",
            "god Jupiter\nadvantage good-reputation good-reputation\ndisadvantage corruption sod-busters",
            ["13 LM-ADV-01 trait-twice"],
        ),
        (
            "god Jupiter",
            "god Jupiter\nadvantage gold-150\ndisadvantage recruits-only",
            ["4 LM-ADV-04 wrong-gold", "10 LM-DIS-03 no-troops", "14 LM-DIS-13 contradiction"],
        ),
        (
            "god Jupiter",
            "god Jupiter\nadvantage good-reputation\ndisadvantage perfidious",
            ["14 LM-DIS-13 contradiction"],
        ),
        ("god Jupiter", "god Jupiter\ncity Foo at 27 race M", ["13 LM-ADV-09 no-city-state"]),
        (
            "god Jupiter",
            "god Jupiter\nadvantage city-state\ndisadvantage corruption",
            ["0 LM-ADV-09 city-missing", "3 LM-ADV-09 province-count"],
        ),
        (
            "god Jupiter",
            "god Jupiter\nadvantage good-reputation\ndisadvantage wasteland-warriors",
            ["3 LM-DIS-11 only-wasteland", "4 LM-DIS-11 wrong-gold"],
        ),
        ("types RED LC", "types RED BE", ["9 LM-D-12 berserkers-of-odin"]),
        ("classes W T P M H", "classes W T P M Z", ["5 LM-SET-03 no-such-class"]),
        ("god Jupiter", "god Jupiter\nadvantage six-classes\ndisadvantage corruption", ["5 LM-ADV-02 class-count"]),
        (
            "god Jupiter",
            "god Jupiter\nadvantage eleven-types\ndisadvantage four-classes",
            ["5 LM-DIS-01 class-count", "9 LM-ADV-03 type-count"],
        ),
        (
            "god Jupiter",
            "god Jupiter\nadvantage two-seconds\ndisadvantage seven-types",
            ["6 LM-ADV-05 levels", "9 LM-DIS-02 type-count"],
        ),
        (
            "god Jupiter",
            "god Jupiter\nadvantage good-reputation\ndisadvantage three-firsts",
            ["6 LM-DIS-04 levels"],
        ),
        (
            "god Jupiter",
            "god Jupiter\nadvantage mobile-treasury\ndisadvantage corruption",
            ["4 LM-ADV-06 treasury-with-leader"],
        ),
        ("Ben T 1 at 27", "Ben H 1 O at 27", ["7 LM-CH-01 wrong-race"]),
        ("Ben T 1 at 27", "Ben H 1 D at 27", []),
    ],
)
def test_what_is_wrong_with_a_plain_set_up(old: str, new: str, wrong: list[str]) -> None:
    assert faults(PLAIN, old, new) == wrong


@pytest.mark.clause("LM-ADV-09", "LM-SET-01")
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        (
            "city Skulltown at 27 race O\n",
            "",
            [
                "0 LM-ADV-09 city-missing",
                "4 LM-SET-02 not-own-place",
                "8 LM-SET-06 not-own-place",
                "11 LM-SET-11 not-own-place",
            ],
        ),
        ("at 27 race O", "at 36 race O", ["4 LM-ADV-09 city-elsewhere"]),
        ("race O", "race Z", ["4 LM-ADV-09 no-such-race"]),
        ("Skulltown", "Ardea", ["4 LM-ADV-09 city-name"]),
        (
            "city Skulltown",
            'city "' + "S" * 41 + '"',
            [
                "4 LM-ADV-09 long-name",
                "5 LM-SET-02 not-own-place",
                "9 LM-SET-06 not-own-place",
                "12 LM-SET-11 not-own-place",
            ],
        ),
        ("provinces 27o", "provinces 27o 36o", ["3 LM-ADV-09 province-count"]),
    ],
)
def test_what_is_wrong_with_a_city_state_set_up(old: str, new: str, wrong: list[str]) -> None:
    assert faults(SKULLTOWN, old, new) == wrong
