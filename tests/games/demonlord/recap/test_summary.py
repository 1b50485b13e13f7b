"""Recaps of all kinds of entries, of whole battles and sieges, and the measures of a match."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.demonlord.positions import CAPITALS, MELEE, do, drawn_up, fight, go, moment, place, unit
from palatine.core import Entry
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.recap.items import FLAGS, WAYS
from palatine.games.demonlord.state import LONG

DATA = Path(__file__).parents[4] / "src" / "palatine" / "games" / "demonlord" / "data"
PLIES = 2500


def journal_kinds() -> set[str]:
    """Return every kind of entry in the catalogue."""
    found: set[str] = set()
    table = tomllib.loads((DATA / "messages.en.toml").read_text())["journal"]
    for key, value in table.items():
        found |= {f"{key}.{part}" for part in value} if isinstance(value, dict) else {key}
    return found


@cache
def played(seed: int) -> tuple[Entry, ...]:
    """Return the journal of the captain's match against itself."""
    captain = GAME.bots["captain"](GAME)
    state = GAME.setup(seed=bytes([seed]), record=True)
    for _ in range(PLIES):
        if state.flow:
            (seat,) = GAME.actors(state)
            GAME.take(state, seat, captain.decide(state, seat))
    return tuple(state.journal or ())


def readable(entries: Any, seat: str) -> list[Entry]:
    side = ("Hosar", "Demon").index(seat)
    return [entry for entry in entries if entry.is_readable_by(side)]


def test_every_flag_and_way_is_of_a_kind_that_there_is() -> None:
    assert {*FLAGS, *WAYS} <= journal_kinds()


@pytest.mark.parametrize("seat", ["Hosar", "Demon"])
def test_a_whole_match_can_be_recalled(seat: str) -> None:
    """It has headings of phases, routes of marches and cards of battles, and no empty hex."""
    entries = readable(played(1), seat)
    found = GAME.recap(entries, seat)
    assert {scene.kind for scene in found.items} >= {"phase", "control", "battle.begins"}
    marches = [scene for scene in found.items if scene.kind in ("march", "march-on")]
    assert marches
    assert all([len(scene.routes) == 1 and len(scene.routes[0].spaces) >= 2 for scene in marches])
    begun = [entry for entry in entries if entry.kind == "battle.begins"]
    cards = [scene.card for scene in found.items if scene.card and scene.card.title.startswith("Battle")]
    assert len(begun) - 1 <= len(cards) <= len(begun)
    assert found.headline


def test_a_march_of_several_hexes_is_one_way_through_all_of_them() -> None:
    state = place("turn 2\nphase Hosar\nstep OpenMovement\n0804 Hosar: DA-duke-dansor, DA-knights\n" + CAPITALS)
    state = do(state, ("stack", hex_id("0804")), ("unit", unit("DA-duke-dansor")), go("0803"), go("0703"))
    (scene,) = [each for each in GAME.recap(state.journal, "Hosar").items if each.routes]
    (way,) = scene.routes
    assert way.spaces == (hex_id("0804"), hex_id("0803"), hex_id("0703"))
    assert way.style == "hosar"


def test_the_card_of_a_battle_has_its_blows_and_losses() -> None:
    """The Knights hit with a 2 and the Archers fall on a 6; their own attack misses."""
    state = drawn_up("DA-knights : ER-archers", phase="Hosar", start=MELEE)
    state.journal = [Entry("battle.begins", {"hex": hex_id("1004"), "side": 0}, ("BAT-01",))]
    state.journal += [Entry("deploy", {"unit": unit("DA-knights"), "side": 0}, ("BAT-13",))]
    state.journal += [Entry("deploy", {"unit": unit("ER-archers"), "side": 1}, ("BAT-13",))]
    state = fight(state, rolls=[(1, 1), (6, 6), 6])
    (card,) = [scene.card for scene in GAME.recap(state.journal, "Hosar").items if scene.card]
    hosar, demon = card.sides
    assert card.space == hex_id("1004")
    assert hosar.parts == (("1", "hits from 1 blow", "BAT-27"),)
    assert demon.parts == (("0", "hits from 1 blow", "BAT-27"),)
    assert (hosar.losses, demon.losses) == ("No losses", "Destroyed: Erush Archers")
    assert "holds the field" in card.result


