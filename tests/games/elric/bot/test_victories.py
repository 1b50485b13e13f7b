"""The captain of Elric and the ends that few games reach: relics, sacrifices, Dragon Masters."""

from __future__ import annotations

import pytest

from games.elric.bot.test_captain import march, sighted
from games.elric.bot.test_captain import turn as played_turn
from games.elric.positions.board import area, give_cards, new_state, piece, put, rule, spell, take_card
from palatine.core import Action
from palatine.games.elric.bot.balance import decide_magic, fears_end, is_kept, seeks_end
from palatine.games.elric.bot.magic import brings_end, hastens_end
from palatine.games.elric.bot.objectives import PRIZE, aim_of, hunts, targets
from palatine.games.elric.bot.parameters import IMRRYR
from palatine.games.elric.components.pieces import ELRIC, MOURNBLADE
from palatine.games.elric.components.tables import BALANCE_ARM
from palatine.games.elric.components.world import COASTS, LAND_NEIGHBOURS, MELNIBONE
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.state import NOBODY, ElricState, Hold, pair

LAW, CHAOS = 1, -1
END: Action = ("end", 0)


def magicians(*spells: str, rival: tuple[str, ...] = ()) -> ElricState:
    """Return a match of two in which an alchemist and Myshella, a rival, hold spells."""
    s = new_state("free", 2)
    put(s, 0, "Ilmar", "Alchemist of Ilmiora")
    put(s, 1, "Aflitain", "Myshella")
    give_cards(s, "Alchemist of Ilmiora", *spells)
    give_cards(s, "Myshella", *rival)
    return s


def lay(name: str, who: str = "Alchemist of Ilmiora") -> Action:
    return ("lay", pair(piece(who), spell(name)))


def tip(s: ElricState, turn: int) -> None:
    """Tip the Balance to Law so that the world ends after turn 5."""
    s.balance, s.tipped, s.turn, s.ends = BALANCE_ARM, LAW, turn, 5


def magic(s: ElricState, seat: int) -> Action:
    """Return what the captain does in the Magic phase before casting."""
    return decide_magic(sighted(s, seat), None, MagicMenu(seat).actions(s))


# The Runestaff and Mournblade


@pytest.mark.clause("5.0g")
def test_the_holder_of_the_runestaff_seeks_an_end_in_law() -> None:
    """The rival's spells of Law, 4, 4 and 3, are worth more than the Runestaff, 5."""
    s = magicians("Runestaff", "Goldar", rival=("Arrows of Law", "Donblas", "Aubec"))
    s.balance = 4
    assert [seeks_end(sighted(s, seat), LAW) for seat in (0, 1)] == [True, False]
    assert [fears_end(sighted(s, seat), LAW) for seat in (0, 1)] == [False, True]
    assert hastens_end(sighted(s, 0), lay("Goldar"))
    assert not hastens_end(sighted(s, 0), lay("Runestaff")), "it would be spent"
    assert brings_end(sighted(s, 1), lay("Donblas", "Myshella"), fears_end)


@pytest.mark.clause("5.0g", "5.0h")
def test_without_the_runestaff_the_same_hands_seek_the_opposite() -> None:
    s = magicians("Goldar", rival=("Arrows of Law", "Donblas", "Aubec"))
    assert [seeks_end(sighted(s, seat), LAW) for seat in (0, 1)] == [False, True]


@pytest.mark.clause("5.0i")
def test_the_bearer_of_mournblade_seeks_an_end_in_chaos() -> None:
    """The rival has spells of Chaos worth 9, the bearer has one of 3."""
    s = magicians("Mabelrode", rival=("Arioch", "Chardros"))
    s.balance = -4
    assert [seeks_end(sighted(s, seat), CHAOS) for seat in (0, 1)] == [False, True]
    put(s, 0, "Ilmar", "Yyrkoon")
    s.bearer[MOURNBLADE] = piece("Yyrkoon")
    assert [seeks_end(sighted(s, seat), CHAOS) for seat in (0, 1)] == [True, False]
    assert [fears_end(sighted(s, seat), CHAOS) for seat in (0, 1)] == [False, True]
    assert hastens_end(sighted(s, 0), lay("Mabelrode"))
    assert brings_end(sighted(s, 1), lay("Chardros", "Myshella"), fears_end)


# Sacrifices


