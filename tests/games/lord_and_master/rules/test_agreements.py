"""Agreements between players: records and reports (IPR)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes, dropped, hargaar, hold, order, person, put, refused, told
from palatine.core import Entry
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.rules import relations
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, SiegeRecord, State, TruceRecord


def three() -> State:
    state = hargaar(3)
    for seat, (name, square) in enumerate((("Ann W2", 36), ("Ben W2", 90), ("Cid W2", 64))):
        person(state, name, seat, square)
        hold(state, seat, square)
    return state


def deal(state: State, *sheets: str) -> tuple[Turn, list[Entry]]:
    """Return the turn after the agreements of these sheets, and its entries."""
    state.sheets = [parse(text) for text in sheets] + [None] * (len(state.seats) - len(sheets))
    state.journal = []  # type: ignore[misc]
    turn = Turn(state)
    relations.dealings(turn)
    return turn, list(state.journal or [])


@pytest.mark.clause("LM-IPR-05")
def test_a_truce_is_public_and_its_lines_are_used_up() -> None:
    state = three()
    turn, entries = deal(state, "truce P2 for 4", "truce P1 for 4")
    (entry,) = told(entries, "truce")
    assert (entry.readers, entry.data["turns"]) == (None, 4)
    assert len(state.truces) == 1, "one truce, not one for each of the two lines"
    order(turn, 0, "truce P2 for 4")
    order(turn, 1, "truce P1 for 4")
    assert dropped(Turn(state), 0, "truce P2 for 4").reason == "drop.unmatched"


@pytest.mark.clause("LM-IPR-01", "LM-IPR-05")
def test_nobody_agrees_with_himself() -> None:
    state = three()
    turn, _ = deal(state, "truce P1 for 3\nalliance P1")
    assert (state.truces, state.alliances) == ([], [])
    assert dropped(turn, 0, "truce P1 for 3").reason == "drop.oneself"


@pytest.mark.clause("LM-IPR-01")
def test_an_alliance_of_three_is_full_and_allies_need_no_second_one() -> None:
    state = hargaar(4)
    for seat in range(4):
        person(state, f"Ann{seat} W2", seat, 36)
    state.alliances = [(0, 1)]
    assert dropped(Turn(state), 0, "alliance P2").reason == "drop.allied-already"
    order(Turn(state, is_rehearsal=True), 2, "alliance P1")
    state.alliances = [(0, 1, 2)]
    assert dropped(Turn(state), 3, "alliance P1").reason == "drop.alliance-full"


@pytest.mark.clause("LM-IPR-09", "LM-IPR-10")
def test_only_units_that_are_there_are_sold() -> None:
    state = three()
    put(state, "HFC 1", 0, 36)
    assert dropped(Turn(state), 0, "sell HFC 2 at 36 to P2 for 30").reason == "drop.no-such-units"
    deal(state, "sell HFC 2 at 36 to P2 for 30", "buy HFC 2 from P1 for 30")
    assert codes(state, 0, 36) == ["HFC"]
    assert refused(Turn(state), 0, "sell HFC 1 at 36 to P2 for 30") == "LM-IPR-01"


@pytest.mark.clause("LM-IPR-11")
@pytest.mark.parametrize(
    ("killer", "gold", "site", "gains"),
    [(0, 40, 36, 40), (0, 40, 64, 0), (NEUTRAL, 40, 36, 0), (0, 0, 36, 0), (0, 40, 0, 0)],
)
def test_the_gold_of_a_fallen_nation_goes_to_its_killer_where_he_holds_the_treasury(
    killer: int, gold: int, site: int, gains: int
) -> None:
    state = three()
    state.set_nation(1, gold=gold, site=site)
    casualties.eliminate(Turn(state), 1, killer)
    assert (state.nations[0].gold, state.nations[1].gold) == (100 + gains, 0)


@pytest.mark.clause("LM-IPR-11")
def test_the_sieges_of_a_fallen_nation_end() -> None:
    state = three()
    state.sieges = [SiegeRecord(259, 1), SiegeRecord(260, 2)]
    casualties.eliminate(Turn(state), 1, 0)
    assert [siege.seat for siege in state.sieges] == [2]


# What a line of a treaty or a bargain must satisfy


@pytest.mark.clause("LM-IPR-01", "LM-IPR-05", "LM-IPR-09", "LM-IPR-10", "LM-IPR-11")
@pytest.mark.parametrize(
    ("text", "reason", "uncertain"),
    [
        ("alliance P9", "no-such-player", False),
        ("alliance P1", "oneself", False),
        ("alliance P3", "fallen", True),
        ("alliance P2", "unmatched", True),
        ("truce P3 for 2", "fallen", True),
        ("sell HFC 1 at 36 to P9 for 5", "no-such-player", False),
        ("sell HFC 2 at 36 to P2 for 5", "no-such-units", True),
        ("sell HFC 1 HFC 1 at 36 to P2 for 5", "no-such-units", True),
        ("sell HFC 1 at here to P2 for 5", "besieged", True),
        ("sell HFC 1 at Ardea to P2 for 5", "besieged", True),
        ("sell HFC 1 at 36 to P2 for 5", "unmatched", True),
        ("buy HFC 1 from P2 for 101", "no-gold", True),
        ("buy HFC 1 from P2 for 100", "unmatched", True),
        ("pay P2 101 for Hugo", "no-gold", True),
        ("pay P2 100 for Hugo", "unmatched", True),
        ("ransom Hugo to P2 for 5", "not-your-captive", True),
        ("ransom Ines to P2 for 5", "unmatched", True),
        ("ransom MFC 1 to P2 for 5", "unmatched", True),
        ("ransom MFC 2 to P2 for 5", "no-such-captives", True),
        ("ransom MFC 1 MFC 1 to P2 for 5", "no-such-captives", True),
        ("prisoner Ines to P2", "no-partner", True),
        ("prisoner Ines to P9", "no-such-player", False),
        ("prisoner Nobody kill", "not-your-captive", True),
        ("prisoner Ann kill", "not-your-captive", True),
        ("heir Nobody", "no-such-character", True),
        ("command Nobody at 36", "no-such-character", True),
        ("command Ann at here", "no-place", False),
        ("retreat here to 36", "no-place", False),
        ("retreat 36 to here", "no-place", False),
        ("retreat 36 to 36", "no-neighbour", False),
        ("retreat 36 to 34", "no-neighbour", False),
    ],
)
def test_why_a_line_between_players_comes_to_nothing(text: str, reason: str, uncertain: bool) -> None:
    state = three()
    state.set_nation(2, out=True)
    put(state, "HFC 1", 0, 36)
    hold(state, 0, 259)
    put(state, "HFC 1", 0, 259)
    put(state, "HFC 1", 1, 59)
    state.sieges = [SiegeRecord(259, 1)]
    person(state, "Hugo T1", 0, 64, captor=1)
    person(state, "Ines T1", 1, 36, captor=0)
    (held,) = put(state, "MFC 1", 1, 36)
    state.set_unit(held, captor=0)
    found = dropped(Turn(state), 0, text)
    assert (found.reason, found.uncertain) == (f"drop.{reason}", uncertain)


@pytest.mark.clause("LM-IPR-01", "LM-GI-10")
def test_what_others_have_refused_is_kept_until_the_next_turn() -> None:
    state = three()
    for text in ("alliance P2", "truce P3 for 2"):
        assert dropped(Turn(state), 0, text).reason == "drop.unmatched"
    assert state.nations[0].refused == ("alliance P2", "truce P3 for 2")
    order(Turn(state, is_rehearsal=True), 0, "alliance P2")
    assert state.nations[0].refused == ("alliance P2", "truce P3 for 2")
    deal(state)
    assert state.nations[0].refused == ()


@pytest.mark.clause("LM-IPR-05")
@pytest.mark.parametrize(("turns", "until"), [(1, 3), (4, 6)])
def test_a_truce_counts_the_turn_in_which_it_is_made(turns: int, until: int) -> None:
    state = three()
    deal(state, f"truce P2 for {turns}", f"truce P1 for {turns}")
    assert state.truces == [TruceRecord((0, 1), until)]
    state.truces = []
    deal(state, "truce P2 for 4", "truce P1 for 5")
    assert state.truces == []


@pytest.mark.clause("LM-BAT-28", "LM-CH-22", "LM-CH-26")
def test_offices_and_ways_are_named_once_for_each_place() -> None:
    state = three()
    person(state, "Bea W1", 0, 36)
    for text in ("command Ann at 36", "command Ann at 64", "command Bea at 36", "heir ann"):
        order(Turn(state), 0, text)
    for text in ("retreat 36 to 45", "retreat 45 to 36", "retreat 36 to 27", "retreat 59 to 59city"):
        order(Turn(state), 0, text)
    nation = state.nations[0]
    assert (nation.commanders, nation.heir) == (((64, "Ann"), (36, "Bea")), "Ann")
    assert nation.retreats == ((45, 36), (36, 27), (59, 259))


@pytest.mark.clause("LM-BAT-26", "LM-IPR-09")
def test_a_ransom_frees_whom_it_names_for_its_price() -> None:
    state = three()
    ines = person(state, "Ines T1", 1, 36, captor=0)
    units = put(state, "MFC 2", 1, 36)
    for n in units:
        state.set_unit(n, captor=0)
    put(state, "HFC 1", 0, 36)
    theirs = "pay P1 30 for MFC 1\npay P1 71 for Ines"
    turn, _ = deal(state, "ransom MFC 1 to P2 for 30\nransom Ines to P2 for 71", theirs)
    order(turn, 0, "ransom MFC 1 to P2 for 30")
    order(turn, 1, "pay P1 30 for MFC 1")
    assert [nation.gold for nation in state.nations[:2]] == [130, 70]
    assert [state.units[n].captor for n in units] == [None, 0]
    assert state.people[ines].captor == 0, "the second price was not there"


@pytest.mark.clause("LM-IPR-09")
@pytest.mark.parametrize(("gold", "sold"), [(30, True), (29, False)])
def test_a_sale_is_paid_at_once_and_the_units_come_as_they_are(gold: int, sold: bool) -> None:
    state = three()
    state.set_nation(1, gold=gold)
    put(state, "HFC 1 MFC 2w", 0, 36)
    deal(state, "sell HFC 1 MFC 1w at 36 to P2 for 30", "buy HFC 1 MFC 1w from P1 for 30")
    assert [nation.gold for nation in state.nations[:2]] == ([130, 0] if sold else [100, 29])
    assert [(each.to, each.units) for each in state.shipments] == (
        [(1, (("HFC", False), ("MFC", True)))] if sold else []
    )
    assert codes(state, 0, 36) == (["MFCw"] if sold else ["HFC", "MFCw", "MFCw"])
