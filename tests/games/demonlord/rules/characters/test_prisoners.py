"""Prisoners: their piles, the exchange, and the places of freed units."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    SIDES,
    actions,
    at,
    do,
    hexes,
    idle,
    march,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import ENTRANCES, FORTRESSES, GRID, TEMPLES, hex_id, hex_name
from palatine.games.demonlord.rules.common.losses import imprison
from palatine.games.demonlord.state import AWAY, FREED, PRISONER

HELD = "prisoners of Hosar: ER-archers, ER-lord-erush\nprisoners of Demon: DA-knights, DA-duke-dansor\n"


def exchange(player: str = "Hosar", text: str = HELD, turn: int = 2) -> Any:
    """Return a position at the end of a player's phase."""
    return place(f"turn {turn}\nphase {player}\nstep Exchange\n{text}{CAPITALS}")


def swap(state: Any, offered: str, given: str) -> Any:
    return do(state, ("offer", unit(offered)), ("give", unit(given)))


def freed(key: str, text: str) -> Any:
    """Exchange the archers of Erush for a unit of Hosar at the end of Hosar's phase."""
    state = exchange("Hosar", f"prisoners of Hosar: ER-archers\nprisoners of Demon: {key}\n{text}")
    return swap(do(state, "exchange"), key, "ER-archers")


def nearest(origin: str, hexes: tuple[int, ...]) -> set[str]:
    far = min(GRID.distance(hex_id(origin), h) for h in hexes)
    return {hex_name(h) for h in hexes if GRID.distance(hex_id(origin), h) == far}


# The piles


@pytest.mark.clause("PRIS-01")
def test_a_captured_unit_lies_in_its_captors_pile_off_the_map() -> None:
    text = "1004 Demon: ER-archers\n1003 Hosar: TI-prince-timur\n"
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\n{text}{CAPITALS}")
    state = march(state, "1003", "TI-prince-timur", "1004", rolls=[1, 6])
    prince = unit("TI-prince-timur")
    assert (state.where[prince], state.captors) == (PRISONER, ((prince, DEMON),))
    for player in (*state.seats, None):
        lies = [(piece.board, piece.space) for piece in GAME.view(state, player).pieces if piece.operand == prince]
        assert lies == [("off", "prisoners.1")]


@pytest.mark.clause("PRIS-01")
def test_who_is_taken_by_a_neutrals_troops_stays_with_the_opponent_whatever_the_neutral_does() -> None:
    text = "1401 Neutral: AH-cragsmen-1\n1402 Hosar: TI-prince-timur, DA-sergeants\n"
    state = place(f"turn 2\nphase Hosar\nstep OpenMovement\n{text}{CAPITALS}")
    state = march(state, "1402", "TI-prince-timur", "1401", rolls=[1, 6])
    state = do(idle(do(state, "end"), "Court"), ("envoy", 0), rolls=[1])
    assert state.serves[0] == HOSAR
    assert state.captors == ((unit("TI-prince-timur"), DEMON),)


@pytest.mark.clause("PRIS-01", "PRIS-08")
def test_prisoners_are_held_alive_until_the_game_ends() -> None:
    state = exchange()
    held = state.captors
    assert {verb for verb, _ in actions(state)} == {"exchange", "no exchange"}
    asked = do(state, "exchange")
    assert {verb for verb, _ in actions(asked)} == {"offer"}
    asked = do(asked, ("offer", unit("DA-knights")))
    assert {verb for verb, _ in actions(asked)} == {"give", "refuse"}
    state = idle(state, "Movement")
    for _ in range(4):
        state = idle(do(state, "end"), "Movement")
    assert (state.turn, state.captors) == (4, held)


# The exchange


@pytest.mark.clause("PRIS-02")
@pytest.mark.parametrize("player", ["Hosar", "Demon"])
def test_the_player_whose_phase_closes_may_ask_for_an_exchange(player: str) -> None:
    state = exchange(player)
    assert (seat(state), step(state)) == (player, "RequestExchange")
    assert (step(do(state, "no exchange")), do(state, "no exchange").captors) == ("Movement", state.captors)


