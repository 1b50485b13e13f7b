"""How Kings stand to each other, treaties, and the exchange of discoveries (8)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    failed,
    founded,
    idle,
    know,
    line,
    load,
    new_state,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    told,
)
from palatine.core.dice import Dice
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NATIVE, PEACE
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm import diplomacy
from palatine.games.adventurer_kings.state import State

ROMANS, GAULS, PARTHIANS = range(3)


def align(s: State, *alignments: int) -> None:
    for seat, alignment in enumerate(alignments):
        s.set_kingdom(seat, alignment=alignment)
        s.set_person(s.kingdoms[seat].king, alignment=alignment)


def stand(s: State, one: int = ROMANS, two: int = GAULS) -> int:
    assert s.relations[one][two] == s.relations[two][one]
    return s.relations[one][two]


def opened(s: State) -> Turn:
    """A turn whose treaties have been read, and what holds from its beginning done."""
    idle(s)
    t = a_turn(s)
    diplomacy.collect(t)
    diplomacy.opening(t)
    return t


def host(s: State, seat: int, number: int, *codes: str, levels: str = "") -> int:
    general = put_person(s, f"General {seat + 1} {number}", seat, number, levels)
    for code in codes:
        put_army(s, code, seat, number, general)
    return general


@pytest.mark.clause("AK-8.0-01", "AK-8.0-02")
def test_everybody_begins_neutral_and_those_without_a_king_are_enemies() -> None:
    s = founded("standard", kings=4)
    assert [s.relation(one, two) for one in range(4) for two in range(4) if one != two] == [PEACE] * 12
    assert s.relation(0, NATIVE) == ENEMY
    assert [diplomacy.WORDS[each] for each in (ENEMY, PEACE, ALLIED)] == ["Enemies", "Neutral", "Allies"]


@pytest.mark.clause("AK-8.0-03", "AK-8.2-01")
@pytest.mark.parametrize(("was", "then"), [(ENEMY, PEACE), (PEACE, ALLIED)])
def test_a_treaty_of_both_goes_up_one_step_at_the_end_of_the_turn(was: int, then: int) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, was)
    line(s, ROMANS, "treat 2")
    line(s, GAULS, "treat 1")
    t = opened(s)
    assert stand(s) == was
    diplomacy.closing(t)
    assert stand(s) == then
    s.sheets = [None] * 3
    run(s)
    assert stand(s) == then


@pytest.mark.clause("AK-8.2-01")
def test_one_king_alone_signs_nothing() -> None:
    s = new_state()
    line(s, ROMANS, "treat 2")
    run(s)
    assert stand(s) == PEACE


@pytest.mark.clause("AK-8.2-02")
@pytest.mark.parametrize(
    ("was", "answer", "then"),
    [(PEACE, "", ALLIED), (ENEMY, "", ENEMY), (PEACE, "break 1", ENEMY)],
    ids=["neutral", "enemy", "rebuffed"],
)
def test_druids_persuade_who_is_neutral_and_does_not_break(was: int, answer: str, then: int) -> None:
    s = new_state()
    align(s, c.DRUIDIC, c.GOOD)
    relate(s, ROMANS, GAULS, was)
    line(s, ROMANS, "treat 2")
    if answer:
        line(s, GAULS, answer)
    run(s)
    assert stand(s) == then


@pytest.mark.clause("AK-8.2-02", "AK-8.3-04")
def test_druids_do_not_mend_what_evil_broke_at_dawn() -> None:
    s = new_state()
    align(s, c.DRUIDIC, c.EVIL)
    relate(s, ROMANS, GAULS, ALLIED)
    line(s, ROMANS, "treat 2")
    line(s, GAULS, "break 1")
    run(s)
    assert stand(s) == PEACE


@pytest.mark.clause("AK-8.2-03")
def test_druids_and_a_willing_enemy_are_allies_before_the_turn() -> None:
    s = new_state()
    align(s, c.DRUIDIC, c.EVIL)
    relate(s, ROMANS, GAULS, ENEMY)
    line(s, ROMANS, "treat 2")
    line(s, GAULS, "treat 1")
    opened(s)
    assert stand(s) == ALLIED


@pytest.mark.clause("AK-8.3-01", "AK-8.0-03")
@pytest.mark.parametrize(("was", "then"), [(ALLIED, PEACE), (PEACE, ENEMY), (ENEMY, ENEMY)])
def test_a_break_goes_down_one_step_at_the_end(was: int, then: int) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, was)
    line(s, ROMANS, "break 2")
    t = opened(s)
    assert stand(s) == was
    diplomacy.closing(t)
    assert stand(s) == then


@pytest.mark.clause("AK-8.3-01")
def test_who_breaks_is_not_reconciled_by_the_others_treaty() -> None:
    s = new_state()
    line(s, ROMANS, "break 2")
    line(s, GAULS, "treat 1")
    run(s)
    assert stand(s) == ENEMY


@pytest.mark.clause("AK-8.3-03")
def test_two_allies_who_break_together_are_enemies() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    line(s, ROMANS, "break 2")
    line(s, GAULS, "break 1")
    run(s)
    assert stand(s) == ENEMY


@pytest.mark.clause("AK-8.3-04")
@pytest.mark.parametrize("alignment", [c.EVIL, c.UNDEAD])
def test_evil_breaks_at_dawn_and_invades_at_once(alignment: int) -> None:
    s = new_state()
    align(s, alignment, c.GOOD)
    own(s, GAULS, 505)
    raider = host(s, ROMANS, 504, "HC")
    line(s, ROMANS, "break 2")
    order(s, raider, 1, "MO 505")
    run(s)
    assert stand(s) == ENEMY
    assert s.owners[at(s, 505)] == ROMANS


@pytest.mark.clause("AK-8.3-04", "AK-8.1-02")
def test_a_good_king_who_breaks_invades_next_year_at_the_earliest() -> None:
    s = new_state()
    align(s, c.GOOD, c.GOOD)
    own(s, GAULS, 505)
    raider = host(s, ROMANS, 504, "HC")
    line(s, ROMANS, "break 2")
    order(s, raider, 1, "MO 505")
    run(s)
    assert stand(s) == ENEMY
    assert s.owners[at(s, 505)] == GAULS
    assert s.people[raider].place == at(s, 504)


@pytest.mark.clause("AK-8.1-02")
def test_armies_do_not_enter_the_land_of_a_neutral_king() -> None:
    s = new_state()
    own(s, GAULS, 505)
    t = a_turn(s)
    assert failed(t, host(s, ROMANS, 504, "LE"), "MO 505")[0] == "AK-8.1-02"
    act(t, put_person(s, "A traveller", ROMANS, 504), "MO 505")


@pytest.mark.clause("AK-8.1-02")
def test_who_is_turned_back_knows_from_then_on_whose_land_it_is() -> None:
    s = new_state()
    own(s, GAULS, 505)
    know(s, ROMANS, 505, owner=NATIVE)
    failed(a_turn(s), host(s, ROMANS, 504, "LE"), "MO 505")
    assert s.known[ROMANS][at(s, 505)].owner == GAULS


@pytest.mark.clause("AK-4.3.3-01")
def test_who_hears_of_a_conquest_knows_from_then_on_whose_land_it_is() -> None:
    heard = set()
    for seed in range(12):
        s = new_state()
        s.dice = Dice(b"%d" % seed)
        relate(s, GAULS, PARTHIANS, ENEMY)
        own(s, PARTHIANS, 505)
        own(s, ROMANS, 405)
        own(s, GAULS, 506)
        know(s, ROMANS, 505, owner=PARTHIANS)
        order(s, host(s, GAULS, 506, "LE"), 1, "MO 505")
        is_heard = any(entry.kind == "seen-conquest" and entry.readable_by(ROMANS) for entry in run(s))
        assert s.known[ROMANS][at(s, 505)].owner == (GAULS if is_heard else PARTHIANS)
        heard.add(is_heard)
    assert heard == {True, False}


@pytest.mark.clause("AK-8.1-01")
def test_enemies_take_what_nobody_holds_against_them() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ENEMY)
    own(s, GAULS, 505)
    order(s, host(s, ROMANS, 504, "LE"), 1, "MO 505")
    run(s)
    assert s.owners[at(s, 505)] == ROMANS
    assert s.known[GAULS][at(s, 505)].owner == ROMANS


@pytest.mark.clause("AK-8.1-03")
def test_allies_march_through_and_fight_side_by_side() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, ENEMY)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, PARTHIANS, 505)
    put_army(s, "LE", PARTHIANS, 505)
    for seat in (ROMANS, GAULS):
        order(s, host(s, seat, 504, "HC", "HC", levels="MA2"), 1, "MO 505")
    load(s, contingents_unite=1)
    entries = run(s)
    assert s.owners[at(s, 504)] == ROMANS, "the Gauls who stood there took nothing from their ally"
    lines = [each.data for each in told(entries, "battle-line") if each.data["side"] == 0][:1]
    assert len({number for each in lines for row in each["ranks"] for number, *_ in row}) == 4
    assert told(entries, "battle-begins")[0].data["other_king"] == "King3"


@pytest.mark.clause("AK-8.1-04")
@pytest.mark.parametrize(("romans", "gauls", "owner"), [(3, 1, ROMANS), (1, 3, GAULS)])
def test_what_allies_conquer_is_the_larger_armys(romans: int, gauls: int, owner: int) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, ENEMY)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, PARTHIANS, 505)
    put_army(s, "BO", PARTHIANS, 505, quality=c.DEPLETED)
    order(s, host(s, ROMANS, 504, *["HC"] * romans), 1, "MO 505")
    order(s, host(s, GAULS, 504, *["HC"] * gauls), 1, "MO 505")
    load(s, contingents_unite=1)
    run(s)
    assert s.owners[at(s, 505)] == owner


@pytest.mark.clause("AK-8.1-05")
def test_enemies_pass_each_other_in_a_common_allys_land() -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, ALLIED)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, ROMANS, 505, 506)
    gauls, parthians = host(s, GAULS, 505, "HC"), host(s, PARTHIANS, 506, "HC")
    order(s, gauls, 1, "MO 506")
    order(s, parthians, 1, "MO 505")
    entries = run(s)
    assert not told(entries, "battle-begins")
    assert s.people[gauls].place == at(s, 506)
    assert s.people[parthians].place == at(s, 505)


@pytest.mark.clause("AK-8.1-06")
@pytest.mark.parametrize("to_the_invader", [ENEMY, PEACE, ALLIED])
def test_a_guest_fights_for_his_host_and_never_for_the_invader(to_the_invader: int) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    relate(s, ROMANS, PARTHIANS, to_the_invader)
    relate(s, GAULS, PARTHIANS, ENEMY)
    own(s, GAULS, 505)
    own(s, PARTHIANS, 506)
    host(s, GAULS, 505, "LE")
    host(s, ROMANS, 505, "LE", "LE")
    order(s, host(s, PARTHIANS, 506, "HC", "HC"), 1, "MO 505")
    entries = run(s)
    assert told(entries, "battle-begins")
    ranks = [each.data["ranks"] for each in told(entries, "battle-line") if each.data["side"] == 1][:1]
    assert len({number for each in ranks for row in each for number, *_ in row}) == 3


# Stranded armies


@pytest.mark.clause("AK-8.3-02")
def test_armies_left_in_a_former_allys_land_neither_fight_nor_take_it() -> None:
    s = new_state()
    own(s, GAULS, 505, 506)
    host(s, GAULS, 505, "LE")
    guest = host(s, ROMANS, 505, "HC")
    entries = run(s)
    assert not told(entries, "battle-begins")
    assert s.owners[at(s, 505)] == GAULS
    assert failed(a_turn(s), guest, "MO 506")[0] == "AK-8.1-02", "from one neutral land into another"


@pytest.mark.clause("AK-8.3-02")
def test_they_may_go_where_they_are_welcome_or_at_war() -> None:
    s = new_state()
    own(s, GAULS, 505)
    own(s, PARTHIANS, 506)
    own(s, ROMANS, 405)
    relate(s, ROMANS, PARTHIANS, ENEMY)
    for to in (405, 506):
        guest = host(s, ROMANS, 505, "HC")
        act(a_turn(s), guest, f"MO {to}")
        assert s.people[guest].place == at(s, to)


@pytest.mark.clause("AK-8.3-02")
@pytest.mark.parametrize("leaves", [False, True])
def test_once_enemies_they_fight_unless_one_of_them_leaves(leaves: bool) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ENEMY)
    own(s, GAULS, 505)
    own(s, ROMANS, 405)
    host(s, GAULS, 505, "LE")
    guest = host(s, ROMANS, 505, "HC", "HC")
    if leaves:
        order(s, guest, 1, "MO 405")
    entries = run(s)
    assert bool(told(entries, "battle-begins")) != leaves


# Scientific treaties


def scholars(s: State, romans: tuple[int, ...], gauls: tuple[int, ...], *, treat: bool = True) -> State:
    """Two Kings with these discoveries, each of whom treats with the other."""
    for seat, found in ((ROMANS, romans), (GAULS, gauls)):
        s.set_kingdom(seat, discoveries=found)
    if treat:
        line(s, ROMANS, "treat 2")
        line(s, GAULS, "treat 1")
    return s


def allies() -> State:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    own(s, GAULS, 505)
    return s


@pytest.mark.clause("AK-8.4-01", "AK-8.4-03")
def test_old_allies_exchange_the_most_military_secret() -> None:
    s = scholars(allies(), (1, 4, 9), (2, 4))
    entries = run(s)
    assert s.kingdoms[ROMANS].discoveries == (1, 2, 4, 9)
    assert s.kingdoms[GAULS].discoveries == (1, 2, 4)
    assert len(told(entries, "exchanged", ROMANS)) == 2
    assert c.DISCOVERIES[0].name == "Siege Engine"


@pytest.mark.clause("AK-8.4-01")
@pytest.mark.parametrize("alignment", [c.NEUTRAL, c.DRUIDIC])
def test_allies_of_this_very_turn_exchange_nothing(alignment: int) -> None:
    s = allies()
    align(s, alignment, c.NEUTRAL)
    relate(s, ROMANS, GAULS, PEACE)
    run(scholars(s, (1,), (2,)))
    assert stand(s) == ALLIED
    assert s.kingdoms[ROMANS].discoveries == (1,)


@pytest.mark.clause("AK-8.4-01")
def test_one_who_treats_alone_learns_nothing() -> None:
    s = scholars(allies(), (1,), (2,), treat=False)
    align(s, c.DRUIDIC, c.NEUTRAL)
    line(s, ROMANS, "treat 2")
    run(s)
    assert s.kingdoms[ROMANS].discoveries == (1,)


@pytest.mark.clause("AK-8.4-02")
@pytest.mark.parametrize("guest", [False, True])
def test_realms_must_touch_or_somebody_be_in_the_other(guest: bool) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    if guest:
        put_person(s, "An envoy", GAULS, 504)
    run(scholars(s, (1,), (2,)))
    assert (s.kingdoms[ROMANS].discoveries == (1, 2)) == guest


@pytest.mark.clause("AK-8.4-04")
def test_what_is_learnt_does_not_raise_this_years_taxes() -> None:
    rich = next(n for n, each in enumerate(c.DISCOVERIES) if each.powers.get("tax", {}).get("plain"))
    gold = []
    for known in ((), (rich,)):
        s = scholars(allies(), (), known)
        gold.append(told(run(s), "taxes", ROMANS)[0].data["gold"])
        assert s.kingdoms[ROMANS].discoveries == known
    assert gold[0] == gold[1]


@pytest.mark.clause("AK-8.4-05")
def test_a_secret_is_given_even_for_nothing() -> None:
    s = scholars(allies(), (1, 2), (2,))
    run(s)
    assert s.kingdoms[GAULS].discoveries == (1, 2)
    assert s.kingdoms[ROMANS].discoveries == (1, 2)


@pytest.mark.clause("AK-8.2-01", "AK-8.3-01")
@pytest.mark.parametrize("seat", range(3))
def test_a_king_treats_and_breaks_with_everybody_but_himself(seat: int) -> None:
    for word in ("treat", "break"):
        s = new_state()
        for other in range(3):
            line(s, seat, f"{word} {other + 1}")
        t = a_turn(s)
        diplomacy.collect(t)
        assert (t.dealings.treats if word == "treat" else t.dealings.breaks) == {
            (seat, other) for other in range(3) if other != seat
        }
