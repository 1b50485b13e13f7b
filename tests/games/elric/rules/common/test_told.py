"""Entries on the Balance, Elric, hands and losses, with their clauses, and limits of these."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import (
    BAY,
    CASTLE,
    JADMAR,
    PRIEST,
    area,
    at,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    rule,
    run,
    spell,
    story,
    told,
)
from games.elric.positions.journeys import moving
from games.elric.positions.people import cup_of, draw_of, free_elric, holder, led_elric, tipped
from palatine.core import Action
from palatine.games.elric.components.pieces import (
    BRUT,
    CHAOS_FLEET,
    ELRIC,
    FLAMEBRINGERS,
    KELMAIN,
    MOONGLUM,
    PIECES,
)
from palatine.games.elric.components.spells import NIGHTMARES, TOWER
from palatine.games.elric.rules.common.balance import (
    RandomBalance,
    move_marker,
    restore,
    shift_by_spells,
    toward_centre,
)
from palatine.games.elric.rules.common.closed_areas import is_horde_bound, may_enter, opens_gate
from palatine.games.elric.rules.common.control import (
    abandon,
    company,
    control_actions,
    control_refusal,
    free_seat,
    gain,
    place_beside,
    take_control,
)
from palatine.games.elric.rules.common.cup import Draw, Fit
from palatine.games.elric.rules.common.deaths import eliminate, perish
from palatine.games.elric.rules.common.elric_appears import RandomAppearance, depart_for_track, place_elric
from palatine.games.elric.rules.common.maintained_spells import Maintain, release
from palatine.games.elric.rules.common.naval import left
from palatine.games.elric.rules.common.stormbringer import nightmare
from palatine.games.elric.state import NOBODY, OFF, TRACK

# The Balance


@pytest.mark.clause("13.4a", "13.1", "13.3")
@pytest.mark.parametrize(("balance", "points", "now", "expected"), [
    (0, 3, 3, ["balance.move 13.3"]), (-5, -1, -6, ["balance.move 13.3"]), (4, 2, 6, ["balance.move 13.3"]),
    (-6, -1, -6, ["balance.move 13.3", "balance.tipped 13.4a 13.4o"]),
    (6, 1, 6, ["balance.move 13.3", "balance.tipped 13.4a 13.4o"]),
    (3, 0, 3, []),
])  # fmt: skip
def test_the_marker_moves_and_tips(balance: int, points: int, now: int, expected: list[str]) -> None:
    s = new_state()
    s.balance, s.turn = balance, 2
    move_marker(s, points, "13.3")
    assert (s.balance, story(s)) == (now, expected)
    assert s.tipped == (len(expected) == 2) * (1 if balance > 0 else -1)
    if expected:
        assert told(s, "balance.move")[0].data == {"was": balance, "now": now}


@pytest.mark.clause("9.4c")
@pytest.mark.parametrize(("balance", "points", "now"), [
    (4, 3, 1), (3, 3, 0), (2, 3, 0), (1, 3, 0), (0, 3, 0), (-1, 3, 0), (-2, 3, 0), (-3, 3, 0), (-4, 3, -1),
])  # fmt: skip
def test_neutral_moves_the_marker_to_the_centre_and_not_beyond(balance: int, points: int, now: int) -> None:
    assert toward_centre(balance, points) == now


@pytest.mark.clause("13.4a", "9.4c")
@pytest.mark.parametrize(("balance", "now", "side"), [(2, 3, 0), (3, 6, 1)])
def test_neutral_calms_what_law_has_brought_to_the_end_of_the_scale_and_no_farther(
    balance: int, now: int, side: int
) -> None:
    """Donblas is Law 4, Grome Neutral 3.

    From 2 the Balance goes to 6 and back to 3; from 3 it goes to 7, where it tips.
    """
    s = new_state()
    s.balance = balance
    shift_by_spells(s, [spell("Donblas"), spell("Grome")])
    assert (s.balance, s.tipped) == (now, side)


@pytest.mark.clause("13.4o")
@pytest.mark.parametrize(("turn", "late"), [(7, False), (8, True)])
def test_a_tip_too_late_for_the_end_of_the_world_is_told_as_such(turn: int, late: bool) -> None:
    """The world would end three turns later, but turn 10 is the last."""
    s = new_state()
    s.turn = turn
    move_marker(s, 7, "13.3")
    assert ("balance.tipped-late 13.4a 13.4o" in story(s)) is late


@pytest.mark.clause("16.8e", "16.9c")
def test_law_drives_off_the_chaos_fleet_and_pyaray() -> None:
    s = new_state()
    put(s, 0, BAY, "Chaos Fleet")
    put(s, 0, CASTLE, "Pyaray")
    move_marker(s, 1, "13.3")
    assert [each for each in story(s) if "leaves" in each] == ["chaos-fleet-leaves 16.8e", "pyaray-leaves 16.9c"]
    assert (s.where[CHAOS_FLEET] < 0, s.where[piece("Pyaray")] < 0) == (True, True)
    alone = new_state()
    put(alone, 0, CASTLE, "Pyaray")
    move_marker(alone, 1, "13.3")
    assert alone.where[piece("Pyaray")] < 0


@pytest.mark.clause("13.5f", "13.6a")
def test_a_restoration_and_the_spell_of_a_phase_are_told() -> None:
    s = tipped(1)
    s.sacrificed = (spell("Arioch"),)
    s.cup.remove(spell("Arioch"))
    restore(s, "13.5f")
    assert told(s, "balance.restored")[-1].data == {"spells": [spell("Arioch")]}
    s = cup_of(new_state(**{"random-balance": "on"}), "Donblas")
    s = run(s, RandomBalance(), rolls=[1])
    assert story(s) == ["random-balance 13.6a", "balance.shift 13.6a 13.1"]


# Spells that stay


@pytest.mark.clause("13.4c", "13.4d", "13.4k")
@pytest.mark.parametrize(("name", "expected"), [
    ("Sleep", ["released 13.4d", "lies-open 13.4d"]), ("Grome", ["released 13.4k"])])  # fmt: skip
def test_what_is_released_lies_open_or_is_discarded(name: str, expected: list[str]) -> None:
    s = holder(PRIEST, "Jadmar")
    s.tipped, s.balance, s.maintained = 1, 6, {piece(PRIEST): spell(name)}
    kept = choose(run(s, Maintain(0, piece(PRIEST), spell(name))), "maintain")
    assert story(kept) == ["maintained 13.4c"]
    release(s, piece(PRIEST), JADMAR)
    assert story(s) == expected


# Gates and bounds


@pytest.mark.clause("7.5.9b", "7.5.9c")
@pytest.mark.parametrize(("fallen", "clause", "reason"), [
    (False, "7.5.9b", "why.gate"), (True, "7.5.9c", "why.gate-fallen")])  # fmt: skip
def test_why_the_gate_is_shut(fallen: bool, clause: str, reason: str) -> None:
    s = new_state()
    s.fallen = fallen
    found = may_enter(s, put(s, 0, "dragon", "Naclon"), area("Imrryr"))
    assert found is not None
    assert (found.clause, found.reason) == (clause, reason)


@pytest.mark.clause("7.5.9b")
@pytest.mark.parametrize("owner", [0, 1])
def test_the_gate_opens_to_its_own_melniboneans(owner: int) -> None:
    s = new_state()
    rule(s, owner, "Melnibone")
    group = put(s, 0, "dragon", "Dyvim Tvar", "Naclon")
    assert opens_gate(s, tuple(sorted(group))) is (owner == 0)


@pytest.mark.clause("11.0m", "11.0o")
@pytest.mark.parametrize(("ruled", "freed", "bound"), [
    ((), (), False), ((FLAMEBRINGERS,), (), True), ((KELMAIN,), (), True), ((KELMAIN,), (KELMAIN,), False),
    ((FLAMEBRINGERS, KELMAIN), (KELMAIN,), True), ((), (KELMAIN,), False),
    ((KELMAIN,), (FLAMEBRINGERS,), True), ((FLAMEBRINGERS,), (FLAMEBRINGERS,), False),
])  # fmt: skip
def test_whether_a_horde_is_bound(ruled: tuple[int, ...], freed: tuple[int, ...], bound: bool) -> None:
    s = new_state()
    for power in ruled:
        s.ruler[power] = 0
    s.freed = freed
    assert is_horde_bound(s) is bound


# Elric


@pytest.mark.clause("12.1.1d", "12.1.1e", "12.1.1f")
def test_an_appearance_is_told() -> None:
    s = cup_of(new_state(), "Chimera")
    one = run(s, RandomAppearance(), rolls=[1, ("which nation", 4)])
    assert story(one) == ["appearance.draw 12.1.1d", "appearance.die 12.1.1f", "appearance 12.1.1d"]
    assert told(one, "appearance.die")[0].data["rolled"] == 4
    s.cup = []
    assert story(run(s, RandomAppearance())) == ["appearance.none 12.1.1e"]


@pytest.mark.clause("16.4b", "16.4c", "12.1.1a")
def test_elric_departs_and_comes_back_with_those_who_are_due() -> None:
    s = led_elric("Naclon", "Jadmar", "Moonglum")
    s.joined, s.turn = True, 3
    depart_for_track(s)
    assert story(s)[-1] == "elric.departs 16.4b 16.4c"
    assert told(s, "elric.departs")[0].data == {"area": JADMAR, "turn": 4, "group": [ELRIC, MOONGLUM]}
    assert (s.returns, s.is_brut_with) == (4, True)
    place_elric(s, CASTLE)
    assert [at(s, who) for who in ("Elric", "Moonglum", "Brut")] == ["Mordaga's Castle"] * 3
    assert (s.returns, s.is_brut_with) == (0, False)
    assert s.owner[BRUT] == NOBODY


@pytest.mark.clause("12.1.6b", "12.1.1d")
@pytest.mark.parametrize(("joined", "where", "comes"), [
    (True, TRACK, True), (True, OFF, False), (False, TRACK, False)])  # fmt: skip
def test_moonglum_appears_with_elric_if_they_are_joined(joined: bool, where: int, comes: bool) -> None:
    s = new_state()
    s.joined, s.where[MOONGLUM], s.where[ELRIC] = joined, where, OFF if where == TRACK else TRACK
    place_elric(s, CASTLE)
    assert (s.where[MOONGLUM] == CASTLE) is comes


@pytest.mark.clause("12.1.2b")
def test_where_elric_appears_besiegers_come_last() -> None:
    s = new_state()
    s.order = (0, 1, 2)
    put(s, 0, "Jadmar", "Naclon")
    put(s, 1, "Jadmar", "Smiorgan")
    s.sieges[JADMAR] = 0
    rule(s, 2, "Vilmir")
    place_elric(s, JADMAR)
    assert s.owner[ELRIC] == 1


@pytest.mark.clause("12.1.2c")
def test_who_takes_control_is_told_and_who_may_is_greater() -> None:
    """Naclon has 3, Smiorgan 4; Avan Astram's 4 is no greater than Smiorgan's."""
    s = led_elric("Naclon", "Jadmar", "Smiorgan", "Avan Astram")
    rows: list[Action] = [("control", piece(who)) for who in ("Smiorgan", "Avan Astram")]
    s.controller = piece("Naclon")
    assert sorted(control_actions(s, 0)) == sorted(rows)
    take_control(s, piece("Smiorgan"))
    assert story(s)[-1] == "elric.controlled 12.1.2c"
    assert told(s, "elric.controlled")[-1].data == {"seat": 0, "person": piece("Smiorgan"), "area": JADMAR}
    assert control_actions(s, 0) == []
    reasons = {
        -1: "why.cannot-control", PIECES: "why.cannot-control", 0: "why.cannot-control", ELRIC: "why.cannot-control",
        piece("Smiorgan"): "why.no-greater", piece("Avan Astram"): "why.no-greater", piece("Naclon"): "why.no-greater",
    }  # fmt: skip
    found = {person: control_refusal(s, 0, person) for person in reasons}
    assert {person: each and each.reason for person, each in found.items()} == reasons
    menu = moving(s)
    assert refusal(menu, "control", "Naclon").reason == "why.no-greater"
    put(s, 0, "rlin", "Yaris")
    assert getattr(control_refusal(s, 0, piece("Yaris")), "reason", "") == "why.not-with-elric"


@pytest.mark.clause("14.7b", "12.1.2a")
@pytest.mark.parametrize(("seat", "owner"), [(0, NOBODY), (1, 0)])
def test_in_the_duel_elric_is_his_own_players_while_that_has_nobody_else(seat: int, owner: int) -> None:
    s = new_state("duel", 2)
    put(s, seat, "Jadmar", "Naclon")
    assert free_seat(s) == owner
    assert free_seat(new_state()) == NOBODY


@pytest.mark.clause("12.1.6b", "16.4c")
@pytest.mark.parametrize(("joined", "where", "owner", "found"), [
    (False, "Jadmar", NOBODY, [ELRIC, BRUT]), (True, "Jadmar", NOBODY, [ELRIC, MOONGLUM, BRUT]),
    (True, "Jadmar", 0, [ELRIC, MOONGLUM]), (True, "rlin", NOBODY, [ELRIC]), (False, "rlin", 0, [ELRIC]),
])  # fmt: skip
def test_who_is_of_elrics_company(joined: bool, where: str, owner: int, found: list[int]) -> None:
    s = free_elric()
    put(s, NOBODY, where, "Moonglum")
    put(s, owner, where, "Brut")
    s.joined = joined
    assert company(s) == found


@pytest.mark.clause("12.1.2a", "7.3u", "16.8d")
def test_who_takes_elric_ashore_takes_him_off_the_ship() -> None:
    s = free_elric()
    put(s, 0, "Jadmar", "Naclon", "Chaos Fleet")
    s.ship[ELRIC] = CHAOS_FLEET
    gain(s, piece("Naclon"), "12.1.2a")
    assert ELRIC not in s.ship
    assert type(s.flow[-1]).__name__ == "Escapes"


@pytest.mark.clause("12.1.2a", "7.2a")
@pytest.mark.parametrize(("his", "hers", "after"), [(None, 2, 2), (3, 2, 3), (1, 2, 2), (1, 0, 1)])
def test_who_joins_a_stack_has_used_as_many_points(his: int | None, hers: int, after: int) -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Smiorgan")
    s.walked = {piece("Naclon"): hers} | ({piece("Smiorgan"): his} if his is not None else {})
    place_beside(s, [piece("Smiorgan")], piece("Naclon"))
    assert s.walked[piece("Smiorgan")] == after


@pytest.mark.clause("7.3d", "12.1.2a")
def test_elric_whom_nobody_controls_escapes_from_the_sea_to_land() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", "Elric")
    s.controller, s.has_hand = piece("Naclon"), True
    s.lift((piece("Naclon"),), OFF)
    abandon(s)
    assert story(s) == ["elric.free 12.1.2a"]
    (escapes,) = s.flow
    assert (escapes.area, escapes.persons, escapes.at_sea) == (BAY, (ELRIC,), True)


@pytest.mark.clause("12.1.5a", "12.1.5c", "13.3")
def test_what_the_swords_do_is_told() -> None:
    s = led_elric("Naclon")
    put(s, 0, "rlin", "Sealord of Vilmir")
    idle = new_state()
    nightmare(idle, 0)
    assert story(idle) == ["nightmare.idle 12.1.5a"]
    s.cup = [NIGHTMARES[0], *s.cup]
    slain = run(s, Draw(piece("Sealord of Vilmir"), 1), rolls=[
        draw_of(s, NIGHTMARES[0]), ("nightmare", 6), ("Elric's appearance", 1), ("which nation", 1)])  # fmt: skip
    told_of = [each for each in story(slain) if each.split()[0] != "elric.controlled"]
    assert told_of[:2] == ["card.acts 9.1a", "nightmare.slays 12.1.5a"]
    assert {"stormbringer.slays 12.1.5c", "perished 10.8a", "balance.move 13.3"} <= {*told_of}
    perish(s, (ELRIC,))
    assert "elric.vanishes 16.4j" in story(s)


# Hands and losses


@pytest.mark.clause("9.1a", "9.3.1a")
def test_what_is_drawn_is_told_and_what_acts_at_once() -> None:
    s = holder("Naclon", "Jadmar")
    s = run(s, Draw(piece("Naclon"), 1), rolls=[("card", 1)])
    assert story(s) == ["card.drawn 9.1a", "card.drawn.secret 9.1a"]
    s = cup_of(led_elric("Naclon"), TOWER)
    s = run(s, Draw(piece("Naclon"), 1), rolls=[("card", 1), ("tower", 4)])
    assert story(s)[-2:] == ["card.acts 9.1a", "tower.passed 16.4h"]


@pytest.mark.clause("9.5e")
def test_what_a_torn_stack_gives_up_is_told() -> None:
    """Jagreen Lern gives up both spells of Chaos.

    Elric and Naclon, who is not a magician, keep theirs.
    """
    s = led_elric("Naclon", "Jadmar", PRIEST, "Jagreen Lern")
    give_cards(s, PRIEST, "Donblas")
    give_cards(s, "Jagreen Lern", "Arioch", "Balan")
    give_cards(s, "Elric", "Chardros")
    give_cards(s, "Naclon", "Dharzi")
    s = run(s, Fit(0, JADMAR))
    s = choose(s, "keep", 0)
    assert [entry.data for entry in told(s, "card.thrown")] == [
        {"piece": piece("Jagreen Lern"), "spell": spell(name)} for name in ("Arioch", "Balan")
    ]
    assert told(s, "card.thrown")[0].clauses == ("9.5e",)


@pytest.mark.clause("10.7i", "10.8a", "9.6")
def test_losses_are_told_with_where_they_were() -> None:
    s = new_state()
    mine = put(s, 0, "Jadmar", ("Vilmir", 2))
    put(s, 0, "Jadmar", PRIEST)
    give_cards(s, PRIEST, "Donblas")
    s.laid, s.meant = {piece(PRIEST): spell("Grome")}, {piece(PRIEST): 5}
    s.cup.remove(spell("Grome"))
    eliminate(s, mine)
    perish(s, (piece(PRIEST),))
    assert story(s) == ["eliminated 10.7i", "perished 10.8a", "hand.dropped 9.6"]
    assert told(s, "eliminated")[0].data == {"group": [*mine], "area": JADMAR, "seat": 0}
    assert told(s, "perished")[0].data == {"piece": piece(PRIEST), "area": JADMAR, "seat": 0}
    assert told(s, "hand.dropped")[0].data["items"] == [spell("Donblas"), spell("Grome")]
    assert (s.meant, s.laid) == ({}, {})
    eliminate(s, ())
    assert len(s.journal) == 3


# Ships


@pytest.mark.clause("7.3e", "7.3f")
@pytest.mark.parametrize(("walked", "sailed", "ship", "waiting", "journey", "points"), [
    ({}, {}, 0, 0, 0, 6), ({}, {}, 0, 2, 0, 4), ({}, {}, 0, 1, 3, 3), ({"Naclon": 2}, {}, 0, 0, 0, 4),
    ({"Naclon": 2}, {}, 1, 0, 0, 3), ({"Naclon": 2, "Smiorgan": 1}, {}, 1, 0, 0, 3), ({}, {}, 4, 0, 0, 2),
    ({"Naclon": 1}, {"Naclon": 3}, 1, 0, 0, 2), ({}, {"Smiorgan": 4}, 0, 0, 0, 2), ({"Naclon": 1}, {}, 1, 3, 0, 2),
    ({"Naclon": 1}, {}, 0, 0, 4, 2),
])  # fmt: skip
def test_what_a_ship_can_still_sail(
    walked: dict[str, int], sailed: dict[str, int], ship: int, waiting: int, journey: int, points: int
) -> None:
    """A galley of Vilmir sails 6 seas, less those sailed and the points walked by those aboard."""
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", "Smiorgan")
    s.walked = {piece(who): count for who, count in walked.items()}
    s.sailed = {piece(who): count for who, count in sailed.items()}
    if ship:
        s.sailed[piece("Vilmir galley")] = ship
    assert left(s, piece("Vilmir galley"), waiting, journey) == points
