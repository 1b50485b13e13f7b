"""The captain's tactics in personal combat (5.0), by the rules of magic and of the Duelists."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import new_state, put_person
from palatine.games.adventurer_kings.bot import duels
from palatine.games.adventurer_kings.components import tables


def test_spells_are_counted_by_the_magic_that_somebody_casts_them_with(monkeypatch) -> None:
    """To the Undead, Charm is Necromancy.

    It takes a place among their Necromancy spells and none among their Psychic Magic.
    """
    monkeypatch.setattr(duels, "ARMS", (tables.CHARM, tables.HAND, tables.BLAST))
    s = new_state()
    for alignment, codes in ((tables.UNDEAD, ["PS-CH", "PS-PS"]), (tables.NEUTRAL, ["PS-CH", "NE-HA"])):
        n = put_person(s, "Mage", 0, 504, "NE1 PS1", alignment=alignment)
        assert [tactic.spell for tactic in duels.spells_of(s, n)] == codes


def test_duelists_are_known_by_the_rule() -> None:
    s = new_state()
    for seat_alignment, alignment, prowess in (
        (tables.NEUTRAL, tables.NEUTRAL, 3),
        (tables.NEUTRAL, tables.GOOD, 2),
        (tables.GOOD, tables.NEUTRAL, 2),
    ):
        s.set_kingdom(0, alignment=seat_alignment)
        assert duels.prowess(s, put_person(s, "Knight", 0, 504, "ME2", alignment=alignment)) == prowess