def test_the_card_of_a_siege_has_both_throws_and_what_was_added() -> None:
    text = "1510 Demon: MI-garrison, MI-bowmen\n1510 Hosar: TI-prince-timur, TI-knights-1, TI-knights-2\n"
    state = do(moment("Sieges", text), "assault", "pass", "pass", rolls=[4, 4, 2, 1])
    (card,) = [scene.card for scene in GAME.recap(state.journal, "Hosar").items if scene.card]
    hosar, demon = card.sides
    assert (hosar.dice, demon.dice) == ((4, 4), (2, 1))
    assert "best" in str(hosar.parts) or "leader" in str(hosar.parts)


def test_the_card_of_a_search_has_both_dice() -> None:
    state = moment("OpenMovement", "0805 Hosar: HO-monks\n0806 Demon: ER-archers\n")
    state = do(state, ("stack", hex_id("0805")), ("unit", unit("HO-monks")), go("0806"), rolls=[1, 6])
    (card,) = [scene.card for scene in GAME.recap(state.journal, "Demon").items if scene.card]
    assert [side.dice for side in card.sides] == [(1,), (6,)]
    assert "Captured" in card.result


def test_measures_count_what_is_open_and_hide_the_troops() -> None:
    state = place("turn 2\n0804 Hosar: DA-duke-dansor, DA-knights\ncontrol 1606: Hosar\n" + CAPITALS)
    found = {each.id: each for each in GAME.measures(state)}
    assert next(iter(found)) == "points"
    assert found["cities"].values == {"Hosar": 1.0, "Demon": 0.0}
    assert found["troops"].values == {"Hosar": 2.0, "Demon": 1.0}
    assert [each.id for each in found.values() if each.is_hidden] == ["troops", "army", "capital-threat"]
    assert found["army"].values["Hosar"] > found["army"].values["Demon"]
    state.options["ending"] = LONG
    assert GAME.measures(state)[0].id == "cities"


def test_setting_up_lasts_until_the_first_turn() -> None:
    state = GAME.setup(seed=b"1")
    assert GAME.is_setting_up(state, "Hosar")
    assert not GAME.is_setting_up(state, "Demon")
    captain = GAME.bots["captain"](GAME)
    while state.flow and GAME.is_setting_up(state, GAME.actors(state)[0]):
        (seat,) = GAME.actors(state)
        GAME.take(state, seat, captain.decide(state, seat))
    assert (state.turn, state.phase) == (1, 1)


@pytest.mark.clause("END-01", "END-02")
def test_the_threat_to_a_capital_grows_with_the_troops_near_it_and_falls_with_its_guards() -> None:
    demons = "0711 Demon: ER-archers, ER-swordsmen, ER-heavy-cavalry\n"
    worth = sum([WORTH[unit(each)] for each in ("ER-archers", "ER-swordsmen", "ER-heavy-cavalry")])
    near = (1 - 2 / 12) * worth  # two points from Timur, of twelve at which troops no longer count
    militia, guards = WORTH[unit("TI-city-militia")], WORTH[unit("TI-spearmen")]
    assert threat(demons)["Demon"] == pytest.approx(100 * near**2 / (near**2 + (militia + 1) ** 2), abs=0.1)
    guarded = threat(demons + "0610 Hosar: TI-spearmen\n")
    assert guarded["Demon"] == pytest.approx(100 * near**2 / (near**2 + (militia + guards + 1) ** 2), abs=0.1)
    assert threat(demons.replace("0711", "1211"))["Demon"] < guarded["Demon"]
    assert guarded["Hosar"] == 0


def threat(pieces: str) -> dict[str, float]:
    """Return the measure of the threat to the capitals in a position."""
    found = {each.id: each for each in GAME.measures(moment("OpenMovement", pieces, "Hosar"))}
    assert found["capital-threat"].is_hidden
    return found["capital-threat"].values
