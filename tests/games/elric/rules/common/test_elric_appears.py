"""Elric: his appearances, his control, Moonglum, Stormbringer and Mournblade (12.1, 13.3, 16.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.kingdoms import (
    area,
    arm,
    asked,
    at,
    choose,
    give_cards,
    names,
    new_state,
    piece,
    put,
    refusal,
    run,
    spell,
    take_card,
    told,
)
from palatine.core import Refusal, Step
from palatine.games.elric.components.pieces import BRUT, ELRIC, MOONGLUM, MOURNBLADE
from palatine.games.elric.components.spells import NIGHTMARES, RESHUFFLES
from palatine.games.elric.rules.common.control import (
    Bids,
    claim_elric_here,
    control_actions,
    control_refusal,
    lost_controller,
    may_bid,
    move_moonglum,
    settle_control,
    take_control,
)
from palatine.games.elric.rules.common.elric_appears import Appearance, RandomAppearance, depart_for_track
from palatine.games.elric.rules.common.stormbringer import Stormbringer, nightmare, wielder
from palatine.games.elric.state import LOST, NOBODY, OFF, TRACK


class Dream(Step, frozen=True):
    """A Nightmare that a seat has drawn."""

    seat: int

    def run(self, s: Any) -> None:
        s.pop()
        nightmare(s, self.seat)


def free(where: str = "Jadmar", **options: Any) -> Any:
    """Elric in nobody's control somewhere; he has drawn his spells before."""
    s = new_state(**options)
    put(s, NOBODY, where, "Elric")
    s.has_hand = True
    return s


def led(controller: str = "Naclon", where: str = "Jadmar", *others: Any, seat: int = 0) -> Any:
    """Elric in somebody's control."""
    s = free(where)
    put(s, seat, where, controller, *others)
    claim_elric_here(s, seat, area(where), (piece(controller),))
    assert s.controller == piece(controller)
    return s


def stacked(s: Any, *cards: str | int) -> Any:
    """The cup holds these spells alone."""
    s.cup = [take_card(s, name) for name in cards]
    return s


# Appearances


@pytest.mark.clause("12.1.1a")
@pytest.mark.clause("12.1.1b")
def test_he_appears_at_random_at_the_start() -> None:
    s = stacked(new_state(), "Vulture Lions")
    s.order = (0, 1, 2)
    s = run(s, Appearance(), rolls=[("Elric's appearance", 1)])
    assert at(s, "Elric") == "Nadsokor"
    assert s.owner[ELRIC] == NOBODY


@pytest.mark.clause("12.1.1b")
def test_he_appears_anew_while_he_is_with_nobody() -> None:
    s = stacked(free(), "Vulture Lions")
    s = run(s, Appearance(), rolls=[1])
    assert at(s, "Elric") == "Nadsokor"


@pytest.mark.clause("12.1.1b")
def test_he_does_not_while_somebody_controls_him() -> None:
    s = run(led(), Appearance(), rolls=[])
    assert at(s, "Elric") == "Jadmar"


@pytest.mark.clause("12.1.1b")
@pytest.mark.clause("5.0b")
def test_only_in_the_first_player_turn() -> None:
    s = free()
    s.phasing = 1
    assert at(run(s, Appearance(), rolls=[]), "Elric") == "Jadmar"


@pytest.mark.clause("12.1.1d")
@pytest.mark.clause("12.1.1e")
def test_a_spell_that_names_no_nation_is_discarded_for_another() -> None:
    s = stacked(new_state(), "Slortar the Old", "Dead Gods Book")
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
    s = run(stacked(new_state(), name), RandomAppearance(), rolls=[1, ("which nation", die)])
    assert s.where[ELRIC] == area(where)


@pytest.mark.clause("12.1.1d")
def test_only_nations_count_among_the_names() -> None:
    s = run(stacked(new_state(), "Sleep"), RandomAppearance(), rolls=[1])
    assert s.where[ELRIC] == area("org")


@pytest.mark.clause("12.1.1e")
def test_a_nightmare_or_reshuffle_drawn_for_it_acts() -> None:
    s = stacked(new_state(), NIGHTMARES[0], RESHUFFLES[0], "Vulture Lions")
    s = run(s, RandomAppearance(), rolls=[1, 1, 1])
    assert at(s, "Elric") == "Nadsokor"
    assert told(s, "nightmare.idle")


