"""The battle round."""

from __future__ import annotations

from msgspec.structs import replace

from palatine.core import Sequence, Step
from palatine.games.demonlord.rules.combat.attacks import BattleMagic, Melee, MissileFire
from palatine.games.demonlord.rules.combat.reserves import MoveCharacters, Redeploy, opening_of_round
from palatine.games.demonlord.rules.combat.withdrawal import Withdrawal
from palatine.games.demonlord.state import DemonlordState


class Rounds(Step, frozen=True):
    """Step that repeats rounds until a side has withdrawn or lost its troops (BAT-06, BAT-08)."""

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        if battle is None:
            s.pop()
            return
        s.battle = replace(battle, round=battle.round + 1)
        s.log("round", "BAT-07", round=s.battle.round)
        s.push(Round())


class Round(Sequence, frozen=True):
    """A round: reserves, battle magic, missiles, melee, withdrawal (BAT-07).

    Redeployment follows magic and missiles.
    """

    order = (Redeploy, MoveCharacters, BattleMagic, Redeploy, MissileFire, Redeploy, Melee, Withdrawal)

    def run(self, s: DemonlordState) -> None:
        if s.battle is None:
            s.pop()
        else:
            Sequence.run(self, s)

    def stage(self, s: DemonlordState, kind: type[Step]) -> Step:
        if kind is Redeploy:
            return opening_of_round(s) if self.at == 0 else Redeploy(s.phasing, opening=False)
        return kind() if kind in (MissileFire, Melee) else kind(s.phasing)
