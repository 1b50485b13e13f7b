"""The troop and character tables as printed (TT, CH)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from palatine.games.lord_and_master.components import pieces

TABLES = {
    # pick, race, cost: full and wounded values from the best grade down, "-" for those the first hit kills
    1: """
        RED M 0: 0/1/5 -
        DRD D 0: 0/1/5 -
        ERD E 0: 0/1/5 -
        GRD G 0: 0/1/5 -
        ORD O 0: 0/1/4 -
        TRD T 0: 4/1/3 4/1/3
        JRD J 0: 1/6/5 0/3/4
    """,
    2: """
        HF M 10: 10/10/3 8/8/2, 9/9/3 5/5/2, 8/8/3 4/4/2, 6/6/3 -
        MF M 5: 8/8/4 4/4/3, 7/7/4 3/3/3, 6/6/4 2/2/3, 4/4/4 -
        LF M 2: 6/6/5 -, 5/5/5 -, 4/4/5 -, 3/2/5 -
        DH D 12: 9/11/3 7/9/2, 8/10/3 4/6/2, 7/9/3 3/5/2, 5/7/3 -
        EF E 6: 8/8/5 4/4/4, 7/7/5 3/3/4, 6/6/5 2/2/4, 4/4/5 -
        GF G 3: 6/6/5 -, 5/5/5 -, 4/4/5 -, 3/2/5 -
        OH O 9: 9/8/3 4/4/2, 8/7/3 3/3/2, 7/6/3 2/2/2, 6/5/3 -
        OF O 4: 7/7/4 3/3/3, 6/6/4 2/2/3, 5/5/4 2/1/3, 3/3/4 -
        TH T 15: 13/7/3 13/7/3, 10/6/3 10/6/3, 8/5/3 8/5/3, 6/4/3 6/4/3
    """,
    3: """
        HL M 18: 12/11/4 9/9/3, 10/10/4 7/7/3, 9/9/4 5/5/3
        HP M 15: 12/9/3 6/4/2, 11/8/3 5/3/2, 10/7/3 4/2/2
        MP M 8: 9/7/4 5/6/3, 7/5/4 4/3/3, 6/4/4 3/2/3
        BE M 12: 11/10/5 13/5/4, 10/9/5 12/4/4, 9/8/5 11/3/4, 4/4/5 -
        JH J 50: 16/14/3 12/8/3, 13/12/3 10/7/2, 10/10/3 8/6/3, 8/8/3 6/5/3
        DE D 25: 8/8/3 4/4/2, 7/7/3 3/3/2, 6/6/3 2/2/2
        EP E 8: 9/7/4 5/6/3, 7/5/4 4/3/3, 6/4/4 3/2/3
    """,
    4: """
        KT M 35: 13/13/6 9/9/4, 11/11/6 7/7/4, 10/10/6 5/5/4, 8/8/6 -
        MC M 25: 11/11/7 6/6/5, 9/9/7 5/5/5, 8/8/7 4/4/5, 6/6/7 -
        LC M 12: 9/7/8 -, 7/5/8 -, 6/4/8 -, 4/2/8 -
        EK E 40: 12/13/7 8/9/5, 10/11/7 6/7/5, 9/10/7 4/5/5
        OW O 10: 9/7/6 5/5/5, 7/5/6 4/4/5, 6/4/6 2/2/5, 4/4/6 -
    """,
    5: """
        CH M 15: 10/8/6 5/5/4, 9/6/6 4/4/4, 8/5/6 3/3/4, 5/3/6 -
        DB D 14: 9/8/5 4/5/4, 8/6/5 3/4/4, 7/5/5 3/3/4, 4/3/5 -
    """,
    6: """
        HA M 10: 8/8/8 -, 5/4/8 -, 4/3/8 -, 3/2/8 -
        MA M 11: 8/5/4 -, 7/4/4 -, 6/3/4 -
        MX M 8: 7/5/4 -, 6/4/4 -, 5/3/4 -, 3/2/4 -
        AT M 15: 7/3/2 -, 6/5/2 -, 5/3/2 -
        EA E 15: 10/5/5 -, 8/4/5 -, 6/3/5 -
        DX D 10: 7/6/4 -, 6/5/4 -, 5/4/4 -, 4/3/4 -
        GA G 10: 6/3/2 -, 5/3/2 -, 4/3/2 -
        OA O 9: 7/4/4 -, 6/3/4 -, 5/2/4 -, 3/1/4 -
    """,
    7: """
        SA M 3: 5/3/5 -, 4/2/5 -, 3/1/5 -, 2/1/5 -
        SS M 2: 5/3/5 -, 4/2/5 -, 3/1/5 -, 2/1/5 -
        SJ M 1: 5/3/5 -, 4/2/5 -, 3/1/5 -, 2/1/5 -
        GS G 5: 8/4/5 -, 6/3/5 -, 4/2/5 -, 3/2/5 -
        OD O 1: 4/3/5 -, 3/2/5 -, 2/1/5 -, 1/1/5 -
    """,
    8: """
        EL M 50: 16/12/5 13/8/4, 13/10/5 9/6/4, 10/7/5 7/5/4
        TT T 60: 15/14/5 15/14/5, 12/12/5 12/12/5, 10/10/5 10/10/5
        OO O 45: 14/10/5 11/6/4, 12/9/5 9/5/4, 9/7/5 6/4/4
    """,
    9: """
        HUD dead 0: 12/10/3 8/8/3
        ZOD dead 0: 9/9/3 7/7/3
        SKD dead 0: 6/6/6 3/3/6
        GHD dead 0: 4/4/6 4/4/6
        LDD dead 0: 10/10/4 10/10/4
    """,
}


def values(text: str) -> tuple[int, ...] | None:
    return None if text == "-" else tuple(map(int, text.split("/")))


def printed_rows(
    table: int,
) -> Iterator[tuple[str, str, str, tuple[int, ...] | None, tuple[int, ...] | None, int | None]]:
    """Return code, pick, race, full, wounded and cost of each row."""
    for line in TABLES[table].strip().splitlines():
        head, cells = line.split(":")
        pick, race, cost = head.split()
        rows = cells.split(",")
        for k, cell in enumerate(rows):
            code = pick if len(rows) == 1 else f"{pick}{'ABCD'[k]}"
            code = "uBEC" if code == "BED" else code
            full, wounded = cell.split()
            paid = int(cost) if k == len(rows) - 1 else None
            yield code, "DEAD" if table == 9 else pick, race, values(full), values(wounded), paid


# troops


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(1, marks=pytest.mark.clause("LM-TT-01")),
        pytest.param(2, marks=pytest.mark.clause("LM-TT-02")),
        pytest.param(3, marks=pytest.mark.clause("LM-TT-03")),
        pytest.param(4, marks=pytest.mark.clause("LM-TT-04")),
        pytest.param(5, marks=pytest.mark.clause("LM-TT-05")),
        pytest.param(6, marks=pytest.mark.clause("LM-TT-06")),
        pytest.param(7, marks=pytest.mark.clause("LM-TT-07")),
        pytest.param(8, marks=pytest.mark.clause("LM-TT-08")),
        pytest.param(9, marks=pytest.mark.clause("LM-TT-09")),
    ],
)
def test_troop_tables(table: int) -> None:
    found = [
        (troop.code, troop.kind, troop.race, troop.full, troop.wounded, troop.cost)
        for troop in pieces.TROOPS.values()
        if troop.table == table
    ]
    assert found == list(printed_rows(table))


def test_rows_of_the_troop_tables_by_race() -> None:
    assert len(pieces.TROOPS) == 155
    found = Counter(troop.race for troop in pieces.TROOPS.values())
    assert found == {"M": 71, "O": 24, "D": 16, "E": 14, "G": 12, "T": 8, "J": 5, "dead": 5}
    assert tuple(pieces.RACES) == ("M", "E", "D", "G", "O", "J", "T", "dead")


@pytest.mark.clause("LM-TT-10")
def test_every_living_race_has_its_recruits() -> None:
    assert dict(pieces.RECRUITS) == {
        "M": "RED", "D": "DRD", "E": "ERD", "G": "GRD", "O": "ORD", "T": "TRD", "J": "JRD",
    }  # fmt: skip


@pytest.mark.clause("LM-TT-11")
def test_codes_end_in_the_grade() -> None:
    for code, troop in pieces.TROOPS.items():
        if 1 < troop.table < 9 and code != "uBEC":
            assert (troop.kind, troop.grade) == (code[:2], code[2])
    assert [pieces.graded("HFC", grade) for grade in "ABCD"] == ["HFA", "HFB", "HFC", "HFD"]
    assert [pieces.graded(code, "A") for code in ("RED", "HUD", "uBEC")] == ["RED", "HUD", "uBEC"]
    assert pieces.graded("MAC", "D") == "MAC"
    assert [pieces.trained(code) for code in ("HFD", "HFC", "HFB", "HFA")] == ["HFC", "HFB", "HFA", None]
    assert [pieces.trained(code) for code in ("BEC", "uBEC", "RED", "ZOD")] == ["BEB", None, None, None]


@pytest.mark.clause("LM-TT-12", "LM-TT-15")
def test_recruits_become_green_units_or_regular_ones() -> None:
    regular = {kind for kind in pieces.KINDS if (pieces.equipped(kind) or "").endswith("C")}
    assert regular == {"HL", "HP", "MP", "BE", "DE", "EP", "EK", "MA", "AT", "EA", "GA", "EL", "TT", "OO"}
    assert pieces.equipped("BE") == pieces.INITIATE == "uBEC"
    assert [pieces.equipped(kind) for kind in ("HF", "JH", "MA")] == ["HFD", "JHD", "MAC"]
    assert [pieces.equipped(kind) for kind in ("RED", "DEAD")] == [None, None]


@pytest.mark.clause("LM-SET-10")
def test_the_dead_are_one_pick() -> None:
    assert pieces.KINDS["DEAD"] == ("HUD", "ZOD", "SKD", "GHD", "LDD")
    assert len(pieces.KINDS) == 7 + 39 + 1


def test_smoothed_values_differ_in_three_rows() -> None:
    changed = {code: troop for code, troop in pieces.TROOPS_SMOOTHED.items() if troop != pieces.TROOPS[code]}
    assert set(changed) == {"HAA", "ATB", "JHB"}
    assert changed["HAA"].full == (7, 6, 8)
    assert changed["ATB"].full == (6, 3, 2)
    assert (changed["JHB"].full, changed["JHB"].wounded) == ((13, 12, 3), (10, 7, 3))


PRIORITIES = """
    AT GA; MA EA OA; SA HA MX DX; SS GS; SJ OD; CH DB EL TT OO; HP MP EP; KT MC LC EK OW;
    HF MF LF DH EF GF OH OF TH BE DE HL JH HUD; RED DRD ERD GRD ORD TRD JRD SKD ZOD GHD LDD
