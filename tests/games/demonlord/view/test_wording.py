"""Names in sentences."""

from __future__ import annotations

import pytest

from palatine.games.demonlord.components.pieces import IS_TROOP, UNIT_NAME
from palatine.games.demonlord.components.world import SITE_AT, SITES
from palatine.games.demonlord.referee import GAME
from palatine.games.demonlord.view.wording import CALLED_BY_NAME, NAMERS, place_name

PRIEST = UNIT_NAME.index("High Priest of Hosar")
NISH = UNIT_NAME.index("Lord Nish")


def test_an_office_has_an_article_in_a_sentence_and_none_on_a_button() -> None:
    say = GAME.words.say
    assert say("prompt.Devotees", unit=PRIEST).startswith("Which temple does the High Priest of Hosar stand on?")
    assert say("prompt.Devotees", unit=NISH).startswith("Which temple does Lord Nish stand on?")
    assert say("journal.freed", unit=PRIEST, hex=0).startswith("The High Priest of Hosar is free")
    assert say("action.offer", x=PRIEST) == "Offer High Priest of Hosar"


def test_whoever_is_called_by_name_is_a_character() -> None:
    assert {UNIT_NAME[u] for u in range(len(UNIT_NAME)) if not IS_TROOP[u]} > CALLED_BY_NAME


@pytest.mark.parametrize(
    ("site", "told"),
    [
        ("Northern Temple of Hosar", "the Northern Temple of Hosar (0404)"),
        ("Mines of Ula", "the Mines of Ula (0902)"),
        ("Castle Rabat", "Castle Rabat (0514)"),
    ],
)
def test_temples_and_mines_have_an_article(site: str, told: str) -> None:
    (h,) = [h for h, at in SITE_AT.items() if SITES[at].name == site]
    assert place_name(h) == told
    assert NAMERS["Hex"](h) == told[:1].upper() + told[1:]


def test_no_sentence_begins_with_a_name_in_the_middle_of_a_sentence() -> None:
    labels = ("action.", "unit-name", "preview.chance")
    for key, text in GAME.words.messages.items():
        if isinstance(text, str) and not key.startswith(labels):
            assert not text.startswith(("{unit}", "{hex}")), key