@pytest.mark.clause("13.5a", "13.5b", "13.5d")
@pytest.mark.parametrize(
    ("offered", "is_last", "is_made"),
    [
        (("Arioch", "Mabelrode"), False, True),  # 8 of 16: the other half may follow in time.
        (("Chardros", "Mabelrode"), False, False),
        (("Arioch", "Grome"), False, True),  # A Neutral spell counts.
        (("Arioch", "Xiombarg", "Chardros", "Mabelrode"), True, True),
        (("Arioch", "Xiombarg", "Mabelrode", "Balan"), True, False),
        (("Arioch", "Mabelrode"), True, False),
    ],
)
def test_spells_are_sacrificed_if_they_can_restore_the_balance(
    offered: tuple[str, ...], is_last: bool, is_made: bool
) -> None:
    """The need is 12 and the face-up spell of Law, 4: together 16."""
    s = magicians(*offered, rival=("Runestaff",))
    tip(s, 5 if is_last else 4)
    s.face_up[area("Tanelorn")] = (take_card(s, "Arrows of Law"),)
    best = (
        "sacrifice",
        pair(piece("Alchemist of Ilmiora"), spell("Arioch" if "Arioch" in offered else "Chardros")),
    )
    assert magic(s, 0) == (best if is_made else END)


@pytest.mark.clause("13.5d")
def test_spells_that_lie_on_the_marker_count() -> None:
    s = magicians("Arioch", "Chardros", rival=("Runestaff",))
    tip(s, 5)
    assert magic(s, 0) == END, "9 of 12"
    s.sacrificed = (take_card(s, "Mabelrode"),)
    assert magic(s, 0) == ("sacrifice", pair(piece("Alchemist of Ilmiora"), spell("Arioch")))


@pytest.mark.clause("13.5a")
def test_only_who_would_lose_sacrifices_and_keeps_spells_for_it() -> None:
    s = magicians("Arioch", "Xiombarg", "Chardros", "Arrows of Law", rival=("Runestaff", "Balan"))
    tip(s, 4)
    assert magic(s, 0) != END
    assert magic(s, 1) == END
    assert is_kept(sighted(s, 0), spell("Arioch"))
    assert not is_kept(sighted(s, 0), spell("Arrows of Law")), "spells of Law restore nothing"
    assert not is_kept(sighted(s, 1), spell("Balan"))


# Dragon Masters Against the Upstart


def masters(elric: int = 0, garrison: int = 0) -> ElricState:
    """Return Dragon Masters with a host of Pan Tang, and a weak enemy stack and city."""
    s = new_state("dragon-masters", 2)
    rule(s, 0, "Pan Tang", "Dharijor")
    rule(s, 1, "Melnibone")
    ships = ("Pan Tang warship", "Dharijor transport", "Dharijor galley")
    put(s, 0, "Hwamgaarl", "Jagreen Lern", "Sealord of Pan Tang", *ships, ("Pan Tang", 5), ("Dharijor", 6))
    put(s, elric, "Hwamgaarl" if elric == 0 else "Imrryr", "Elric")
    s.controller = piece("Jagreen Lern") if elric == 0 else NOBODY
    put(s, 1, LAND_NEIGHBOURS[area("Dhakos")][0], "Dyvim Slorm")
    put(s, 1, "Imrryr", ("Melnibone", garrison))
    s.holds[area("Dhakos")] = Hold(1, NOBODY)
    return s


@pytest.mark.clause("14.2b")
def test_the_upstart_marches_on_imrryr_and_on_nothing_else() -> None:
    s = masters(garrison=2)
    assert aim_of(sighted(s, 0)) == IMRRYR
    assert targets(sighted(s, 0)) == {MELNIBONE: PRIZE}
    march(s)
    assert ELRIC in s.stacks[0][MELNIBONE]
    assert set(s.stacks[0]) <= {MELNIBONE, area("Hwamgaarl"), *COASTS[MELNIBONE]}, "nobody goes to Dhakos"


@pytest.mark.clause("14.2b", "7.5.9b")
def test_the_upstart_has_no_target_before_elric_opens_the_gate() -> None:
    sight = sighted(masters(elric=1), 0)
    assert targets(sight) == {}
    assert not hunts(sight), "enemies in the open do not count either"


@pytest.mark.clause("14.2b")
def test_the_upstart_holds_imrryr_to_the_end_and_melnibone_takes_nothing_else() -> None:
    """Without Imrryr, the Melnibonean player wins; with it, the other."""
    s = masters()
    assert [targets(sighted(s, seat)) for seat in (0, 1)] == [{MELNIBONE: PRIZE}, {}]
    s.holds[MELNIBONE], s.fallen = Hold(0, NOBODY), True
    put(s, 0, "Imrryr", "General of Pan Tang", ("Jharkor", 1))
    assert [targets(sighted(s, seat)) for seat in (0, 1)] == [{}, {MELNIBONE: PRIZE}]
    assert played_turn(s, 0).city_owner(MELNIBONE) == 0
