"""Sheets, the turn sequence, tribute (GI-05 to GI-11)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.lord_and_master.positions import codes, hargaar, hold, person, play, put, told
from palatine import registry
from palatine.core import Refused, Report
from palatine.core.report import report_text
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.orders.sheets import Sheet as Orders
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common import control
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import CalledIntervention, State
from palatine.matches import MatchServices, TurnOver
from palatine.store import Store

ARDEA = 259
FAR = "2040-01-01T00:00:00.000Z"


def lands(seats: int = 2) -> State:
    """Return a match with a level 2 leader for each seat.

    P1's is in cropland 65 and P2's in cropland 13; they are far apart.
    """
    state = hargaar(seats=seats)
    person(state, "Ralph W2", 0, 65)
    hold(state, 0, 65)
    for seat, square in zip(range(1, seats), (13, 15, 107, 22, 1), strict=False):
        person(state, f"Otto{seat} W2", seat, square)
        hold(state, seat, square)
    return state


def sequence_dice(*faces: int) -> list[tuple[str, int]]:
    return [("sequence", face) for face in faces]


def section(report: Report, name: str) -> str:
    """Return a section of a report as text, with single spaces."""
    only = [each for each in report.sections if each.id == name]
    text = report_text(Report("", "", report.turn, report.seat, tuple(only)), 400)
    return "\n".join(" ".join(line.split()) for line in text.splitlines())


@pytest.fixture
def services(tmp_path: Path) -> Iterator[MatchServices]:
    registry.register(GAME.name, GAME)
    store = Store.open(tmp_path / "matches.db")
    yield MatchServices(store)
    store.close()


# Orders


@pytest.mark.clause("LM-GI-05", "LM-GI-02")
def test_orders_count_until_the_deadline_which_every_report_names(services: MatchServices) -> None:
    made = services.matches.create("lord-and-master", seats=("P1", "P2"), clock={"hours": 72})
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, seat)
    assert services.clocks.claim_deadlines() == []
    services.orders.hand_in(
        made.match, made.keys["P1"], GAME.write(GAME.empty_sheet(_state(services, made.match), "P1")), 0
    )
    assert services.matches.info(made.match).turn == 0
    assert services.clocks.claim_deadlines(FAR) == [made.match]
    info = services.matches.info(made.match)
    assert (info.turn, info.asked) == (1, ("P1", "P2"))
    with pytest.raises(TurnOver):
        services.orders.hand_in(made.match, made.keys["P2"], "", 0)


def _state(services: MatchServices, match: str) -> Any:
    return services.runtime.open(match).state


@pytest.mark.clause("LM-GI-06")
def test_without_orders_whoever_is_able_collects_taxes() -> None:
    state = lands()
    state.set_nation(1, gold=0)
    hold(state, 1, 12, ARDEA)
    hold(state, 1, 44, allied=True)
    hold(state, 0, 21)
    state.forts[22] = "Deepgate"
    hold(state, 1, 422)
    for name, place in (("Able T1", ARDEA), ("Baker T1", 12), ("Charlie T1", 44), ("Dog T1", 24), ("Easy T1", 422)):
        person(state, name, 1, place)
    person(state, "Fox T1", 1, 13, captor=0)
    entries = play(state, "", rolls=sequence_dice(10, 5))
    taxes = [(entry.data["place"], entry.data["amount"]) for entry in told(entries, "tax")]
    assert taxes == [("cropland 13", 7), ("Ardea", 17), ("orc mountains 12", 2)]
    assert state.nations[1].gold == 7 + 17 + 2 + 2 + 3 + 1
    assert state.nations[0].gold == 100 + 2 + 1
    assert not told(entries, "dropped")


@pytest.mark.clause("LM-GI-06")
def test_who_is_not_able_to_is_not_asked_to() -> None:
    state = lands()
    hold(state, 1, 12, 21)
    person(state, "Able T1", 1, 12, function="military")
    buster = person(state, "Baker T1", 1, 21)
    put(state, "HFC 7", 1, 21)
    state.terrain[21] = "c"
    state.set_nation(1, sod_busting=((buster, state.turn, 21),), disadvantages=("double-hierarchy", "sod-busters"))
    entries = play(state, "", rolls=sequence_dice(10, 5))
    assert [entry.data["place"] for entry in told(entries, "tax")] == ["cropland 13"]
    assert not told(entries, "dropped")
    state.calls = [CalledIntervention(0, "Odin", target=1)]
    entries = play(state, "", rolls=sequence_dice(10, 5))
    assert not told(entries, "tax")
    assert not told(entries, "dropped")


@pytest.mark.clause("LM-GI-06", "LM-A-11")
def test_where_a_province_is_taxed_once_a_turn_only_the_first_there_collects() -> None:
    state = lands()
    person(state, "Able T1", 1, 13)
    person(state, "Baker T1", 1, 22)
    hold(state, 1, 22)
    state.options["tax_once_per_province"] = True
    entries = play(state, "", rolls=sequence_dice(10, 5))
    assert [entry.data["place"] for entry in told(entries, "tax")] == ["cropland 13", "cropland 22"]
    assert not told(entries, "dropped")


@pytest.mark.clause("LM-GI-06")
def test_an_empty_sheet_is_a_sheet_and_collects_nothing() -> None:
    state = lands()
    state.sheets = [Orders(), None]
    after = GAME.resolve(state)
    assert [nation.gold for nation in after.nations] == [100 + 2, 100 + 7 + 2]


@pytest.mark.clause("LM-GI-07")
def test_turns_without_orders_are_counted_in_a_row() -> None:
    state = lands()
    missed = []
    for sheet in (None, None, Orders(), None):
        state.sheets = [Orders(), sheet]
        state = GAME.resolve(state)
        missed.append([nation.missed for nation in state.nations])
    assert missed == [[0, 1], [0, 2], [0, 0], [0, 1]]


@pytest.mark.clause("LM-GI-07")
def test_who_is_ejected_leaves_the_table_and_his_lands_are_nobodys() -> None:
    state = lands(3)
    put(state, "HFC 3", 1, 13)
    GAME.remove_player(state, "P2")
    assert GAME.seats_due(state) == ("P1", "P3")
    assert state.nations[1].out
    assert not state.roster(1)
    assert codes(state, 1, 13) == []
    assert 13 not in state.holders
    after = GAME.resolve(state)
    assert sorted(after.order) == [0, 2]


@pytest.mark.clause("LM-GI-07")
def test_two_missed_turns_and_no_fewer_are_grounds_for_a_vote(services: MatchServices) -> None:
    made = services.matches.create("lord-and-master", seats=("P1", "P2", "P3"), clock={"hours": 1})
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, seat)
    services.clocks.claim_deadlines(FAR)
    with pytest.raises(Refused, match="after 2 missed turns"):
        services.proposals.vote(made.match, made.keys["P1"], "P3")
    for seat in ("P1", "P2"):
        services.orders.hand_in(made.match, made.keys[seat], "", 1)
    services.clocks.claim_deadlines("2041-01-01T00:00:00.000Z")
    services.proposals.vote(made.match, made.keys["P1"], "P3")
    services.proposals.vote(made.match, made.keys["P2"], "P3")
    assert "P3" not in services.matches.info(made.match).asked


# The turn sequence


@pytest.mark.clause("LM-GI-08")
def test_the_sequence_is_a_d20_and_the_leaders_level() -> None:
    state = lands(3)
    state.set_person(state.nations[2].leader, level=7)
    person(state, "Champion C9", 0, 65)
    entries = play(state, "", "", "", rolls=sequence_dice(12, 11, 8))
    assert state.totals == [14, 13, 15]
    assert state.order == [2, 0, 1]
    assert [(entry.data["seat"], entry.data["rank"]) for entry in told(entries, "sequence")] == [
        ("N3", 1), ("N1", 2), ("N2", 3),
    ]  # fmt: skip
    part = told(entries, "sequence")[0].tally
    assert part is not None
    assert [(each.amount, each.clause) for each in part.parts] == [(7, "LM-GI-08")]


@pytest.mark.clause("LM-GI-08")
def test_those_who_have_the_same_total_throw_again_until_it_is_decided() -> None:
    state = lands(4)
    again = [("sequence tie", face) for face in (5, 9, 5, 6, 14)]
    entries = play(state, "", "", "", "", rolls=sequence_dice(10, 15, 10, 10) + again)
    assert state.order == [1, 2, 3, 0]
    assert state.totals == [12, 17, 12, 12]
    assert [entry.data["seat"] for entry in told(entries, "sequence-tie")] == ["N1", "N3", "N4", "N1", "N4"]
    assert all(entry.readers is None and entry.tally for entry in told(entries, "sequence-tie"))


@pytest.mark.clause("LM-GI-09")
def test_the_sequence_is_thrown_anew_and_published_every_turn() -> None:
    state = lands()
    for faces, order in (((3, 18), [1, 0]), ((18, 3), [0, 1])):
        entries = play(state, "", "", rolls=sequence_dice(*faces))
        assert state.order == order
        names = [state.nations[seat].name for seat in order]
        for seat in ("P1", "P2", None):
            panel = next(each for each in GAME.view(state, seat).panels if each.id == "sequence")
            assert [row.label for row in panel.rows] == names
            report = GAME.report(state, seat, entries)
            grid = next(each for each in report.sections if each.id == "status").grids[0]
            assert [row[1] for row in grid.rows] == names
            assert f"they act in this order: {names[0]} and {names[1]}." in section(report, "newsletter")


@pytest.mark.clause("LM-GI-10")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_all_of_one_player_goes_before_the_next(order: list[int]) -> None:
    """Both move to the empty 66. The seat that moves first is there when the other arrives."""
    state = lands()
    state.set_person(state.nations[1].leader, place=67)
    for seat in (0, 1):
        state.set_nation(seat, gold=0)
        hold(state, seat, 65 + 2 * seat)
        put(state, "LCC 2", seat, 65 + 2 * seat)
        person(state, f"Second{seat} W1", seat, 65 + 2 * seat)
    state.order = order
    sheets = [
        "char Ralph: tax\nchar Second0: lead take LCC 2, go 66",
        "char Otto1: tax\nchar Second1: lead take LCC 2, go 66",
    ]
    hold(state, order[0], 66)
    state.journal = []  # type: ignore[misc]
    state.sheets = [GAME.parse(text) for text in sheets]  # type: ignore[misc]
    turn = Turn(state)
    sequence.players(turn)
    entries = list(state.journal or [])
    taxes = [entry.data["seat"] for entry in told(entries, "tax")]
    assert taxes == [f"N{seat + 1}" for seat in order]
    kinds = [entry.kind for entry in entries]
    assert kinds.index("tax") < kinds.index("battle")
    battle = told(entries, "battle")[0].data
    assert (battle["attacker"], battle["defender"]) == (f"N{order[1] + 1}", f"N{order[0] + 1}")


@pytest.mark.clause("LM-GI-10")
def test_a_characters_action_is_finished_before_the_next_begins() -> None:
    state = lands()
    state.set_nation(0, gold=0, kinds=("RED", "LF"))
    put(state, "RED 3", 0, 65)
    person(state, "Anna W2", 0, 65)
    tax, train = "char Ralph: tax", "char Anna: train RED 3 -> LFC"
    late = GAME.resolve(_with(state, f"{train}\n{tax}"))
    assert codes(late, 0, 65) == ["RED"] * 3
    assert late.nations[0].gold == 7 + 2
    early = GAME.resolve(_with(state, f"{tax}\n{train}"))
    assert codes(early, 0, 65) == ["LFC"] * 3
    assert early.nations[0].gold == 7 - 6 + 2


def _with(state: State, text: str) -> State:
    after = state.copy()
    after.sheets = [Orders(GAME.parse(text).orders), Orders()]
    return after


# Tribute


@pytest.mark.clause("LM-GI-11")
def test_tribute_comes_from_every_province_possessed_and_from_no_allied_one() -> None:
    state = lands()
    hold(state, 0, 65, 43, 51, 61, 52, 63, 57, 270)
    hold(state, 0, 20, 287, allied=True)
    state.forts[65] = "F1"
    hold(state, 0, 465)
    hold(state, 0, 300)
    control.raze(Turn(state), 300)
    state.sheets = [Orders(), Orders()]
    after = GAME.resolve(state)
    assert after.nations[0].gold == 100 + (2 + 1 + 1 + 1 + 3 + 0 + 0) + 5
    assert after.nations[1].gold == 100 + 2


@pytest.mark.clause("LM-GI-11")
def test_tribute_is_paid_to_whoever_holds_the_place_when_the_turn_ends() -> None:
    state = lands()
    hold(state, 1, 66, 74)
    put(state, "LCC 1", 0, 65)
    after = GAME.resolve(_with(state, "char Ralph: lead take LCC 1, go 74"))
    assert after.holder(74) == 0
    assert [nation.gold for nation in after.nations] == [100 + 2 + 2, 100 + 2]


@pytest.mark.clause("LM-GI-04")
def test_the_newsletter_gathers_what_belongs_together() -> None:
    state = lands(3)
    state.set_nation(1, name="The Jarls")
    person(state, "Ann T1", 0, 65)
    person(state, "Bo T1", 1, 13)
    state.journal = []  # type: ignore[misc]
    turn = Turn(state)
    for name, place in (("Ralph", 66), ("Ann", 74), ("Bo", 14)):
        turn.log("moved", "LM-GI-10", public=True, name=name, place=place)
    for amount, place in ((7, 65), (2, 66)):
        turn.log("tax", "LM-A-11", public=True, seat=0, amount=amount, full=amount, place=place)
    for seat, owner in ((0, 1), (0, 2), (1, 2)):
        turn.log("truce", "LM-IPR-03", public=True, seat=seat, owner=owner, turns=3)
    for seat in (1, 0, 1):
        turn.log("sequence-tie", "LM-GI-08", public=True, seat=seat)
    for rank, seat in enumerate((1, 0, 2), 1):
        turn.log("sequence", "LM-GI-08", public=True, seat=seat, rank=rank)
    entries = state.journal
    found = next(each for each in GAME.report(state, "P1", entries).sections if each.id == "newsletter").paragraphs
    mine, theirs, again, ties, order = found
    assert "Ralph to swamp 66 and Ann to cropland 74" in mine
    assert theirs.startswith("Bo goes to")
    assert "Taxes bring in 9 gold: 7 from cropland 65 and 2 from swamp 66." in again
    assert "A truce of 3 turns is sworn by N1 with the Jarls and N3." in again
    assert "A truce of 3 turns is sworn by the Jarls with N3." in again
    assert ties == "Equal totals were rolled again, by the Jarls and N1."
    assert order == "In the coming turn they act in this order: the Jarls, N1 and N3."
