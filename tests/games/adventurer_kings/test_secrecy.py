"""Deals of hidden facts: only what the King knows has an influence (1.1, 12.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from random import Random
from statistics import fmean
from typing import Any, Final

import msgspec
import pytest

from games.adventurer_kings.invariants import invariants
from games.adventurer_kings.positions import mischief
from games.adventurer_kings.positions.realm import (
    at,
    bury,
    know,
    line,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    world,
)
from palatine.core import Dice, dice_key
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.bot.captain import Council
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, FREE, NO_LEADER, Lore, Proposal
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.encounters import negotiating
from palatine.games.adventurer_kings.rules.realm.offices import candidates, standings
from palatine.games.adventurer_kings.rules.setup.homes import APART
from palatine.games.adventurer_kings.rules.setup.worlds import HOME_TAX
from palatine.games.adventurer_kings.secrecy.known_state import known_state
from palatine.games.adventurer_kings.state import State
from palatine.testing.sample import difference

SALTS = (b"one", b"two", b"three", b"four")
KINGS = {"standard": 9, "europe": 9, "super": 20, "earth": 20}


def dealt(s: State, seat: str | None = "King 1", salt: bytes = b"one") -> State:
    return GAME.determinize(s, seat, salt)


@cache
def played(scenario: str, turns: int = 2) -> State:
    """Return a match of captains after some turns, from the cache; do not change it."""
    s = world(scenario, KINGS[scenario]).copy()
    captain = GAME.bots["captain"](GAME)
    for _ in range(turns):
        s.sheets = [captain.decide(s, seat) for seat in s.seats]
        sequence.run_turn(s)
    return s


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("scenario", KINGS)
@pytest.mark.parametrize("turns", [0, 2])
def test_nobody_can_tell_a_world_dealt_anew_from_the_true_one(scenario: str, turns: int) -> None:
    s = played(scenario, turns) if scenario == "standard" or not turns else world(scenario, KINGS[scenario])
    for seat in (*s.seats[:3], None):
        for salt in SALTS[:2]:
            other = dealt(s, seat, salt)
            assert difference(GAME.view(s, seat), GAME.view(other, seat)) == ""
            assert difference(GAME.report(s, seat, []), GAME.report(other, seat, [])) == ""
            assert other != s


# What a deal depends on, field by field

SHOWN: Final = {"seats", "flow", "options", "outcome", "turn", "scenario", "is_voting", "last_vote", "proposals"}
"""Fields that everybody knows, or of which a seat has only its own part."""
OWN_AND_DEALT: Final = {
    "lands", "owners", "kingdoms", "people", "armies", "features", "items", "relations", "merit", "renown", "holders",
    "title_holders", "mastery", "visits", "known",
}  # fmt: skip
"""Fields of which a seat's own and known parts stay; the rest differs in every deal."""
DEALT: Final = {"dice", "fallen"}
CONSTANT: Final = {"lore", "seen", "standings", "honours", "illusions", "hall", "sheets"}
"""Fields of which only a seat's own part stays; other seats always have the same default."""
COUNTERS: Final = {"last_army", "last_person", "last_item"}
"""Fields that follow from what has been dealt."""


def test_every_field_of_the_state_is_shown_or_dealt() -> None:
    fields = {field.name for field in msgspec.structs.fields(State)} - {"journal", "menu"}
    assert fields == SHOWN | OWN_AND_DEALT | DEALT | CONSTANT | COUNTERS


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_of_two_truths_that_look_the_same_the_deals_are_the_same(seat: int | None) -> None:
    """Two positions that look the same to a King are dealt from many seeds.

    Each field of the deals is equal, so their distributions are equal. Over the seeds each dealt field takes many
    values.
    """
    s = played("standard")
    name = s.seats[seat] if seat is not None else None
    one, two = dealt(s, name, b"first truth"), dealt(s, name, b"second truth")
    for field in OWN_AND_DEALT | DEALT:
        assert getattr(one, field) != getattr(two, field), f"the truths do not differ in {field}"
    values: dict[str, set[bytes]] = {field: set() for field in OWN_AND_DEALT | DEALT}
    for number in range(12):
        first, second = dealt(one, name, b"%d" % number), dealt(two, name, b"%d" % number)
        for field in msgspec.structs.fields(State):
            assert getattr(first, field.name) == getattr(second, field.name), field.name
        for field_name, found in values.items():
            found.add(msgspec.msgpack.encode(getattr(first, field_name)))
    assert {field: len(found) for field, found in values.items() if len(found) < 4} == {}


