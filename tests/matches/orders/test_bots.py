"""Bots that write orders."""

from __future__ import annotations

import logging
from typing import Any

from matches.valley import valley
from palatine.matches import MatchService
from palatine.store import Store
from palatine.testing.examples.tithe import GAME


def test_bots_hand_in_at_once_and_the_last_sheet_has_the_turn_run(house: MatchService) -> None:
    table = valley(house, 3, bots=("Baron", "Crown"))
    assert table.info.handed_in == ("Baron", "Crown")
    table.hand_in("Abbey")
    assert (table.info.turn, table.info.handed_in) == (2, ("Baron", "Crown"))


def test_bots_among_themselves_play_to_the_end(house: MatchService) -> None:
    table = valley(house, 3, bots=("Abbey", "Baron", "Crown"))
    house.run_bots(table.match)
    assert table.info.status == "over"
    assert house.verify(table.match).ok


def test_bots_in_the_background_are_woken(store: Store) -> None:
    woken: list[str] = []
    house = MatchService(store, bots="background", wake=woken.append)
    table = valley(house, bots=("Baron",))
    assert woken == [table.match]
    assert table.info.handed_in == ()
    house.run_bots(table.match)
    table.hand_in("Abbey")
    assert (table.info.turn, table.info.asked) == (1, ()), "the turn is run by whoever is woken"
    assert house.waiting() == [table.match]
    house.run_bots(table.match)
    assert (table.info.turn, table.info.handed_in) == (2, ("Baron",))


class Fool:
    """A bot that fails in every way."""

    asked = 0

    def decide(self, state: Any, seat: str) -> Any:
        Fool.asked += 1
        state.gold[0] = 99
        if Fool.asked % 3 == 0:
            raise ValueError("out of ideas")
        return None if Fool.asked % 3 == 1 else GAME.parse("Aldo collects\nBela collects")


def test_a_bot_that_fails_is_replaced_by_a_recruit(house: MatchService, monkeypatch: Any, caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL)
    monkeypatch.setattr(type(GAME), "bots", {"fool": lambda game: Fool()}, raising=False)
    table = valley(house)
    house.hand_over(table.match, table.key("Baron"), "fool")
    for _ in range(4):
        table.hand_in("Abbey")
    assert table.info.status == "over"
    assert house.verify(table.match).ok
