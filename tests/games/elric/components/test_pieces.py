"""The counters: numbers, owners and printed values."""

from __future__ import annotations

from collections import Counter

import pytest

from games.elric.positions.board import ARMIES
from palatine.core.clauses import load_clauses, load_rulings
from palatine.games.elric.components import pieces as f
from palatine.games.elric.components import spells as s
from palatine.games.elric.components import world as w
from palatine.games.elric.rules.common import cup
from palatine.games.elric.state import is_magician
from palatine.games.elric.validation import printed
from palatine.games.elric.view import faces

PACKAGE = "palatine.games.elric"
PROVENANCES = {"rulebook", "forced", "published", "memory", "reconstructed"}


def persons(power: str) -> dict[str, str]:
    """Return the printed value and spell capacity of each personality of a power."""
    return {
        f.PIECE_NAME[p]: f"{faces.value_text(p)}/{faces.capacity_figure(p).get('ne', '-')}"
        for p in f.PIECES_OF[f.POWER_NAME.index(power)]
        if f.KIND[p] == f.PERSON
    }


def fleets(power: str) -> list[str]:
    return [
        f"{f.VALUE[p]}/{f.MOVES[p]}/{f.CARRIES[p]}"
        for p in f.PIECES_OF[f.POWER_NAME.index(power)]
        if f.KIND[p] == f.FLEET
    ]


def armies(power: str) -> int:
    return sum(f.KIND[p] == f.ARMY for p in f.PIECES_OF[f.POWER_NAME.index(power)])


# ------------------------------------------------------------------------------------------------ counts


def test_there_are_320_counters() -> None:
    assert (len(f.PERSONS), len(f.FLEETS), len(ARMIES), f.KIND.count(f.ARTIFACT)) == (68, 25, 130, 2)
    assert len(f.PERSONS) + len(f.FLEETS) + len(ARMIES) + 2 == f.PIECES == 225
    assert f.PIECES + s.SPELLS + printed.MARKERS == printed.COUNTERS


def test_every_table_has_an_entry_for_every_piece() -> None:
    tables = (
        f.KIND, f.PIECE_NAME, f.PIECE_KEY, f.POWER_OF, f.VALUE, f.IS_LOVE, f.CAPACITY, f.DRAWS, f.MOVES, f.CARRIES,
        f.IS_WINGED, f.IS_MELNIBONEAN, f.IS_ADMIRAL, f.SILHOUETTE,
    )  # fmt: skip
    assert {len(table) for table in tables} == {f.PIECES}
    assert len(set(f.PIECE_NAME)) == len(set(f.PIECE_KEY)) == f.PIECES
    assert [f.PIECE_BY_KEY[key] for key in f.PIECE_KEY] == list(range(f.PIECES))
    assert sorted(p for pieces in f.PIECES_OF for p in pieces) == list(range(f.PIECES))


def test_powers_are_the_nations_the_hordes_and_the_independents() -> None:
    assert f.POWER_NAME[:18] == w.NATIONS
    assert list(w.NATIONS) == sorted(w.NATIONS)
    assert f.POWER_NAME[f.FLAMEBRINGERS] == "Flamebringers"
    assert f.POWER_NAME[f.INDEPENDENTS :] == ("Independents",)


@pytest.mark.clause("3.2b", "3.2d", "3.2e", "3.2f")
def test_figures_by_kind() -> None:
    for p in range(f.PIECES):
        kind = f.KIND[p]
        assert (f.MOVES[p] > 0) is (kind == f.FLEET)
        assert f.VALUE[p] == 1 or kind != f.ARMY
        assert f.CAPACITY[p] == -1 or kind == f.PERSON


@pytest.mark.clause("3.2i", "3.2j", "15.0a")
def test_who_has_a_spell_capacity_is_a_magician_and_holds_as_many() -> None:
    for name, held in (("Jagreen Lern", 2), ("Elric", 3), ("Cymoril", 1), ("Ohada", 2), ("Naclon", 1)):
        p = f.piece_id(name)
        assert cup.HOLDS[p] == held, "who is no magician holds one, for muster only"
        assert is_magician(p) == (name != "Naclon")
    assert persons("Pan Tang")["Jagreen Lern"] == "4/2"
    assert persons("Shazaar")["Ohada"] == "1/2"
    assert fleets("Pan Tang") == ["5/6/2"]
    assert not any(is_magician(p) for p in f.FLEETS + ARMIES)


