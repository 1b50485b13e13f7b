"""Previews of a sheet before it is handed in."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.adventurer_kings.positions.realm import (
    NATIVE,
    at,
    bare_state,
    bury,
    know,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    put_person,
    relate,
    sea,
    set_land,
    skills,
)
from games.adventurer_kings.positions.worlds import sample_world
from pace import sampled
from palatine.core import Chance
from palatine.core.guidance.preview import Consequence, Preview
from palatine.core.sheet import Sheet
from palatine.games.adventurer_kings.bot import Captain
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, PEACE, Lore
from palatine.games.adventurer_kings.preview import fights
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat import campaigns
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.sheet_help.likely_defenders import likely_defenders
from palatine.games.adventurer_kings.state import State
from palatine.testing.chances import JudgedChance, compare_sheet, play_sheet


def replace(row: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*row[:index], value, *row[index + 1 :])


def foreseen(s: State, text: str) -> Preview:
    return GAME.preview_sheet(s, "King 1", GAME.parse(text))


def of_kind(s: State, text: str, kind: str) -> list[Consequence]:
    return [line for line in foreseen(s, text).lines if line.data["kind"] == kind]


def grounded(s: State) -> State:
    """Make the first King know the area around the home completely."""
    for place in s.atlas.within(at(s, 504), 2):
        know(s, 0, s.atlas.numbers[place])
    own(s, 0, 504)
    return s


def general(count: int = 1, code: str = "LE", levels: str = "") -> State:
    """Return a position with King 1, the first character, at home with `count` armies."""
    s = grounded(new_state())
    for _ in range(count):
        put_army(s, code, 0, 504, leader=1)
    return s


def neutral() -> State:
    s = general()
    own(s, 1, 505)
    know(s, 0, 505, owner=1)
    return s


def at_war() -> State:
    s = neutral()
    relate(s, 0, 1, ENEMY)
    return s


def by_the_sea() -> State:
    s = general()
    sea(s, 505)
    know(s, 0, 505)
    return s


def seafarer() -> State:
    s = general()
    put_army(s, "FL", 0, 504, leader=1)
    return s


def adventurer() -> State:
    """Return a position with an unskilled Hero at a Hydra's den."""
    s = grounded(new_state())
    put_person(s, "Falk", 0, 504)
    put_feature(s, "Dungeon", 504, "Hydra")
    s.lore[0][1] = Lore(0, at(s, 504), monster=tables.MONSTER_BY_NAME["Hydra"])
    return s


def company() -> State:
    s = general(2)
    put_person(s, "Falk", 0, 504, "NE2 EL2")
    put_person(s, "Rurik", 1, 504)
    put_item(s, "Excalibur", 1)
    s.spot(0, 5)
    return s


def hostile() -> State:
    s = company()
    own(s, 1, 505)
    know(s, 0, 505, owner=1)
    relate(s, 0, 1, ENEMY)
    return s


def ally() -> State:
    s = company()
    own(s, 1, 505)
    know(s, 0, 505, owner=1)
    relate(s, 0, 1, ALLIED)
    return s


def peace() -> State:
    s = company()
    s.set_kingdom(0, met=(1,))
    return s


def allies() -> State:
    s = peace()
    relate(s, 0, 1, ALLIED)
    return s


def evil() -> State:
    s = peace()
    s.set_kingdom(0, alignment=tables.EVIL)
    return s


def druidic() -> State:
    s = peace()
    s.set_kingdom(0, alignment=tables.DRUIDIC)
    return s


def enemies() -> State:
    s = peace()
    relate(s, 0, 1, ENEMY)
    return s


def poor() -> State:
    s = general(9, "HC")
    s.set_kingdom(0, gold=3)
    return s


