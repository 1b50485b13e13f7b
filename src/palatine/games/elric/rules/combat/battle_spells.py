"""Spells in battle: revealing, Dispels, Eaters, Quaolnargn (9.2, 10.3, 10.4, 16; A-111)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import CHAOS_SHIELD, KIND, PERSON
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    BALO,
    CHAOS,
    DISPELS,
    IMMEDIATE,
    QUAOLNARGN,
    SPELL_TYPE,
)
from palatine.games.elric.components.tables import SPELLS_IN_BATTLE
from palatine.games.elric.rules.characters import immediate_spells
from palatine.games.elric.rules.characters.solo_fights import is_shielded
from palatine.games.elric.rules.combat.participants import (
    TURNED,
    VOID,
    WORKS,
    Battle,
    Cast,
    is_in_reach,
    is_meant,
    record_fallen,
    repeat_stage,
    side,
    the_battle,
    update_battle,
)
from palatine.games.elric.rules.combat.spell_laying import ACTS, EATS, conflicts, eater_prey, take_back, why_useless
from palatine.games.elric.rules.common import balance, cup, maintained_spells
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.margins import balo_chance
from palatine.games.elric.state import DRAWN, NOBODY, STORED_NAMES, ElricState, Group, pair, unpair


def seats_in(battle: Battle) -> tuple[int, ...]:
    """Return the seats in a battle, the attacker first."""
    return (battle.attacker,) if battle.defender == NOBODY else (battle.attacker, battle.defender)


# Revealing spells


def reveal_spells(s: ElricState, battle: Battle) -> None:
    """Reveal laid and maintained spells, the attacker's first (10.3).

    Spells of withheld magicians are not cast.
    """
    if s.laid or s.maintained:
        casts = [cast for seat in seats_in(battle) for cast in _casts_of(s, battle, seat)]
        if casts:
            update_battle(s, casts=tuple(casts))


def kept_casts(s: ElricState, battle: Battle, seat: int) -> list[Cast]:
    """Return a side's maintained spells, which are public, without withheld magicians (13.4f)."""
    idle = (*battle.held, *battle.aside)
    ready = [p for p in side(s, battle, seat) if p in s.maintained and p not in idle]
    return [Cast(seat, p, s.maintained[p], kept=True) for p in ready if ACTS[s.maintained[p]]][:SPELLS_IN_BATTLE]


def all_kept_casts(s: ElricState, battle: Battle) -> tuple[Cast, ...]:
    """Return the maintained spells of both sides, the attacker's first."""
    return tuple([cast for seat in seats_in(battle) for cast in kept_casts(s, battle, seat)])


def _casts_of(s: ElricState, battle: Battle, seat: int) -> list[Cast]:
    """Return a side's spells, at most three, maintained ones first (13.4f)."""
    group = [p for p in side(s, battle, seat) if KIND[p] == PERSON]
    ready = [p for p in group if p not in battle.held and p not in battle.aside]
    casts = kept_casts(s, battle, seat)
    for p in group:
        if is_meant(s, p, battle):
            if p in ready:
                casts.append(Cast(seat, p, s.laid[p], drawn=s.laid[p] == DRAWN))
            else:
                take_back(s, p, has_cast=False)
    for cast in casts:
        if cast.spell != DRAWN:
            s.log("revealed", "10.3", seat=seat, person=cast.person, spell=cast.spell, area=battle.area)
    return casts


def draw_spells(s: ElricState, battle: Battle) -> None:
    """Draw the spells of (!) personalities; immediate ones take effect (9.2j; A-59, A-113)."""
    at = next((at for at, cast in enumerate(battle.casts) if cast.spell == DRAWN and cast.fate == WORKS), -1)
    if at < 0:
        return
    repeat_stage(s)
    cast = battle.casts[at]
    is_gone = cast.person not in side(s, battle, cast.seat)  # It was removed by a spell drawn before.
    if is_gone or not cup.can_draw(s):
        _spoil_draw(s, battle, at)
        return
    spell = cup.draw_card(s, "spell drawn in battle")
    s.log("battle.draws", "9.2j", seat=cast.seat, person=cast.person, spell=spell, area=battle.area)
    if SPELL_TYPE[spell] == IMMEDIATE:
        _spoil_draw(s, battle, at)
        immediate_spells.act(s, spell, cast.person, cast.seat)
    elif why_useless(s, battle, cast.seat, cast.person, spell):
        _spoil_draw(s, battle, at)
        cup.discard_cards(s, (spell,))
        s.log("inapplicable", "9.2m", person=cast.person, spell=spell)
    else:
        fate = TURNED if conflicts(s, cast.person, spell) else WORKS
        s.laid[cast.person] = spell
        recast(s, battle, at, replace(cast, spell=spell, fate=fate))
        if fate == TURNED:
            s.log("turned", "9.2l", seat=cast.seat, person=cast.person, spell=spell)