# --------------------------------------------------------------------------------------------- battalia


@pytest.mark.clause("15.0b", "15.0c", "15.0d", "15.0g", "15.0h", "15.0j", "15.0p", "15.0q")
@pytest.mark.parametrize(
    ("power", "figures", "ships", "number"),
    [
        ("Argimiliar", {"King Hozel": "4/-", "Admiral of Argimiliar": "2/-", "Necromancer of Argimiliar": "1/2"},
         ["4/6/1", "2/4/3"], 11),
        ("Bakshaan", {"Nikorn": "2/-", "Magician of Bakshaan": "1/2"}, ["3/5/2", "3/5/2"], 4),
        ("Dharijor", {"Karnaal": "3/-", "Sarosto": "4/-", "Admiral of Dharijor": "2/-", "Sorcerer of Dharijor": "1/2"},
         ["2/4/3", "4/6/1"], 8),
        ("Filkhar", {"Jiku": "3/-"}, ["2/4/3"], 4),
        ("Ilmiora", {"Fadan": "3/-", "Sharilla": "(6)/-", "Admiral of Ilmiora": "3/-", "Alchemist of Ilmiora": "1/2"},
         ["2/4/3", "4/6/1"], 10),
        ("Jharkor", {"Dharmit": "3/-", "Yishana": "5/-", "Admiral of Jharkor": "2/-"}, ["2/6/1", "2/4/3"], 8),
        ("Pikarayd", {"Yaris": "3/-"}, ["4/6/2"], 4),
        ("Shazaar", {"Ohada": "1/2"}, ["2/6/3"], 4),
    ],
)  # fmt: skip
def test_nations(power: str, figures: dict[str, str], ships: list[str], number: int) -> None:
    assert figures.items() <= persons(power).items()
    assert fleets(power) == ships
    assert armies(power) == number


@pytest.mark.clause("15.0i", "15.0k", "15.0o", "15.0r", "15.0s")
@pytest.mark.parametrize(
    ("power", "figures", "ships", "number"),
    [
        ("Isle of Purple Towns", {"Smiorgan": "4/-", "Kargan": "4/-", "Priest of Isle of Purple Towns": "1/2"}, 2, 5),
        ("Lormyr", {"Voashoon": "3/-", "Zarozinia": "(6)/-", "Admiral of Lormyr": "3/-"}, 2, 11),
        ("Pan Tang", {"Jagreen Lern": "4/2", "Theleb K'aarna": "1/3!", "General of Pan Tang": "3/1",
                      "Sealord of Pan Tang": "3/1"}, 1, 5),
        ("Tarkesh", {"Hilran": "3/-"}, 2, 4),
        ("Vilmir", {"Naclon": "3/-", "Avan Astram": "4/-", "Sealord of Vilmir": "2/-"}, 2, 9),
    ],
)  # fmt: skip
def test_nations_with_ships_that_are_lost(power: str, figures: dict[str, str], ships: int, number: int) -> None:
    assert figures.items() <= persons(power).items()
    assert (len(fleets(power)), armies(power)) == (ships, number)


@pytest.mark.clause("7.5.1c")
def test_the_fleets_of_the_example_in_the_boiling_sea() -> None:
    assert fleets("Pan Tang") == ["5/6/2"]
    assert "4/6/1" in fleets("Vilmir")


@pytest.mark.clause("15.0l")
def test_melnibone() -> None:
    found = persons("Melnibone")
    assert {
        "Elric": "6/3!",
        "Yyrkoon": "5/2!",
        "Cymoril": "(7)/1",
        "Dyvim Tvar": "3/1",
        "Saxif D'aan": "2/1",
    }.items() <= (found.items())
    assert len(found) == 8
    assert armies("Melnibone") == 5
    assert f.CAPACITY[f.piece_id("Silent Guard")] == -1, "they bring no spells (11.0)"
    assert f.VALUE[f.BARGE] > max(f.VALUE[p] for p in f.FLEETS if p != f.BARGE)
    assert [f.PIECE_NAME[p] for p in f.PERSONS if f.IS_MELNIBONEAN[p]] == [
        "Elric", "Yyrkoon", "Cymoril", "Magnum Colim", "Dyvim Slorm", "Dyvim Tvar", "Saxif D'aan", "Silent Guard",
    ]  # fmt: skip