Made = Callable[[], State]
CASES: list[tuple[Made, str, str, str, str]] = [
    # where, the sheet, what is foreseen, how gravely, and a sheet (or the same elsewhere) without it
    (neutral, "1.1 MO 505", "neutral", "warning", "1.1 MO 503"),
    (by_the_sea, "1.1 MO 505", "no-ships", "warning", "1.1 MO 503"),
    (seafarer, "1.1 MO 503", "ships-ashore", "warning", "1.1 LE 2\n1.2 MO 503"),
    (general, "1.1 MO 503\n1.2 MO 504\n1.3 MO 503", "tired", "warning", "1.1 MO 503\n1.2 MO 504"),
    (general, "1.1 MO 503", "bare-capital-note", "note", "1.1 LE\n1.2 MO 503"),
    (at_war, "1.1 MO 503", "bare-capital", "warning", "1.1 LE\n1.2 MO 503"),
    (adventurer, "1.1 SE 1 plan ME", "king-fights", "warning", "1.1 SE 1 plan TA"),
    (adventurer, "4.1 SE 1 plan ME", "no-flight", "note", "4.1 SE 1 plan ME,FL"),
    (adventurer, "4.1 SE 1 plan ME", "deadly", "warning", "4.1 SE 1 plan TA,FL"),
    (company, "1.1 EN 5 plan ST", "king-steals", "warning", "1.1 EN 5 plan TA"),
    (company, "4.1 EN 5 plan ST", "thief", "note", "4.1 EN 5 plan TA"),
    (company, "1.1 DI all", "disband", "warning", "1.1 LE"),
    (company, "1.1 FI 4", "dismiss", "warning", "1.1 LE"),
    (company, "1.1 GI gold 5 to 5", "give-gold", "warning", "1.1 LE"),
    (company, "1.1 GI 1 to 5", "give-item", "warning", "1.1 GI 1 to 4"),
    (ally, "1.1 MO 505\n1.2 LE", "leave-ally", "warning", "1.1 LE"),
    (company, "4.1 CA PL 504", "strikes-own", "warning", "4.1 CA PL 506"),
    (ally, "4.1 CA PL 505", "strikes-ally", "warning", "4.1 CA PL 506"),
    (company, "4.1 CA PL 505", "plague-spreads", "warning", "4.1 CA PL 507"),
    (company, "4.1 CA KI on 5", "kill", "warning", "4.1 CA PL 507"),
    (company, "1.1 EN 5 plan GI-1", "gifts", "warning", "1.1 EN 5 plan TA"),
    (hostile, "4.1 MO 505\n4.2 CA SK", "bones", "warning", "4.1 CA SK"),
    (poor, "1.1 RE LE for 1", "unpaid", "warning", "1.1 DI all"),
    (peace, "break 2", "break-neutral", "warning", "treat 2"),
    (evil, "break 2", "break-neutral-now", "warning", "treat 2"),
    (allies, "break 2", "break-ally", "warning", "treat 2"),
    (peace, "treat 2", "treat-ally", "note", "break 2"),
    (enemies, "treat 2", "treat-neutral", "note", "call election"),
    (druidic, "treat 2", "treat-druid", "note", "break 2"),
    (peace, "call election", "call", "note", "break 2"),
]


@pytest.mark.parametrize(("made", "text", "kind", "weight", "without"), CASES)
def test_what_an_order_brings_is_told_of_that_order_alone(
    made: Made, text: str, kind: str, weight: str, without: str
) -> None:
    s = made()
    if kind == "unpaid":
        s.set_kingdom(0, gold=30) if "RE" not in text else None
    (line,) = of_kind(s, text, kind)
    assert line.weight == weight
    assert line.clause in GAME.clauses
    assert not line.text[0].islower()
    other = made()
    if kind == "unpaid":
        other.set_kingdom(0, gold=90)
    assert of_kind(other, without, kind) == []


@pytest.mark.clause("AK-6.3-25")
def test_the_odds_of_a_battle_tell_both_sides() -> None:
    s = general(4)
    set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=5)
    know(s, 0, 505, owner=NATIVE, explored=0)
    (odds,) = foreseen(s, "1.1 MO 505").odds
    assert sum(result.chance for result in odds.results) == pytest.approx(1)
    mine, theirs, ground, defending = odds.parts
    assert "4 armies" in mine[1]
    assert "1 to 3 armies" in theirs[1], "prosperous: 1, 2, 2, 2, 2, 3"
    assert ground[0] == defending[0] == "+25%"
    assert all(clause in GAME.clauses for _, _, clause in odds.parts)
    # Human Legion: 3 for the type and 1 for the race, Average 2; four of them
    assert float(mine[0]) == 4 * 4 * 2
    # Orcish Phalanx in its Plain: 3 + 1 + 1, Average 2, defending 1.25, on ground they know 1.25; two in the mean
    assert float(theirs[0]) == pytest.approx(2 * 5 * 2 * 1.25 * 1.25, rel=0.1), "a duel may cost them heart"


