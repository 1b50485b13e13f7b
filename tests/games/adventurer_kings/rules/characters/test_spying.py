"""Spies in a province, and trackers of characters (3.14, 3.17, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    know,
    load,
    order,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    run,
    set_land,
    told,
)
from games.adventurer_kings.positions.spies import COMMON, OBSCURE, RARE, tracked, with_spy
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, UNKNOWN
from palatine.games.adventurer_kings.referee import GAME

# Spy (3.14)


@pytest.mark.clause("AK-3.14-01")
def test_a_spy_reports_owner_neighbours_tax_types_and_capital() -> None:
    s, spy = with_spy()
    own(s, 2, 508)
    entries = act(a_turn(s), spy, "SP")
    known = s.known[0][at(s, 509)]
    assert (known.owner, known.tax, known.types, known.is_capital) == (1, 10, (tables.LEGION, tables.HEAVY), True)
    assert s.known[0][at(s, 508)].owner == 2
    assert s.known[0][at(s, 510)].owner == NATIVE
    assert s.known[0][at(s, 508)].tax == UNKNOWN
    kinds = [entry.kind for entry in entries]
    assert {"spied", "spied-capital", "spied-types", "spied-next"} <= set(kinds)
    assert told(entries, "spied-next", 0)[0].data["realm"] == "Realm3"
    assert all(GAME.prose(entry) for entry in entries)
    assert all(entry.readers == (0,) for entry in entries)


@pytest.mark.clause("AK-3.14-01")
def test_another_province_is_no_capital() -> None:
    s, spy = with_spy(number=508)
    own(s, 1, 508)
    entries = act(a_turn(s), spy, "SP")
    assert not s.known[0][at(s, 508)].is_capital
    assert not told(entries, "spied-capital")


@pytest.mark.clause("AK-3.14-01")
def test_where_nobody_rules_a_spy_says_so_and_of_his_own_king_he_tells_nothing_new() -> None:
    s, spy = with_spy(number=508)
    own(s, 0, 507)
    kinds = [entry.kind for entry in act(a_turn(s), spy, "SP")]
    assert kinds.count("spied-wild") == 1
    assert kinds.count("spied-next") == 1  # of the second King's home
    assert "spied" not in kinds


@pytest.mark.clause("AK-3.14-01", "AK-2.0-01")
def test_a_stolen_map_does_not_make_the_king_forget_what_he_knew_better() -> None:
    s, spy = with_spy("SP6")
    own(s, 1, 508)
    put_army(s, "LE", 1, 509)
    t = a_turn(s)
    act(t, spy, "SP")
    act(t, spy, "SP")
    assert s.known[0][at(s, 508)].explored == 100
    assert s.known[0][at(s, 509)].forces == "1 Human Legion of Realm2"
    assert s.known[0][at(s, 509)].is_capital


@pytest.mark.clause("AK-3.14-02")
@pytest.mark.parametrize(("face", "hears"), [(620, True), (621, False)])
def test_a_spy_may_hear_what_happens_in_the_phase_and_hears_true(face: int, hears: bool) -> None:
    s, spy = with_spy("SP1")
    load(s, random_encounter=1000, intelligence=face)
    s.set_kingdom(1, gold=50)
    order(s, s.kingdoms[1].king, 1, "RE LE,HC")
    order(s, spy, 1, "SP")
    seen = told(run(s), "seen-levy", 0)
    assert bool(seen) == hears
    assert all((entry.data["count"], entry.data["who"]) == (2, "King2") for entry in seen)


@pytest.mark.clause("AK-3.14-02")
def test_spying_shows_only_the_events_of_its_phase() -> None:
    s, spy = with_spy("SP1")
    load(s, random_encounter=1000, intelligence=620)
    s.set_kingdom(1, gold=50)
    order(s, s.kingdoms[1].king, 2, "RE LE,HC")
    order(s, spy, 1, "SP")
    assert not told(run(s), "seen-levy", 0)


@pytest.mark.clause("AK-3.14-03", "AK-3.14-04")
@pytest.mark.parametrize(
    ("levels", "face", "found"), [("SP4 SA1", 100, True), ("SP4 SA1", 101, False), ("SP4 SA3", 300, True),
                                  ("SP4 SA3", 301, False), ("SP4", 1, False)]
)  # fmt: skip
def test_an_invention_is_spied_out_at_twice_a_sages_chance(levels: str, face: int, found: bool) -> None:
    s, spy = with_spy(levels)
    load(s, spying_out_an_invention=face)
    s.set_kingdom(1, discoveries=(COMMON,))
    act(a_turn(s), spy, "SP")
    assert s.kingdoms[0].discoveries == ((COMMON,) if found else ())
    assert s.kingdoms[1].discoveries == (COMMON,)


@pytest.mark.clause("AK-3.14-04")
def test_many_inventions_are_not_the_easier_to_spy_out() -> None:
    s, spy = with_spy("SP4 SA1")
    common = tuple(d for d in range(len(tables.DISCOVERIES)) if tables.DISCOVERIES[d].tier == 0)
    s.set_kingdom(1, discoveries=common)
    s.dice.drawn = []  # type: ignore[misc]
    act(a_turn(s), spy, "SP")
    drawn, s.dice.drawn = s.dice.drawn, None  # type: ignore[misc]
    assert [roll.purpose for roll in drawn].count("spying out an invention") == 1


@pytest.mark.clause("AK-3.14-04")
@pytest.mark.parametrize(
    ("sage", "understood"), [(1, (COMMON,)), (2, (COMMON, RARE)), (3, (COMMON, RARE, OBSCURE))]
)  # fmt: skip
def test_obscure_inventions_need_a_better_sage(sage: int, understood: tuple[int, ...]) -> None:
    s, spy = with_spy(f"SP4 SA{sage}")
    load(s, spying_out_an_invention=1, **{"experience:_spy": 1000})
    s.set_kingdom(1, discoveries=tuple(sorted((COMMON, RARE, OBSCURE))))
    t = a_turn(s)
    for _ in range(4):
        act(t, spy, "SP")
    assert set(s.kingdoms[0].discoveries) == set(understood)


@pytest.mark.clause("AK-3.14-05")
def test_forces_and_people_are_reported_once_a_year_and_province() -> None:
    s, spy = with_spy()
    general = put_person(s, "Brennus", 1, 509)
    put_army(s, "LE", 1, 509, general)
    put_army(s, "LE", 1, 509)
    put_army(s, "HC", 1, 508)
    t = a_turn(s)
    put_person(s, "Mate", 0, 509)
    entries = act(t, spy, "SP")
    assert told(entries, "forces", 0)[0].data["forces"] == ["2 Human Legion of Realm2"]
    assert told(entries, "forces-people", 0)[0].data["people"] == ["King2", "Brennus"]
    assert s.seen[0][general][:2] == (at(s, 509), s.turn)
    assert not told(act(t, spy, "SP"), "forces")
    s.set_person(spy, place=at(s, 508))
    (second,) = told(act(t, spy, "SP"), "forces", 0)
    assert second.data["forces"] == ["1 Human Heavy Cavalry of Realm2"]


@pytest.mark.clause("AK-3.14-05")
def test_where_no_foreign_armies_are_a_spy_says_so() -> None:
    s, spy = with_spy(number=508)
    kinds = [entry.kind for entry in act(a_turn(s), spy, "SP")]
    assert "forces-none" in kinds
    assert not {"forces", "forces-people"} & set(kinds)


@pytest.mark.clause("AK-3.14-06", "AK-1.1-10", "AK-1.1-12")
def test_taxes_and_types_are_known_for_sure_only_where_all_is_explored() -> None:
    s, spy = with_spy("", 508)
    set_land(s, 509, tax=5)
    place = at(s, 509)
    load(s, random_encounter=1000, **{"a_spy's_error": 1, "a_type_mistaken": 1000})
    act(a_turn(s), spy, "MO 509")
    known = s.known[0][place]
    assert (known.wealth, known.tax, known.types) == (tables.PROSPEROUS, UNKNOWN, ())
    act(t := a_turn(s), spy, "SP")
    assert s.known[0][place].tax == 2
    act(t, spy, "EX")
    act(t, spy, "EX")
    assert (s.known[0][place].tax, s.known[0][place].types) == (5, (tables.LEGION, tables.HEAVY))
    act(t, spy, "SP")
    assert s.known[0][place].tax == 5


@pytest.mark.clause("AK-1.1-12")
def test_a_king_knows_what_a_new_province_of_his_pays() -> None:
    s, _ = with_spy("", 508)
    know(s, 0, 508, explored=12, tax=7, types=(tables.BOWMEN,))
    s.owners[at(s, 508)] = 0
    run(s)
    known = s.known[0][at(s, 508)]
    assert (known.tax, known.types) == (2, ())


@pytest.mark.clause("AK-3.14-06")
def test_an_error_never_makes_an_army_vanish() -> None:
    s, spy = with_spy("")
    put_army(s, "LE", 1, 509)
    load(s, **{"a_spy's_error": 1})
    (seen,) = told(act(a_turn(s), spy, "SP"), "forces", 0)
    assert seen.data["forces"] == ["1 Human Legion of Realm2"]


@pytest.mark.clause("AK-3.14-06", "AK-3.14-02")
@pytest.mark.parametrize(("levels", "error"), [("", 70), ("SP1", 55), ("SP2", 40), ("SP3", 28), ("SP4", 15)])
def test_figures_err_by_the_margin_of_the_spys_skill(levels: str, error: int) -> None:
    for face, sign in ((1, -1), (1000, 1), (error + 1, 0)):
        s, spy = with_spy(levels)
        set_land(s, 509, tax=100)
        for _ in range(20):
            put_army(s, "LE", 1, 509)
        load(s, **{"a_spy's_error": face, "a_type_mistaken": 1000})
        entries = act(a_turn(s), spy, "SP")
        assert s.known[0][at(s, 509)].tax == 100 + sign * error
        seen = told(entries, "forces", 0)[0].data["forces"]
        assert seen == [f"{round(20 * (100 + sign * error) / 100)} Human Legion of Realm2"]


@pytest.mark.clause("AK-3.14-06")
@pytest.mark.parametrize(("face", "is_right"), [(275, False), (276, True)])
def test_types_are_mistaken_at_half_the_margin(face: int, is_right: bool) -> None:
    s, spy = with_spy("SP1")
    load(s, **{"a_type_mistaken": face, "a_wrong_type": 1})
    act(a_turn(s), spy, "SP")
    types = (tables.LEGION, tables.HEAVY) if is_right else (tables.BOWMEN, tables.BOWMEN)
    assert s.known[0][at(s, 509)].types == types
    assert s.lands[at(s, 509)].types == (tables.LEGION, tables.HEAVY)


@pytest.mark.clause("AK-3.14-07")
def test_only_where_he_stands() -> None:
    s, spy = with_spy()
    t = a_turn(s)
    assert failed(t, spy, "SP 508") == ("AK-3.14-07", "fail.not-there")
    assert told(act(t, spy, "SP 509"), "spied", 0)


# Trail (3.17)


@pytest.mark.clause("AK-3.17-01")
def test_a_tracker_tells_all_about_his_quarry() -> None:
    s, tracker, quarry = tracked()
    put_item(s, "War Lyre", quarry)
    put_army(s, "LE", 1, 504, quarry)
    order(s, tracker, 1, f"TR {quarry}")
    order(s, quarry, 1, "PR TA")
    entries = run(s)
    (found,) = told(entries, "trailed", 0)
    assert [found.data[key] for key in ("race", "temper", "alignment")] == [
        tables.PEOPLE[tables.ELF], tables.TEMPERS[tables.CAUTIOUS], tables.ALIGNMENTS[tables.EVIL].capitalize()
    ]  # fmt: skip
    assert told(entries, "trail-items", 0)[0].data["items"] == ["the War Lyre"]
    assert told(entries, "trail-armies", 0)[0].data["armies"] == ["the 1st Human Legion"]
    assert told(entries, "trail-deed", 0)[0].data["deed"] == "PR TA"
    assert "PR TA" in GAME.prose(told(entries, "trail-deed", 0)[0])
    assert not [entry for entry in entries if entry.kind.startswith("trail") and entry.readers != (0,)]


@pytest.mark.clause("AK-3.17-01")
def test_a_tracker_tells_what_was_done_in_the_phase_in_which_he_found_him() -> None:
    s, tracker, quarry = tracked(number=505)
    order(s, tracker, 1, f"TR {quarry}")
    order(s, quarry, 2, "SP")
    assert told(run(s), "trail-idle", 0)
    s, tracker, quarry = tracked()
    order(s, quarry, 1, "MO 507")
    order(s, quarry, 2, "PR TA")
    order(s, tracker, 2, f"TR {quarry}")
    (deed,) = told(run(s), "trail-deed", 0)
    assert deed.data["deed"].startswith("MO ")


@pytest.mark.clause("AK-3.17-02")
@pytest.mark.parametrize(("face", "tells"), [(450, True), (451, False)])
def test_of_a_king_more_may_be_learnt(face: int, tells: bool) -> None:
    s, tracker, _ = tracked()
    relate(s, 1, 2, ALLIED)
    own(s, 1, 508)
    s.set_kingdom(1, gold=33)
    s.set_person(tracker, place=at(s, 509))
    load(s, finances=face, allies=face, enemies=face, provinces=face)
    entries = act(a_turn(s), tracker, f"TR {s.kingdoms[1].king}")
    kinds = {entry.kind for entry in entries}
    assert ({"trail-gold", "trail-allies", "trail-enemies", "trail-lands"} <= kinds) == tells
    if tells:
        assert told(entries, "trail-gold", 0)[0].data["gold"] == 33
        assert told(entries, "trail-allies", 0)[0].data["realms"] == ["Realm3"]
        assert len(told(entries, "trail-lands", 0)[0].data["places"]) == 2
        assert s.known[0][at(s, 508)].owner == 1
    else:
        assert not kinds & {"trail-gold", "trail-allies", "trail-enemies", "trail-lands"}


@pytest.mark.clause("AK-3.17-03")
def test_a_leader_of_armies_trails_nobody() -> None:
    s, tracker, quarry = tracked()
    put_army(s, "LE", 0, 504, tracker)
    assert failed(a_turn(s), tracker, f"TR {quarry}") == ("AK-3.17-03", "fail.leads-himself")


@pytest.mark.clause("AK-3.17-03")
def test_trailing_goes_on_until_it_has_shown_something_once() -> None:
    s, tracker, quarry = tracked("SP4", number=507)
    order(s, tracker, 1, f"TR {quarry}")
    for phase in (2, 3, 4):
        order(s, tracker, phase, "EX")
    entries = run(s)
    assert [entry.data["phase"] for entry in told(entries, "trailed", 0)] == [3]
    assert [entry.data["phase"] for entry in told(entries, "explored", 0)] == [4]
    assert s.people[tracker].place == at(s, 507)


# What it teaches (3.19)


@pytest.mark.clause("AK-3.19-06")
@pytest.mark.parametrize("text", ["SP", "TR {quarry}", "PU {quarry} plan TA"])
@pytest.mark.parametrize(("face", "level"), [(100, 1), (101, 0)])
def test_spying_is_learnt_by_doing(text: str, face: int, level: int) -> None:
    s, tracker, quarry = tracked("")
    load(s, beyond_aptitude=1, random_encounter=1000, **{"experience:_spy": face, "experience:_talk": 1000})
    act(a_turn(s), tracker, text.format(quarry=quarry))
    assert s.people[tracker].levels[tables.SPY] == level


@pytest.mark.clause("AK-3.19-06")
@pytest.mark.parametrize(
    ("text", "levels"), [("TR {quarry}", 3), ("PU {quarry} plan TA", 3), ("PU {me} plan TA", 1)]
)
def test_every_phase_of_a_chase_teaches_and_a_patrol_once(text: str, levels: int) -> None:
    s, tracker, quarry = tracked("")
    s.set_person(quarry, place=at(s, 507))
    s.set_person(tracker, place=at(s, 504))
    load(
        s,
        beyond_aptitude=1,
        random_encounter=1000,
        on_the_trail=1,
        **{"experience:_spy": 1, "experience:_talk": 1000},
    )
    order(s, tracker, 1, text.format(quarry=quarry, me=tracker))
    run(s)
    assert s.people[tracker].levels[tables.SPY] == levels
