"""Discoveries of spies and trackers, and rumours that reach a King (2.0, 3.14, 3.17, 4.3.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    dice,
    know,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    set_land,
    told,
)
from games.adventurer_kings.positions.spies import COMMON, RARE, tracked, with_spy
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, FREE, MERCENARY, UNKNOWN
from palatine.games.adventurer_kings.rules.characters.spying import (
    error_of,
    gather,
    hearsay,
    notice,
    report_forces,
    see_own_land,
    spy_out_inventions,
    types_seen,
    watch_seas,
)
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.state import State

# Masters, figures, letters (2.0, 4.3.3)


def discovery(name: str) -> int:
    return [each.name for each in tables.DISCOVERIES].index(name)


@pytest.mark.clause("AK-4.3.3-02", "AK-2.0-01")
@pytest.mark.parametrize(("level", "plain", "with_spyglass"), [
    (0, 70, 60), (1, 55, 45), (2, 40, 30), (3, 28, 18), (4, 15, 5), (5, 10, 0), (6, 7, 0), (9, 0, 0),
])  # fmt: skip
def test_the_margin_of_error_and_what_a_spyglass_takes_from_it(level: int, plain: int, with_spyglass: int) -> None:
    s = new_state()
    s.mastery[tables.SPY] = (4, 3, 2, 1, 0)
    n = put_person(s, "Spy", 0, 504, f"SP{level}")
    assert error_of(a_turn(s), n) == plain
    s.set_kingdom(0, discoveries=(discovery("Spyglass"),))
    assert error_of(a_turn(s), n) == with_spyglass
    s.mastery[tables.SPY] = (0, 1, 2, 3, 4)
    assert error_of(a_turn(s), n) == (with_spyglass if level < 5 else 0)


@pytest.mark.clause("AK-3.14-06")
def test_no_figure_falls_below_nothing_and_what_is_known_well_is_not_blurred() -> None:
    s, spy = with_spy("")
    set_land(s, 509, tax=0)
    load(s, **{"a_spy's_error": 1, "a_type_mistaken": 1000})
    act(a_turn(s), spy, "SP")
    assert s.known[0][at(s, 509)].tax == 0
    set_land(s, 509, tax=100)
    own(s, 0, 509)
    act(a_turn(s), spy, "SP")
    assert s.known[0][at(s, 509)].tax == 100
    with dice(s, []):
        assert types_seen(a_turn(s), (tables.LEGION, tables.HEAVY), 0) == (tables.LEGION, tables.HEAVY)


@pytest.mark.clause("AK-3.14-06")
@pytest.mark.parametrize(("face", "kind"),
                         [(1, tables.BOWMEN), (2, tables.AXEMEN), (3, tables.PHALANX), (4, tables.LEGION),
                          (5, tables.LIGHT),
                                            (6, tables.HEAVY)])  # fmt: skip
def test_a_mistaken_type_is_one_of_six_levies(face: int, kind: int) -> None:
    s = new_state()
    load(s, a_type_mistaken=1, a_wrong_type=face)
    assert types_seen(a_turn(s), (tables.LEGION,), 55) == (kind,)


@pytest.mark.clause("AK-3.14-01")
def test_the_lands_next_door_are_told_by_their_owner() -> None:
    s, spy = with_spy(number=508)
    own(s, 2, 507)
    own(s, 1, 408)
    entries = told(act(a_turn(s), spy, "SP"), "spied-next", 0)
    assert [(each.data["realm"], each.data["places"]) for each in entries] == [
        ("Realm2", ["Nowhere (408)", "Home2 (509)"]), ("Realm3", ["Nowhere (507)"]),
    ]  # fmt: skip


@pytest.mark.clause("AK-2.0-01", "AK-2.0-02")
def test_of_a_stolen_map_the_king_takes_what_he_does_not_know_as_well() -> None:
    s = new_state()
    s.known[0].clear()
    n = master(s, tables.MAP_THEFT)
    s.set_person(n, place=at(s, 509))
    know(s, 1, 814, explored=30, tax=4)
    know(s, 1, 813, explored=30, tax=4)
    know(s, 1, 812, explored=30, tax=4)
    know(s, 1, 811, explored=30, terrain=UNKNOWN, tax=4)
    know(s, 1, 810, explored=30, tax=4, is_capital=True)
    know(s, 0, 813, explored=30, tax=5)
    know(s, 0, 812, explored=29, tax=5, forces="two Legions")
    know(s, 0, 811, explored=1, terrain=UNKNOWN, tax=5)
    know(s, 0, 810, explored=31, terrain=UNKNOWN, tax=5)
    entries = act(a_turn(s), n, "SP")
    mine = {number: s.known[0][at(s, number)] for number in (814, 813, 812, 811, 810)}
    assert [mine[number].tax for number in (814, 813, 812, 811, 810)] == [4, 5, 4, 5, 4]
    assert (mine[812].forces, mine[810].is_capital, mine[814].is_capital) == ("two Legions", True, False)
    assert [each.data["realm"] for each in told(entries, "map-stolen", 0)] == ["Realm2"]
    assert not told(act(a_turn(s), put_person(s, "Spy", 0, 509, "SP4"), "SP"), "map-stolen")


@pytest.mark.clause("AK-2.0-01", "AK-2.0-02")
def test_a_master_reads_who_treats_and_who_breaks_with_whom() -> None:
    s = new_state()
    n = master(s, tables.SIGHT_OF_TREATIES)
    s.set_person(n, place=at(s, 509))
    t = a_turn(s)
    t.dealings.treats |= {(1, 2), (2, 0)}
    t.dealings.breaks |= {(1, 0)}
    entries = act(t, n, "SP")
    assert [(each.kind, each.data["realms"], each.data["realm"]) for each in entries
            if each.kind in ("treating", "breaking")] == [
        ("treating", ["Realm3"], "Realm2"), ("breaking", ["Realm1"], "Realm2")]  # fmt: skip
    t.dealings.treats.clear()
    t.dealings.breaks.clear()
    assert not {"treating", "breaking"} & {each.kind for each in act(t, n, "SP")}


@pytest.mark.clause("AK-2.0-01", "AK-2.0-02")
def test_a_planted_tale_is_of_a_feature_unheard_of_and_false() -> None:
    s = new_state()
    n = master(s, tables.PLANTED_RUMOUR)
    s.set_person(n, place=at(s, 509))
    first, second, third = (put_feature(s, "Dungeon", number, "Ogre") for number in (814, 804, 214))
    t = a_turn(s)
    learn_of(t, 1, first)
    load(s, which_rumour=1, a_true_rumour=1, what_is_wrong=1, next_door=1, which_neighbour=1)
    entries = act(t, n, "SP")
    assert second in s.lore[1]
    assert third not in s.lore[1]
    assert s.lore[1][second].place == s.atlas.neighbours[at(s, 804)][0]
    assert [each.data["realm"] for each in told(entries, "planted", 0)] == ["Realm2"]


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(("number", "seen"), [(504, True), (506, True), (507, False)])
def test_a_master_of_the_sea_sees_foreign_fleets_up_to_two_provinces_off(number: int, seen: bool) -> None:
    s = new_state()
    n = master(s, tables.SIGHT_OF_FLEETS)
    put_army(s, "FL", 0, 504)
    put_army(s, "LE", 1, 504)
    put_army(s, "FL", 1, number)

    def sights() -> list[list[str]]:
        s.journal = []  # type: ignore[misc]
        watch_seas(a_turn(s))
        return [each.data["places"] for each in told(s.journal or [], "fleets-seen", 0)]

    name = "Home1" if number == 504 else "Nowhere"
    assert sights() == ([[f"{name} ({number})"]] if seen else [])
    put_person(s, "Sailor", 0, number, "NA4")
    assert len(sights()) == seen, "no other sees them"
    s.set_person(n, died=1)
    assert sights() == []
    s.set_person(n, died=0, seat=FREE)
    assert sights() == []


@pytest.mark.clause("AK-3.14-05", "AK-2.0-01")
def test_a_report_names_foreign_armies_by_their_masters_and_not_those_that_are_hidden() -> None:
    s = new_state()
    spy = put_person(s, "Spy", 0, 505, "SP4")
    s.mastery[tables.SPY] = (0, 1, 2, 3, 4)
    put_army(s, "LE", 0, 505, spy)
    put_army(s, "LE", NATIVE, 505)
    put_army(s, "HC", MERCENARY, 505)
    put_army(s, "PH", 1, 505)
    hider, plain = master(s, tables.HIDDEN_ARMIES, seat=1), put_person(s, "Plain", 1, 505, "IL4")
    s.set_person(hider, place=at(s, 505))
    put_army(s, "AX", 1, 505, hider)
    put_army(s, "BO", 1, 505, plain)
    king = s.kingdoms[2].king
    s.set_person(king, levels=s.people[hider].levels, place=at(s, 505))
    put_army(s, "LC", 2, 505, king)
    s.journal = []  # type: ignore[misc]
    report_forces(a_turn(s), spy, at(s, 505), 0)
    (entry,) = told(s.journal or [], "forces", 0)
    assert entry.data["forces"] == [
        "1 Human Legion of natives", "1 Human Heavy Cavalry of nobody", "1 Human Phalanx of Realm2",
        "1 Human Bowmen of Realm2",
    ]  # fmt: skip
    assert s.known[0][at(s, 505)].forces == ", ".join(entry.data["forces"])


@pytest.mark.clause("AK-3.14-03", "AK-3.14-04", "AK-10.1-04", "AK-12.1-06")
@pytest.mark.parametrize(("levels", "cipher", "percent"), [
    ("SA1", 0, 10), ("SA2", 0, 15), ("SA2 SP1", 0, 20), ("SA4 SP1", 0, 30), ("SA9 SP2", 0, 45), ("SA9 SP4", 0, 75),
    ("SA1", 1, 5), ("SA9 SP2", 1, 22),
])  # fmt: skip
def test_the_chance_to_spy_out_an_invention(levels: str, cipher: int, percent: int) -> None:
    for face, found in ((percent * 10, True), (percent * 10 + 1, False)):
        s = new_state()
        n = put_person(s, "Spy", 0, 509, levels)
        known = (discovery("Cipher"),) if cipher else ()
        s.set_kingdom(0, discoveries=known)
        s.set_kingdom(1, discoveries=(COMMON, *known))
        load(s, spying_out_an_invention=face)
        s.journal = []  # type: ignore[misc]
        spy_out_inventions(a_turn(s), n, 1)
        entries = told(s.journal or [], "invention-spied", 0)
        assert [each.data["realm"] for each in entries] == ["Realm2"] * found
        assert (COMMON in s.kingdoms[0].discoveries) is found
        assert s.merit.get(n, (0,) * 8)[titles.CHANCELLOR] == 2 * found
        assert s.renown.get(n, (0,) * 40)[titles.SPYMASTER] == found


@pytest.mark.clause("AK-3.14-03", "AK-2.0-01")
@pytest.mark.parametrize("case", ["natives", "one's own", "no sage", "secrets", "nothing new", "too obscure"])
def test_where_nothing_can_be_spied_out_no_dice_are_rolled(case: str) -> None:
    s = new_state()
    n = put_person(s, "Spy", 0, 509, "SP4" if case == "no sage" else "SP4 SA1")
    s.set_kingdom(0, discoveries=(COMMON,) if case in ("one's own", "nothing new") else ())
    s.set_kingdom(1, discoveries=(RARE,) if case == "too obscure" else (COMMON,))
    if case == "secrets":
        master(s, tables.KEPT_SECRETS, seat=1)
    with dice(s, []):
        spy_out_inventions(a_turn(s), n, {"natives": NATIVE, "one's own": 0}.get(case, 1))
    assert RARE not in s.kingdoms[0].discoveries


# Trail (3.17)


@pytest.mark.clause("AK-3.17-01", "AK-3.17-02")
def test_who_is_trailed_is_seen_there_and_of_a_hero_no_kingdom_is_told() -> None:
    s, tracker, quarry = tracked("SP4")
    load(s, on_the_trail=1, finances=1, allies=1, enemies=1, provinces=1, **{"experience:_spy": 1000})
    entries = act(a_turn(s), tracker, f"TR {quarry}")
    assert s.seen[0][quarry] == (at(s, 504), s.turn, 1)
    assert not {"trail-gold", "trail-lands", "trail-items", "trail-armies"} & {each.kind for each in entries}


@pytest.mark.clause("AK-3.17-02")
@pytest.mark.parametrize(("levels", "percent"), [("", 30), ("SP1", 45), ("SP2", 60), ("SP3", 75), ("SP4", 90)])
def test_of_a_kings_affairs_a_better_tracker_learns_more(levels: str, percent: int) -> None:
    for face, learns in ((percent * 10, True), (percent * 10 + 1, False)):
        s, tracker, _ = tracked(levels)
        s.set_person(tracker, place=at(s, 509))
        load(s, finances=face, **{"experience:_spy": 1000})
        entries = act(a_turn(s), tracker, f"TR {s.kingdoms[1].king}")
        assert bool(told(entries, "trail-gold", 0)) is learns


@pytest.mark.clause("AK-2.0-01")
def test_a_second_quarry_is_the_ablest_stranger_who_is_there() -> None:
    s = new_state()
    n, plain = master(s, tables.SECOND_QUARRY), put_person(s, "Plain", 0, 504, "SP4")
    quarry, weak, able = (put_person(s, name, 1, 504, levels) for name, levels in
                          (("Quarry", "ME9"), ("Weak", "ME1"), ("Able", "ME2")))  # fmt: skip
    put_person(s, "Twin", 1, 504, "ME2")
    put_person(s, "Friend", 0, 504, "ME5")
    put_person(s, "Far", 1, 505, "ME5")
    for tracker, names in ((n, ["Quarry", "Able"]), (plain, ["Quarry"])):
        entries = act(a_turn(s), tracker, f"TR {quarry}")
        assert [each.data["other"] for each in told(entries, "trailed", 0)] == names
    for gone in (weak, able, max(s.people) - 2):
        s.set_person(gone, place=at(s, 505))
    assert len(told(act(a_turn(s), n, f"TR {quarry}"), "trailed", 0)) == 1


# General Intelligence (3.14, 4.3.3)


@pytest.mark.clause("AK-4.3.3-01", "AK-3.14-02")
@pytest.mark.parametrize(("levels", "percent"), [("", 0), ("SP1", 40), ("SP2", 55), ("SP3", 70), ("SP4", 85)])
def test_who_has_some_skill_in_spying_hears_things_without_being_told_to(levels: str, percent: int) -> None:
    s = new_state()
    n = put_person(s, "Spy", 0, 505, levels)
    t = a_turn(s)
    assert hearsay(t, n) == percent
    assert notice(t, at(s, 505), "seen-levy") == {0: max(percent, 15)}, "the first King's land is next door"
    s.set_person(n, place=at(s, 812))
    assert notice(t, at(s, 812), "seen-levy") == {0: percent}


@pytest.mark.clause("AK-3.14-02", "AK-4.3.3-01")
@pytest.mark.parametrize(("kind", "near"), [("battle", 60), ("conquest", 60), ("seen-move", 15), ("death", 15)])
def test_neighbours_hear_of_battles_more_often_and_the_owner_of_all(kind: str, near: int) -> None:
    s = new_state()
    own(s, 1, 505)
    own(s, 2, 506)
    t = a_turn(s)
    assert notice(t, at(s, 505), kind) == {0: near, 1: 100, 2: near}
    one, other = put_person(s, "Spy", 0, 505, "SP4"), put_person(s, "Mate", 0, 505)
    t.phase.shown[0, one] = 98
    assert notice(t, at(s, 505), kind)[0] == 98
    t.phase.shown[0, one] = 50
    assert notice(t, at(s, 505), kind)[0] == 85
    s.set_person(one, place=at(s, 814))
    assert s.people[other].place == at(s, 505)
    assert notice(t, at(s, 505), kind)[0] == near


def heard(s: State, seat: int) -> list[str]:
    """Return the kinds of the entries of the phase that only a seat can read."""
    return [each.kind for each in s.journal or [] if each.readers == (seat,)]


@pytest.mark.clause("AK-3.14-02")
def test_of_what_happens_in_their_land_kings_hear_but_not_of_their_own_peoples_doings() -> None:
    s = new_state()
    mine, stranger = put_person(s, "Mine", 0, 504), put_person(s, "Stranger", 1, 504)
    t = a_turn(s)
    t.record_observable(at(s, 504), mine, "seen-levy", who=mine, place=at(s, 504), count=1)
    t.record_observable(at(s, 504), stranger, "seen-levy", who=stranger, place=at(s, 504), count=2)
    t.record_observable(at(s, 504), stranger, "battle", place=at(s, 504), king=0, other_king=1)
    s.journal = []  # type: ignore[misc]
    gather(t)
    assert heard(s, 0) == ["seen-levy", "seen-battle"]
    assert [each.data["count"] for each in told(s.journal, "seen-levy", 0)] == [2]
    assert s.seen[0][stranger] == (at(s, 504), s.turn, 1)
    assert mine not in s.seen[0]
    t.sightings.furtive[stranger] = {tables.SPY}
    s.set_person(stranger, levels=(9,) * len(tables.ABILITIES))
    t.forget_skills()
    load(s, escape_notice=1)
    s.journal = []  # type: ignore[misc]
    gather(t)
    assert heard(s, 0) == []


@pytest.mark.clause("AK-3.14-02", "AK-5.9-04")
def test_a_death_that_is_heard_of_strikes_the_dead_from_those_seen() -> None:
    s = new_state()
    stranger = put_person(s, "Stranger", 1, 504)
    s.spot(0, stranger)
    s.spot(2, stranger)
    t = a_turn(s)
    t.record_observable(at(s, 504), stranger, "seen-levy", who=stranger, place=at(s, 504), count=2)
    s.set_person(stranger, died=s.turn)
    gather(t)
    assert stranger in s.seen[0], "he has heard of the levy alone"
    s.set_person(stranger, died=0)
    die(t, stranger)
    gather(t)
    assert stranger not in s.seen[0]
    assert stranger in s.seen[2]


@pytest.mark.clause("AK-3.14-02", "AK-8.1-02")
def test_a_conquest_that_is_heard_of_changes_the_map_of_those_who_know_the_land() -> None:
    s = new_state()
    know(s, 0, 505, owner=NATIVE, hero=7)
    t = a_turn(s)
    own(s, 1, 505)
    t.record_observable(at(s, 505), s.kingdoms[1].king, "conquest", realm=1, place=at(s, 505))
    load(s, intelligence=600)
    gather(t)
    assert (s.known[0][at(s, 505)].owner, s.known[0][at(s, 505)].hero) == (1, 0)
    del s.known[0][at(s, 505)]
    gather(t)
    assert at(s, 505) not in s.known[0]


@pytest.mark.clause("AK-2.2-05", "AK-1.1-12")
def test_kings_see_what_is_theirs_and_which_heroes_without_a_lord_are_there() -> None:
    s = new_state()
    set_land(s, 504, tax=7, types=(tables.BOWMEN,))
    free, dead, served, elsewhere = (put_person(s, name, seat, number) for name, seat, number in
                                     (("Free", FREE, 504), ("Dead", FREE, 504), ("Served", 1, 504),
                                      ("Far", FREE, 505)))  # fmt: skip
    s.set_person(dead, died=1)
    s.known[0].clear()
    see_own_land(a_turn(s))
    known = s.known[0][at(s, 504)]
    assert (known.owner, known.terrain, known.race, known.tax, known.wealth, known.types, known.seen) == (
        0, tables.PLAIN, tables.HUMAN, 7, tables.RICH, (tables.BOWMEN,), s.turn)  # fmt: skip
    assert s.seen[0] == {free: (at(s, 504), s.turn, FREE)}
    assert served not in s.seen[0]
    assert elsewhere not in s.seen[0]
    s.turn += 1
    see_own_land(a_turn(s))
    assert s.known[0][at(s, 504)].seen == s.turn - 1, "nothing new"
    set_land(s, 504, tax=8)
    see_own_land(a_turn(s))
    assert (s.known[0][at(s, 504)].seen, s.known[0][at(s, 504)].tax) == (s.turn, 8)


@pytest.mark.clause("AK-3.17-02")
def test_of_a_king_allies_and_enemies_are_told_apart() -> None:
    s, tracker, _ = tracked("SP4")
    relate(s, 1, 2, ALLIED)
    relate(s, 1, 0, ENEMY)
    s.set_person(tracker, place=at(s, 509))
    load(s, finances=1, allies=1, enemies=1, provinces=1, **{"experience:_spy": 1000})
    entries = act(a_turn(s), tracker, f"TR {s.kingdoms[1].king}")
    assert told(entries, "trail-allies", 0)[0].data["realms"] == ["Realm3"]
    assert told(entries, "trail-enemies", 0)[0].data["realms"] == ["Realm1"]
    assert told(entries, "trail-lands", 0)[0].data["places"] == ["Home2 (509)"]
