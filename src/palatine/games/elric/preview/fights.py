"""The odds of a battle, from both totals, the dice and the results table (10.4 to 10.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import neg
from typing import Final

from msgspec.structs import replace

from palatine.core import Distribution, Tally
from palatine.core.guidance.preview import Odds, PreviewItem
from palatine.core.guidance.preview_context import Losses
from palatine.games.elric.components.pieces import CAPACITY, ELRIC, KIND, PERSON, VALUE
from palatine.games.elric.components.tables import SPELLS_IN_BATTLE, result_of
from palatine.games.elric.components.tables import CombatResult as Row
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.sorcery import CastableSpells, castable_spells, devoured, worth
from palatine.games.elric.rules.combat.aftermath import falls, garrison, leaving
from palatine.games.elric.rules.combat.battle_spells import all_kept_casts
from palatine.games.elric.rules.combat.combat import (
    coming_battle_chance,
    is_called_off,
    is_open,
    is_stormed,
    odds,
    swords_drawn,
)
from palatine.games.elric.rules.combat.losses import best, exposed_in_battle, side_to_lose
from palatine.games.elric.rules.combat.participants import (
    CITY,
    Battle,
    Cast,
    abstaining,
    current,
    has_part,
    is_meant,
    side,
)
from palatine.games.elric.rules.combat.spell_laying import ADDS, may_cast
from palatine.games.elric.rules.common.stormbringer import sword_chance, wielder
from palatine.games.elric.secrecy import unseen
from palatine.games.elric.state import DRAWN, NOBODY, ElricState

ALL_LOST: Final = 99
POOR: Final = 0.5
"""Chance to win below which a battle is warned of."""
RISKY: Final = 1 / 3
"""Chance to lose units from which a battle is warned of."""


class BattleEstimate:
    """A battle as known to a seat: with its own laid spells, without hidden ones."""

    def __init__(self, context: PreviewContext, battle: Battle, s: ElricState | None = None) -> None:
        self.context = context
        self._outcomes: dict[int, tuple[str, Losses]] = {}
        self.s = s or context.s
        aside = battle.aside or abstaining(self.s, battle)
        begun = replace(battle, aside=aside)
        begun = replace(begun, casts=battle.casts or casts_for(self.s, begun, context.place))
        self.is_fought = not is_called_off(self.s, begun) and not is_open(self.s, begun)
        """True if dice are rolled: both sides have fighters, and no undefended open city falls."""
        self.eaten = devoured(self.s, begun)
        battle = replace(begun, fallen=(*begun.fallen, *self.eaten))
        self.battle = replace(battle, garrison=garrison(self.s, battle))
        self.totals: tuple[Tally, Tally] = odds(self.s, self.battle)
        self.roll = coming_battle_chance(self.s, self.battle)
        self.margins = self.roll.distribution()

    @property
    def is_mine(self) -> bool:
        return self.battle.attacker == self.context.place

    @property
    def chance(self) -> float:
        """The chance that the viewing seat wins."""
        return self.margins.probability(self.wins)

    def wins(self, margin: int) -> bool:
        """Return whether the viewing seat wins by an attacker's margin."""
        return margin > 0 if self.is_mine else margin < 0

    def castable_spells(self) -> CastableSpells:
        """Return the spells the viewing seat could still cast, if spells can still be laid."""
        if current(self.s) is not None:
            return CastableSpells()
        return castable_spells(self.s, self.battle, self.context.place)

    @property
    def is_risky(self) -> bool:
        """True if the viewing seat is likely to lose, or may well lose units."""
        loses = self.margins.probability(lambda margin: self.outcome(margin)[1].get(self.context.seat))
        return self.chance < POOR or loses >= RISKY

    @cached_property
    def falls(self) -> Distribution[bool]:
        """The probability that the attacked city falls."""
        return self.margins.map(self.takes) if self.is_fought else Distribution([(is_open(self.s, self.battle), 1)])

    def odds(self, is_settled: bool = True) -> Odds:
        """Return every possible result of the table, with the costs to both sides.

        The odds refer to a single roll only if the fighters are settled (`is_settled`) and no spell lies face down.
        """
        attack, defence = self.totals
        title = self.context.say("odds.battle", area=self.battle.area, attack=attack.total, defence=defence.total)
        parts = (*self._parts(attack, 1), *self._parts(defence, -1))
        found = self.context.odds_of(title, self.roll, self.outcome, "10.5a", neg, parts)
        return found if is_settled and not self.is_veiled else Odds(title, found.results, parts, "10.5a")

    @property
    def is_veiled(self) -> bool:
        """True if a face-down spell in the battle is not counted in the odds."""
        s, me = self.s, self.context.place
        veiled = [p for p, spell in s.laid.items() if s.owner[p] != me or spell == DRAWN]
        return any([s.where[p] == self.battle.area and is_meant(s, p, self.battle) for p in veiled])

    def _parts(self, tally: Tally, sign: int) -> Iterator[tuple[str, str, str]]:
        words, battle = self.context, self.battle
        seat = battle.attacker if sign > 0 else battle.defender
        for part in tally.parts:
            reason = words.say("odds.part", who=self.name(seat), reason=words.say(f"tally.{part.reason}"))
            yield words.say("odds.amount", amount=sign * part.amount), reason, part.clause
        if count := self.hidden_spells(seat):
            most = sum(sorted([worth(self.s, spell) for spell in self.pool()], reverse=True)[:count])
            reason = words.say("odds.hidden", who=self.name(seat), count=count)
            yield words.say("odds.up-to", amount=sign * most), reason, "9.2b"

    def name(self, seat: int) -> str:
        words = self.context
        return words.say("odds.you" if seat == self.context.place else "odds.city" if seat == NOBODY else "odds.seat",
                         seat=seat)  # fmt: skip

    def hidden_spells(self, seat: int) -> int:
        """Return how many spells a seat may have in the battle, hidden from the viewer."""
        s, battle = self.s, self.battle
        if seat in (NOBODY, self.context.place) or any(
            [cast.seat == seat and not cast.kept for cast in battle.casts]
        ):
            return 0
        here = [
            p for p in side(s, battle, seat) if KIND[p] == PERSON and CAPACITY[p] >= 0 and p not in battle.aside
        ]
        laid = [p for p in here if is_meant(s, p, battle)]
        ready = [p for p in here if s.hand.get(p) and may_cast(s, p)]
        return min(len(laid) or len(ready), SPELLS_IN_BATTLE)

    def pool(self) -> list[int]:
        """Return the spells that may be among the hidden ones."""
        return [spell for spell in unseen(self.s, self.context.place) if ADDS[spell]]

    def outcome(self, margin: int) -> tuple[str, Losses]:
        """Return the text of a margin's result, with all equivalent margins, and the losses."""
        if margin not in self._outcomes:
            kind = self._kind(margin)
            alike = [abs(each) for each in (*self.margins, margin) if self._kind(each) == kind]
            self._outcomes[margin] = self._text(margin, (min(alike), max(alike))), self._losses(margin)
        return self._outcomes[margin]

    def _kind(self, margin: int) -> tuple[int, int, bool]:
        """Return a key of a margin's result: the loser, the losses, and whether the city falls."""
        row = result_of(abs(margin))
        lost = ALL_LOST if row.eliminated or self.storms(margin) else row.losses
        return (margin > 0) - (margin < 0), lost, self.takes(margin)

    def at(self, margin: int) -> Battle:
        return replace(self.battle, margin=margin)

    def storms(self, margin: int) -> bool:
        """Return whether a margin eliminates a whole garrison (7.5.2h)."""
        return margin > 0 and self.battle.defender != NOBODY and is_stormed(self.s, self.at(margin))

    def takes(self, margin: int) -> bool:
        """Return whether the city falls by a margin."""
        s, battle = self.s, self.battle
        if margin <= 0 or battle.kind != CITY:
            return False
        left: tuple[int, ...] = side(s, battle, battle.defender) if self.stays else ()
        row, exposed = result_of(margin), exposed_in_battle(s, battle, battle.defender)
        if self.storms(margin) or row.eliminated or sum([VALUE[p] for p in exposed]) <= row.losses:
            left = tuple([p for p in left if not has_part(s, battle, p)])
        return falls(s, self.at(margin), side(s, battle, battle.attacker), left)

    @property
    def stays(self) -> bool:
        """True if the defenders stay in their walled city even when beaten (10.7h)."""
        seat = self.battle.defender
        return seat != NOBODY and not leaving(self.s, self.battle, seat)

    def _text(self, margin: int, span: tuple[int, int]) -> str:
        words, battle = self.context, self.battle
        if not margin:
            return words.say("odds.even")
        loser = battle.defender if margin > 0 else battle.attacker
        won = "lost" if loser == self.context.place else "won"
        fate = self._fate(margin, result_of(abs(margin)), loser)
        end = ""
        if battle.kind == CITY and margin > 0:
            end = words.say("odds.falls" if self.takes(margin) else "odds.holds", area=battle.area)
        return words.say(f"odds.{won}", margin=span, foe=self.name(loser), fate=fate, end=end)

    def _fate(self, margin: int, row: Row, loser: int) -> str:
        words = self.context
        if loser == NOBODY:
            return ""
        person = "you" if loser == self.context.place else "they"
        if self.storms(margin) or row.eliminated:
            return words.say(f"odds.{person}-die")
        stays = loser == self.battle.defender and self.stays
        key = "lose" if stays else "retreat"
        if row.losses:
            return words.say(f"odds.{person}-{key}", losses=row.losses)
        return words.say(f"odds.{person}-stay" if stays else f"odds.{person}-go")

    def _losses(self, margin: int) -> dict[str, float]:
        s, battle = self.s, self.at(margin)
        found = {s.seats[seat]: float(count) for seat in range(len(s.seats)) if (count := self._eaten_count(seat))}
        loser = battle.loser()
        if loser == NOBODY:
            return found
        row = result_of(abs(margin))
        if row.eliminated or (margin > 0 and self.storms(margin)):
            lost = len([p for p in side_to_lose(s, battle, loser) if row.eliminated or has_part(s, battle, p)])
        else:
            lost = units_for(exposed_in_battle(s, battle, loser), row.losses)
        name = s.seats[loser]
        return {**found, name: found.get(name, 0.0) + lost} if lost else found

    def _eaten_count(self, seat: int) -> int:
        """Return the number of a seat's units that Eaters take."""
        return len([p for p in self.eaten if self.s.owner[p] == seat and KIND[p] != PERSON])