def rich_position() -> State:
    """Return three Kings who have met, with people, armies, items, features, graves and bargains."""
    s = new_state()
    for seat, number in ((0, 504), (1, 509), (2, 514)):
        put_person(s, f"Hero {seat}", seat, number, "TA5" if seat else "ME1")
        put_army(s, "LE", seat, number, quality=tables.AVERAGE)
    put_person(s, "Wanderer", FREE, 707)
    s.set_kingdom(0, met=(1,))
    s.set_kingdom(1, met=(0,))
    put_item(s, "Excalibur", 5)
    put_feature(s, "Dungeon", 607, "Ogre", gold=12)
    put_feature(s, "Tomb", 608, "Ghoul", gold=3)
    s.lore[0][2] = Lore(s.features[2].kind, at(s, 608), s.features[2].monster)
    s.proposals = [Proposal(2, 4, negotiating.SLAY, target=1, quarry=s.features[1].monster)]
    know(s, 0, 505, explored=10)
    s.spot(0, 5)
    bury(s, "LE", 606)
    s.visits = dict.fromkeys(range(1, 6), 3)
    return s


def army_of(s: State, seat: int) -> int:
    return next(a for a, army in s.armies.items() if army.owner == seat)


CHANGES: Final[dict[str, Callable[[State], Any]]] = {
    "gold of another": lambda s: s.set_kingdom(1, gold=77, opening_gold=70),
    "discoveries of another": lambda s: s.set_kingdom(2, discoveries=(1, 2)),
    "alignment of another": lambda s: s.set_kingdom(2, alignment=tables.EVIL),
    "home of another": lambda s: s.set_kingdom(2, home=at(s, 607)),
    "an heir's levels": lambda s: s.set_kingdom(1, awaits_levels=True, old=2),
    "turns missed": lambda s: s.set_kingdom(1, missed=3, called=True),
    "name of one never met": lambda s: s.set_kingdom(2, name="Elsewhere"),
    "an army's type": lambda s: s.set_army(army_of(s, 1), type=tables.HEAVY),
    "an army's owner": lambda s: s.set_army(army_of(s, 1), owner=2),
    "an army's quality and plague": lambda s: s.set_army(army_of(s, 2), quality=tables.ELITE, is_immune=True),
    "an army's place": lambda s: s.set_army(army_of(s, 2), place=at(s, 707)),
    "an army more": lambda s: put_army(s, "HC", 1, 509),
    "an army less": lambda s: s.armies.pop(army_of(s, 2)),
    "armies of natives": lambda s: put_army(s, "LE", -1, 606),
    "service": lambda s: s.set_person(6, seat=FREE),
    "levels and aptitudes": lambda s: s.set_person(6, levels=(9,) * 15, aptitudes=(9,) * 15),
    "temper, race, pay": lambda s: s.set_person(5, temper=0, race=tables.ELF, pay=4, whim=9, is_loyal=False),
    "a place nobody has seen": lambda s: s.set_person(6, place=at(s, 808)),
    "a death nobody has told": lambda s: s.set_person(6, died=1),
    "a stranger more": lambda s: put_person(s, "Stranger", FREE, 808),
    "grudges and curses": lambda s: s.set_person(5, grudges=(0,), cursed=1, scouted=(2,), is_imbecile=True),
    "a bearer": lambda s: s.set_item(1, bearer=6),
    "a kind of item": lambda s: s.set_item(1, kind=0, charges=9),
    "a feature never heard of": lambda s: s.set_feature(1, gold=99, special=3, hp=50, threshold=77),
    "treasure of a known feature": lambda s: s.set_feature(2, gold=99, special=3, hp=50, boldness=4, is_raiding=True),
    "taxes of a province seen from afar": lambda s: replace_land(s, 505, tax=9),
    "people of an unknown province": lambda s: replace_land(s, 909, race=tables.ORC, types=(tables.WARGS,),
                                                            name="Nowhere else"),
    "an owner nobody has told": lambda s: own_secretly(s, 2, 909),
    "graves": lambda s: bury(s, "HC", 606),
    "an illusion": lambda s: s.illusions.update({at(s, 505): tables.FOREST}),
    "treaties of others": lambda s: relate_others(s, ALLIED),
    "merit of others": lambda s: s.praise(5, 3, 9),
    "renown of others": lambda s: s.honour(6, 3, 9),
    "offices": lambda s: s.holders.__setitem__(3, 5),
    "titles": lambda s: s.title_holders.__setitem__(3, 6),
    "powers of masters": lambda s: s.mastery.__setitem__(0, (4, 3, 2, 1, 0)),
    "visits": lambda s: s.visits.update({3: 1}),
    "what others know": lambda s: know(s, 1, 606),
    "what others have seen and heard": lambda s: (s.spot(1, 4), s.lore[1].update({1: Lore(0, 1)})),
    "bargains of others": lambda s: s.proposals.append(Proposal(1, 5, 0, amount=3)),
    "standings of others": lambda s: s.standings.extend([(), (), ()]),
    "counters": lambda s: [setattr(s, name, 99) for name in COUNTERS],
    "dice": lambda s: setattr(s, "dice", Dice(dice_key(b"other"), 999)),
    "orders of others": lambda s: line(s, 1, "break 1"),
}  # fmt: skip


