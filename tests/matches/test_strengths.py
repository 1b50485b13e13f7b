"""How well bots play, in words."""

from __future__ import annotations

from typing import Any

from palatine import registry
from palatine.matches import strength_text, strengths


def test_bots_are_told_from_the_weakest_each_in_a_line() -> None:
    found = strengths(registry.load("demonlord"))
    assert [each.bot for each in found] == ["recruit", "lieutenant", "captain", "marshal"]
    assert found[0].text.startswith("Plays at random.")
    assert found[2].text == "Plays to win by rules of thumb, and answers at once."
    assert "up to 4 seconds for each plan" in found[3].text, "as long as is usual in the game"


def test_a_bot_nobody_wrote_words_for_has_a_line_of_its_own(ford: Any, monkeypatch: Any) -> None:
    class Old:
        def __init__(self, game: Any) -> None: ...

    monkeypatch.setattr(type(ford), "bots", {"marcher": Old, "digger": Old})
    assert strength_text(ford, "marcher") == strength_text(registry.load("elric"), "captain"), "the usual one"
    assert strength_text(ford, "digger") not in {strength_text(ford, "marcher"), strength_text(ford, "recruit")}
