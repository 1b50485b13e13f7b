"""Each fact about a piece is changed by one function of its transition, which does all that must follow."""

from __future__ import annotations

import pytest

from writers import writers

FIELDS = {
    "where": {  # a leader, unit or monster moves by `put`, `lift` and `shift` of the state alone; these are devices
        "characters.devices.entrust", "characters.elections.lose_torch", "combat.retreats.follow_into",
    },
    "stacks": set(),
    "company": set(),
    "control": set(),
    "power": {"common.losses.eliminate", "magic.death_and_life.raise_undead"},
    "undead": {"common.losses.eliminate", "magic.death_and_life.raise_undead"},
    "cargo": {"common.cargo.go_ashore", "common.losses.eliminate", "movement.naval.embark"},
    "bearer": {"characters.devices.entrust", "characters.devices.lay_down", "characters.elections.lose_torch"},
    "left_by": {
        "characters.devices.entrust", "characters.devices.lay_down", "characters.elections.lose_torch",
        "characters.transfers.capture_device",
    },
    "legions": {"characters.alone.release_legions", "common.losses.eliminate", "magic.legions.command_legions"},
    "deaths": {"characters.alone.kill", "characters.deaths.rise"},
    "duels": {
        "characters.alone.kill", "characters.monsters.fight_owed", "characters.monsters.slay_monster",
        "realm.magic_hexes.HeroicCombat.run",
    },
    "lands": {"realm.conquest.give_lands"},
    "patron": {"realm.mercenaries.assign_group"},
    "hero": {"realm.magic_hexes.Duel.run"},
    "outcome": set(),
}  # fmt: skip
"""By field of the state: the functions of the rules that may write it."""


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_written_by_its_transitions_alone(field: str) -> None:
    assert writers("palatine.games.dark_emperor.rules", [field])[field] == FIELDS[field]