def replace_land(s: State, number: int, **changes: Any) -> None:
    lands = list(s.lands)
    lands[at(s, number)] = msgspec.structs.replace(lands[at(s, number)], **changes)
    s.lands = tuple(lands)


def own_secretly(s: State, seat: int, number: int) -> None:
    s.owners[at(s, number)] = seat


def relate_others(s: State, how: int) -> None:
    s.relations[1] = (*s.relations[1][:2], how)
    s.relations[2] = (s.relations[2][0], how, s.relations[2][2])


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("what", CHANGES)
def test_what_no_view_shows_leaves_no_trace_in_a_deal(what: str) -> None:
    s, other = rich_position(), rich_position()
    for each in (s, other):
        line(each, 1, "treat 1")
    CHANGES[what](other)
    assert difference(GAME.view(s, "King 1"), GAME.view(other, "King 1")) == "", "nothing of it is shown"
    for salt in SALTS:
        assert dealt(s, salt=salt) == dealt(other, salt=salt)


@pytest.mark.clause("AK-1.1-12")
def test_a_deal_remembers_what_the_truth_remembers() -> None:
    s = played("standard")
    for seat in range(3):
        other = dealt(s, s.seats[seat])
        assert known_state(other, seat) == known_state(s, seat)


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("seat", range(3))
def test_sheets_are_checked_foretold_and_suggested_alike_in_every_deal(seat: int) -> None:
    """Checks, forecasts, suggestions and the captain know only what their King knows.

    They do not know the names of unknown provinces.
    """
    s = played("standard")
    name = s.seats[seat]
    other = dealt(s, name)
    captain = GAME.bots["captain"](GAME)
    assert captain.decide(other, name) == captain.decide(s, name)
    for orders in (captain.decide(s, name), *[mischief.sheet(s, Random(seed), seat) for seed in range(3)]):
        assert GAME.check(other, name, orders) == GAME.check(s, name, orders)
        assert GAME.forecast(other, name, orders) == GAME.forecast(s, name, orders)
    for character in (None, *GAME.characters(s, name)):
        assert GAME.suggest(other, name, character) == GAME.suggest(s, name, character)


