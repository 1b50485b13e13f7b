"""Units: their codes, and their signs on the map (TT, MAP)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, order, person, put, refused
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions.troop_actions import Works
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import MagnateRecord, State

HOME = 65


def camp(units: str, leader: str = "Ralph W9", kinds: tuple[str, ...] = tuple(pieces.KINDS)) -> State:
    """Return units and a character in a cropland; the nation has every type and enough gold."""
    state = hargaar(kinds=kinds, gold=1000, god="Mars")
    hold(state, 0, HOME)
    person(state, leader, 0, HOME)
    put(state, units, 0, HOME)
    return state


TRAINERS = {"M": "W", "J": "W", "O": "W", "D": "D", "G": "D", "E": "E", "T": "L"}
"""By race: a class that trains it."""


@pytest.mark.clause("LM-TT-10")
@pytest.mark.parametrize("kind", [kind for kind in pieces.KINDS if pieces.equipped(kind)])
def test_a_unit_is_made_only_from_a_recruit_of_its_own_race(kind: str) -> None:
    green = pieces.equipped(kind) or ""
    regular = pieces.trained(green) or green if pieces.TROOPS[green].grade == "D" else green
    race = pieces.TROOPS[green].race
    for own, recruit in pieces.RECRUITS.items():
        state = camp(f"{recruit} 1")
        if pieces.TROOPS[green].grade == "D":
            text = f"equip {recruit} 1 -> {green} at {HOME}"
            if own == race:
                order(Turn(state), 0, text)
                assert codes(state, 0, HOME) == [green]
            else:
                assert refused(Turn(state), 0, text) == "LM-TT-10"
        state = camp(f"{recruit} 1", f"Ralph {TRAINERS[own]}9")
        text = f"char Ralph: train {recruit} 1 -> {regular}"
        if own == race:
            order(Turn(state), 0, text)
            assert codes(state, 0, HOME) == [regular]
        else:
            assert refused(Turn(state), 0, text) == "LM-TT-10"


@pytest.mark.clause("LM-TT-10")
def test_a_unit_that_has_been_made_is_no_recruit_any_more() -> None:
    assert refused(Turn(camp("LFD 1")), 0, f"equip LFD 1 -> HFD at {HOME}") == "LM-TT-10"
    assert refused(Turn(camp("LFD 1")), 0, "char Ralph: train LFD 1 -> HFC") == "LM-B-11"


@pytest.mark.clause("LM-TT-01")
@pytest.mark.parametrize(
    ("code", "survives"), [(code, code in ("TRD", "JRD")) for code in pieces.RECRUITS.values()]
)
def test_of_all_recruits_only_trolls_and_jotuns_survive_a_hit(code: str, survives: bool) -> None:
    state = camp(f"{code} 1")
    casualties.hit(Turn(state), next(iter(state.units)))
    assert codes(state, 0, HOME) == [f"{code}w"] * survives


@pytest.mark.clause("LM-TT-09")
@pytest.mark.parametrize("code", ["HUD", "ZOD", "SKD", "GHD", "LDD"])
def test_the_dead_are_neither_equipped_nor_trained(code: str) -> None:
    assert pieces.TROOPS[code].cost == 0
    for race, recruit in pieces.RECRUITS.items():
        assert refused(Turn(camp(f"{recruit} 1")), 0, f"equip {recruit} 1 -> {code} at {HOME}") == "LM-B-06"
        state = camp(f"{recruit} 1", f"Ralph {TRAINERS[race]}9")
        with pytest.raises(OrderFailed):
            order(Turn(state), 0, f"char Ralph: train {recruit} 1 -> {code}")
        assert codes(state, 0, HOME) == [recruit]
    for of in pieces.CLASSES:
        for into in ("HUD", "ZOD", "SKD", "GHD", "LDD"):
            assert refused(Turn(camp(f"{code} 1", f"Ralph {of}9")), 0, f"char Ralph: train {code} 1 -> {into}")


@pytest.mark.clause("LM-TT-18")
def test_a_unit_is_a_thousand_on_foot_or_five_hundred_horse() -> None:
    assert {code: pieces.men(code) for code in ("RED", "HFC", "HLC", "MAC", "ATC", "SJD", "ZOD")} == dict.fromkeys(
        ("RED", "HFC", "HLC", "MAC", "ATC", "SJD", "ZOD"), 1000
    )
    assert all(
        pieces.men(code) == 500 for code, troop in pieces.TROOPS.items() if troop.table == 4 or troop.kind == "HA"
    )
    counters = GAME.boards(hargaar())[0].counters
    assert counters["HFC"].text.endswith("; 1000 men")
    assert counters["KTC"].text.endswith("; 500 men")


# The signs of the map


@pytest.mark.clause("LM-MAP-03")
def test_cities_and_forts_are_marked_with_their_names() -> None:
    state = hargaar()
    state.forts = {44: "Deepgate", 65: "F2"}
    state.ruins = [100]
    spaces = {space.id: space for space in GAME.boards(state)[0].spaces}
    cities = {
        12: "Grog", 25: "Vetrium", 30: "Friendlyton", 42: "Blorg", 59: "Ardea", 70: "Stumpium", 87: "Dolos",
    }  # fmt: skip
    signs = {name: (mark.kind, mark.name) for name, space in spaces.items() for mark in space.marks}
    assert signs == {
        **{f"{square}city": ("city", name) for square, name in cities.items()},
        "44fort": ("fort", "Deepgate"),
        "65fort": ("fort", "F2"),
    }
    icons: dict[str, set[str]] = {"city": set(), "fort": set()}
    for mark in [mark for space in spaces.values() for mark in space.marks]:
        icons[mark.kind].add(mark.silhouette)
    assert not icons["city"] & icons["fort"]
    assert all(spaces[name].name == sign[1] for name, sign in signs.items())
    assert [spaces[name].name for name in ("12", "59", "100")] == ["12o", "59c", "100c"]


@pytest.mark.clause("LM-MAP-03")
def test_a_fort_without_a_name_has_a_number() -> None:
    state = camp("HFC 5")
    turn = Turn(state)
    order(turn, 0, "char Ralph: lead take HFC 5, fort")
    assert turn.of(Works).forts[HOME][1] == "F1"


def hosts() -> State:
    """Return a position with major stacks of two players, a magnate and the neutrals.

    Stacks of one type and captives do not count.
    """
    state = camp("HFC 3 MFC 2w")
    put(state, "LCC 4", 0, 20)
    put(state, "HFC 1 LCC 1", 0, 259)
    put(state, "OFC 4 OAC 1", 1, 20)
    person(state, "Zed M3", 0, 20)
    state.magnates[107] = MagnateRecord("Mog", person(state, "Mog W3", 107, 13), 13, "M", (), 0)
    put(state, "MCC 1 MFC 5", 107, 13)
    for n in put(state, "HFC 1 LCC 1", 1, HOME):
        state.set_unit(n, captor=0)
    return state


@pytest.mark.clause("LM-MAP-04")
def test_troops_go_by_their_codes_and_major_stacks_by_a_letter_and_a_number() -> None:
    state = hosts()
    for seat in ("P1", "P2", None):
        view = GAME.view(state, seat)
        stacks = next(panel for panel in view.panels if panel.id == "stacks")
        assert [(row.label, row.value, row.note) for row in stacks.rows] == [
            ("M1", "MCC 1 MFC 5", "cropland 13"),
            ("B1", "OFC 4 OAC 1", "cropland 20"),
            ("A1", "HFC 3 MFC 2w", "cropland 65"),
            ("A2", "HFC 1 LCC 1", "Ardea"),
        ]
        units = {(piece.space, piece.face): piece.text for piece in view.pieces if piece.id[0] == "u"}
        assert units["65", "MFC"].endswith(", in stack A1")
        assert units["59city", "LCC"].endswith(", in stack A2")
        assert units["20", "OAC"].endswith(", in stack B1")
        assert "stack" not in units["20", "LCC"]
        status = next(each for each in GAME.report(state, seat, ()).sections if each.id == "status")
        rows = status.grids[1].rows
        assert ("N1", "HFC 3 MFC 2w", "A1 cropland 65") in rows
        assert ("N1", "LCC 4", "cropland 20") in rows


@pytest.mark.clause("LM-MAP-04")
def test_characters_are_marked_by_two_letters() -> None:
    pieces = [piece for piece in GAME.view(hosts(), "P2").pieces if piece.id[0] == "c"]
    assert {(piece.face, piece.badges[1]) for piece in pieces} == {("W", "WR"), ("M", "MZ"), ("W", "WM")}