@pytest.mark.clause("12.1.1e")
def test_without_any_name_left_he_stays_away() -> None:
    s = stacked(new_state(), "Slortar the Old")
    assert run(s, RandomAppearance(), rolls=[]).where[ELRIC] == OFF


@pytest.mark.clause("12.1.2a")
@pytest.mark.clause("12.1.2b")
def test_whoever_has_people_where_he_appears_controls_him() -> None:
    s = stacked(new_state(), "Vulture Lions", "Balan")
    put(s, 1, "Nadsokor", "Urish", "Sharilla", "Smiorgan")
    s.has_hand = True
    s = run(s, RandomAppearance(), rolls=[1])
    assert (s.owner[ELRIC], s.controller) == (1, piece("Sharilla"))


@pytest.mark.clause("12.1.2a")
def test_the_holder_of_the_city_has_him_before_others() -> None:
    s = stacked(new_state(), "Vulture Lions")
    put(s, 0, "Nadsokor", "Smiorgan")
    put(s, 1, "Nadsokor", "Urish")
    s.has_hand = True
    assert run(s, RandomAppearance(), rolls=[1]).owner[ELRIC] == 1


@pytest.mark.clause("12.1.1c")
def test_he_leaves_a_controller_who_is_slain() -> None:
    s = stacked(led(), "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[("stormbringer", 5), 1])
    assert at(s, "Elric") == "Nadsokor"
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)


# Control


@pytest.mark.clause("12.1.2a")
def test_the_first_to_come_upon_him_has_him() -> None:
    s = free()
    put(s, 2, "Jadmar", "Naclon", ("Vilmir", 2))
    claim_elric_here(s, 2, area("Jadmar"))
    assert (s.owner[ELRIC], s.controller) == (2, piece("Naclon"))
    assert ELRIC in s.pieces(2, area("Jadmar"))


@pytest.mark.clause("12.1.2a")
def test_in_wilderness_he_joins_the_stack_that_comes_upon_him_and_its_march() -> None:
    s = free("Tanelorn")
    put(s, 1, "Tanelorn", "Fadan")
    put(s, 0, "Tanelorn", "Naclon")
    s.walked = {piece("Naclon"): 2}
    claim_elric_here(s, 0, area("Tanelorn"), (piece("Naclon"),))
    assert s.bands[ELRIC] == s.bands[piece("Naclon")]
    assert s.walked[ELRIC] == 2


@pytest.mark.clause("12.1.2a")
def test_armies_alone_do_not() -> None:
    s = free()
    put(s, 2, "Jadmar", ("Vilmir", 2))
    claim_elric_here(s, 2, area("Jadmar"))
    assert s.owner[ELRIC] == NOBODY


@pytest.mark.clause("12.1.2a")
def test_whoever_is_controlled_is_not_met() -> None:
    s = led("Naclon")
    put(s, 1, "Jadmar", "Smiorgan")
    claim_elric_here(s, 1, area("Jadmar"))
    assert s.owner[ELRIC] == 0


@pytest.mark.clause("12.1.2b")
@pytest.mark.clause("12.1.2c")
def test_the_greatest_controls_and_influence_counts_before_value() -> None:
    s = free()
    put(s, 0, "Jadmar", "Yishana", "Zarozinia", "Pyaray")
    claim_elric_here(s, 0, area("Jadmar"))
    assert s.controller == piece("Zarozinia")


@pytest.mark.clause("12.1.3c")
def test_he_draws_his_spells_when_he_is_first_controlled() -> None:
    s = stacked(free(), "Arioch", "Donblas", "Grome", "Misha")
    s.has_hand = False
    put(s, 0, "Jadmar", "Naclon")
    claim_elric_here(s, 0, area("Jadmar"))
    s = run(s, rolls=[("card", 1), 1, 1])
    assert len(s.hand[ELRIC]) == 3
    assert s.has_hand
    settle_control(s)
    put(s, 1, "Kariss", "Smiorgan")
    assert asked(s) is None