@pytest.mark.clause("15.0e", "15.0f", "15.0m", "15.0n")
def test_nations_without_ships() -> None:
    ashore = {name for name in w.NATIONS if not fleets(name)}
    assert ashore == {"Dhoz-Kam", "Eshmir", "Nadsokor", "Org"}
    assert persons("Org") == {"Gutheran": "2/-"}
    assert list(persons("Nadsokor")) == ["Urish"]


@pytest.mark.clause("15.0t", "15.0u", "15.0v", "15.0w")
def test_hordes() -> None:
    assert persons("Flamebringers") == {"Terarn Gashtek": "5/-", "Drinij Bar": "1/2"}
    assert persons("Kelmain Host") == {"Umba": "3/-"}
    assert persons("Olab") == {"Olab King": "3/-"}
    assert persons("People of Pio") == {}
    assert [armies(name) for name in f.HORDES] == [5, 5, 5, 5]


@pytest.mark.clause("15.0x")
def test_independents() -> None:
    found = persons("Independents")
    assert len(found) == 13
    assert {"Brut": "3/-", "Lamsar": "1/2"}.items() <= found.items()
    artifacts = (f.CHAOS_FLEET, f.FREE_FLEET, f.CHAOS_SHIELD, f.MOURNBLADE)
    assert [f.PIECE_NAME[p] for p in artifacts] == [
        "Chaos Fleet",
        "Free Fleet",
        "Chaos Shield",
        "Mournblade",
    ]
    assert f.CARRIES[f.CHAOS_FLEET] == 2


@pytest.mark.clause("9.2j", "3.2h", "7.4.1a")
def test_who_draws_who_never_fights_and_who_flies() -> None:
    assert [p for p in range(f.PIECES) if f.DRAWS[p]] == [f.ELRIC, f.piece_id("Yyrkoon"), f.THELEB]
    assert {f.PIECE_NAME[p] for p in range(f.PIECES) if f.IS_LOVE[p]} == {
        "Sharilla",
        "Zarozinia",
        "Cymoril",
        "Myshella",
    }
    assert {f.PIECE_NAME[p] for p in range(f.PIECES) if f.IS_WINGED[p]} == {"Clackars", "Myrrhyn"}


@pytest.mark.clause("4.0i")
def test_admirals_belong_to_nations_with_ships() -> None:
    admirals = Counter(f.POWER_OF[p] for p in range(f.PIECES) if f.IS_ADMIRAL[p])
    assert set(admirals.values()) == {1}
    assert all(fleets(f.POWER_NAME[power]) for power in admirals)


@pytest.mark.clause("4.0h", "4.0j")
def test_armies_suffice_for_three_in_every_city_and_two_in_the_capital() -> None:
    for nation, cities in enumerate(w.CITIES_OF):
        assert armies(w.NATIONS[nation]) >= 3 * (len(cities) - 1) + 2, w.NATIONS[nation]


def test_neutral_cities_defend_themselves_with_what_would_stand_in_them() -> None:
    """The defence is the wall and the armies of the set-up.

    A capital also has its personalities, with the admiral if it is a port.
    """
    for city in w.CITIES:
        if city.area == w.MELNIBONE:
            continue
        ruling = city.capital or city.main
        others = 3 * (len(w.CITIES_OF[city.nation]) - 1)
        troops = armies(w.NATIONS[city.nation]) - others if ruling else 3
        harbour = w.PORTS_OF[city.nation]
        heroes = [
            p
            for p in f.PIECES_OF[city.nation]
            if f.KIND[p] == f.PERSON and not f.IS_LOVE[p] and _stands(p, city, harbour)
        ]
        assert city.defence == city.wall + troops + sum(f.VALUE[p] for p in heroes), city.name