@pytest.mark.clause("AK-1.1-12", "AK-10.2-02")
def test_whom_one_may_vote_for_is_named_by_his_number_until_one_has_heard_of_him() -> None:
    s = rich_position()
    s.is_voting = True
    own(s, 2, 606)
    titles = [each.title for each in GAME.suggest(s, "King 1") if each.title.startswith("Vote")]
    assert titles == ["Vote for Realm1", "Vote for Realm2", "Vote for kingdom 3"]
    assert GAME.suggest(dealt(s), "King 1") == GAME.suggest(s, "King 1")
    know(s, 0, 606)
    titles = [each.title for each in GAME.suggest(s, "King 1") if each.title.startswith("Vote")]
    assert titles == ["Vote for Realm1", "Vote for Realm2", "Vote for Realm3"]


# What stays, and what is dealt


def test_ones_own_is_left_as_it_is() -> None:
    s = rich_position()
    s.set_kingdom(0, gold=17, discoveries=(3,))
    mine = put_item(s, "Wand of Fire", 4)
    for salt in SALTS:
        other = dealt(s, salt=salt)
        assert other.kingdoms[0] == s.kingdoms[0]
        assert {n: person for n, person in other.people.items() if person.seat == 0} == {
            n: person for n, person in s.people.items() if person.seat == 0
        }
        assert [army for army in other.armies.values() if army.owner == 0] == [s.armies[army_of(s, 0)]]
        assert other.items[mine] == s.items[mine]
        assert other.relations[0] == s.relations[0]
        assert other.proposals == s.proposals
        assert other.features[2].monster >= 0, "whoever has made a bargain is still there"


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("scenario", ["standard", "earth"])
def test_every_king_has_a_home_people_and_armies_of_his_own(scenario: str) -> None:
    s = world(scenario, KINGS[scenario])
    others = [dealt(s, s.seats[0], salt) for salt in SALTS]
    assert len({tuple(other.owners) for other in others}) == len(SALTS)
    for other in others:
        assert all(other.owners[place] == s.owners[place] for place in s.known[0])
        assert len({kingdom.home for kingdom in other.kingdoms}) == len(s.kingdoms)
        for seat, kingdom in enumerate(other.kingdoms):
            assert other.owners[kingdom.home] == seat
            assert kingdom.home in other.known[seat]
            assert other.people[kingdom.king].place == kingdom.home
            assert any(army.owner == seat for army in other.armies.values())
        assert not {person.place for person in other.people.values()} & {*s.atlas.ice}
        assert not {feature.place for feature in other.features.values()} & {*s.atlas.ice}
        assert invariants(other) == []


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("turns", [2, 5])
def test_unknown_realms_are_about_as_large_and_rich_as_those_of_captains(turns: int) -> None:
    s = played("standard", turns)
    worlds = [dealt(s, seat, salt) for seat in s.seats[:3] for salt in SALTS]
    for measure in ("lands", "taxes"):
        (true,) = [fmean(each.values.values()) for each in GAME.measures(s) if each.id == measure]
        found = fmean(
            [fmean(each.values.values()) for world in worlds for each in GAME.measures(world) if each.id == measure]
        )
        assert found == pytest.approx(true, rel=0.3)


@pytest.mark.clause("AK-1.1-12")
def test_alignments_of_others_are_anybodys_but_of_those_told() -> None:
    s = world("standard", 9).copy()
    s.set_kingdom(0, neighbours_told=(4,))
    others = [dealt(s, s.seats[0], salt) for salt in SALTS]
    assert len({tuple(kingdom.alignment for kingdom in other.kingdoms) for other in others}) > 1
    assert {other.kingdoms[4].alignment for other in others} == {s.kingdoms[4].alignment}
    assert all(
        other.king(seat).alignment == other.kingdoms[seat].alignment for other in others for seat in range(9)
    )