@pytest.mark.clause("12.1.3a")
def test_he_holds_law_and_chaos_together() -> None:
    s = stacked(free(), "Arioch", "Donblas", "Chardros")
    s.has_hand = False
    put(s, 0, "Jadmar", "Naclon")
    claim_elric_here(s, 0, area("Jadmar"))
    s = run(s, rolls=[1, 1, 1])
    assert sorted(s.hand[ELRIC]) == sorted(map(spell, ("Arioch", "Donblas", "Chardros")))
    assert asked(s) is None


@pytest.mark.clause("12.1.2b")
def test_the_next_greatest_controls_when_the_first_is_gone() -> None:
    s = led("Avan Astram", "Jadmar", "Naclon", "Sealord of Vilmir")
    s.lift((piece("Avan Astram"),), OFF)
    lost_controller(s, piece("Avan Astram"))
    assert (s.owner[ELRIC], s.controller) == (0, piece("Naclon"))


@pytest.mark.clause("12.1.2a")
def test_without_a_controller_he_is_nobodys() -> None:
    s = led("Naclon", "Jadmar", ("Vilmir", 2))
    s.shift((piece("Naclon"),), area("vil_n"))
    settle_control(s)
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)
    assert at(s, "Elric") == "Jadmar"


@pytest.mark.clause("12.1.2c")
def test_a_greater_one_of_the_stack_may_take_over() -> None:
    s = led("Naclon", "Jadmar", "Avan Astram", "Sealord of Vilmir")
    assert control_actions(s, 0) == [("control", piece("Avan Astram"))]
    assert control_actions(s, 1) == []
    take_control(s, piece("Avan Astram"))
    assert s.controller == piece("Avan Astram")
    assert control_actions(s, 0) == []


@pytest.mark.clause("12.1.2c")
@pytest.mark.parametrize(
    ("who", "clause"), [("Sealord of Vilmir", "12.1.2c"), ("Elric", "12.1.2a"), ("Smiorgan", "12.1.2a")]
)
def test_others_may_not(who: str, clause: str) -> None:
    s = led("Naclon", "Jadmar", "Sealord of Vilmir")
    put(s, 0, "Kariss", "Smiorgan")
    found = control_refusal(s, 0, piece(who))
    assert isinstance(found, Refusal)
    assert found.clause == clause


@pytest.mark.clause("12.1.2d")
def test_the_state_names_his_controller() -> None:
    s = led("Naclon")
    assert s.controller == piece("Naclon")
    assert ELRIC in s.stack_of(piece("Naclon"))


# Take-overs


@pytest.mark.clause("12.1.2e")
@pytest.mark.parametrize(
    ("bidder", "wins"),
    [("Smiorgan", True), ("Naclon", False), ("Hilran", False), ("Sharilla", True), ("Moonglum", False)],
)  # fmt: skip
def test_a_bid_takes_a_greater_number(bidder: str, wins: bool) -> None:
    s = led("Voashoon", "Jadmar", seat=1)
    put(s, 0, "vil_n", bidder)
    assert may_bid(s, piece(bidder), area("Jadmar")) == wins
    assert not may_bid(s, piece(bidder), area("Kariss"))


@pytest.mark.clause("12.1.2c")
def test_at_equality_influence_beats_value() -> None:
    s = led("Pyaray", "Jadmar", seat=1)
    put(s, 0, "vil_n", "Myshella")
    assert may_bid(s, piece("Myshella"), area("Jadmar"))
    s = led("Myshella", "Jadmar", seat=1)
    put(s, 0, "vil_n", "Pyaray")
    assert not may_bid(s, piece("Pyaray"), area("Jadmar"))


def bid(*friends: tuple[str, str], home: str = "vil_n", alone: bool = True) -> Any:
    """Smiorgan has come to Jadmar, where Naclon has Elric; friends elsewhere."""
    s = led("Naclon", "Jadmar", ("Vilmir", 3), seat=1)
    put(s, 0, "Jadmar", "Smiorgan", *([] if alone else ["Kargan"]))
    s.trail = {piece("Smiorgan"): (area(home),), piece("Kargan"): (area(home),)}
    for who, where in friends:
        put(s, 0, where, who)
    return s