@pytest.mark.clause("PRIS-02")
def test_it_comes_after_the_alliances_and_the_last_spells_of_the_phase() -> None:
    text = "spells of Demon: Necromon\n0802 Hosar: DA-militia\n0902 Neutral: MU-slave-miners-1\n"
    state = place(f"turn 2\nphase Hosar\nstep AllianceAttempt\n{HELD}{text}{CAPITALS}")
    asked = [step(state), step(do(state, "pass")), step(do(state, "pass", "pass"))]
    assert asked == ["Court", "AnnounceSpell", "RequestExchange"]


@pytest.mark.clause("PRIS-03")
@pytest.mark.parametrize(("player", "other", "his"), [("Hosar", "Demon", "DA"), ("Demon", "Hosar", "ER")])
def test_the_other_player_offers_first_and_must(player: str, other: str, his: str) -> None:
    state = do(exchange(player), "exchange")
    assert seat(state) == other
    held = units("DA-knights", "DA-duke-dansor") if his == "DA" else units("ER-archers", "ER-lord-erush")
    assert actions(state) == [("offer", u) for u in held]
    assert refusal(state, ("offer", unit("ER-archers" if his == "DA" else "DA-knights"))).clause == "PRIS-03"


@pytest.mark.clause("PRIS-04", "PRIS-07")
@pytest.mark.parametrize("offered", ["DA-knights", "DA-duke-dansor"])
@pytest.mark.parametrize("given", ["ER-archers", "ER-lord-erush"])
def test_the_asker_answers_with_any_of_his_and_both_are_free(offered: str, given: str) -> None:
    state = do(exchange(), "exchange", ("offer", unit(offered)))
    assert seat(state) == "Hosar"
    assert actions(state) == [*[("give", u) for u in units("ER-archers", "ER-lord-erush")], ("refuse", 0)]
    assert refusal(state, ("give", unit("DA-knights"))).clause == "PRIS-04"
    state = do(state, ("give", unit(given)))
    assert [at(state, offered), at(state, given)] == ["0704", "1606"]
    assert len(state.captors) == 2


@pytest.mark.clause("PRIS-04")
def test_then_comes_the_next_pair() -> None:
    state = swap(do(exchange(), "exchange"), "DA-knights", "ER-archers")
    assert (step(state), seat(state), actions(state)) == (
        "OfferPrisoner",
        "Demon",
        [("offer", unit("DA-duke-dansor"))],
    )
    state = swap(state, "DA-duke-dansor", "ER-lord-erush")
    assert state.captors == ()


@pytest.mark.clause("PRIS-05")
def test_the_asker_may_refuse_at_any_point_which_ends_it_for_the_phase() -> None:
    state = do(exchange(), "exchange", ("offer", unit("DA-knights")), "refuse")
    assert (step(state), seat(state), len(state.captors)) == ("Movement", "Demon", 4)
    state = do(
        swap(do(exchange(), "exchange"), "DA-knights", "ER-archers"), ("offer", unit("DA-duke-dansor")), "refuse"
    )
    assert (step(state), seat(state), len(state.captors)) == ("Movement", "Demon", 2)


@pytest.mark.clause("PRIS-06")
def test_it_ends_when_either_has_nobody_left() -> None:
    one = "prisoners of Hosar: ER-archers\nprisoners of Demon: DA-knights, DA-duke-dansor\n"
    assert step(swap(do(exchange("Hosar", one), "exchange"), "DA-knights", "ER-archers")) == "Movement"
    assert step(exchange("Hosar", "prisoners of Hosar: ER-archers\n")) == "Movement"
    assert step(exchange("Hosar", "prisoners of Demon: DA-knights\n")) == "Movement"


# Freed units


@pytest.mark.clause("PRIS-09")
@pytest.mark.parametrize(
    ("player", "offered", "given"), [("Hosar", "DA-knights", "ER-archers"), ("Demon", "ER-archers", "DA-knights")]
)
def test_of_two_freed_together_the_phasing_players_appears_first(player: str, offered: str, given: str) -> None:
    state = swap(do(exchange(player), "exchange"), offered, given)
    order = [entry.data["unit"] for entry in told(state, "freed")]
    assert order == [unit(offered), unit(given)], "who was offered is the phasing player's"


