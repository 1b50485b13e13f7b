"""The glossary, which has an entry for everything that a King can meet."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import new_state, put_army
from palatine.core.guidance.glossary import GlossaryEntry
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.view.boards import blank_map
from palatine.games.adventurer_kings.view.order_help import codes, making_a_king

ENTRIES = GAME.glossary


def found(field: str) -> set[str]:
    return {name for entry in ENTRIES.values() for name in getattr(entry, field)}


def test_all_that_stands_on_the_map_has_an_entry() -> None:
    board = blank_map("earth")
    assert set(board.counters) == found("faces")
    assert {*tables.TERRAINS, "ice", "unknown"} == found("grounds")
    assert {"strait", "fringe"} == found("lines")
    assert {"capital", "held", "allied", "enemy", "province"} == found("marks")
    assert {key for counter in board.counters.values() for key in counter.figures} == found("figures")
    s = new_state()
    put_army(s, "LE", 0, 504, leader=1)
    badges = [badge for piece in GAME.view(s, "King 1").pieces for badge in piece.badges]
    assert badges
    assert all(badge.startswith(tuple(found("badges"))) for badge in badges)


def test_every_row_of_the_lists_beside_the_sheet_has_an_entry() -> None:
    known = found("labels") | {entry.term for entry in ENTRIES.values()}
    panels = [*codes(GAME.words), *list(making_a_king(GAME.words))[1:]]
    assert [row.label for panel in panels for row in panel.rows if row.label not in known] == []


def test_everything_of_the_tables_has_an_entry_of_its_own() -> None:
    terms = {entry.term for entry in ENTRIES.values()}
    named = (
        tables.ARMY,
        tables.FEATURES,
        tables.MONSTERS,
        tables.ITEMS,
        tables.DISCOVERIES,
        tables.SPELLS,
        titles.TITLES,
    )
    assert [each.name for row in named for each in row if each.name not in terms] == []
    assert not {*titles.OFFICES, *tables.ABILITY_NAME} - terms
    assert {name.capitalize() for name in tables.TEMPERS} <= terms


def test_every_entry_rests_on_a_clause_and_leads_to_others_that_there_are() -> None:
    assert [entry.key for entry in ENTRIES.values() if entry.clause not in GAME.clauses] == []
    assert [(e.key, key) for e in ENTRIES.values() for key in e.see if key not in ENTRIES] == []
    words = [word for entry in ENTRIES.values() for word in (entry.term, *entry.words)]
    assert sorted({word for word in words if words.count(word) > 1}) == []
    assert [e.key for e in ENTRIES.values() if not is_told(e)] == []


def is_told(entry: GlossaryEntry) -> bool:
    return entry.text.endswith(".") and not entry.text[0].islower() and len(entry.text.split()) <= 60


def test_what_the_rulebook_keeps_secret_is_not_in_it() -> None:
    effects = [each.effect for each in (*tables.ITEMS, *tables.DISCOVERIES) if each.effect]
    texts = " ".join(entry.text for entry in ENTRIES.values())
    assert [effect for effect in effects if effect in texts] == []
