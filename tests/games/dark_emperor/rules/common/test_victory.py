"""Victory Conditions (20)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, piece, put, told, wake
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.pieces import POOL
from palatine.games.dark_emperor.components.tables import PRODUCTION
from palatine.games.dark_emperor.components.world import LANDS_OF, STAVROR, hex_id
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.lone_leaders import kill
from palatine.games.dark_emperor.rules.common import victory
from palatine.games.dark_emperor.rules.common.victory import FinalCount
from palatine.games.dark_emperor.sequence import EndOfGameTurn, PlayerTurn


def outcome(s: Any) -> Any:
    return GAME.outcome(s)


@pytest.mark.clause("20.1")
@pytest.mark.parametrize(("leader", "final", "ends"), [
    ("padrech-dar-choim", True, True), ("padrech-dar-choim", False, False), ("tol-morn", True, False),
    ("mezal", False, False),
])  # fmt: skip
def test_the_necromancer_dead_for_good_and_nobody_else(leader: str, final: bool, ends: bool) -> None:
    s = bare()
    wake(s, KINGDOMS, STAVROR)
    put(s, "1820", leader)
    kill(s, piece(leader), KINGDOMS, final)
    assert (s.outcome is not None) == ends
    if ends:
        assert outcome(s).winners == ("Kingdoms",)
        assert outcome(s).clause == "20.1"
        assert outcome(s).margin.startswith("Decisive victory of the Kingdoms")
        assert s.flow == [], "at once"


@pytest.mark.clause("20.2")
def test_the_empire_conquered() -> None:
    s = bare()
    s.flow.append(PlayerTurn(1, 3))
    victory.empire_falls(s)
    assert (outcome(s).winners, outcome(s).clause, s.flow) == (("Necromancer",), "20.2", [])
    assert outcome(s).margin.startswith("Decisive victory of the Necromancer")


@pytest.mark.clause("20.3a", "20.3b", "20.3c", "20.3d", "4.5b")
@pytest.mark.parametrize(
    ("total", "winners", "level", "clause"),
    [
        (0, ("Kingdoms",), "Decisive", "20.3b"),
        (50, ("Kingdoms",), "Decisive", "20.3b"),
        (51, ("Kingdoms",), "Substantive", "20.3b"),
        (80, ("Kingdoms",), "Substantive", "20.3b"),
        (81, ("Kingdoms",), "Marginal", "20.3b"),
        (115, ("Kingdoms",), "Marginal", "20.3b"),
        (116, (), "A draw", "20.3c"),
        (135, (), "A draw", "20.3c"),
        (136, ("Necromancer",), "Marginal", "20.3d"),
        (160, ("Necromancer",), "Marginal", "20.3d"),
        (161, ("Necromancer",), "Substantive", "20.3d"),
        (190, ("Necromancer",), "Substantive", "20.3d"),
        (191, ("Necromancer",), "Decisive", "20.3d"),
        (375, ("Necromancer",), "Decisive", "20.3d"),
    ],
)
def test_the_levels_of_victory(
    monkeypatch: pytest.MonkeyPatch, total: int, winners: tuple[str, ...], level: str, clause: str
) -> None:
    monkeypatch.setattr(victory, "production", lambda s: total)
    s = bare()
    s.turn = 14
    s.flow.append(EndOfGameTurn())
    while s.flow:
        s.flow[-1].run(s)
    found = outcome(s)
    assert (found.winners, found.clause) == (winners, clause)
    assert found.margin.startswith(level)
    assert str(total) in found.margin


@pytest.mark.clause("20.3a")
def test_only_what_the_necromancer_himself_controls_counts() -> None:
    s = bare()
    wake(s, NECROMANCER, STAVROR)
    s.turn = 14
    s.flow.append(FinalCount())
    s.flow[-1].run(s)
    assert told(s, "final-count")[0].data == {"total": 0}, "an ally's lands do not"
    mine = bare()
    wake(mine, KINGDOMS, STAVROR)
    mine.lands[STAVROR] = LORD
    put(mine, "1820", "greater-vampire-1")
    mine.flow.append(FinalCount())
    mine.flow[-1].run(mine)
    assert told(mine, "final-count")[0].data == {"total": sum([PRODUCTION[h] for h in LANDS_OF[STAVROR]]) + 3}


@pytest.mark.clause("20.1")
def test_the_end_is_the_end() -> None:
    s = bare()
    victory.necromancer_falls(s)
    s.push(FinalCount())
    assert s.flow == []
    assert GAME.actors(s) == ()
    assert GAME.view(s, "Kingdoms").outcome is not None
    assert s.where[piece("padrech-dar-choim")] == POOL
    assert hex_id("1820") not in s.stacks[0]