def casts_for(s: ElricState, battle: Battle, seat: int) -> tuple[Cast, ...]:
    """Return the spells in a battle known to a seat: maintained ones, and its own laid ones."""
    idle = (*battle.held, *battle.aside)
    laid = [(p, spell) for p, spell in s.laid.items() if s.owner[p] == seat and spell != DRAWN and p not in idle]
    own = [Cast(seat, p, spell) for p, spell in laid if s.where[p] == battle.area and is_meant(s, p, battle)]
    return (*all_kept_casts(s, battle), *own)


def units_for(exposed: Sequence[int], owed: int) -> int:
    """Return the number of units of a loss, where the loser gives the smallest first."""
    left, lost = best(exposed, owed), 0
    for p in sorted(exposed, key=lambda p: (VALUE[p], p)):
        if 0 < VALUE[p] <= left:
            left -= VALUE[p]
            lost += 1
    return lost


def sword_lines(context: PreviewContext, fight: BattleEstimate) -> Iterator[PreviewItem]:
    """Warn of the black swords, which may slay after the battles (12.1.4)."""
    s = context.s
    for sword in swords_drawn(fight.s, fight.battle, context.place):
        victim = s.controller if sword == ELRIC else wielder(s)
        if victim < 0:
            continue
        key = "stormbringer" if sword == ELRIC else "mournblade"
        clause = "12.1.4c" if sword == ELRIC else "16.8g"
        yield context.roll_line(key, clause, sword_chance(key), weight="warning", person=victim)