@pytest.mark.clause("12.1.2e")
@pytest.mark.clause("12.1.2g")
def test_the_bidder_takes_him_to_the_nearest_friends() -> None:
    s = run(bid(("Jiku", "Kariss")), Bids())
    assert (s.owner[ELRIC], s.controller) == (0, piece("Smiorgan"))
    assert at(s, "Elric") == at(s, "Smiorgan") == "Kariss"
    assert {ELRIC, piece("Smiorgan")} <= set(s.done)


@pytest.mark.clause("12.1.2g")
def test_of_two_as_near_the_new_owner_chooses() -> None:
    s = run(bid(("Jiku", "vil_n"), ("Kargan", "vil_hro")), Bids())
    assert asked(s) == ("ChooseHaven", 0)
    assert sorted(names(s, "to")) == sorted(["Northern Vilmir", "Old Hrolmar"])
    assert refusal(s, "to", "Kariss").clause == "12.1.2g"
    s = choose(s, "to", "vil_hro")
    assert at(s, "Elric") == at(s, "Smiorgan") == "Old Hrolmar"


@pytest.mark.clause("12.1.2g")
def test_without_friends_to_the_nearest_province_without_enemies() -> None:
    s = run(bid(), Bids())
    assert asked(s) == ("ChooseHaven", 0)
    assert area("vil_n") in [operand for _, operand in s.flow[-1].actions(s)]


@pytest.mark.clause("12.1.2f")
@pytest.mark.clause("12.1.2e")
def test_with_companions_there_is_no_take_over() -> None:
    s = run(bid(("Jiku", "Kariss"), alone=False), Bids())
    assert s.owner[ELRIC] == 1


@pytest.mark.clause("12.1.2e")
def test_whoever_has_not_come_now_is_no_bidder() -> None:
    s = bid(("Jiku", "Kariss"))
    s.trail = {}
    assert run(s, Bids()).owner[ELRIC] == 1


@pytest.mark.clause("12.1.2g")
def test_he_comes_with_moonglum_and_his_spells_aboard_a_ship() -> None:
    s = bid()
    put(s, 1, "Jadmar", "Moonglum")
    s.joined = True
    give_cards(s, "Elric", "Arioch")
    put(s, 0, "st_vilmir", "Isle of Purple Towns galley", "Kargan")
    s.ship[piece("Kargan")] = piece("Isle of Purple Towns galley")
    s = run(s, Bids())
    assert at(s, "Elric") == at(s, "Moonglum") == "Straits of Vilmir"
    assert {s.ship[p] for p in (ELRIC, MOONGLUM, piece("Smiorgan"))} == {piece("Isle of Purple Towns galley")}
    assert s.hand[ELRIC] == (spell("Arioch"),)


# Moonglum


@pytest.mark.clause("12.1.6a")
def test_moonglum_joins_elric_next_to_him() -> None:
    s = led("Naclon", "Jadmar", seat=1)
    put(s, 0, "vil_n", "Moonglum", "Smiorgan")
    move_moonglum(s)
    assert (at(s, "Moonglum"), s.owner[MOONGLUM], s.joined) == ("Jadmar", 1, True)


@pytest.mark.clause("12.1.6a")
@pytest.mark.parametrize("where", ["st_vilmir", "Kariss", "wee_e"])
def test_not_from_farther_away_nor_from_sea(where: str) -> None:
    s = led("Naclon", "Jadmar", seat=1)
    put(s, 0, where, "Moonglum")
    move_moonglum(s)
    assert (s.owner[MOONGLUM], s.joined) == (0, False)


@pytest.mark.clause("12.1.6a")
def test_not_across_mountains() -> None:
    s = led("Karnaal", "dha_w", seat=1)
    put(s, 0, "myr_n", "Moonglum")
    move_moonglum(s)
    assert not s.joined


@pytest.mark.clause("12.1.6b")
def test_both_appear_at_random_together() -> None:
    s = stacked(led("Naclon", "Jadmar", "Moonglum"), "Vulture Lions")
    move_moonglum(s)
    assert s.joined
    s = run(s, RandomAppearance(), rolls=[1])
    assert at(s, "Elric") == at(s, "Moonglum") == "Nadsokor"
    assert s.owner[MOONGLUM] == NOBODY