"""


@pytest.mark.clause(*(f"LM-BAT-{n:02}" for n in range(9, 19)))
def test_priorities() -> None:
    wanted = {kind: n for n, kinds in enumerate(PRIORITIES.split(";"), 1) for kind in kinds.split()}
    assert dict(pieces.PRIORITY) == wanted
    assert dict(pieces.FIRST_ROUND) == {"JH": 1, "HL": 5}
    assert [pieces.priority("JHC", is_first) for is_first in (True, False)] == [1, 9]
    assert [pieces.priority("HLA", is_first) for is_first in (True, False)] == [5, 9]
    assert [pieces.priority(code, True) for code in ("JRD", "HUD", "ZOD", "uBEC", "HFA")] == [10, 9, 10, 9, 9]


CLASSES = """
    W Warrior: M; MOJ; M; MOJ; Dv Co
    P Priest: M; MED; M; ; He Ex Cb Pp
    T Thief: M; MOG; ; ; St As Am
    M Magician: M; MO; ; ; De Dv Te Rf
    N Necromancer: MO; MOT+; +; ; Vh Rf Dv Rld
    H Hero: MDE; MDEGJ; MDEGJ; ; Sh Re
    C Evil Champion: MO; MOTJ; MOTJ; ; Sh Dv As
    D Dwarf Warrior: D; DG; D; DG; Mo Co
    A Archon: D; DG; D; ; He Ex Pp Mo Cb
    E Elf Warrior: E; EG; E; EG; Am
    S Elf Sorcerer: E; EG; ; ; Rf He In
    O Orc Warrior: O; OTJ; O; OT; Dv Co
    B Orc Brigand: O; O; ; ; Dv St Am
    L Troll: T; TO; T; T; Dv
    J Jotun: J; JT; J; J; Dv
    G Gnome: G; G; G; G; In Am
    X Trickster: G; G; ; ; In Am St Te De