@pytest.mark.clause("PRIS-09")
@pytest.mark.parametrize(
    ("key", "home"), [("GU-men", "1007"), ("BA-baron-barthek", "0218"), ("TI-knights-2", "0610")]
)
def test_freed_units_appear_in_their_homeland(key: str, home: str) -> None:
    state = freed(key, "")
    assert at(state, key) == home
    assert [entry.clauses for entry in told(state, "freed") if entry.data["unit"] == unit(key)] == [("PRIS-09",)]


@pytest.mark.clause("PRIS-09")
def test_a_devotees_home_is_the_temple_he_was_set_up_at() -> None:
    state = GAME.setup(seed=b"devotees")
    monks, temple = unit("HO-monks"), hex_id("0521")
    while step(state) == "Devotees":
        here = ("at", temple) in actions(state) and state.flow[-1].units[0] == monks
        state = do(state, ("at", temple) if here else actions(state)[0])
    assert state.home[monks] == temple


@pytest.mark.clause("PRIS-09")
def test_they_act_from_the_next_phase_on() -> None:
    state = freed("BA-baron-barthek", "")
    assert (seat(state), step(state)) == ("Demon", "Movement")
    assert "1606" in hexes(state, "stack")  # the archers of Erush, freed in the same exchange
    state = idle(do(state, "end"), "Movement")
    assert (seat(state), "0218" in hexes(state, "stack")) == ("Hosar", True)


@pytest.mark.clause("PRIS-09")
@pytest.mark.parametrize("kin", ["AH-duke-han", "AH-cragsmen-2"])
@pytest.mark.parametrize("guests", ["", f"1401 Demon: ER-swordsmen\ngrace: [[{hex_id('1401')},{DEMON}]]\n"])
def test_a_freed_unit_of_a_neutral_that_serves_nobody_goes_home_as_the_neutrals(kin: str, guests: str) -> None:
    state = freed("AH-cragsmen-1", f"1401 Neutral: {kin}\n{guests}")
    assert unit("AH-cragsmen-1") in state.stack(NEUTRAL, hex_id("1401"))


@pytest.mark.clause("PRIS-09")
def test_alone_in_its_home_a_freed_troop_takes_it_back() -> None:
    state = freed("GU-men", "control 1007: Demon\n")
    assert state.control[hex_id("1007")] == HOSAR


# Where else they appear: Barthek has enemy troops before it, and Hosar holds the fortresses that a test says.

BARTHEK = hex_id("0218")
BESIEGED = "0218 Hosar: BA-town-bowmen\n0218 Demon: ER-goblins\n"
RANKED = sorted([h for h in FORTRESSES if h != BARTHEK], key=lambda h: GRID.distance(BARTHEK, h))


def holding(*fortresses: int) -> str:
    """Return the text of a position in which Hosar holds Barthek and only these fortresses."""
    return "".join(f"control {hex_name(h)}: {'Hosar' if h in fortresses else 'Demon'}\n" for h in RANKED)


def ranks(tied: bool) -> tuple[int, int]:
    """Return two fortresses at equal distances from Barthek, or the nearer one first."""
    far = [GRID.distance(BARTHEK, h) for h in RANKED]
    i = next(i for i in range(len(far) - 1) if (far[i] == far[i + 1]) == tied)
    return RANKED[i], RANKED[i + 1]


@pytest.mark.clause("PRIS-10")
def test_with_enemy_troops_at_home_they_appear_in_the_nearest_friendly_fortress() -> None:
    near, far = ranks(tied=False)
    state = freed("BA-bowmen", holding(near, far) + BESIEGED)
    assert at(state, "BA-bowmen") == hex_name(near)
    assert [entry.clauses for entry in told(state, "freed") if entry.data["unit"] == unit("BA-bowmen")] == [
        ("PRIS-10",)
    ]
    assert at(freed("BA-bowmen", holding(far) + BESIEGED), "BA-bowmen") == hex_name(far)


@pytest.mark.clause("PRIS-10")
def test_a_fortress_with_enemy_troops_is_passed_over_and_enemy_characters_do_not_count() -> None:
    near, far = ranks(tied=False)
    text = holding(near, far) + BESIEGED
    assert at(freed("BA-bowmen", text + f"{hex_name(near)} Demon: ER-swordsmen\n"), "BA-bowmen") == hex_name(far)
    assert at(freed("BA-bowmen", text + f"{hex_name(near)} Demon: TA-lord-taegul\n"), "BA-bowmen") == hex_name(near)
    assert at(freed("BA-bowmen", text.replace("ER-goblins", "TA-lord-taegul")), "BA-bowmen") == "0218"