@pytest.mark.clause("AK-3.1-02")
def test_poor_odds_are_a_warning_and_good_ones_are_not() -> None:
    for count, warned in ((1, True), (12, False)):
        s = general(count)
        set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=5)
        know(s, 0, 505, owner=NATIVE)
        lines = [line for line in foreseen(s, "1.1 MO 505").lines if line.data["kind"].startswith("odds")]
        assert bool(lines) is warned


@pytest.mark.clause("AK-3.14-06")
def test_the_last_report_says_how_many_are_expected() -> None:
    s = general(4)
    set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=5)
    know(s, 0, 505, owner=NATIVE, forces="5 Orcish Phalanx of natives, 1 Warg Riders of natives")
    (odds,) = foreseen(s, "1.1 MO 505").odds
    assert "5 armies" in odds.parts[1][1]
    know(s, 0, 505, owner=NATIVE, forces="5 Orcish Phalanx of natives, 1 Orcish Warg Riders of natives")
    (odds,) = foreseen(s, "1.1 MO 505").odds
    assert "6 armies" in odds.parts[1][1]


def test_a_march_of_two_leaders_is_one_battle_and_what_is_taken_is_not_attacked_again() -> None:
    s = general(4)
    other = put_person(s, "Falk", 0, 504)
    put_army(s, "LE", 0, 504, leader=other)
    set_land(s, 505, race=tables.HUMAN, types=(tables.LEGION,), tax=1)
    know(s, 0, 505, owner=NATIVE)
    (odds,) = foreseen(s, f"1.1 MO 505\n{other}.1 MO 505").odds
    assert "5 armies" in odds.parts[0][1]
    (odds,) = foreseen(s, f"1.1 MO 505\n{other}.2 MO 505").odds
    assert "4 armies" in odds.parts[0][1]


@pytest.mark.clause("AK-4.2.5-18")
@pytest.mark.parametrize(("is_master", "warned"), [(False, True), (True, False)])
def test_a_plague_of_a_master_spares_his_kings_own_provinces(is_master: bool, warned: bool) -> None:
    s = company()
    if is_master:
        ability, which = divmod(tables.SPARING_PLAGUE, tables.POWERS_EACH)
        s.mastery = replace(s.mastery, ability, (which,))
        s.set_person(4, levels=replace(s.people[4].levels, ability, 5))
    lines = of_kind(s, "4.1 CA PL 505", "plague-spreads")
    assert bool(lines) is warned
    assert all("a 15% chance" in line.text for line in lines)


@pytest.mark.clause("AK-5.4-01")
def test_talk_is_reckoned_on_two_dice() -> None:
    s = adventurer()
    s.lore[0][1] = Lore(0, at(s, 504), monster=tables.MONSTER_BY_NAME["Ogre"])
    s.set_person(4, levels=tuple(2 * (each == tables.DRUID) for each in range(15)), alignment=tables.MONSTERS[
        tables.MONSTER_BY_NAME["Ogre"]].alignment)  # fmt: skip
    (odds,) = foreseen(s, "4.1 SE 1 plan TA,FL").odds
    # two dice and 2 for Druid, 2 for a like mind: up to 4 never but for a 0 of 36, up to 7 on a 2 or 3
    assert [(round(36 * each.chance), each.text) for each in odds.results] == [
        (3, GAME.words.say("odds.talk-ignores")), (33, GAME.words.say("odds.talk-proposes")),
    ]  # fmt: skip


def test_a_wrong_copy_of_the_chances_of_talk_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    s = adventurer()
    s.lore[0][1] = Lore(0, at(s, 504), monster=tables.MONSTER_BY_NAME["Ogre"])
    s.set_person(4, levels=tuple(1 * (each == tables.DRUID) for each in range(15)))
    sheet = GAME.parse("4.1 SE 1 plan TA,FL")

    def judged() -> list[JudgedChance]:
        compared = compare_sheet(GAME, s, s.seats[0], sheet)
        play_sheet(GAME, compared, s, s.seats[0], sheet, 120, Random(0))
        return [each for each in compared.judged if each.plays]

    right = judged()
    assert len(right) == 3
    assert not [str(each) for each in right if each.is_wrong]
    chance = fights.talk_chance

    def easier(t: Turn, n: int, species: int) -> Chance[str]:
        found = chance(t, n, species)
        found.tally.add(3, "AK-5.4-03", "eloquence")
        return found

    monkeypatch.setattr(fights, "talk_chance", easier)
    assert any(each.is_wrong for each in judged())


