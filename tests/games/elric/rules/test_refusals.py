"""Refusals that no other test covers, each with its clause (7, 9, 10)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, meeting
from games.elric.positions.board import (
    PRIEST,
    area,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    run,
    take_card,
)
from games.elric.positions.journeys import moving
from games.elric.positions.people import company, drawn_by
from palatine.core import Refusal
from palatine.games.elric.components.spells import QUAOLNARGN
from palatine.games.elric.rules.combat.battles import Declare
from palatine.games.elric.rules.combat.combat import is_called_off
from palatine.games.elric.rules.combat.losses import ChooseLoss
from palatine.games.elric.rules.combat.participants import CITY, Battle, Fight, pending
from palatine.games.elric.rules.combat.participants import FIELD as OPEN
from palatine.games.elric.rules.combat.spell_laying import why_not_cast
from palatine.games.elric.rules.common.closed_areas import may_enter
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.sea_movement import shore_refusal, wade_refusal


def why(found: Refusal | None) -> tuple[str, str]:
    assert found is not None
    return found.clause, found.reason


def flying_with(*who: Any) -> Any:
    s = new_state()
    put(s, 0, "Jadmar", PRIEST, *who)
    give_cards(s, PRIEST, "Nihrain Horses")
    return choose(moving(s), "fly", (PRIEST, "Nihrain Horses"))


@pytest.mark.clause("7.4.2a", "7.3n", "12.0c", "12.1.6b")
def test_why_a_flight_goes_without_somebody_or_not_there() -> None:
    s = flying_with("Elric", "Moonglum")
    s.joined = True
    assert why(refusal(s, "piece", "Moonglum")) == ("12.1.6b", "why.with-elric")
    assert why(refusal(s, "stay", 1)) == ("7.4.2a", "why.no-button")
    s = new_state()
    put(s, 0, "Jadmar", "Saxif D'aan")
    give_cards(s, "Saxif D'aan", "Nihrain Horses")
    put(s, 1, "vil_n", "Dyvim Slorm")
    s = choose(moving(s), "fly", ("Saxif D'aan", "Nihrain Horses"))
    assert why(refusal(s, "go", "vil_n")) == ("7.3n", "why.only-to-fight")


@pytest.mark.clause("7.2e", "7.2g")
def test_why_armies_without_a_leader_do_not_march() -> None:
    s = new_state()
    home, away = put(s, 0, "Jadmar", ("Vilmir", 1), ("Ilmiora", 1))
    for group, reason in (((home, away), ("7.2e", "why.unled")), ((home,), ("7.2g", "why.one-province"))):
        s.flow = [March(0, area("Jadmar"), group, points=3)]
        assert why(refusal(s, "go", "vil_n")) == reason


@pytest.mark.clause("7.3d", "7.3n")
def test_why_nobody_wades_or_lands() -> None:
    s = new_state()
    put(s, 0, "Jadmar", PRIEST)
    step = March(0, area("Jadmar"), (piece(PRIEST),))
    assert why(shore_refusal(s, step, area("vil_n"))) == ("7.2a", "why.too-far")
    assert wade_refusal(s, step, area("st_vilmir")) is None
    assert why(wade_refusal(s, step, area("teeth"))) == ("7.3d", "why.no-landfall")
    put(s, 0, "teeth", "Vilmir galley")
    assert wade_refusal(s, step, area("teeth")) is None, "a ship lies there"
    put(s, 0, "Karlaak", "Drinij Bar")
    horde = March(0, area("Karlaak"), (piece("Drinij Bar"),))
    bounds = may_enter(s, horde.group, area("st_vilmir"))
    assert bounds is not None
    assert wade_refusal(s, horde, area("st_vilmir")) == bounds
    put(s, 1, "st_vilmir", "Ilmiora galley")
    assert why(wade_refusal(s, step, area("st_vilmir"))) == ("7.3n", "why.only-to-fight")


@pytest.mark.clause("7.3m")
def test_a_fleet_on_its_way_home_has_one_button() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley")
    s = choose(moving(s), "home", "Vilmir galley")
    assert why(refusal(s, "halt", 1)) == ("7.3m", "why.no-button")


@pytest.mark.clause("10.1a")
def test_assaults_are_declared_with_one_button() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Yaris")
    s = run(s, Declare())
    assert why(refusal(s, "done", 1)) == ("5.0b", "why.no-button")


@pytest.mark.clause("9.2h")
def test_a_fight_with_a_monster_has_one_button() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Donblas")
    s = drawn_by(s, QUAOLNARGN, PRIEST)
    assert why(refusal(s, "fight", 1)) == ("9.2h", "why.no-button")


@pytest.mark.clause("13.4e", "9.2d", "9.5b")
def test_why_somebody_lays_no_spell() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan", "Mage of Lormyr"], ["Dharmit"])
    give_cards(s, "Ohada", "Arkyn")
    s.tipped, s.ends = 1, 9
    s.maintained = {piece("Mage of Lormyr"): take_card(s, "Donblas")}
    (battle,) = pending(s)
    rows = {"Mage of Lormyr": ("13.4e", "why.maintains"), "Fadan": ("9.5b", "why.no-magician"),
            "Dharmit": ("9.2d", "why.not-in-battle")}  # fmt: skip
    assert {who: why(why_not_cast(s, battle, 0, piece(who))) for who in rows} == rows
    assert why_not_cast(s, battle, 0, piece("Ohada")) is None


@pytest.mark.clause("10.2b", "12.0d", "10.7j")
def test_why_somebody_is_not_lost() -> None:
    """Naclon is withheld and is lost last; Dyvim Slorm abstains against Yyrkoon."""
    s = meeting(FIELD, ["Yyrkoon", "Fadan"], ["Naclon", "Avan Astram", "Dyvim Slorm", ("Vilmir", 2)])
    battle = Battle(area(FIELD), 0, 1, OPEN, held=(piece("Naclon"),), aside=(piece("Dyvim Slorm"),))
    s.flow = [Fight(battle), ChooseLoss(1, area(FIELD), 4)]
    assert why(s.flow[-1].refuse(s, ("lose", piece("Dyvim Slorm")))) == ("12.0d", "why.abstains")
    assert why(s.flow[-1].refuse(s, ("lose", piece("Naclon")))) == ("10.2b", "why.withheld-last")


@pytest.mark.clause("10.1f", "10.9.3b")
def test_a_battle_is_called_off_where_nobody_fights_but_a_city_defends_itself() -> None:
    s = meeting("Jadmar", ["Fadan"], [("Vilmir", 1)])
    assert not is_called_off(s, Battle(area("Jadmar"), 0, 1, OPEN))
    alone = new_state()
    put(alone, 0, "Jadmar", "Fadan")
    assert is_called_off(alone, Battle(area("Jadmar"), 0, 1, OPEN))
    assert not is_called_off(alone, Battle(area("Jadmar"), 0, 1, CITY))
    assert is_called_off(alone, Battle(area("Jadmar"), 1, 0, OPEN))
    assert is_called_off(alone, Battle(area("Jadmar"), 1, 0, CITY))