def test_a_king_one_has_met_keeps_his_name_and_one_never_met_does_not() -> None:
    s = rich_position()
    for salt in SALTS:
        other = dealt(s, salt=salt)
        assert (other.king(1).name, other.kingdoms[1].name) == ("King2", "Realm2")
        assert other.king(2).name != "King3"
        assert other.people[5].name == "Hero 1"
        assert (other.people[5].place, other.people[5].seat) == (at(s, 509), 1)


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("scenario", KINGS)
def test_whoever_has_heard_of_everybody_hears_of_one_king_to_a_kingdom(scenario: str) -> None:
    """More strangers are dealt than a world has Heroes, and none of them becomes a King."""
    s = world(scenario, KINGS[scenario]).copy()
    for n, person in s.people.items():
        if person.seat != 0:
            s.spot(0, n)
    for n in range(1, 40):
        put_person(s, f"Stranger {n}", FREE, s.atlas.numbers[s.kingdoms[0].home])
        s.spot(0, s.last_person)
    for salt in SALTS:
        other = dealt(s, s.seats[0], salt)
        assert invariants(other) == []
        kings = [n for n, person in other.people.items() if person.is_king]
        assert sorted(kings) == sorted(kingdom.king for kingdom in other.kingdoms)
        assert {n: person.name for n, person in other.people.items() if n in s.seen[0]} == {
            n: person.name for n, person in s.people.items() if n in s.seen[0]
        }


def test_sheets_of_others_are_blank_but_handed_in() -> None:
    s = new_state()
    line(s, 0, "treat 2")
    line(s, 1, "break 1")
    other = dealt(s)
    assert other.sheets == [s.sheets[0], Sheet(), None]


def test_rumours_may_be_false_and_what_was_found_is_not() -> None:
    s = new_state()
    for number, kind in ((505, "Dungeon"), (506, "Tomb"), (507, "Oracle")):
        put_feature(s, kind, number)
    s.lore[0][1] = Lore(s.features[1].kind, at(s, 505))
    s.lore[0][2] = Lore(s.features[2].kind, at(s, 506), is_rumour=True)
    others = [dealt(s, salt=salt) for salt in SALTS]
    assert all(other.features[1].place == at(s, 505) for other in others)
    assert any(other.features[2].place != at(s, 506) for other in others)


def test_nothing_lies_unfound_where_all_has_been_explored() -> None:
    s = new_state()
    for number in (505, 506, 405):
        know(s, 0, number, explored=100)
    for salt in SALTS:
        other = dealt(s, salt=salt)
        places = {feature.place for feature in other.features.values()}
        assert not places & {at(s, 505), at(s, 506), at(s, 405)}


def test_taxes_seen_from_afar_may_be_others() -> None:
    s = new_state()
    know(s, 0, 505, explored=10)
    know(s, 0, 503)
    others = [dealt(s, salt=salt) for salt in SALTS]
    assert len({other.lands[at(s, 505)].tax for other in others}) > 1
    assert {tables.wealth_class(other.lands[at(s, 505)].tax) for other in others} == {
        tables.wealth_class(s.lands[at(s, 505)].tax)
    }
    assert {other.lands[at(s, 503)].tax for other in others} == {s.lands[at(s, 503)].tax}


@pytest.mark.parametrize("relation", [ENEMY, ALLIED])
def test_ones_own_treaties_stay_on_both_sides(relation: int) -> None:
    s = rich_position()
    for seat, other in ((0, 2), (2, 0)):
        row = list(s.relations[seat])
        row[other] = relation
        s.relations[seat] = tuple(row)
    found = dealt(s)
    assert (found.relations[0][2], found.relations[2][0]) == (relation, relation)


def test_before_the_first_turn_there_is_nothing_to_deal() -> None:
    s = GAME.setup("standard", seats=tuple(f"K{n}" for n in range(1, 9)), seed=b"hidden", options={})
    other = GAME.determinize(s, "K1", b"one")
    assert other.dice.key != s.dice.key
    other.dice = s.dice
    assert other == s


def test_whoever_looks_on_knows_nothing_at_all() -> None:
    s, other = rich_position(), rich_position()
    own(other, 0, 808)
    other.set_kingdom(0, gold=55)
    put_army(other, "LE", 0, 808)
    for salt in SALTS[:2]:
        assert dealt(s, None, salt) == dealt(other, None, salt)