"""


def races(letters: str) -> set[str]:
    return {"dead" if letter == "+" else letter for letter in letters.strip()}


# characters


@pytest.mark.parametrize("line", CLASSES.strip().splitlines())
def test_character_tables(line: str) -> None:
    head, rest = line.strip().split(":")
    code, name = head.split(" ", 1)
    of, lead, raises, trains, powers = rest.split(";")
    found = pieces.CLASSES[code]
    assert (found.name, set(found.races)) == (name, races(of))
    assert (found.lead, found.raises, found.trains) == (races(lead), races(raises), races(trains))
    assert found.powers == set(powers.split())


def test_there_are_seventeen_classes() -> None:
    assert "".join(pieces.CLASSES) == "WPTMNHCDAESOBLJGX"


COLUMNS = {
    "c": "WWWWWWWPPPMMMTTTHCNG",
    "w": "BBBBBBBOOOLLLGGGJNCX",
    "f": "EEEEEEESSSGGGXXXHHGH",
    "d": "DDDDDDDAAAGGGJJJHXAH",
    "o": "OOOOOOOBBBCCCJJJNLGX",
    "g": "TTTTTTTWWWMMMHHHCNSO",
    "s": "LLLLLLLNNNOOOBBBCXTH",
}


@pytest.mark.clause("LM-A-09")
def test_recruitment_by_terrain() -> None:
    assert {column: "".join(classes) for column, classes in pieces.RECRUITMENT.items()} == COLUMNS


CITY_COLUMNS = {
    "M": "WMPNHGTJ",
    "D": "DMANHGTJ",
    "E": "ESPNHGTJ",
    "O": "OMPNCGBJ",
    "T": "LMPNCGBJ",
    "G": "GMPNHGTJ",
    "J": "JMPNHGTJ",
}


@pytest.mark.clause("LM-A-08", "LM-A-10")
def test_recruitment_in_cities_by_race() -> None:
    wanted = {
        race: "".join(code * faces for code, faces in zip(steps, (7, 3, 3, 3, 1, 1, 1, 1), strict=True))
        for race, steps in CITY_COLUMNS.items()
    }
    assert {race: "".join(classes) for race, classes in pieces.CITY_RECRUITMENT.items()} == wanted
    assert dict(pieces.CITY_INSTEAD) == {"T": "O"}


@pytest.mark.clause("LM-CH-25")
def test_characters_allowed() -> None:
    assert [pieces.characters_allowed(level) for level in range(1, 9)] == [5, 6, 7, 8, 9, 10, 11, 11]