def _spoil_draw(s: ElricState, battle: Battle, at: int) -> None:
    """Spoil a draw: the personality neither casts a spell nor fights in this battle (9.2m)."""
    s.laid.pop(battle.casts[at].person, None)
    recast(s, battle, at, replace(battle.casts[at], fate=VOID))


def recast(s: ElricState, battle: Battle, at: int, cast: Cast) -> Battle:
    return update_battle(s, casts=(*battle.casts[:at], cast, *battle.casts[at + 1 :]))


# Dispel Magic


def is_against(cast: Cast, seat: int) -> bool:
    """Return whether a spell works against a seat: its enemy's, or its own that turned on it."""
    return (cast.seat == seat) == (cast.fate == TURNED) and cast.fate != VOID


def dispel_targets(battle: Battle, seat: int) -> list[int]:
    """Return the indexes of the unmaintained spells a seat may dispel (13.4j, 16.3b; A-112)."""
    return [at for at, cast in enumerate(battle.casts) if is_against(cast, seat) and not cast.kept]


def name_targets(s: ElricState, battle: Battle) -> None:
    """Choose a target for each Dispel Magic, the attacker's first (ruling A-112)."""
    for at, cast in enumerate(battle.casts):
        if cast.spell in DISPELS and cast.fate == WORKS and not cast.kept and at not in battle.aims[::2]:
            repeat_stage(s)
            found = dispel_targets(battle, cast.seat)
            if len(found) > 1:
                s.push(ChooseDispelTarget(cast.seat, at))
            else:
                set_target(s, battle, at, found[0] if found else -1)
            return


def set_target(s: ElricState, battle: Battle, at: int, target: int) -> None:
    """Set the target of a Dispel Magic, -1 for none."""
    update_battle(s, aims=(*battle.aims, at, target))
    if target >= 0:
        cast = battle.casts[target]
        s.log(
            "aimed", "16.3b", seat=battle.casts[at].seat, person=battle.casts[at].person, spell=cast.spell,
            caster=cast.person,
        )  # fmt: skip


