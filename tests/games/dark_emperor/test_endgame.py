"""Positions near the end of a side, and laws of every position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.dark_emperor.invariants import CHECKS, invariants
from games.dark_emperor.positions import KINGDOMS, NECROMANCER, piece, put, raise_undead, wake
from pace import sampled
from palatine.games.dark_emperor.components.pieces import BOX, DEVICES, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    GROUND,
    HOLY,
    KELARON,
    LAMMARECH,
    SEA,
    STAVROR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.devices import lay_down
from palatine.games.dark_emperor.rules.characters.lone_leaders import kill
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits
from palatine.games.dark_emperor.state import Death
from palatine.testing.soak import fuzz_endgame

AT_SEA, SACRED, ASLEEP = GROUND.index(SEA), HOLY.index(True), CAPITAL[KELARON]


def quiet() -> Any:
    """Return a valid position from the set-up in which the Kingdoms player recruits.

    Stavror is awake for that player and Lammarech against.
    """
    s = GAME.setup(seed=b"quiet")
    wake(s, KINGDOMS, STAVROR)
    wake(s, NECROMANCER, LAMMARECH)
    s.phasing = KINGDOMS
    s.flow[:] = [RecruitUnits(KINGDOMS)]
    return s


def kill_a_bearer(s: Any) -> None:
    s.where[piece("stav-farren")] = POOL


def load_a_fleet_from_afar(s: Any) -> None:
    s.cargo[piece("stavror-fleet-1")] = piece("lammarech-cavalry-1")


def march_into_the_sea(s: Any) -> None:
    s.shift((piece("stavror-infantry-1"),), AT_SEA)


def sail_inland(s: Any) -> None:
    s.shift((piece("stavror-fleet-1"),), hex_id("1607"))


def profane_a_holy_place(s: Any) -> None:
    put(s, hex_name(SACRED), "greater-vampire-1")


def choose_a_sea_where_none_is(s: Any) -> None:
    s.waters = {piece("stavror-fleet-1"): 9}


def raise_who_has_not_fallen(s: Any) -> None:
    s.power[piece("stavror-infantry-11")] = LAMMARECH


def write_down_a_death(s: Any) -> None:
    s.deaths = (Death(piece("mezal"), AT_SEA, 1),)


def hide_one_counter_twice(s: Any) -> None:
    first, second = sorted(s.markers)[:2]
    s.markers[first] = s.markers[second]


def spend_too_much(s: Any) -> None:
    s.gold[STAVROR] = -1


def hire_for_a_sleeper(s: Any) -> None:
    s.patron[0] = STAVROR


def stay_asleep(s: Any) -> None:
    s.turn = 11


def come_in_silence(s: Any) -> None:
    s.shift((piece("stavror-infantry-1"),), ASLEEP)


def leave_a_leader_alone(s: Any) -> None:
    s.shift((piece("stav-farren"),), hex_id("1607"))
    s.shift((piece("lammarech-cavalry-1"),), hex_id("1607"))


def burn_by_a_device(s: Any) -> None:
    s.flames = ((hex_id("1607"), DEVICES[0]),)


def drop_what_nobody_left(s: Any) -> None:
    s.bearer[piece("the-scythe") - DEVICES[0]] = -1


def duel_with_the_dead(s: Any) -> None:
    kill(s, piece("stav-farren"))
    s.duels = (piece("stav-farren"),)


def crown_the_dead(s: Any) -> None:
    s.doge = piece("grip-nud")
    s.lift((s.doge,), POOL)


def play_on_without_the_necromancer(s: Any) -> None:
    s.deaths = (Death(piece("padrech-dar-choim"), AT_SEA, 1, final=True),)


def serve_another(s: Any) -> None:
    s.serve(piece("stavror-fleet-1"), LAMMARECH)


def command_from_afar(s: Any) -> None:
    (legion,) = raise_undead(s, "1607", "imperial-legion-iii", STAVROR)
    s.legions = {legion: LORD}


def command_the_living(s: Any) -> None:
    s.legions = {piece("stavror-infantry-1"): LORD}


def leave_a_device_alone(s: Any) -> None:
    lay_down(s, piece("staff-of-waters"))
    h = s.where[piece("staff-of-waters")]
    s.shift(s.fighters(KINGDOMS, h), hex_id("1607"))
    s.lift((piece("stav-farren"),), BOX)
    s.shift((piece("lammarech-cavalry-1"),), h)


DAMAGE: tuple[tuple[Callable[[Any], None], str], ...] = (
    (kill_a_bearer, "who is dead"),
    (load_a_fleet_from_afar, "is not aboard"),
    (march_into_the_sea, "stands on the sea"),
    (sail_inland, "is on dry land"),
    (profane_a_holy_place, "is in a holy place"),
    (choose_a_sea_where_none_is, "is on a sea of its own"),
    (raise_who_has_not_fallen, "is off the map, and not as it was printed"),
    (write_down_a_death, "deaths are told of"),
    (hide_one_counter_twice, "markers are not of the magic hexes"),
    (spend_too_much, "has -1 gold"),
    (hire_for_a_sleeper, "are assigned to"),
    (stay_asleep, "in game-turn 11"),
    (come_in_silence, "nobody woke"),
    (leave_a_leader_alone, "stav-farren is alone among enemies"),
    (leave_a_device_alone, "staff-of-waters is alone among enemies"),
    (drop_what_nobody_left, "left by nobody"),
    (duel_with_the_dead, "stav-farren owes a duel"),
    (crown_the_dead, "grip-nud is Doge"),
    (play_on_without_the_necromancer, "dead for good, and the match goes on"),
    (serve_another, "stavror-fleet-1 serves"),
    (command_from_afar, "whose wielder has left it"),
    (command_the_living, "is no undead Legion"),
    (burn_by_a_device, "flames were lit by"),
)
"""At least one for each check, what it says with it."""


@pytest.mark.parametrize(("damage", "complaint"), DAMAGE)
def test_what_is_broken_is_told(damage: Callable[[Any], None], complaint: str) -> None:
    s = quiet()
    assert invariants(s) == []
    damage(s)
    assert any([complaint in each for each in invariants(s)]), invariants(s)


def test_every_check_has_noticed_something() -> None:
    silent = {check.__name__ for check in CHECKS}
    for damage, _ in DAMAGE:
        s = quiet()
        damage(s)
        silent -= {check.__name__ for check in CHECKS if list(check(s))}
    assert silent == set()


@pytest.mark.parametrize("seed", sampled(["1", "2", "3"]))
def test_the_fuzzer_finds_nothing_near_an_end(seed: str) -> None:
    results = fuzz_endgame(("dark-emperor", seed))
    assert len(results) > 10
    assert [result.finding for result in results if result.finding] == []