@pytest.mark.clause("PRIS-10", "HID-01")
def test_hidden_enemy_troops_that_keep_a_unit_out_are_shown() -> None:
    near, far = ranks(tied=False)
    hidden = BESIEGED.replace("ER-goblins", "TA-lord-taegul, ER-goblins")
    state = freed("BA-bowmen", holding(near, far) + hidden + "0219 Demon: ER-lord-erush, NI-goblins\n")
    assert at(state, "BA-bowmen") == hex_name(near)
    (entry,) = told(state, "shown")
    assert (entry.data["unit"], entry.data["hex"]) == (unit("ER-goblins"), BARTHEK), "and nobody else"
    assert state.stack(DEMON, BARTHEK)[0] == unit("ER-goblins")


@pytest.mark.clause("PRIS-10")
def test_ties_are_the_owners_choice() -> None:
    pair = ranks(tied=True)
    state = freed("BA-bowmen", holding(*pair) + BESIEGED)
    assert (step(state), seat(state)) == ("ChooseHome", "Hosar")
    assert hexes(state, "at") == sorted(hex_name(h) for h in pair)
    assert refusal(state, ("at", BARTHEK)).clause == "PRIS-10"
    assert at(do(state, ("at", pair[1])), "BA-bowmen") == hex_name(pair[1])


@pytest.mark.clause("PRIS-10")
def test_without_any_place_they_wait_until_there_is_one() -> None:
    state = freed("BA-bowmen", holding() + BESIEGED)
    assert (state.where[unit("BA-bowmen")], state.captors) == (FREED, ())
    village = "serves: [2,2,0,2,2]\ncontrol 0914: Hosar\n"
    assert freed("BA-bowmen", holding() + BESIEGED + village).where[unit("BA-bowmen")] == FREED
    state = march(state, "0218", "ER-goblins", "0217")
    state = do(state, "halt") if step(state) == "March" else state
    assert at(do(state, "end"), "BA-bowmen") == "0218"


@pytest.mark.clause("PRIS-11")
def test_a_freed_caster_may_take_the_nearest_temple_free_of_enemy_troops_instead() -> None:
    near, far = ranks(tied=False)
    (temple,) = nearest("0218", TEMPLES)
    state = freed("BA-baron-barthek", holding(near, far) + BESIEGED)
    assert (step(state), seat(state), hexes(state, "at")) == (
        "ChooseHome",
        "Hosar",
        sorted([temple, hex_name(near)]),
    )
    assert at(do(state, ("at", hex_id(temple))), "BA-baron-barthek") == temple
    state = freed("BA-baron-barthek", holding(near, far) + BESIEGED + f"{temple} Demon: ER-swordsmen\n")
    others = nearest("0218", tuple(h for h in TEMPLES if h != hex_id(temple)))
    assert set(hexes(state, "at")) == {*others, hex_name(near)}


@pytest.mark.clause("PRIS-11")
@pytest.mark.parametrize(("ancients", "temple"), [("", "1702"), ("1702 Neutral: AN-lizard-warriors-1\n", "2006")])
def test_the_troops_of_a_neutral_close_its_temple_to_him(ancients: str, temple: str) -> None:
    text = "serves: [0,2,2,2,2]\ncontrol 1401: Hosar\n1401 Hosar: AH-cragsmen-1\n1401 Demon: ER-goblins\n"
    assert temple in hexes(freed("AH-duke-han", text + ancients), "at")


@pytest.mark.clause("PRIS-11")
def test_a_casters_home_comes_first() -> None:
    assert at(freed("BA-baron-barthek", ""), "BA-baron-barthek") == "0218"


