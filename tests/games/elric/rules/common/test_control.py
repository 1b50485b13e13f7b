"""Control of Elric, takeovers, and Moonglum beside him (12.1.2, 12.1.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    area,
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
)
from games.elric.positions.people import cup_of, free_elric, led_elric
from palatine.core import Refusal
from palatine.games.elric.components.pieces import ELRIC, KELMAIN, MOONGLUM
from palatine.games.elric.components.world import AREA_NAME
from palatine.games.elric.rules.common.control import (
    abandon,
    claim_elric_here,
    control_actions,
    control_refusal,
    lost_controller,
    may_bid,
    settle_control,
    take_control,
)
from palatine.games.elric.rules.common.elric_appears import RandomAppearance
from palatine.games.elric.rules.common.relocation import move_moonglum
from palatine.games.elric.rules.common.takeover import Bids
from palatine.games.elric.state import NOBODY, OFF


@pytest.mark.clause("12.1.2a")
def test_the_first_to_come_upon_him_has_him() -> None:
    s = free_elric()
    put(s, 2, "Jadmar", "Naclon", ("Vilmir", 2))
    claim_elric_here(s, 2, area("Jadmar"))
    assert (s.owner[ELRIC], s.controller) == (2, piece("Naclon"))
    assert ELRIC in s.pieces(2, area("Jadmar"))


@pytest.mark.clause("12.1.2a")
def test_in_wilderness_he_joins_the_stack_that_comes_upon_him_and_its_march() -> None:
    s = free_elric("Tanelorn")
    put(s, 1, "Tanelorn", "Fadan")
    put(s, 0, "Tanelorn", "Naclon")
    s.walked = {piece("Naclon"): 2}
    claim_elric_here(s, 0, area("Tanelorn"), (piece("Naclon"),))
    assert s.bands[ELRIC] == s.bands[piece("Naclon")]
    assert s.walked[ELRIC] == 2


@pytest.mark.clause("12.1.2a")
def test_armies_alone_do_not() -> None:
    s = free_elric()
    put(s, 2, "Jadmar", ("Vilmir", 2))
    claim_elric_here(s, 2, area("Jadmar"))
    assert s.owner[ELRIC] == NOBODY


@pytest.mark.clause("12.1.2a")
def test_whoever_is_controlled_is_not_met() -> None:
    s = led_elric("Naclon")
    put(s, 1, "Jadmar", "Smiorgan")
    claim_elric_here(s, 1, area("Jadmar"))
    assert s.owner[ELRIC] == 0


@pytest.mark.clause("12.1.2b")
@pytest.mark.clause("12.1.2c")
def test_the_greatest_controls_and_influence_counts_before_value() -> None:
    s = free_elric()
    put(s, 0, "Jadmar", "Yishana", "Zarozinia", "Pyaray")
    claim_elric_here(s, 0, area("Jadmar"))
    assert s.controller == piece("Zarozinia")


@pytest.mark.clause("12.1.3c")
def test_he_draws_his_spells_when_he_is_first_controlled() -> None:
    s = cup_of(free_elric(), "Arioch", "Donblas", "Grome", "Misha")
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
    s = cup_of(free_elric(), "Arioch", "Donblas", "Chardros")
    s.has_hand = False
    put(s, 0, "Jadmar", "Naclon")
    claim_elric_here(s, 0, area("Jadmar"))
    s = run(s, rolls=[1, 1, 1])
    assert sorted(s.hand[ELRIC]) == sorted(map(spell, ("Arioch", "Donblas", "Chardros")))
    assert asked(s) is None


@pytest.mark.clause("12.1.2b")
def test_the_next_greatest_controls_when_the_first_is_gone() -> None:
    s = led_elric("Avan Astram", "Jadmar", "Naclon", "Sealord of Vilmir")
    s.lift((piece("Avan Astram"),), OFF)
    lost_controller(s, piece("Avan Astram"))
    assert (s.owner[ELRIC], s.controller) == (0, piece("Naclon"))


@pytest.mark.clause("12.1.2a")
def test_without_a_controller_he_is_nobodys() -> None:
    s = led_elric("Naclon", "Jadmar", ("Vilmir", 2))
    s.shift((piece("Naclon"),), area("vil_n"))
    settle_control(s)
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)
    assert at(s, "Elric") == "Jadmar"


@pytest.mark.clause("12.1.2c")
def test_a_greater_one_of_the_stack_may_take_over() -> None:
    s = led_elric("Naclon", "Jadmar", "Avan Astram", "Sealord of Vilmir")
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
    s = led_elric("Naclon", "Jadmar", "Sealord of Vilmir")
    put(s, 0, "Kariss", "Smiorgan")
    found = control_refusal(s, 0, piece(who))
    assert isinstance(found, Refusal)
    assert found.clause == clause


@pytest.mark.clause("12.1.2d")
def test_the_state_names_his_controller() -> None:
    s = led_elric("Naclon")
    assert s.controller == piece("Naclon")
    assert ELRIC in s.stack_of(piece("Naclon"))


@pytest.mark.clause("12.1.2e")
@pytest.mark.parametrize(
    ("bidder", "wins"),
    [("Smiorgan", True), ("Naclon", False), ("Hilran", False), ("Sharilla", True), ("Moonglum", False)],
)  # fmt: skip
def test_a_bid_takes_a_greater_number(bidder: str, wins: bool) -> None:
    s = led_elric("Voashoon", "Jadmar", seat=1)
    put(s, 0, "vil_n", bidder)
    assert may_bid(s, piece(bidder), area("Jadmar")) == wins
    assert not may_bid(s, piece(bidder), area("Kariss"))


@pytest.mark.clause("12.1.2c")
def test_at_equality_influence_beats_value() -> None:
    s = led_elric("Pyaray", "Jadmar", seat=1)
    put(s, 0, "vil_n", "Myshella")
    assert may_bid(s, piece("Myshella"), area("Jadmar"))
    s = led_elric("Myshella", "Jadmar", seat=1)
    put(s, 0, "vil_n", "Pyaray")
    assert not may_bid(s, piece("Pyaray"), area("Jadmar"))


def bid(*friends: tuple[str, str], home: str = "vil_n", alone: bool = True) -> Any:
    """Return a match with Smiorgan in Jadmar, where Naclon controls Elric; friends are elsewhere."""
    s = led_elric("Naclon", "Jadmar", ("Vilmir", 3), seat=1)
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
    s = bid()
    put(s, 1, "vil_n", "Fadan")
    s = run(s, Bids())
    assert asked(s) == ("ChooseHaven", 0)
    assert names(s, "to") == ["Old Hrolmar", "Eastern Vilmir"]


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


@pytest.mark.clause("12.1.6a")
def test_moonglum_joins_elric_next_to_him() -> None:
    s = led_elric("Naclon", "Jadmar", seat=1)
    put(s, 0, "vil_n", "Moonglum", "Smiorgan")
    move_moonglum(s)
    assert (at(s, "Moonglum"), s.owner[MOONGLUM], s.joined) == ("Jadmar", 1, True)


@pytest.mark.clause("12.1.6a")
@pytest.mark.parametrize("where", ["st_vilmir", "Kariss", "wee_e"])
def test_not_from_farther_away_nor_from_sea(where: str) -> None:
    s = led_elric("Naclon", "Jadmar", seat=1)
    put(s, 0, where, "Moonglum")
    move_moonglum(s)
    assert (s.owner[MOONGLUM], s.joined) == (0, False)


@pytest.mark.clause("12.1.6a")
def test_not_across_mountains() -> None:
    s = led_elric("Karnaal", "dha_w", seat=1)
    put(s, 0, "myr_n", "Moonglum")
    move_moonglum(s)
    assert not s.joined


@pytest.mark.clause("12.1.6b")
def test_both_appear_at_random_together() -> None:
    s = cup_of(led_elric("Naclon", "Jadmar", "Moonglum"), "Vulture Lions")
    move_moonglum(s)
    assert s.joined
    s = run(s, RandomAppearance(), rolls=[1])
    assert at(s, "Elric") == at(s, "Moonglum") == "Nadsokor"
    assert s.owner[MOONGLUM] == NOBODY


@pytest.mark.clause("12.1.6b")
def test_parted_by_an_escape_he_follows() -> None:
    s = led_elric("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    s.shift((ELRIC, piece("Naclon")), area("vil_n"))
    move_moonglum(s)
    assert at(s, "Moonglum") == "Northern Vilmir"


@pytest.mark.clause("12.1.6b")
def test_moonglum_slain_can_be_mustered_and_met_anew() -> None:
    s = led_elric("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    s.lift((MOONGLUM,), OFF)
    lost_controller(s, MOONGLUM)
    assert not s.joined


@pytest.mark.clause("12.1.6c")
def test_moonglum_never_controls() -> None:
    s = led_elric("Naclon", "Jadmar", "Moonglum")
    move_moonglum(s)
    assert control_actions(s, 0) == []
    s.lift((piece("Naclon"),), OFF)
    lost_controller(s, piece("Naclon"))
    assert (s.owner[ELRIC], s.owner[MOONGLUM], s.controller) == (NOBODY, NOBODY, -1)


@pytest.mark.clause("11.0o", "12.1.2g")
def test_who_is_of_a_horde_does_not_take_elric_out_of_its_bounds() -> None:
    """Umba takes Elric in Eastern Dorel.

    Friends are nearby in Pikarayd and farther off in Kaneloon.
    """
    s = led_elric("Priest of Vilmir", "dor_e", seat=1)
    put(s, 0, "dor_e", "Umba")
    put(s, 0, "pik_s", "Jiku")
    put(s, 0, "kaneloon", ("Kelmain Host", 2))
    s.trail = {piece("Umba"): (area("dor_c"),)}
    found = run(s, Bids())
    assert at(found, "Umba") == at(found, "Elric") == "Kaneloon"
    s.freed = (KELMAIN,)
    assert at(run(s, Bids()), "Elric") == "Southern Pikarayd"


@pytest.mark.clause("12.1.3c", "12.1.5a", "16.4j")
@pytest.mark.parametrize(("card", "rolls"), [
    ("Elric Nightmare", [("nightmare", 5)]),
    ("Tower of Voilodion Gagnasdiak", [("tower", 1)]),
    ("Four-Who-Are-One", []),
])  # fmt: skip
def test_the_first_spells_that_he_is_torn_away_from_he_draws_later(card: str, rolls: list[Any]) -> None:
    """The second of three spells separates him from Naclon.

    He draws the third when he is controlled again.
    """
    s = new_state()
    put(s, NOBODY, "Jadmar", "Elric")
    put(s, 0, "Jadmar", "Naclon", "Avan Astram")
    cup_of(s, "Arioch", card)
    claim_elric_here(s, 0, area("Jadmar"))
    s = run(s, rolls=[("card", s.cup.index(spell("Arioch")) + 1), ("card", 1), *rolls])
    assert s.hand[ELRIC] == (spell("Arioch"),)
    assert (s.owner[ELRIC], s.to_draw) == (NOBODY, 1)
    put(s, NOBODY, "Kariss", "Elric")
    put(s, 1, "Kariss", "Yishana")
    s.cup = [spell("Grome")]
    claim_elric_here(s, 1, area("Kariss"))
    s = run(s, rolls=[("card", 1)])
    assert (s.hand[ELRIC], s.to_draw) == ((spell("Arioch"), spell("Grome")), 0)


@pytest.mark.clause("12.1.2a")
def test_elric_without_a_controller_is_aboard_no_ship() -> None:
    s = led_elric("Naclon", "Jadmar", seat=1)
    s.ship[ELRIC] = piece("Sealord of Vilmir")
    abandon(s)
    assert (s.controller, ELRIC in s.ship) == (-1, False)


@pytest.mark.clause("12.1.6b")
def test_moonglum_follows_elric_aboard_his_ship() -> None:
    s = new_state()
    (fleet,) = put(s, 1, "st_vilmir", "Vilmir galley")
    put(s, 1, "st_vilmir", "Elric")
    put(s, 0, "Jadmar", "Moonglum")
    s.ship[ELRIC], s.joined = fleet, True
    move_moonglum(s)
    assert (at(s, "Moonglum"), s.owner[MOONGLUM], s.ship.get(MOONGLUM)) == (AREA_NAME[area("st_vilmir")], 1, fleet)
