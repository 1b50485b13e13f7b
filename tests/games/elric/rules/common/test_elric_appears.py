"""Elric's appearances, departure and return, and the duel (12.1.1, 12.1.4, 14.7, 16.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    area,
    asked,
    at,
    new_state,
    piece,
    put,
    run,
    spell,
    told,
)
from games.elric.positions.people import cup_of, free_elric, led_elric
from palatine.core import Step
from palatine.games.elric.components.pieces import BRUT, ELRIC, MOONGLUM
from palatine.games.elric.components.spells import NIGHTMARES, RESHUFFLES
from palatine.games.elric.rules.common.control import (
    claim_elric_here,
    lost_controller,
    may_bid,
    settle_control,
)
from palatine.games.elric.rules.common.elric_appears import (
    Appearance,
    RandomAppearance,
    depart_for_track,
    place_elric,
)
from palatine.games.elric.rules.common.relocation import move_moonglum
from palatine.games.elric.rules.common.stormbringer import Stormbringer, nightmare
from palatine.games.elric.state import NOBODY, OFF, TRACK


class Dream(Step, frozen=True):
    """A step for a Nightmare that a seat has drawn."""

    seat: int

    def run(self, s: Any) -> None:
        s.pop()
        nightmare(s, self.seat)


# Appearances


@pytest.mark.clause("12.1.1a")
@pytest.mark.clause("12.1.1b")
def test_he_appears_at_random_at_the_start() -> None:
    s = cup_of(new_state(), "Vulture Lions")
    s.order = (0, 1, 2)
    s = run(s, Appearance(), rolls=[("Elric's appearance", 1)])
    assert at(s, "Elric") == "Nadsokor"
    assert s.owner[ELRIC] == NOBODY


@pytest.mark.clause("12.1.1b")
def test_he_appears_anew_while_he_is_with_nobody() -> None:
    s = cup_of(free_elric(), "Vulture Lions")
    s = run(s, Appearance(), rolls=[1])
    assert at(s, "Elric") == "Nadsokor"


@pytest.mark.clause("12.1.1b")
def test_he_does_not_while_somebody_controls_him() -> None:
    s = run(led_elric(), Appearance(), rolls=[])
    assert at(s, "Elric") == "Jadmar"


@pytest.mark.clause("12.1.1b")
@pytest.mark.clause("5.0b")
def test_only_in_the_first_player_turn() -> None:
    s = free_elric()
    s.phasing = 1
    assert at(run(s, Appearance(), rolls=[]), "Elric") == "Jadmar"


@pytest.mark.clause("12.1.1d")
@pytest.mark.clause("12.1.1e")
def test_a_spell_that_names_no_nation_is_discarded_for_another() -> None:
    s = cup_of(new_state(), "Slortar the Old", "Dead Gods Book")
    s = run(s, RandomAppearance(), rolls=[1, 1])
    assert at(s, "Elric") == "Dhoz-Kam"
    assert s.discard == [spell("Slortar the Old"), spell("Dead Gods Book")]


@pytest.mark.clause("12.1.1f")
@pytest.mark.parametrize(
    ("name", "die", "where"),
    [
        ("Chimera", 3, "org"), ("Chimera", 4, "Dhoz-Kam"),
        ("Arioch", 2, "Dhakos"), ("Arioch", 3, "Elwher"), ("Arioch", 4, "Elwher"), ("Arioch", 5, "Hwamgaarl"),
    ],
)  # fmt: skip
def test_a_die_decides_among_several_nations(name: str, die: int, where: str) -> None:
    s = run(cup_of(new_state(), name), RandomAppearance(), rolls=[1, ("which nation", die)])
    assert s.where[ELRIC] == area(where)


@pytest.mark.clause("12.1.1d")
def test_only_nations_count_among_the_names() -> None:
    s = run(cup_of(new_state(), "Sleep"), RandomAppearance(), rolls=[1])
    assert s.where[ELRIC] == area("org")


@pytest.mark.clause("12.1.1e")
def test_a_nightmare_or_reshuffle_drawn_for_it_acts() -> None:
    s = cup_of(new_state(), NIGHTMARES[0], RESHUFFLES[0], "Vulture Lions")
    s = run(s, RandomAppearance(), rolls=[1, 1, 1])
    assert at(s, "Elric") == "Nadsokor"
    assert told(s, "nightmare.idle")


@pytest.mark.clause("12.1.1e")
def test_without_any_name_left_he_stays_away() -> None:
    s = cup_of(new_state(), "Slortar the Old")
    assert run(s, RandomAppearance(), rolls=[]).where[ELRIC] == OFF


@pytest.mark.clause("12.1.2a")
@pytest.mark.clause("12.1.2b")
def test_whoever_has_people_where_he_appears_controls_him() -> None:
    s = cup_of(new_state(), "Vulture Lions", "Balan")
    put(s, 1, "Nadsokor", "Urish", "Sharilla", "Smiorgan")
    s.has_hand = True
    s = run(s, RandomAppearance(), rolls=[1])
    assert (s.owner[ELRIC], s.controller) == (1, piece("Sharilla"))


@pytest.mark.clause("12.1.2a")
def test_the_holder_of_the_city_has_him_before_others() -> None:
    s = cup_of(new_state(), "Vulture Lions")
    put(s, 0, "Nadsokor", "Smiorgan")
    put(s, 1, "Nadsokor", "Urish")
    s.has_hand = True
    assert run(s, RandomAppearance(), rolls=[1]).owner[ELRIC] == 1


@pytest.mark.clause("12.1.1c")
def test_he_leaves_a_controller_who_is_slain() -> None:
    s = cup_of(led_elric(), "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[("stormbringer", 5), 1])
    assert at(s, "Elric") == "Nadsokor"
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)


# Four-Who-Are-One


@pytest.mark.clause("16.4b")
def test_elric_leaves_for_the_turn_track() -> None:
    s = led_elric("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    s.turn = 3
    depart_for_track(s)
    assert (s.where[ELRIC], s.where[MOONGLUM], s.returns) == (TRACK, TRACK, 4)
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)
    assert at(s, "Naclon") == "Jadmar"
    assert s.where[ELRIC] == run(s, Appearance(), rolls=[]).where[ELRIC]


@pytest.mark.clause("16.4c")
def test_he_comes_back_with_brut_who_is_the_next_controllers() -> None:
    s = cup_of(led_elric("Naclon", "Jadmar", "Moonglum"), "Vulture Lions")
    move_moonglum(s)
    depart_for_track(s)
    s.turn = 2
    s = run(s, Appearance(), rolls=[1])
    assert at(s, "Elric") == at(s, "Moonglum") == at(s, "Brut") == "Nadsokor"
    assert s.owner[BRUT] == NOBODY
    put(s, 1, "Nadsokor", "Urish")
    claim_elric_here(s, 1, area("Nadsokor"))
    assert (s.owner[ELRIC], s.owner[MOONGLUM], s.owner[BRUT]) == (1, 1, 1)
    assert s.controller == piece("Urish")


@pytest.mark.clause("16.4c")
def test_brut_goes_with_him_again_while_nobody_has_them() -> None:
    s = cup_of(free_elric(), "Vulture Lions")
    put(s, NOBODY, "Jadmar", "Brut")
    depart_for_track(s)
    assert s.where[BRUT] == TRACK
    s.turn = 2
    assert at(run(s, Appearance(), rolls=[1]), "Brut") == "Nadsokor"


@pytest.mark.clause("16.4c")
def test_brut_in_play_does_not_come_twice() -> None:
    s = cup_of(led_elric(), "Vulture Lions")
    put(s, 2, "Kariss", "Brut")
    depart_for_track(s)
    s.turn = 2
    s = run(s, Appearance(), rolls=[1])
    assert (at(s, "Brut"), s.owner[BRUT]) == ("Kariss", 2)


@pytest.mark.clause("16.4b")
def test_nobody_leaves_while_he_is_not_there() -> None:
    s = new_state()
    depart_for_track(s)
    assert (s.where[ELRIC], s.returns) == (OFF, 0)


# The duel


def duel() -> Any:
    s = new_state("duel", 2)
    s.owner[ELRIC] = 0
    s.has_hand = True
    return s


@pytest.mark.clause("14.7b")
def test_in_the_duel_elric_needs_no_controller() -> None:
    s = run(cup_of(duel(), "Vulture Lions"), RandomAppearance(), rolls=[1])
    assert (s.owner[ELRIC], s.controller) == (0, -1)
    assert run(s, Appearance(), rolls=[]).where[ELRIC] == s.where[ELRIC]


@pytest.mark.clause("14.7b")
@pytest.mark.clause("12.1.4d")
def test_there_stormbringer_only_sends_him_away() -> None:
    s = duel()
    put(s, 0, "Jadmar", "Elric")
    s = cup_of(s, "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[5, 1])
    assert (at(s, "Elric"), s.owner[ELRIC], s.balance) == ("Nadsokor", 0, 0)


@pytest.mark.clause("14.7b")
@pytest.mark.parametrize(("who", "wins"), [("Yyrkoon", False), ("Myshella", True), ("Cymoril", True)])
def test_there_only_his_loves_can_take_him(who: str, wins: bool) -> None:
    s = duel()
    put(s, 0, "Jadmar", "Elric")
    put(s, 1, "vil_n", who)
    assert may_bid(s, piece(who), area("Jadmar")) == wins


@pytest.mark.clause("14.7b")
def test_there_a_companion_controls_him_as_ever() -> None:
    s = duel()
    put(s, 0, "Jadmar", "Elric", "Rackhir")
    settle_control(s)
    assert s.controller == piece("Rackhir")
    s.lift((piece("Rackhir"),), OFF)
    lost_controller(s, piece("Rackhir"))
    assert (s.owner[ELRIC], s.controller) == (0, -1)


@pytest.mark.clause("12.1.3c")
@pytest.mark.clause("12.1.5a")
def test_a_nightmare_among_his_first_spells_ends_his_drawing() -> None:
    s = cup_of(free_elric(), NIGHTMARES[0], "Vulture Lions", "Quaolnargn")
    s.has_hand = False
    put(s, 0, "Jadmar", "Naclon")
    claim_elric_here(s, 0, area("Jadmar"))
    s = run(s, rolls=[("card", 1), ("nightmare", 5), ("Elric's appearance", 1)])
    assert (at(s, "Elric"), s.owner[ELRIC]) == ("Nadsokor", NOBODY)
    assert not s.hand
    assert asked(s) is None


@pytest.mark.clause("12.1.6b", "12.1.1d")
def test_elric_and_moonglum_who_are_both_away_appear_once_each() -> None:
    s = new_state()
    s.joined = True
    s.where[ELRIC] = s.where[MOONGLUM] = TRACK
    place_elric(s, area("Nadsokor"))
    s = run(s)
    assert s.pieces(NOBODY, area("Nadsokor")) == tuple(sorted((ELRIC, MOONGLUM)))
    assert [sorted(entry.data["group"]) for entry in told(s, "appearance")] == [sorted((ELRIC, MOONGLUM))]
