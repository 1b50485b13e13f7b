"""The recap on the map: routes, marks, cards, and the order of reading."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.dark_emperor.positions import (
    BEYOND,
    INLAND,
    KINGDOMS,
    NECROMANCER,
    NEXT,
    march,
    marching,
    marching_among_sleepers,
    put,
    run,
    told,
    wake,
    world,
)
from palatine.core import Entry, RecapItem
from palatine.games.dark_emperor.components.pieces import FIRST_DEVICE, LEADERS_OF, LOSLOM
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    CITY_HEXES,
    HOLY,
    LOYMARECH,
    NEIGHBOURS,
    OWNER,
    RIVER,
    STAVROR,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.components.world import KINGDOMS as KINGDOM_NAMES
from palatine.games.dark_emperor.recap.items import DRAWERS, MINOR, UNTOLD
from palatine.games.dark_emperor.recap.measures import production_missing
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.combat.combat import Battle
from palatine.testing.fuzzer import FuzzPlayer


def scene(s: Any, kind: str) -> RecapItem:
    """Return the scene of the only entry of a kind."""
    (entry,) = told(s, kind)
    found = GAME.recap_item(entry, "Kingdoms")
    assert found is not None
    return found


@pytest.mark.clause("8")
def test_a_march_of_several_hexes_is_one_way_through_all_of_them() -> None:
    s = march(marching(INLAND, "stavror-infantry-1"), "stavror-infantry-1", NEXT, BEYOND)
    (found,) = GAME.recap(s.journal, "Necromancer").items
    assert [way.spaces for way in found.routes] == [tuple(map(hex_id, (INLAND, NEXT, BEYOND)))]
    assert found.routes[0].style == "zolahaureslor"


@pytest.mark.clause("9.22", "9.23a", "9.24", "9.31")
def test_a_battle_is_a_card_with_strengths_die_parts_and_losses() -> None:
    s = world(NECROMANCER)
    loymar = hex_name(CAPITAL[LOYMARECH])
    put(s, loymar, "greater-vampire-1 greater-vampire-2 padrech-dar-choim loymarech-infantry-1")
    s = run(s, Battle(hex_id(loymar)), rolls=[("combat", 3)])
    found = scene(s, "battle.won")
    assert found.card is not None
    attacker, defender = found.card.sides
    assert (attacker.name, attacker.strength, attacker.dice) == ("The Necromancer", "6", (3,))
    assert attacker.parts == (
        ("+2", "combat ratio", "9.22"), ("+4", "attacking hero", "9.23a"), ("−2", "mountain hex", "9.24"),
    )  # fmt: skip
    assert (defender.name, defender.strength) == ("The Kingdoms player", "2")
    assert found.card.result == "7 on the table: The Necromancer wins, the Kingdoms player retreats."
    assert found.flags[0].kind == "battle"


@pytest.mark.clause("6.11a")
def test_a_kingdom_that_wakes_is_marked_and_told_first_with_who_woke_it() -> None:
    h, n = next(
        (h, n) for h in range(len(OWNER)) for n in NEIGHBOURS[h]
        if OWNER[h] == STAVROR and n >= 0 and OWNER[n] not in (-1, STAVROR) and not RIVER[n] and not HOLY[n]
    )  # fmt: skip
    s = march(marching_among_sleepers(hex_name(h), "greater-vampire-1"), "greater-vampire-1", hex_name(n))
    found = scene(s, "activate")
    assert [(flag.space, flag.kind, flag.style) for flag in found.flags] == [
        (CAPITAL[OWNER[n]], "control", "zolahaureslor")
    ]
    first = GAME.recap(s.journal, "Kingdoms").headline
    assert first.startswith(KINGDOM_NAMES[OWNER[n]])
    assert " woke and joined the Kingdoms player when Greater Vampire 1 came to" in first


@pytest.mark.clause("6.33a", "6.34c")
def test_lands_that_are_assigned_wear_the_style_of_their_new_lord() -> None:
    given = Entry("assigned", {"kingdom": LOYMARECH, "power": STAVROR})
    back = Entry("restored", {"kingdom": LOYMARECH})
    styles = [scene.flags[0].style for scene in GAME.recap([given, back], None).items]
    assert styles == ["stavror", "loymarech"]


def test_nothing_grave_leaves_the_first_line_empty() -> None:
    assert GAME.recap([Entry("tax", {"kingdom": 0, "gold": 3, "treasury": 3})], None).headline == ""


def test_every_entry_of_random_games_is_told_and_what_has_a_place_is_shown_there() -> None:
    """Kinds that are rare in random games are tested with the rules that write them."""
    seen: dict[str, RecapItem] = {}
    for seed in range(3):
        random = Random(seed)
        s = GAME.setup(seed=b"%d" % seed, record=True)
        player = FuzzPlayer(GAME, random, boldness=0.9)
        for _ in range(700):
            if not s.flow:
                break
            s = GAME.play(s, *player.choose(s))
            for entry in s.journal or []:
                if (found := GAME.recap_item(entry, None)) is not None:
                    seen[entry.kind] = found
                    h = entry.data.get("hex", -1)
                    if isinstance(h, int) and h >= 0:
                        assert found.routes or found.flags or found.spaces, entry.kind
                else:
                    assert entry.kind in UNTOLD
                if entry.tally is not None and entry.kind not in ("doge", "quest.free", "quest.drawn"):
                    assert found is not None
                    assert found.card is not None, entry.kind
    assert {"march", "activate", "attrition", "player-turn", "battle.won", "retreat"} <= seen.keys()
    assert seen["player-turn"].heading.startswith("Game-turn ")
    for kind, each in seen.items():
        assert each.text, kind


def test_every_kind_that_is_drawn_or_passed_over_is_one_the_journal_knows() -> None:
    known = {key.removeprefix("journal.") for key in GAME.words.messages if key.startswith("journal.")}
    assert (DRAWERS.keys() | MINOR | UNTOLD) - known == set()


@pytest.mark.clause("20.3a")
def test_measures_begin_with_what_decides_and_count_both_sides() -> None:
    s = world(NECROMANCER)
    put(s, INLAND, "greater-vampire-1 mezal")
    put(s, hex_name(CAPITAL[LOYMARECH]), "loymarech-infantry-1")
    found = {measure.id: measure.values for measure in GAME.measures(s)}
    assert next(iter(found)) == "production"
    assert found["cities"] == {"Necromancer": 0, "Kingdoms": 1}
    assert found["strength"] == {"Necromancer": 3, "Kingdoms": 1}
    assert found["leaders"]["Necromancer"] == 1
    assert found["served"] == {"Necromancer": 0, "Kingdoms": 16}
    assert found["vampires"] == {"Necromancer": 1}


@pytest.mark.clause("20.3b", "20.3c", "20.3d")
@pytest.mark.parametrize(
    ("yielded", "missing"), [(0, (136, 0)), (115, (21, 0)), (116, (20, 1)), (135, (1, 20)), (136, (0, 21))]
)
def test_the_production_missing_to_win_is_measured(yielded: int, missing: tuple[int, int]) -> None:
    assert tuple([production_missing(seat, yielded) for seat in ("Necromancer", "Kingdoms")]) == missing


@pytest.mark.clause("20.1", "20.2")
def test_the_distances_to_both_decisive_ends_are_measured() -> None:
    s = world(NECROMANCER)
    cities = CITY_HEXES[ZOLAHAURESLOR]
    put(s, hex_name(min(cities)), "greater-vampire-1")
    wake(s, KINGDOMS, LOYMARECH)
    leader = LEADERS_OF[LOYMARECH][0]
    s.bearer[LOSLOM - FIRST_DEVICE] = leader
    found = {measure.id: measure.values for measure in GAME.measures(s)}
    assert found["empire"] == {"Necromancer": len(cities) - 1}
    assert found["slayers"] == {"Kingdoms": 1}
    assert {each.id for each in GAME.measures(s) if not each.more_is_better} == {"missing", "empire"}


@pytest.mark.clause("5.5b")
def test_the_gate_belongs_to_setting_up_and_nothing_after_it() -> None:
    s = GAME.setup(seed=b"setting up")
    assert GAME.is_setting_up(s, "Necromancer")
    assert not GAME.is_setting_up(s, "Kingdoms")
    s = GAME.play(s, "Necromancer", ("enter", CAPITAL[LOYMARECH]))
    assert not GAME.is_setting_up(s, "Necromancer")


def test_phases_have_headings_above_their_first_scenes() -> None:
    march_ = Entry("march", {"side": 0, "hex": 1, "to": 2, "group": [121], "onward": False})
    turn = Entry("player-turn", {"side": 0, "turn": 3})
    worn = Entry(
        "attrition-none", {"hex": 2, "side": 0, "points": 2, "lost": 0, "count": 1, "group": [121], "rolled": 1}
    )
    spell = Entry(
        "magic.fails", {"piece": 215, "spell": 15, "hex": 2, "rolled": 5, "value": 3}, clauses=("12.2", "14.32")
    )
    found = GAME.recap([turn, march_, march_, worn, spell], "Kingdoms").items
    assert [scene.heading for scene in found] == [
        "Game-turn 3: The Necromancer", "Movement", "", "Attrition", "Diplomacy",
    ]  # fmt: skip