@pytest.mark.clause("12.1.6b")
def test_parted_by_an_escape_he_follows() -> None:
    s = led("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    s.shift((ELRIC, piece("Naclon")), area("vil_n"))
    move_moonglum(s)
    assert at(s, "Moonglum") == "Northern Vilmir"


@pytest.mark.clause("12.1.6b")
def test_moonglum_slain_can_be_mustered_and_met_anew() -> None:
    s = led("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    s.lift((MOONGLUM,), OFF)
    lost_controller(s, MOONGLUM)
    assert not s.joined


@pytest.mark.clause("12.1.6c")
def test_moonglum_never_controls() -> None:
    s = led("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    assert control_actions(s, 0) == []
    s.lift((piece("Naclon"),), OFF)
    lost_controller(s, piece("Naclon"))
    assert (s.owner[ELRIC], s.owner[MOONGLUM], s.controller) == (NOBODY, NOBODY, -1)


# The swords


@pytest.mark.clause("12.1.4a")
@pytest.mark.clause("12.1.4c")
@pytest.mark.clause("12.1.4d")
@pytest.mark.clause("13.3")
@pytest.mark.parametrize("die", [5, 6])
def test_stormbringer_slays_his_controller(die: int) -> None:
    s = led("Naclon", "Jadmar", "Avan Astram", seat=1)
    take_control(s, piece("Avan Astram"))
    s = stacked(s, "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[("stormbringer", die), ("Elric's appearance", 1)])
    assert s.where[piece("Avan Astram")] == LOST
    assert at(s, "Naclon") == "Jadmar"
    assert at(s, "Elric") == "Nadsokor"
    assert (s.owner[ELRIC], s.balance) == (NOBODY, -1)


@pytest.mark.clause("12.1.4c")
def test_four_or_less_spares_him() -> None:
    s = led()
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[4])
    assert s.controller == piece("Naclon")
    assert (s.fought, s.balance) == ((), 0)


@pytest.mark.clause("12.1.4b")
def test_magic_alone_is_safe() -> None:
    assert run(led(), Stormbringer(), rolls=[]).controller == piece("Naclon")


@pytest.mark.clause("12.1.4c")
@pytest.mark.clause("6.0l")
def test_a_nation_may_lose_its_last_leader_so() -> None:
    s = stacked(led("Naclon", "Jadmar", ("Vilmir", 3)), "Vulture Lions")
    s.fought = (ELRIC,)
    s = run(s, Stormbringer(), rolls=[6, 1])
    assert not s.stacks[0]


@pytest.mark.clause("12.1.4c")
def test_mournblade_slays_its_wielder_and_is_lost() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Dyvim Slorm", "Naclon")
    arm(s, "Dyvim Slorm", "Mournblade")
    s.fought = (MOURNBLADE,)
    s = run(s, Stormbringer(), rolls=[("mournblade", 5)])
    assert s.where[piece("Dyvim Slorm")] < 0
    assert not s.bearer
    assert s.balance == -1


@pytest.mark.clause("9.3.3b")
@pytest.mark.parametrize(
    ("who", "is_wielder"), [("Dyvim Slorm", True), ("Cymoril", True), ("Naclon", False), ("Elric", False)]
)
def test_only_melniboneans_wield_it_and_not_elric(who: str, is_wielder: bool) -> None:
    s = new_state()
    put(s, 0, "Jadmar", who)
    arm(s, who, "Mournblade")
    assert wielder(s) == (piece(who) if is_wielder else -1)


# Nightmares


@pytest.mark.clause("12.1.5a")
@pytest.mark.clause("12.1.5c")
@pytest.mark.clause("16.4a")
def test_a_nightmare_slays_the_controller() -> None:
    s = stacked(led(seat=1), "Vulture Lions")
    s = run(s, Dream(0), rolls=[("nightmare", 5), 1])
    assert s.where[piece("Naclon")] < 0
    assert (at(s, "Elric"), s.owner[ELRIC], s.balance) == ("Nadsokor", NOBODY, -1)
    assert told(s, "nightmare.slays")[0].data["seat"] == 0


@pytest.mark.clause("12.1.5a")
def test_on_four_or_less_nothing_happens() -> None:
    s = run(led(), Dream(0), rolls=[4])
    assert s.controller == piece("Naclon")


@pytest.mark.clause("12.1.5d")
@pytest.mark.clause("12.1.5e")
@pytest.mark.clause("13.3")
@pytest.mark.clause("16.8g")
def test_one_roll_serves_both_swords() -> None:
    s = stacked(led(), "Vulture Lions")
    put(s, 1, "Kariss", "Dyvim Slorm")
    arm(s, "Dyvim Slorm", "Mournblade")
    s = run(s, Dream(2), rolls=[6, 1])
    assert s.where[piece("Naclon")] < 0
    assert s.where[piece("Dyvim Slorm")] < 0
    assert MOURNBLADE not in s.bearer
    assert s.balance == -2


@pytest.mark.clause("12.1.5d")
def test_mournblade_is_concerned_while_nobody_controls_elric() -> None:
    s = free()
    put(s, 1, "Kariss", "Dyvim Slorm")
    arm(s, "Dyvim Slorm", "Mournblade")
    s = run(s, Dream(2), rolls=[6])
    assert s.where[piece("Dyvim Slorm")] < 0
    assert at(s, "Elric") == "Jadmar"
    assert s.balance == -1


@pytest.mark.clause("12.1.5c")
def test_who_controls_elric_with_mournblade_in_hand_dies_once() -> None:
    s = stacked(led("Yyrkoon"), "Vulture Lions")
    arm(s, "Yyrkoon", "Mournblade")
    s = run(s, Dream(0), rolls=[6, 1])
    assert s.where[piece("Yyrkoon")] < 0
    assert (at(s, "Elric"), s.balance) == ("Nadsokor", -1)


@pytest.mark.clause("12.1.5a")
def test_without_a_victim_nobody_rolls() -> None:
    s = run(free(), Dream(0), rolls=[])
    assert told(s, "nightmare.idle")


# Four-Who-Are-One


@pytest.mark.clause("16.4b")
def test_elric_leaves_for_the_turn_track() -> None:
    s = led("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    s.turn = 3
    depart_for_track(s)
    assert (s.where[ELRIC], s.where[MOONGLUM], s.returns) == (TRACK, TRACK, 4)
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)
    assert at(s, "Naclon") == "Jadmar"
    assert s.where[ELRIC] == run(s, Appearance(), rolls=[]).where[ELRIC]


@pytest.mark.clause("16.4c")
def test_he_comes_back_with_brut_who_is_the_next_controllers() -> None:
    s = stacked(led("Naclon", "Jadmar", "Moonglum"), "Vulture Lions")
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
    s = stacked(free(), "Vulture Lions")
    put(s, NOBODY, "Jadmar", "Brut")
    depart_for_track(s)
    assert s.where[BRUT] == TRACK
    s.turn = 2
    assert at(run(s, Appearance(), rolls=[1]), "Brut") == "Nadsokor"


@pytest.mark.clause("16.4c")
def test_brut_in_play_does_not_come_twice() -> None:
    s = stacked(led(), "Vulture Lions")
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
    s = run(stacked(duel(), "Vulture Lions"), RandomAppearance(), rolls=[1])
    assert (s.owner[ELRIC], s.controller) == (0, -1)
    assert run(s, Appearance(), rolls=[]).where[ELRIC] == s.where[ELRIC]


@pytest.mark.clause("14.7b")
@pytest.mark.clause("12.1.4d")
def test_there_stormbringer_only_sends_him_away() -> None:
    s = duel()
    put(s, 0, "Jadmar", "Elric")
    s = stacked(s, "Vulture Lions")
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
    s = stacked(free(), NIGHTMARES[0], "Vulture Lions", "Quaolnargn")
    s.has_hand = False
    put(s, 0, "Jadmar", "Naclon")
    claim_elric_here(s, 0, area("Jadmar"))
    s = run(s, rolls=[("card", 1), ("nightmare", 5), ("Elric's appearance", 1)])
    assert (at(s, "Elric"), s.owner[ELRIC]) == ("Nadsokor", NOBODY)
    assert not s.hand
    assert asked(s) is None
