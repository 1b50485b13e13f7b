"""Previews of decisions in the battleline: deployment, targets, characters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import eq

from palatine.core.guidance.preview import Odds, PreviewItem
from palatine.games.demonlord.components.pieces import LEAD, POWER
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.odds import kill_chance
from palatine.games.demonlord.rules.combat.attacks import (
    AimAt,
    AimMagic,
    Attack,
    attack_chance,
    magic_missile_chance,
)
from palatine.games.demonlord.rules.combat.battles import Deploy, PlaceCharacter
from palatine.games.demonlord.rules.combat.casualties import ReassignCharacter, fate_chance
from palatine.games.demonlord.rules.combat.lines import companions
from palatine.games.demonlord.rules.combat.morale import DESTROYED, MAGIC, ROUTS, STANDS, morale_chance
from palatine.games.demonlord.rules.combat.reserves import (
    CommitUnit,
    JoinFight,
    MatchCommitment,
    MoveCharacter,
    single_enemies,
)
from palatine.games.demonlord.state import Battle


@preview(Deploy)
def preview_deploy(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the odds of a troop against the one that waits for an opponent."""
    if f.step.put >= 0:
        yield pair_odds(f, f.x, f.step.put)


@preview(MatchCommitment, "place")
def preview_match_commitment(f: PreviewContext) -> Iterator[PreviewItem]:
    yield pair_odds(f, f.x, f.step.forward)


@preview(JoinFight, "against")
def preview_join_fight(f: PreviewContext) -> Iterator[PreviewItem]:
    yield f.note("gang-up", "BAT-46", unit=f.x)
    yield pair_odds(f, f.step.unit, f.x)


@preview(CommitUnit, "pass")
def preview_commit_unit(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return a warning if passing leaves reserves unused that could join a fight."""
    battle = fought(f)
    reserves = battle.reserve[f.side] if f.step.window.opening else ()
    if reserves and single_enemies(battle, f.side):
        yield f.unused_option("reserves", "BAT-46", units=list(reserves), action=("place", reserves[0]))


def fought(f: PreviewContext) -> Battle:
    assert f.s.battle is not None
    return f.s.battle


def pair_odds(f: PreviewContext, u: int, v: int) -> Odds:
    """Return the odds of a round between two troops: missiles, then melee, with leaders."""
    battle = fought(f)
    mine, theirs = fall(f, battle, u, v), fall(f, battle, v, u)
    enemy = f.s.seats[f.enemy]
    results = [
        f.result("they-fall", mine * (1 - theirs), {enemy: 1.0}, target=v),
        f.result("you-fall", theirs * (1 - mine), {f.seat: 1.0}, unit=u),
        f.result("both-fall", mine * theirs, {f.seat: 1.0, enemy: 1.0}),
        f.result("neither-falls", (1 - mine) * (1 - theirs)),
    ]
    return f.odds("pair", results, "BAT-21", unit=u, target=v)


def fall(f: PreviewContext, battle: Battle, u: int, v: int) -> float:
    """Return the chance that `u` routs or destroys `v` in a round."""
    phasing = f.s.side_of(u) == f.s.phasing
    return kill_chance(u, v, lead_of(battle, u), lead_of(battle, v), battle.terrain, phasing)


def lead_of(battle: Battle, u: int) -> int:
    return max([0, *[LEAD[c] for c in companions(battle, u)]])


# Aimed attacks


@preview(AimAt)
def preview_aim_at(f: PreviewContext) -> Iterator[PreviewItem]:
    yield attack_odds(f, f.step.kind, Attack(f.step.attacker, f.x))


@preview(AimMagic, "fire")
def preview_aim_magic(f: PreviewContext) -> Iterator[PreviewItem]:
    battle = fought(f)
    if f.step.caster not in battle.casters:
        yield f.note("battle-magic", "MAG-05", unit=f.step.caster)
    yield attack_odds(f, MAGIC, Attack(f.step.caster, f.x))


def attack_odds(f: PreviewContext, kind: str, attack: Attack) -> Odds:
    """Return the odds of an attack: hit, and the target's morale check."""
    battle, u = fought(f), attack.target
    chance = attack_chance(f.s, battle, kind, attack)
    hit = chance.distribution()
    owner = f.s.seats[f.s.side_of(u)]
    checked = morale_chance(f.s, battle, u, kind).distribution()
    results = [f.result("misses", 1 - hit.probability())]
    for key, result in (("stands", STANDS), ("routs", ROUTS), ("destroyed", DESTROYED)):
        share = hit.probability() * checked.probability(partial(eq, result))
        results.append(f.result(key, share, {} if result == STANDS else {owner: 1.0}, unit=u))
    return f.odds(
        "attack",
        [each for each in results if each.chance],
        "MAG-18" if kind == MAGIC else "BAT-27",
        f.modifiers(chance.tally),
        unit=attack.attacker,
        target=u,
        odds=(hit.count(), hit.throws),
    )


# Characters


@preview(PlaceCharacter, "with")
@preview(ReassignCharacter, "with")
@preview(MoveCharacter, "with")
def preview_post(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return a character's effects on the troop, and the risk."""
    c = f.step.character if hasattr(f.step, "character") else f.step.chosen
    if c < 0:
        c = f.step.characters[0]
    if LEAD[c] > 0:
        yield f.note("leads", "BAT-31", unit=c, troop=f.x, amount=LEAD[c])
    if POWER[c]:
        hits = magic_missile_chance(c).distribution()
        yield f.note("missiles", "MAG-17", unit=c, odds=(hits.count(), hits.throws))
    fate = fate_chance().distribution()
    killed, routs = [(fate.ways[result], fate.throws) for result in ("killed", "routs")]
    yield f.note("fate", "BAT-58", unit=c, killed=killed, routs=routs)
