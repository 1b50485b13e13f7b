"""The captain's plan in words: the aim it chose, the reason, and the aim it rejected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Catalogue
from palatine.core.guidance.advice import AdviceReason, Alternative
from palatine.core.messages import capitalize
from palatine.games.lord_and_master.bot.outlook import Outlook
from palatine.games.lord_and_master.bot.parameters import CHAIN, CONQUEST, DENIAL, DIPLOMACY
from palatine.games.lord_and_master.rules.common.naming import owner_name, place_name
from palatine.games.lord_and_master.rules.victory import ALLIES, ALONE, OTHERS

CLAUSES: Final = {CHAIN: "LM-VIC-05", CONQUEST: "LM-VIC-01", DIPLOMACY: "LM-VIC-04"}
"""The clause of each aim's victory."""
MOST_SQUARES: Final = 3
"""Maximum number of missing squares of a chain that are named."""


class Plan:
    """The aim of a turn for a player to read."""

    def __init__(self, words: Catalogue, outlook: Outlook) -> None:
        self.words = words
        self.outlook = outlook
        self.rival = outlook.best_rival()
        _, self.own_way = outlook.prospects[outlook.me].nearest()
        _, self.rival_way = outlook.prospects[self.rival].nearest()

    def text(self) -> str:
        """Return the aim as a sentence."""
        return self.words.say("plan.aim", aim=self._aim(self.outlook.aim))

    def reason(self) -> AdviceReason:
        """Return the distances of the nation and its best rival."""
        outlook = self.outlook
        way = self.own_way if outlook.aim == DENIAL else outlook.aim
        own = self.words.say("plan.own", lacking=self._lacks(outlook.me, way))
        theirs = self.words.say(
            "plan.theirs",
            rival=owner_name(outlook.s, self.rival),
            lacking=self._lacks(self.rival, self.rival_way),
        )
        text = f"{capitalize(own)} {capitalize(theirs)}"
        return AdviceReason(text, CLAUSES[self.rival_way if outlook.aim == DENIAL else way])

    def rejected(self) -> Iterator[Alternative]:
        """Yield the best of the other aims."""
        outlook, mine = self.outlook, self.outlook.prospects[self.outlook.me]
        if outlook.turns_left_are_few():
            return
        if outlook.aim == DENIAL:
            aim, why = self.own_way, self.words.say("plan.rival-is-nearer", rival=owner_name(outlook.s, self.rival))
        else:
            _, aim = min((effort, way) for way, effort in mine.efforts().items() if way != outlook.aim)
            key = "consent" if aim == DIPLOMACY and not mine.is_bound else "farther"
            why = self.words.say(f"plan.{key}", lacking=self._lacks(outlook.me, aim))
        yield Alternative(capitalize(self._aim(aim)), capitalize(why), CLAUSES[aim])

    def _aim(self, aim: str) -> str:
        key = "most" if aim == CONQUEST and self.outlook.turns_left_are_few() else aim
        rival = owner_name(self.outlook.s, self.rival)
        return self.words.say(f"plan.{key}", rival=rival, alone=ALONE, others=OTHERS, allies=ALLIES)

    def _lacks(self, seat: int, way: str) -> str:
        prospect = self.outlook.prospects[seat]
        count, key = prospect.missing(way), way
        if way == DIPLOMACY and not prospect.is_bound:
            count -= 1
            key = "both" if count else "bond"
        if way == CHAIN and 0 < count <= MOST_SQUARES:
            key = "few"
        places = [place_name(self.outlook.s, square) for square in sorted(prospect.chain.missing)]
        return self.words.say(f"lacks.{key}", count=count, places=places)