def test_a_fight_that_kills_is_counted() -> None:
    (odds,) = foreseen(adventurer(), "4.1 SE 1 plan ME").odds
    dies = [each for each in odds.results if each.losses]
    assert len(dies) == 1
    assert dies[0].chance > 0.5


# Left undone


def left(s: State, text: str) -> str:
    return " · ".join(each.text for each in foreseen(s, text).unused_options)


def test_a_missing_sheet_and_an_idle_king_are_asked_for() -> None:
    s = company()
    assert "stands guard" in left(s, "")
    assert "will do nothing" in left(s, "treat 2")
    found = foreseen(s, "4.1 PR TA")
    assert found.needs_confirmation
    assert "King1, your King, has no orders" in left(s, "4.1 PR TA")
    assert "Falk: 4 of 5 phases are blank" in left(s, "4.1 PR TA")
    assert "Falk" not in left(s, "\n".join(f"4.{phase} PR TA" for phase in range(1, 6)))
    assert "King1" not in left(s, "1.1 DE\n4.1 PR TA"), "a Defence holds all year"


def test_gold_armies_treaties_and_plans_that_are_left_are_listed() -> None:
    s = peace()
    put_army(s, "LE", 0, 504)
    text = "1.1 DE\n4.1 MO 505"
    found = left(s, text)
    assert "1 army without a leader" in found
    assert "enough for new armies" in found
    assert "No word to Realm2" in found
    assert "No plan for strangers on the road: Falk" in found
    more = left(s, f"{text}\n1.2 PI all\ntreat 2\n4.special FL")
    assert not any(words in more for words in ("without a leader", "No word", "No plan"))
    s.set_kingdom(0, gold=0)
    assert "new armies" not in left(s, text)


def test_before_the_first_year_a_king_is_asked_for() -> None:
    s = bare_state(8)
    assert GAME.preview_sheet(s, "King 1", Sheet()).needs_confirmation
    king = 'king "Aldric" race human alignment undead temper brave levels TA,TA,ME,SP'
    found = GAME.preview_sheet(s, "King 1", GAME.parse(king))
    assert not found.unused_options
    assert {line.data["kind"] for line in found.lines} == {"one-only-bare", "plain-king"}


# For every sheet


@pytest.mark.parametrize("number", sampled(range(4)))
def test_what_is_foreseen_rests_on_what_the_seat_knows(number: int) -> None:
    s = sample_world(number)
    for seat in s.seats[:4]:
        sheet = Captain(GAME).decide(s, seat)
        told = GAME.preview_sheet(s, seat, sheet)
        for seed in (b"one", b"two"):
            assert GAME.preview_sheet(GAME.determinize(s, seat, seed), seat, sheet) == told


def test_ways_are_told_of_every_move() -> None:
    s = general()
    forecasts = GAME.forecast(s, "King 1", GAME.parse("1.1 MO 503\n1.2 EX\n1.3 MO 501"))
    assert [[way.spaces for way in each.routes] for each in forecasts if each.line] == [
        [(504, 503)], [], [(503, 402)],
    ]  # fmt: skip


def test_who_follows_somebody_is_drawn_toward_where_that_was_seen() -> None:
    s = company()
    s.seen[0][5] = (at(s, 506), 2, 1)
    (way,) = [way for each in GAME.forecast(s, "King 1", GAME.parse("4.1 TR 5")) for way in each.routes]
    assert way.spaces == (504, 506)


def test_armies_that_will_not_go_in_are_not_said_to_be_there() -> None:
    s = neutral()
    (note,) = [each.notes[0] for each in GAME.forecast(s, "King 1", GAME.parse("1.1 MO 505")) if each.line]
    assert "stay in Home1 (504)" in note


# Who stands in the battle


def attackers(s: State, text: str) -> int:
    """Return the number of attacking armies in the only battle of a sheet."""
    (odds,) = foreseen(s, text).odds
    return int(odds.parts[0][1].split()[-2])