# Deals agree with what a King's standings tell


@pytest.mark.clause("AK-10.1-01")
def test_rivals_have_as_much_as_the_standings_of_a_king_tell() -> None:
    s = played("standard", 5)
    for me, seat in enumerate(s.seats[:4]):
        for salt in SALTS:
            other = dealt(s, seat, salt)
            ranks = [
                next((rank for rank, row in enumerate(race, 1) if row[1] == me), 0) for race in standings(other)
            ]
            for row in s.standings[me]:
                if row.race in (titles.TREASURER, titles.MARSHAL, titles.CHANCELLOR):
                    leader, mine = (
                        max(points for points, at, _ in candidates(other, row.race) if (at == me) is own)
                        for own in (False, True)
                    )
                    assert (ranks[row.race] == 1) == (row.rank == 1) or leader == mine
                    assert row.rank == 1 or 100 * mine / leader == pytest.approx(row.share, abs=3)


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("turns", [0, 2, 5])
def test_rivals_have_about_as_many_people_armies_and_gold_as_those_of_captains(turns: int) -> None:
    def mean(state: State, seats: Iterable[int]) -> dict[str, float]:
        found = {each: list(seats) for each in ("people", "armies", "led", "gold")}
        armies = [[a for a in state.armies.values() if a.owner == seat] for seat in found["led"]]
        return {
            "people": fmean(sum(1 for _ in state.at_home(seat)) for seat in found["people"]),
            "armies": fmean(map(len, armies)),
            "led": fmean(sum(a.leader != NO_LEADER for a in each) for each in armies),
            "gold": fmean(state.kingdoms[seat].gold for seat in found["gold"]),
        }

    s = played("standard", turns)
    true = mean(s, range(9))
    worlds = [
        mean(dealt(s, seat, salt), set(range(9)) - {at}) for at, seat in enumerate(s.seats[:3]) for salt in SALTS
    ]
    for figure, value in true.items():
        assert fmean(world[figure] for world in worlds) == pytest.approx(value, rel=0.4, abs=2), figure


@pytest.mark.clause("AK-1.1-12")
@pytest.mark.parametrize("turns", [0, 2])
def test_rivals_find_about_as_many_conquests_as_captains_do(turns: int) -> None:
    def conquests(state: State, seat: int) -> int:
        council = Council(state.copy(), seat)
        council.march()
        return sum(len(posting.campaign.gains) for posting in council.armies.postings.values())

    s = played("standard", turns)
    true = fmean(conquests(s, seat) for seat in range(9))
    found = [conquests(dealt(s, s.seats[0], salt), seat) for salt in SALTS for seat in range(1, 9)]
    assert fmean(found) == pytest.approx(true, rel=0.25)


@pytest.mark.clause("AK-1.1-05")
def test_unknown_capitals_are_apart_and_have_the_taxes_types_and_land_of_a_home() -> None:
    s = played("standard", 0)
    for salt in SALTS:
        other = dealt(s, s.seats[0], salt)
        places = [kingdom.home for kingdom in other.kingdoms]
        assert sum(other.atlas.distance(*pair) < APART for pair in combinations(places, 2)) <= 3
        assert fmean(sum(not other.is_sea(near) for near in other.atlas.neighbours[place]) for place in places) > 4
        homes = [other.lands[kingdom.home] for kingdom in other.kingdoms]
        assert {land.tax for land in homes} == {HOME_TAX}
        assert all(len(land.types) == 2 for land in homes)


@pytest.mark.clause("AK-1.1-12")
def test_kings_who_were_not_seen_lead_their_armies_after_the_first_year() -> None:
    def at_home(turns: int) -> float:
        worlds = [dealt(played("standard", turns), seat, salt) for seat in ("King 1", "King 2") for salt in SALTS]
        return fmean(
            other.people[kingdom.king].place == kingdom.home
            for other in worlds for kingdom in other.kingdoms if kingdom.king in other.people
        )  # fmt: skip

    assert at_home(0) == 1
    assert at_home(5) < 0.3