class ChooseDispelTarget(Step, frozen=True, tag=STORED_NAMES):
    """The choice of the spell that a Dispel Magic cancels (16.3b; ruling A-112)."""

    seat: int
    at: int
    """The index of the Dispel Magic among the spells of the battle."""
    may_roll = True
    needs_decision = True
    clause = "16.3b"
    verbs = {"dispel": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        battle = the_battle(s)
        return [
            ("dispel", pair(battle.casts[at].person, battle.casts[at].spell))
            for at in dispel_targets(battle, self.seat)
        ]

    def take(self, s: ElricState, action: Action) -> None:
        battle = the_battle(s)
        target = dispel_targets(battle, self.seat)[self.actions(s).index(action)]
        s.pop()
        set_target(s, battle, self.at, target)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        person, spell = unpair(action[1])
        if s.maintained.get(person) == spell:
            return Refusal("13.4j", "why.maintained", {"spell": spell})
        return Refusal("16.3b", "why.not-cast-against-you")


def dispel(s: ElricState, battle: Battle) -> Battle:
    """Cancel the targets: Dispels first, in reverse order of naming, then all others (A-112)."""
    pairs = list(zip(battle.aims[::2], battle.aims[1::2], strict=True))
    at_dispels = [each for each in pairs if each[1] >= 0 and battle.casts[each[1]].spell in DISPELS]
    rest = [each for each in pairs if each not in at_dispels]
    for at, target in (*reversed(at_dispels), *rest):
        if target >= 0 and battle.casts[at].fate == WORKS and battle.casts[target].fate != VOID:
            cast = battle.casts[target]
            battle = recast(s, battle, target, replace(cast, fate=VOID))
            s.log("battle.dispelled", "16.3b", spell=cast.spell, person=cast.person, seat=cast.seat)
    return battle


# Effects


def apply_spells(s: ElricState, battle: Battle) -> None:
    """Apply Dispels, then Balo's die, then the Eaters of both sides together (10.4c; A-111)."""
    if battle.casts:
        apply_eaters(s, roll_balo(s, dispel(s, battle)))


def roll_balo(s: ElricState, battle: Battle) -> Battle:
    """Roll for Balo the Jester, who works only on an odd die (16.2c; ruling A-156)."""
    for at, cast in enumerate(battle.casts):
        if cast.spell == BALO and cast.fate != VOID:
            works, tally = balo_chance(purpose="Balo").roll(s)
            kind = "balo.works" if works else "balo.fails"
            s.log(kind, "16.2c", tally=tally, person=cast.person, rolled=tally.rolled)
            if not works:
                return recast(s, battle, at, replace(cast, fate=VOID))
    return battle


def is_side_shielded(s: ElricState, battle: Battle, seat: int) -> bool:
    """Return whether the Chaos Shield covers a side (16.8a)."""
    bearer = s.bearer.get(CHAOS_SHIELD, -1)
    return bearer >= 0 and bearer in side(s, battle, seat)


def wards_off(s: ElricState, battle: Battle, cast: Cast, seat: int) -> bool:
    """Return whether the Chaos Shield protects a side from a (Chaos) spell (16.8a; A-80, A-115)."""
    return bool(s.bearer) and ALIGNMENT[cast.spell] == CHAOS and is_side_shielded(s, battle, seat)


def apply_eaters(s: ElricState, battle: Battle) -> None:
    """Remove the victims of the Eaters, chosen for both sides first (10.4c; ruling A-29)."""
    meals = [
        (cast, eater_victims(s, battle, cast)) for cast in battle.casts if EATS[cast.spell] and cast.fate == WORKS
    ]
    for cast, eaten in meals:
        left = [p for p in eaten if s.where[p] == battle.area and p not in the_battle(s).fallen]
        if not left:
            s.log("eats-nothing", "10.4c", spell=cast.spell, person=cast.person)
            continue
        s.log("eaten", "10.4c", spell=cast.spell, person=cast.person, group=left, area=battle.area)
        remove_eaten(s, left)


def eater_victims(s: ElricState, battle: Battle, cast: Cast) -> Group:
    """Return an Eater's victims: armies on land, ships at sea with cargo, personalities.

    The Chaos Shield protects from Chaos Eaters (16.8a).
    """
    prey = eater_prey(s, battle, cast.seat, cast.spell)
    if ALIGNMENT[cast.spell] == CHAOS:
        safe = [p for p in prey if is_shielded(s, p)]
        if safe:
            s.log("shielded", "16.8a", spell=cast.spell, piece=s.bearer[CHAOS_SHIELD])
        prey = tuple([p for p in prey if p not in safe])
    return prey


def remove_eaten(s: ElricState, group: Iterable[int]) -> None:
    """Eliminate armies and fleets; personalities escape after the battle (10.4c, 10.8a)."""
    eaten = list(group)
    eliminate(s, [p for p in eaten if KIND[p] != PERSON], "10.4c")
    persons = [p for p in eaten if KIND[p] == PERSON]
    leave_ships(s, persons)
    record_fallen(s, persons)


# Quaolnargn


def set_on(s: ElricState, battle: Battle) -> None:
    """Set each Quaolnargn on an enemy personality, who must fight it alone (16.2r; A-140)."""
    for at, cast in enumerate(battle.casts):
        if cast.spell != QUAOLNARGN or cast.fate != WORKS or at in battle.named:
            continue
        repeat_stage(s)
        update_battle(s, named=(*battle.named, at))
        foe = battle.foe(cast.seat)
        prey = [p for p in side(s, battle, foe) if KIND[p] == PERSON and is_in_reach(s, battle, p)]
        if wards_off(s, battle, cast, foe):
            s.log("shielded", "16.8a", spell=cast.spell, piece=s.bearer[CHAOS_SHIELD])
        elif len(prey) > 1:
            s.push(ChooseQuaolnargnTarget(cast.seat, tuple(prey)))
        elif prey:
            duel(s, prey[0])
        return


def duel(s: ElricState, person: int) -> None:
    s.log("set-on", "16.2r", spell=QUAOLNARGN, person=person)
    s.push(immediate_spells.Duel(s.owner[person], person, keep=False))


class ChooseQuaolnargnTarget(ChooseOne, frozen=True, tag=STORED_NAMES):
    """The choice of Quaolnargn's victim (16.2r; ruling A-140)."""

    seat: int
    prey: Group
    may_roll = True
    clause = "16.2r"
    verbs = {"set": "piece"}
    default_refusal = Refusal("16.2r", "why.not-in-battle")

    def candidates(self, s: ElricState) -> Group:
        return self.prey

    def on_chosen(self, s: ElricState, person: int) -> None:
        duel(s, person)


# Used spells


def spells_used(battle: Battle) -> Iterator[Cast]:
    """Return the spells used as magic, which shift the Balance: all not spoilt (9.4a; A-156)."""
    return (cast for cast in battle.casts if cast.fate != VOID)


def put_spells_away(s: ElricState, battle: Battle) -> None:
    """Discard or keep used spells and shift the Balance, before escapes.

    Spells stay if the Balance is tipped their way. See 9.6, 10.5c, 13.2b; A-155.
    """
    if not battle.casts:
        return
    for cast in battle.casts:
        if cast.kept or s.laid.get(cast.person) != cast.spell:
            continue
        del s.laid[cast.person]
        if cast.fate == VOID or not maintained_spells.maintain_if_tipped(s, cast.person, cast.spell, battle.area):
            cup.discard_cards(s, (cast.spell,))
    balance.shift_by_spells(s, [cast.spell for cast in spells_used(battle)])