def _stands(p: int, city: w.City, harbour: tuple[int, ...]) -> bool:
    """Return whether a piece starts in a city (4.0).

    Admirals start in a port, the capital's if it has one; all others start in the capital.
    """
    home = w.CAPITAL[city.nation]
    if f.IS_ADMIRAL[p] and home not in harbour:
        return city.area == harbour[0]
    return city.area == home


# ------------------------------------------------------------------------------------------------ faces


@pytest.mark.clause("3.2a")
def test_figures_are_coloured_by_continent() -> None:
    inks = {nation: faces.STYLES[faces.STYLE_OF[nation]].ink for nation in range(18)}
    where = {nation: w.CONTINENT[w.CAPITAL[nation]] for nation in range(18)}
    red, white, black = inks[w.JHARKOR], inks[w.NATIONS.index("Lormyr")], inks[w.NATIONS.index("Vilmir")]
    assert len({red, white, black}) == 3
    expected = {
        w.CONTINENTS.index("west"): red,
        w.CONTINENTS.index("south"): white,
        w.CONTINENTS.index("north"): black,
    }
    islands = {w.PAN_TANG: red, w.MELNIBONE_NATION: white, w.NATIONS.index("Isle of Purple Towns"): black}
    assert inks == {n: islands[n] if n in islands else expected[where[n]] for n in range(18)}


def test_every_counter_has_a_face() -> None:
    found = faces.counters_by_key()
    assert len(found) == f.PIECES + s.SPELLS + 4
    assert {face.silhouette for face in found.values()} <= set(faces.SILHOUETTES)
    assert {face.style for face in found.values()} <= set(faces.STYLES)
    assert {path.split(" ")[0][0] for path in faces.SILHOUETTES.values()} <= set("Mm")


def test_no_counter_is_told_apart_by_colour_alone() -> None:
    codes = [code for code in faces.CODE_OF if code]
    assert len(set(codes)) == len(codes) == 22
    assert len(set(faces.TYPE_CODE)) == len(s.TYPES)


@pytest.mark.parametrize("scheme", ["fill", "dark"])
def test_figures_can_be_read_on_their_ground(scheme: str) -> None:
    for name, style in faces.STYLES.items():
        assert contrast(getattr(style, scheme), style.ink) >= 4.5, name


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_faces_in_words_and_figures() -> None:
    found = faces.counters_by_key()
    assert found["elric"].figures == {"nw": "6", "ne": "3!", "s": "Me"}
    assert found["cymoril"].text == "Cymoril, of Melnibone: never fights, power 7 over Elric, magician with 1 spell"
    assert found["dharmit"].text == "Dharmit, of Jharkor: fights with 3"
    assert found["pan-tang-warship"].figures == {"nw": "5", "sw": "6", "se": "2", "s": "PT"}
    assert found["chaos-shield"].figures == {}
    assert found["spell.noose-of-flesh"].text == (
        "Noose of Flesh, Law (3); Army Eater, on land; musters Flamebringers or Shaman or Cymoril"
    )


# ----------------------------------------------------------------------------------- data and documents


def test_every_entry_says_where_it_comes_from() -> None:
    battalia = w.DATA.read_toml("battalia.toml")
    rows = [row for table in ("power", "person", "fleet", "artifact") for row in battalia[table]]
    rows += w.DATA.read_toml("spells.toml")["spell"]
    for row in rows:
        assert {row["provenance"], *row.get("except", {}).values()} <= PROVENANCES, row["name"]
    uncertain = [p["name"] for p in battalia["person"] if "value" in p.get("except", {})]
    assert {"Prince", "Urish", "Moonglum"} <= set(uncertain)


def test_clauses_and_rulings_can_be_read_and_refer_to_each_other() -> None:
    clauses, rulings = load_clauses(PACKAGE), load_rulings(PACKAGE)
    assert len(clauses) == 496
    assert len(rulings) >= 159
    assert {ruling for clause in clauses.values() for ruling in clause.see} <= set(rulings)
    assert len({clause.gist for clause in clauses.values()}) == len(clauses)