@pytest.mark.clause("PRIS-12")
def test_freed_reinforcements_come_by_an_entrance_in_their_players_next_phase() -> None:
    state = freed("ME-pikemen", "arrived: [true,false]\nrequested: [true,false]\n")
    assert state.where[unit("ME-pikemen")] == FREED
    state = idle(do(state, "end"), "Enter", "Movement")
    assert (seat(state), step(state)) == ("Hosar", "Enter")
    assert hexes(state, "enter") == [hex_name(h) for h in ENTRANCES[HOSAR]] == ["0301", "0108", "0523"]
    state = do(state, ("enter", hex_id("0108")))
    assert at(state, "ME-pikemen") == "0108"
    assert "0108" in hexes(idle(state, "Movement"), "stack")


@pytest.mark.clause("PRIS-13")
def test_freed_spirits_stay_away_until_invoked_again() -> None:
    state = freed("IN-light-spirit", "0404 Hosar: HO-priest\n")
    assert state.where[unit("IN-light-spirit")] == AWAY
    assert unit("IN-light-spirit") not in [entry.data["unit"] for entry in told(state, "freed")]
    state = idle(do(state, "end"), "Movement")
    state = idle(do(state, "end"), "Invoke")
    state = do(state, ("invoke", unit("HO-priest")), rolls=[1])
    assert at(state, "IN-light-spirit") == "0404"


@pytest.mark.clause("PRIS-05")
def test_a_refused_exchange_is_noted_with_the_unit_and_the_side() -> None:
    state = do(exchange(), "exchange", ("offer", unit("DA-knights")), "refuse")
    (entry,) = told(state, "exchange.refused")
    assert (entry.clauses, entry.data) == (("PRIS-05",), {"unit": unit("DA-knights"), "side": HOSAR})


@pytest.mark.clause("PRIS-01")
@pytest.mark.parametrize(
    ("side", "key", "captor"), [(HOSAR, "DA-duke-dansor", DEMON), (DEMON, "ER-lord-erush", HOSAR)]
)
def test_who_is_imprisoned_is_the_enemys(side: int, key: str, captor: int) -> None:
    state = place(f"turn 2\n1004 {SIDES[side]}: {key}\n{CAPITALS}")
    imprison(state, [unit(key)], side, "SIEGE-27")
    assert state.captors == ((unit(key), captor),)
    assert [(entry.data["side"], entry.clauses) for entry in told(state, "prisoner")] == [(captor, ("SIEGE-27",))]


@pytest.mark.clause("PRIS-03", "PRIS-07")
@pytest.mark.parametrize(("player", "other"), [("Hosar", "Demon"), ("Demon", "Hosar")])
def test_after_an_exchange_the_other_player_offers_again_while_both_can(player: str, other: str) -> None:
    held = "prisoners of Hosar: ER-archers, ER-goblins\nprisoners of Demon: DA-knights, DA-bowmen\n"
    state = do(exchange(player, held), "exchange")
    assert (step(state), seat(state)) == ("OfferPrisoner", other)
    mine, theirs = ("DA-knights", "ER-archers") if player == "Demon" else ("ER-archers", "DA-knights")
    state = swap(state, theirs, mine)
    while step(state) == "ChooseHome":
        state = do(state, actions(state)[0])
    assert (step(state), seat(state)) == ("OfferPrisoner", other)


@pytest.mark.clause("PRIS-10", "HID-01")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_the_home_of_either_sides_freed_unit_shows_the_hidden_troops_there(side: int) -> None:
    """The other unit of the exchange returns to an empty home."""
    if side == HOSAR:
        keys, home, hiding = ("GU-men", "ER-archers"), "1007", "1007 Demon: TA-lord-taegul, ER-goblins\n"
    else:
        keys, home, hiding = ("ER-archers", "GU-men"), "1606", "1606 Hosar: ME-captain-dar, DA-bowmen\n"
    held = f"prisoners of {SIDES[1 - side]}: {keys[0]}\nprisoners of {SIDES[side]}: {keys[1]}\n"
    state = exchange(SIDES[side], held + hiding)
    state = swap(do(state, "exchange"), *keys)
    (entry,) = told(state, "shown")
    hidden = unit("ER-goblins" if side == HOSAR else "DA-bowmen")
    assert (entry.data["unit"], entry.data["hex"], entry.data["side"]) == (hidden, hex_id(home), 1 - side)
    assert entry.clauses == ("PRIS-10",)
    assert at(state, keys[0]) != home
