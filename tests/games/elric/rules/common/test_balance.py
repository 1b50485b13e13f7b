"""The Cosmic Balance: shifts, the end of the world, restoration (9.4, 13, 16.8, 16.9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    arm,
    asked,
    at,
    give_cards,
    new_state,
    piece,
    put,
    run,
    spell,
    take_card,
    told,
)
from games.elric.positions.people import tipped
from palatine.games.elric.components.spells import NIGHTMARES, RESHUFFLES
from palatine.games.elric.rules.common.balance import (
    RandomBalance,
    WorldsEnd,
    bonus,
    move_marker,
    needed,
    offered,
    restore,
    sacrifice,
    shift_by_spells,
)
from palatine.games.elric.rules.movement.movement import Movement, OpenMovement
from palatine.games.elric.state import LOST, OFF, pair


def spells(*names: str) -> list[int]:
    return [spell(name) for name in names]


def shifted(*names: str, balance: int = 0) -> Any:
    """Return a position after these spells were used as magic."""
    s = new_state()
    s.balance = balance
    shift_by_spells(s, spells(*names))
    return s


# Shifts


@pytest.mark.clause("13.0")
def test_starts_on_neutral() -> None:
    assert new_state().balance == 0


@pytest.mark.clause("13.1")
@pytest.mark.clause("9.4a")
@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("Donblas", 0, 4), ("Arioch", 1, -4), ("Grome", 5, 2), ("Grome", -2, 0), ("Grome", 2, 0), ("Grome", 0, 0)],
)
def test_a_spell_moves_it_by_its_value(name: str, before: int, after: int) -> None:
    assert shifted(name, balance=before).balance == after


@pytest.mark.clause("9.2i")
def test_a_value_in_parentheses_moves_it_all_the_same() -> None:
    assert shifted("Kyreenee").balance == -3


@pytest.mark.clause("9.4a")
def test_spells_without_alignment_move_nothing() -> None:
    s = shifted("Dragons", "Escape", "Horn of Fate")
    assert s.balance == 0
    assert not told(s, "balance.shift")


@pytest.mark.clause("9.4c")
@pytest.mark.clause("13.1")
@pytest.mark.clause("13.2a")
def test_example_of_the_ruling_on_neutral_spells() -> None:
    """Chaos 2, Law 4, Chaos 1 and Neutral 3 are applied from Chaos 2.

    The Chaos cards, with +2, come first, then Law 1, then Neutral.
    """
    s = new_state()
    s.balance = -2
    used = spells("Dharzi", "Donblas", "Slortar the Old", "Grome")
    assert [bonus(s, each) for each in used] == [2, 0, 2, 0]
    shift_by_spells(s, used[:3])
    assert s.balance == -1
    s.balance = -2
    shift_by_spells(s, used)
    assert s.balance == 0


@pytest.mark.clause("9.4c")
def test_neutral_comes_after_the_net_of_law_and_chaos() -> None:
    assert shifted("Donblas", "Slortar the Old", "Silver Grimoire").balance == 2
    assert shifted("Donblas", "Misha", balance=-3).balance == 0


@pytest.mark.clause("9.4c")
def test_law_and_chaos_that_even_out_leave_neutral_its_effect() -> None:
    assert shifted("Arkyn", "Balan", "Fileet", balance=-5).balance == -3


@pytest.mark.clause("13.2a")
@pytest.mark.clause("3.3b")
@pytest.mark.parametrize(("name", "added"), [("Arioch", 4), ("Kyreenee", 0), ("Donblas", 0), ("Grome", 0)])
def test_the_number_is_added_to_the_dominant_alignment(name: str, added: int) -> None:
    s = new_state()
    s.balance = -4
    assert bonus(s, spell(name)) == added


@pytest.mark.clause("3.3c")
def test_on_neutral_nothing_is_added() -> None:
    s = new_state()
    assert [bonus(s, each) for each in spells("Arioch", "Donblas", "Grome")] == [0, 0, 0]


@pytest.mark.clause("13.2b")
def test_the_journal_tells_a_shift() -> None:
    entry = told(shifted("Arioch"), "balance.shift")[0]
    assert (entry.data["was"], entry.data["now"]) == (0, -5)


@pytest.mark.clause("13.1")
def test_the_journal_tells_that_law_and_chaos_cancel() -> None:
    s = shifted("Arkyn", "Balan")
    (entry,) = told(s, "balance.stays")
    assert entry.data["now"] == 0
    assert not told(s, "balance.shift")
    assert not told(shifted("Arioch"), "balance.stays")
    assert not told(shifted("Dead Gods Book"), "balance.stays")
    s.balance = 2
    shift_by_spells(s, spells("Arkyn", "Balan"))
    assert (s.balance, len(told(s, "balance.stays")), told(s, "balance.shift")) == (2, 2, [])


# The tip


@pytest.mark.clause("13.4a")
@pytest.mark.clause("13.4o")
@pytest.mark.clause("3.2l")
@pytest.mark.parametrize(("names", "side"), [(("Donblas", "Arkyn"), 1), (("Arioch", "Chardros"), -1)])
def test_beyond_the_end_of_the_scale_it_tips(names: tuple[str, ...], side: int) -> None:
    s = new_state()
    s.turn = 4
    shift_by_spells(s, spells(*names))
    assert (s.balance, s.tipped, s.ends) == (6 * side, side, 7)
    assert told(s, "balance.tipped")


@pytest.mark.clause("13.4a")
@pytest.mark.clause("3.3a")
def test_at_six_it_stands() -> None:
    s = shifted("Chardros", "Dharzi")
    assert (s.balance, s.tipped, s.ends) == (-6, 0, 0)


@pytest.mark.clause("13.4a")
def test_neutral_spells_of_the_same_battle_do_not_stop_a_tip() -> None:
    assert shifted("Arioch", "Chardros", "Grome").tipped == -1


@pytest.mark.clause("13.4a")
def test_a_tipped_balance_does_not_stir() -> None:
    s = tipped(-1)
    shift_by_spells(s, spells("Donblas", "Grome"))
    move_marker(s, -1, "13.3")
    assert (s.balance, s.tipped, s.ends) == (-6, -1, 6)
    assert bonus(s, spell("Arioch")) == 6


@pytest.mark.clause("13.4p")
def test_the_world_ends_with_the_turn_the_marker_lies_on() -> None:
    s = tipped(1)
    s.turn = 5
    assert run(s, WorldsEnd()).outcome is None
    s.turn = 6
    assert run(s, WorldsEnd()).outcome is not None


@pytest.mark.clause("13.4p")
def test_a_standing_world_does_not_end() -> None:
    s = new_state()
    assert run(s, WorldsEnd()).outcome is None


# Restoration


@pytest.mark.clause("13.5b")
def test_twelve_and_the_open_spells_are_needed() -> None:
    s = tipped(-1)
    assert needed(s) == 12
    s.face_up[area("Jadmar")] = (take_card(s, "Balan"), take_card(s, "Kyreenee"))
    s.maintained[piece("Jagreen Lern")] = take_card(s, "Arioch")
    s.maintained[piece("Theleb K'aarna")] = take_card(s, "Misha")
    assert needed(s) == 12 + 3 + 3 + 5


def offer(s: Any, *names: str) -> None:
    put(s, 0, "Jadmar", "Priest of Vilmir")
    for name in names:
        give_cards(s, "Priest of Vilmir", name)
        sacrifice(s, piece("Priest of Vilmir"), spell(name))


@pytest.mark.clause("13.5d")
@pytest.mark.clause("13.5a")
def test_sacrifices_lie_on_the_marker_until_there_are_enough() -> None:
    s = tipped(-1)
    offer(s, "Donblas", "Grome")
    assert s.sacrificed == (spell("Donblas"), spell("Grome"))
    assert offered(s) == 7
    assert s.tipped == -1
    assert not s.hand


@pytest.mark.clause("13.5f")
@pytest.mark.clause("13.5b")
def test_enough_of_them_restore_it_at_once() -> None:
    s = tipped(-1)
    offer(s, "Donblas", "Bronze Banners & Quartz Arrows", "Jeweled Bird")
    assert (s.balance, s.tipped, s.ends) == (0, 0, 0)
    assert not s.sacrificed
    assert sorted(s.discard) == sorted(spells("Donblas", "Bronze Banners & Quartz Arrows", "Jeweled Bird"))


@pytest.mark.clause("13.5f")
def test_what_the_tip_kept_on_the_board_goes_with_it() -> None:
    s = tipped(-1)
    s.face_up[area("Jadmar")] = (take_card(s, "Balan"),)
    put(s, 0, "Kariss", "Jagreen Lern")
    s.maintained[piece("Jagreen Lern")] = take_card(s, "Arioch")
    restore(s, "13.5f")
    assert not s.face_up
    assert not s.maintained
    assert sorted(s.discard) == sorted(spells("Balan", "Arioch"))


@pytest.mark.clause("13.5f")
def test_an_area_that_is_tame_again_holds_one_stack_of_each_player() -> None:
    s = tipped(-1)
    s.face_up[area("Jadmar")] = (take_card(s, "Balan"),)
    put(s, 0, "Jadmar", "Priest of Vilmir")
    put(s, 0, "Jadmar", "Jagreen Lern")
    give_cards(s, "Priest of Vilmir", "Donblas")
    give_cards(s, "Jagreen Lern", "Arioch")
    assert len(s.stacks_at(0, area("Jadmar"))) == 2
    restore(s, "13.5f")
    assert len(s.stacks_at(0, area("Jadmar"))) == 1
    assert not s.bands
    assert [type(step).__name__ for step in s.flow] == ["Fit"]


@pytest.mark.clause("13.4n")
@pytest.mark.clause("13.4m")
def test_an_area_is_tame_when_its_last_open_spell_is_beaten() -> None:
    s = tipped(-1)
    s.face_up[area("Jadmar")] = (take_card(s, "Slortar the Old"),)
    put(s, 0, "Jadmar", "Jagreen Lern")
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 4))
    s = run(s, OpenMovement(), rolls=[("stack", 6), ("monster", 1)])
    assert not s.face_up
    assert not s.bands
    assert len(s.stacks_at(0, area("Jadmar"))) == 1


@pytest.mark.clause("13.4o")
def test_after_a_restoration_it_can_tip_again() -> None:
    s = tipped(-1)
    restore(s, "13.5f")
    s.turn = 7
    move_marker(s, 8, "13.4a")
    assert (s.tipped, s.ends) == (1, 10)


# The option


def drawn(name: str | int, balance: int = 0, **options: Any) -> Any:
    s = new_state(**{"random-balance": "on", **options})
    s.balance = balance
    card = take_card(s, name)
    s.cup = [card]
    return s


@pytest.mark.clause("13.6a")
@pytest.mark.clause("13.6b")
def test_the_spell_drawn_moves_it_and_is_discarded() -> None:
    s = run(drawn("Kyreenee"), RandomBalance(), rolls=[("random balance", 1)])
    assert s.balance == -3
    assert s.discard == [spell("Kyreenee")]


@pytest.mark.clause("13.6a")
def test_a_neutral_spell_moves_it_toward_the_centre() -> None:
    assert run(drawn("Grome", 5), RandomBalance(), rolls=[1]).balance == 2


@pytest.mark.clause("13.6a")
def test_a_reshuffle_drawn_for_it_acts() -> None:
    s = drawn(RESHUFFLES[0])
    s.discard = [spell("Arioch")]
    s = run(s, RandomBalance(), rolls=[1])
    assert sorted(s.cup) == sorted([spell("Arioch"), RESHUFFLES[0]])


@pytest.mark.clause("13.6a", "12.1.5a")
def test_a_nightmare_drawn_for_it_acts_and_moves_nothing() -> None:
    s = run(drawn(NIGHTMARES[0], 2), RandomBalance(), rolls=[1])
    assert told(s, "nightmare.idle")
    assert (s.balance, s.discard) == (2, [NIGHTMARES[0]])


@pytest.mark.clause("13.6a")
def test_without_the_option_nothing_is_drawn() -> None:
    s = run(drawn("Kyreenee", **{"random-balance": "off"}), RandomBalance(), rolls=[])
    assert s.balance == 0


# Pyaray and the Chaos Fleet


def pyaray_at_sea() -> Any:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir")
    put(s, 0, "n_dragon", "Pyaray", "Chaos Fleet", "Naclon", ("Vilmir", 2))
    for each in s.pieces(0, area("n_dragon")):
        if each != piece("Chaos Fleet"):
            s.ship[each] = piece("Chaos Fleet")
    give_cards(s, "Pyaray", "Misha")
    return s


@pytest.mark.clause("16.8e")
@pytest.mark.clause("16.9c")
def test_law_drives_pyaray_and_his_fleet_off() -> None:
    s = pyaray_at_sea()
    shift_by_spells(s, spells("Runestaff"))
    s = run(s, rolls=[("escape", 4)])
    assert (s.where[piece("Pyaray")], s.where[piece("Chaos Fleet")]) == (OFF, OFF)
    assert s.where[piece("Naclon")] == LOST
    assert not s.pieces(0, area("n_dragon"))
    assert spell("Misha") in s.discard


@pytest.mark.clause("16.9c")
@pytest.mark.parametrize("reading", [0, -2])
def test_short_of_law_they_stay(reading: int) -> None:
    s = pyaray_at_sea()
    s.balance = -4
    move_marker(s, reading + 4, "13.6a")
    assert at(s, "Pyaray") == at(s, "Chaos Fleet") == "Northern Dragon Sea"


@pytest.mark.clause("16.9c")
def test_a_reading_of_law_that_neutral_takes_back_is_none() -> None:
    s = pyaray_at_sea()
    shift_by_spells(s, spells("Runestaff", "Sepriz and the Ten", "Silver Grimoire"))
    assert s.balance == 0
    assert at(s, "Pyaray") == "Northern Dragon Sea"


@pytest.mark.clause("16.8b")
def test_the_shield_of_one_who_leaves_goes_with_him() -> None:
    s = pyaray_at_sea()
    s.lift([p for p in s.pieces(0, area("n_dragon")) if p != piece("Pyaray")], OFF)
    arm(s, "Pyaray", "Chaos Shield")
    move_marker(s, 1, "13.6a")
    assert not s.bearer


@pytest.mark.clause("16.9c")
@pytest.mark.clause("16.8d")
def test_law_takes_pyaray_off_in_the_middle_of_his_move() -> None:
    s = new_state()
    put(s, 0, "n_dragon", "Pyaray", "Chaos Fleet")
    s.ship[piece("Pyaray")] = piece("Chaos Fleet")
    give_cards(s, "Pyaray", "Arkyn")
    put(s, 0, "Jadmar", "Naclon")
    s = run(s, Movement(0))
    s = act(s, ("stack", area("n_dragon")), ("piece", piece("Pyaray")))
    s = act(s, ("go", area("dragon")), ("use", pair(piece("Pyaray"), spell("Arkyn"))), rolls=[])
    assert s.balance == 3
    assert (s.where[piece("Pyaray")], s.where[piece("Chaos Fleet")]) == (OFF, OFF)
    assert asked(s) == ("Movement", 0)