def fought_by(s: State, text: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the number of attacking armies of each battle of the year, as it is played."""
    found: list[int] = []
    attack = campaigns.attack

    def watched(t: Turn, place: int, leaders: list[int]) -> None:
        found.append(sum(len(t.s.led_by(n)) for n in leaders))
        attack(t, place, leaders)

    monkeypatch.setattr(campaigns, "attack", watched)
    s.sheets = [GAME.parse(text), *[GAME.parse("") for _ in s.seats[1:]]]
    GAME.run_turn(s)
    return found


def march(count: int = 2) -> tuple[State, int]:
    """Return a King with armies next to natives, and a Hero beside the King."""
    s = general(count)
    set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=1)
    know(s, 0, 505, owner=NATIVE)
    return s, put_person(s, "Falk", 0, 504)


@pytest.mark.clause("AK-3.0-07")
@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1.1 MO 505", 2),
        ("1.1 RE LE,LE for 1\n1.2 MO 505", 4),
        ("1.1 MO 505\n1.2 RE LE for 1", 2),
        ("1.1 MO 505\n{falk}.1 RE LE for 1", 3),
        ("1.1 MO 505\n{falk}.2 RE LE for 1", 2),
        ("1.1 RE LE,LE\n1.2 MO 505", 2),
        ("{falk}.1 MO 404\n{falk}.2 RE LE for 1\n1.3 MO 505", 2),
        ("1.1 RE LE,LE for 1\n1.2 LE\n1.4 PI\n1.5 MO 505", 4),
        ("{falk}.1 PI {first}\n1.1 MO 505", 1),
        ("1.1 LE {first} to {falk}\n1.2 MO 505", 1),
        ("1.1 DI {first}\n1.2 MO 505", 1),
    ],
    ids=["led", "levied-before", "levied-after", "helper", "helper-late", "garrison", "levied-elsewhere", "left",
         "picked-up", "handed-over", "disbanded"],
)  # fmt: skip
def test_those_who_stand_in_a_battle_are_those_who_march(
    text: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Help for a general in the same place comes before the march of the same phase."""
    s, falk = march()
    first = min(s.led_by(1))
    text = text.format(falk=falk, first=first)
    assert attackers(s, text) == count
    assert fought_by(s, text, monkeypatch)[:1] == [count]


def test_armies_that_another_leader_takes_march_once() -> None:
    s, falk = march()
    assert attackers(s, f"{falk}.1 PI {min(s.led_by(1))}\n1.2 MO 505\n{falk}.2 MO 505") == 2


@pytest.mark.clause("AK-7.8-01")
def test_two_leaders_who_may_not_unite_have_worse_odds_than_one_with_all_armies() -> None:
    def won(levels: str) -> float:
        s, falk = march(1)
        set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=4)
        know(s, 0, 505, owner=NATIVE, forces="2 Orcish Phalanx of natives")
        for leader in (1, falk, falk):
            put_army(s, "LE", 0, 504, leader=leader)
        s.set_person(falk, levels=skills(levels))
        (odds,) = foreseen(s, f"1.1 MO 505\n{falk}.1 MO 505").odds
        return sum(each.chance for each in odds.results if each.text.startswith("You take"))

    assert won("") < won("MA2"), "80 % to unite, and 100 % with March 2"


def numbers_told(
    owner: int, forces: str, age: int = 1, is_sighted: bool = False, is_capital: bool = False
) -> list[int]:
    """Return the number of defenders in each case, by news of a province of that age."""
    s = general(4)
    set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=5)
    own(s, owner, 505) if owner >= 0 else None
    relate(s, 0, 1, ENEMY)
    know(s, 0, 505, owner=owner, forces=forces.format(realm=s.kingdoms[1].name), is_capital=is_capital)
    s.turn += age
    cases = likely_defenders(s, 0, at(s, 505), is_sighted)
    return sorted(len(force) for weight, force in cases for _ in range(weight))


@pytest.mark.clause("AK-3.14-06")
def test_a_report_of_natives_is_certain_and_one_of_a_kings_armies_counts_by_its_age() -> None:
    assert numbers_told(NATIVE, "5 Orcish Phalanx of natives, 2 Human Legion of nobody", age=9) == [5] * 6
    assert numbers_told(NATIVE, "2 Human Legion of nobody") == [1, 2, 2, 2, 2, 3]
    usual = numbers_told(1, "")
    assert numbers_told(1, "5 Orcish Phalanx of natives") == usual
    told = [numbers_told(1, "9 Orcish Phalanx of {realm}", age) for age in range(4)]
    assert told[0] == [9] * 6
    assert [sum(each) for each in told] == sorted(map(sum, told), reverse=True)
    assert told[3] == usual


