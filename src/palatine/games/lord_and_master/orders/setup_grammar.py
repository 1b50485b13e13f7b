"""Transformer of parse trees to the lines of a set-up."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Transformer

from palatine.core import Unreadable
from palatine.games.lord_and_master.components.wording import said
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets, tokens


class SetupReader(Transformer[Token, Any]):
    """Transformer of set-up lines; each method is named after its rule."""

    def nation(self, items: list[Any]) -> sheets.NationName:
        return sheets.NationName(*items)

    def about(self, items: list[Any]) -> sheets.About:
        return sheets.About(*items)

    def provinces(self, items: list[Any]) -> sheets.Provinces:
        found = [re.fullmatch(r"(\d{1,6})([cfgodsw])", item, re.IGNORECASE | re.ASCII) for item in items]
        if not all(found):
            raise Unreadable(said("syntax.start"))
        return sheets.Provinces(tuple((int(each[1]), each[2].lower()) for each in found if each))

    def citystate(self, items: list[Any]) -> sheets.CityState:
        return sheets.CityState(items[0], tokens.positive(tokens.whole(items[1])), tokens.race(str(items[2])))

    def treasury(self, items: list[Any]) -> sheets.Treasury:
        where = items[1]
        gold = tokens.positive(items[0], least=0)
        return (
            sheets.Treasury(gold, where) if isinstance(where, o.PlaceRef) else sheets.Treasury(gold, bearer=where)
        )

    def classes(self, items: list[Any]) -> sheets.Classes:
        return sheets.Classes(tuple(str(item).upper() for item in items))

    def kinds(self, items: list[Any]) -> sheets.Kinds:
        return sheets.Kinds(tuple(str(item).upper() for item in items))

    def founder(self, items: list[Any]) -> sheets.Founder:
        name, of, level, race, at, function, leader = items
        return sheets.Founder(
            name,
            str(of).upper(),
            tokens.positive(tokens.whole(level)),
            at,
            tokens.race(str(race or "")),
            leader is not None,
            tokens.one_of(function, "military", "civil"),
        )

    def troops(self, items: list[Any]) -> sheets.Troops:
        return sheets.Troops(*items)

    def recruits(self, items: list[Any]) -> sheets.Recruits:
        return sheets.Recruits(*items)

    def god(self, items: list[Any]) -> sheets.God:
        return sheets.God(str(items[0]).capitalize())

    def advantage(self, items: list[Any]) -> sheets.Advantages:
        return sheets.Advantages(tuple(str(item).lower() for item in items))

    def disadvantage(self, items: list[Any]) -> sheets.Disadvantages:
        return sheets.Disadvantages(tuple(str(item).lower() for item in items))