@pytest.mark.clause("AK-3.14-06")
@pytest.mark.parametrize("age", range(4))
@pytest.mark.parametrize("forces", ["", *(f"{count} Orcish Phalanx of {{realm}}" for count in (1, 3, 9))])
def test_no_further_news_of_a_kings_province_makes_it_look_weaker(forces: str, age: int) -> None:
    for is_sighted, is_capital in itertools.product((False, True), repeat=2):
        told = numbers_told(1, forces, age, is_sighted, is_capital)
        for less in (
            numbers_told(1, "", age, is_sighted, is_capital),
            numbers_told(1, forces, age, False, is_capital),
            numbers_told(1, forces, age, is_sighted, False),
        ):
            assert all(many >= few for many, few in zip(told, less, strict=True)), (told, less)


@pytest.mark.clause("AK-4.2.3-04")
def test_spells_before_the_march_count_in_the_odds() -> None:
    s, falk = march(4)
    s.set_person(falk, levels=skills("IL5"))
    without = foreseen(s, "1.1 MO 505").odds[0]
    with_spell = foreseen(s, f"1.1 MO 505\n{falk}.1 CA PH on 1").odds[0]
    assert float(with_spell.parts[0][0]) > float(without.parts[0][0])


@pytest.mark.clause("AK-3.4-03")
@pytest.mark.parametrize(("reported", "count"), [(2, 3), (1, 2), (0, 1)])
def test_mercenaries_hired_on_the_way_march_along(
    reported: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    s, _ = march(1)
    know(s, 0, 504, forces=f"{reported} Orcish Phalanx of nobody, 3 Human Legion of Realm2" if reported else "")
    for _ in range(reported):
        put_army(s, "PH", MERCENARY, 504, race=tables.ORC)
    text = "1.1 RE PH,PH for 1\n1.2 MO 505"
    assert attackers(s, text) == count
    assert fought_by(s, text, monkeypatch)[:1] == [count]


@pytest.mark.clause("AK-3.4-02")
def test_no_levies_in_foreign_land_are_expected() -> None:
    s, _ = march(1)
    set_land(s, 404, race=tables.ORC, types=(tables.PHALANX,))
    own(s, 1, 404)
    know(s, 0, 404)
    text = "1.1 MO 404\n1.2 RE PH for 1\n1.3 MO 504\n1.4 MO 505"
    assert attackers(s, text) == 1
    relate(s, 0, 1, ALLIED)
    assert attackers(s, text) == 2


@pytest.mark.clause("AK-4.2.5-02")
def test_skeletons_raised_on_the_way_march_along(monkeypatch: pytest.MonkeyPatch) -> None:
    s, falk = march(0)
    bell = put_item(s, "Grave Bell", 1)
    [bury(s, "LE", 504) for _ in range(3)]
    assert foreseen(s, "1.1 MO 505").odds == ()
    assert foreseen(s, f"{falk}.1 CA SK\n{falk}.2 MO 505").odds[0].results[0].text == "You are beaten off"
    text = f"1.1 US {bell}\n1.2 MO 505"
    assert attackers(s, text) == 2
    assert fought_by(s, text, monkeypatch)[:1] == [2]


@pytest.mark.clause("AK-7.8-01")
def test_those_who_besiege_a_province_fight_along_in_the_first_phase() -> None:
    s, falk = march(2)
    s.set_person(falk, place=at(s, 505))
    for _ in range(3):
        put_army(s, "LE", 0, 505, leader=falk, origin=at(s, 504))
    assert [attackers(s, text) for text in ("1.1 MO 505", "1.2 MO 505")] == [5, 2]


@pytest.mark.clause("AK-7.8-01")
def test_allies_seen_before_a_province_with_reported_armies_help_to_take_it() -> None:
    def won(relation: int) -> float:
        s, _ = march(1)
        set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=5)
        relate(s, 0, 1, relation)
        know(s, 0, 505, owner=NATIVE, forces="2 Orcish Phalanx of natives, 5 Human Legion of Realm2")
        s.spot(0, put_person(s, "Wanda", 1, 505, "MA5"))
        s.introduce(0, 1)
        (odds,) = foreseen(s, "1.1 MO 505").odds
        return sum(each.chance for each in odds.results if each.text.startswith("You take"))

    assert won(PEACE) < won(ALLIED)
