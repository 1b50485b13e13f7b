"""Encounters: searching features, meeting characters, by a plan of tactics (3.3, 3.12, 5)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.combatant import Combatant, of_monster, of_person
from palatine.games.adventurer_kings.deaths import die_in_fight
from palatine.games.adventurer_kings.duels import duelist
from palatine.games.adventurer_kings.experience import learn_by_doing
from palatine.games.adventurer_kings.exploring import learn_of
from palatine.games.adventurer_kings.fighting import BEGGED, CHARMED, FLED, SLAIN, Fight
from palatine.games.adventurer_kings.negotiating import fulfil, talk_to_monster, talk_to_person
from palatine.games.adventurer_kings.scouting import scout
from palatine.games.adventurer_kings.slaying import slay_monster, tame_monster
from palatine.games.adventurer_kings.state import ALLIED, FREE
from palatine.games.adventurer_kings.stealing import steal_from_monster, steal_from_person
from palatine.games.adventurer_kings.turn import Failed, Turn, need
from palatine.games.adventurer_kings.wayside import random_encounter

HOSTILE = o.Fire | o.Strike | o.Cast
EVADES: Final = 50
"""The percentage of Kings' hostile visits that Heroes evade (3.12)."""
SAYS: Final = 160


def is_hostile(plan: o.Plan, t: Turn) -> bool:
    """Whether a plan has combat tactics or combat spells in it, Charm among them (3.12)."""
    return any(isinstance(each, HOSTILE) or (isinstance(each, o.UseItem) and harms(t, each.item)) for each in plan)


def harms(t: Turn, item: int) -> bool:
    found = t.s.items.get(item)
    return found is not None and (
        "weapon" in c.ITEMS[found.kind].kinds
        or (c.ITEMS[found.kind].spell >= 0 and c.SPELLS[c.ITEMS[found.kind].spell].combat)
    )


def without_talk(plan: o.Plan) -> o.Plan:
    """What is left for a fight: no words, gifts or thefts, which come before it or not at all."""
    return tuple(each for each in plan if isinstance(each, o.Cast | o.UseItem | o.Fire | o.Strike | o.Flee | o.Say))


def fight_experience(t: Turn, n: int, fight: Fight) -> None:
    """What arrows, blows and spells teach whoever lives (3.19)."""
    me = next((side for side in fight.sides if side.number == n), None)
    if me is None or t.s.people[n].died:
        return
    if me.missile and not me.arrows:
        learn_by_doing(t, n, c.AR, "fire")
    if fight.span == 2:
        learn_by_doing(t, n, c.ME, "melee")
    for spell in sorted(me.used):
        if c.SPELLS[spell].ability in me.levels:
            learn_by_doing(t, n, c.SPELLS[spell].ability, "combat_spell")


# Search (3.3)


def search(t: Turn, n: int, action: o.Search) -> None:
    """Face the guardian of a feature, for its treasure; then perhaps scout it (3.3)."""
    s = t.s
    feature = s.features.get(action.feature)
    person = s.people[n]
    if feature is None or feature.place != person.place:
        raise Failed("AK-3.3-01", "fail.no-feature", number=action.feature)
    hidden = feature.is_hidden and action.feature not in s.lore[person.seat]
    need(not hidden, "AK-4.2.3-05", "fail.no-feature", number=action.feature)
    if refuses(t, n, feature.hp if feature.monster >= 0 else 0):
        t.tell("refused", "AK-2.4-06", t.witnesses(n), who=n)
        return
    learn_of(t, person.seat, action.feature)
    t.tell("searches", "AK-3.3-02", t.witnesses(n), who=n, feature=action.feature, place=person.place)
    used: set[type] = set()
    if feature.monster >= 0 and person.seat not in feature.friends:
        face_guardian(t, n, action, used)
    elif any(isinstance(each, o.Fulfil) for each in action.plan):
        fulfil(t, n, action.feature, action.plan)
    person = s.people[n]
    if not person.died and any(isinstance(each, o.Scout) for each in action.plan):
        scout(t, n, action.feature, used)
    if not s.people[n].died:
        random_encounter(t, n)


def refuses(t: Turn, n: int, hit_points: int) -> bool:
    """A cautious or cowardly Hero may not want to; a King never refuses (2.4)."""
    person = t.s.people[n]
    if person.is_king or person.temper not in (c.CAUTIOUS, c.COWARDLY) or not hit_points:
        return False
    mine = 10 + 4 * t.skill(n, c.ME) + 3 * t.skill(n, c.AR) + 4 * max([t.skill(n, magic) for magic in c.MAGICS])
    fear = max(0.0, min(1.0, (hit_points - mine) / 20))
    percent = 1 + 49 * fear if person.temper == c.CAUTIOUS else 50 + 50 * fear
    return t.chance(percent, "refusal")


def face_guardian(t: Turn, n: int, action: o.Search, used: set[type]) -> None:
    """The plan, tactic by tactic, until something is decided (5)."""
    s = t.s
    number = action.feature
    plan = action.plan
    for at, tactic in enumerate(plan):
        used.add(type(tactic))
        if isinstance(tactic, o.Say):
            t.tell("says", "AK-5.4-04", t.witnesses(n), who=n, text=tactic.text[:SAYS])
        elif isinstance(tactic, o.GiveItem):
            give_to_guardian(t, n, number, tactic.item)
        elif isinstance(tactic, o.Talk):
            result = talk_to_monster(t, n, number)
            if result == "attacks":
                return fight_guardian(t, n, number, plan[at + 1 :])
            if result == "proposes":
                return None
        elif isinstance(tactic, o.Fulfil):
            return fulfil(t, n, number, plan)
        elif isinstance(tactic, o.Steal):
            caught = steal_from_monster(t, n, number, plan[:at])
            return fight_guardian(t, n, number, plan[at + 1 :], t.die(3, "range") - 1) if caught else None
        elif isinstance(tactic, o.Flee):
            t.tell("withdraws", "AK-5.6-01", t.witnesses(n), who=n)
            return None
        elif isinstance(tactic, o.Cast) and tactic.spell == "IL-IN" and before_theft(plan[at + 1 :]):
            continue
        elif not isinstance(tactic, o.Scout):
            return fight_guardian(t, n, number, plan[at:])
    if not s.people[n].died and not any(isinstance(each, o.Scout | o.Talk) for each in plan):
        fight_guardian(t, n, number, ())
    return None


def before_theft(rest: o.Plan) -> bool:
    return any(isinstance(each, o.Steal) for each in rest)


def give_to_guardian(t: Turn, n: int, number: int, item: int) -> None:
    """A present for a guardian lies with its treasure (5.7)."""
    found = t.s.items.get(item)
    if found is not None and found.bearer == n:
        t.s.set_item(item, bearer=0, feature=number)
        t.forget_skills()
        t.tell("gift", "AK-5.7-01", t.witnesses(n), who=n, item=item, feature=number)


def fight_guardian(t: Turn, n: int, number: int, plan: o.Plan, span: int = 0) -> None:
    """Single combat with the guardian; its treasure to whoever beats it (3.3, 5.9)."""
    s = t.s
    feature = s.features[number]
    foe = of_monster(t, feature.monster, feature)
    me = of_person(t, n, without_talk(plan))
    me = duelist(t, me, foe.is_of("humanoid"))
    if t.has_office(n, c.DEFENDER):
        me.melee += 1
    fight = Fight(t, me, foe, span).run()
    fight_experience(t, n, fight)
    if fight.end == SLAIN and fight.loser is me:
        die_in_fight(t, n, 0)
    elif fight.end == SLAIN:
        slay_monster(t, n, feature.monster, foe.most)
        s.set_feature(number, monster=-1, hp=0, boldness=0)
        plunder(t, n, number)
    elif foe.hp < foe.most:
        suspend_raids(t, n, number, feature.hp)
    if fight.iced is foe and fight.end == FLED:
        plunder(t, n, number, loose_only=True)


def suspend_raids(t: Turn, n: int, number: int, hit_points: int) -> None:
    """Hurt, a monster keeps at home for a while (9.2, 10.1)."""
    feature = t.s.features[number]
    if feature.boldness > 0:
        tame_monster(t, n, hit_points)
        t.s.set_feature(number, boldness=0)


def plunder(t: Turn, n: int, number: int, loose_only: bool = False) -> None:
    """The treasure is the finder's King's; items are his (3.3)."""
    s = t.s
    feature = s.features[number]
    seat = s.people[n].seat
    items = [i for i, item in s.items.items() if item.feature == number]
    gold = 0 if loose_only else feature.gold
    for i in items:
        s.set_item(i, bearer=n, feature=0)
    s.set_feature(number, gold=feature.gold - gold)
    if seat >= 0 and gold:
        s.pay(seat, gold)
    t.forget_skills()
    learn_of(t, seat, number)
    t.tell("treasure", "AK-3.3-02", t.witnesses(n), who=n, feature=number, gold=gold, items=items)
    t.happen(s.people[n].place, n, "seen-treasure", who=n, feature=number)


# Encounter (3.12)


def encounter(t: Turn, n: int, action: o.Encounter) -> None:
    """Meet another character here, in peace or not (3.12)."""
    s = t.s
    other = s.people.get(action.character)
    if other is None or other.died or other.place != s.people[n].place or action.character == n:
        raise Failed("AK-3.12-01", "fail.not-here", other=action.character)
    meet(t, n, action.character, action.plan)


def meet(t: Turn, n: int, foe: int, plan: o.Plan) -> None:
    """Whether the other can be brought to it, and what then happens (3.12)."""
    s = t.s
    if is_hostile(plan, t) and not accepts(t, n, foe):
        t.tell("evaded", "AK-3.12-02", t.witnesses(n), who=n, other=foe)
        return
    if is_hostile(plan, t) and refuses(t, n, 10 + 4 * t.skill(foe, c.ME)):
        t.tell("refused", "AK-2.4-06", t.witnesses(n), who=n)
        return
    contact(t, n, foe)
    t.tell("meets", "AK-5.0-01", t.witnesses(n, foe), who=n, other=foe, place=s.people[n].place)
    confront(t, n, foe, plan)


def accepts(t: Turn, n: int, foe: int) -> bool:
    """Kings, and who leads armies, only if both try; a Hero gets out of the way of a King half the time (3.12)."""
    s = t.s
    if is_mutual(t, n, foe):
        return True
    if s.people[foe].is_king or s.led_by(foe):
        return False
    return not (s.people[n].is_king and t.chance(EVADES, "evading a King"))


def is_mutual(t: Turn, n: int, foe: int) -> bool:
    """Whether each tries to encounter the other in this place and phase (3.12, A111)."""
    action = t.acts.get(foe, [None] * 5)[t.phase - 1]
    return isinstance(action, o.Encounter | o.Pursue) and action.character == n


def contact(t: Turn, n: int, foe: int) -> None:
    """Two kingdoms have met (12.1)."""
    s = t.s
    one, two = s.people[n].seat, s.people[foe].seat
    for seat, other in ((one, two), (two, one)):
        if seat >= 0 and other >= 0 and seat != other and other not in s.kingdoms[seat].met:
            s.set_kingdom(seat, met=(*s.kingdoms[seat].met, other))


def confront(t: Turn, n: int, foe: int, plan: o.Plan) -> None:
    """The plan, tactic by tactic (5)."""
    for at, tactic in enumerate(plan):
        if isinstance(tactic, o.Say):
            t.tell("says", "AK-5.4-04", t.witnesses(n, foe), who=n, text=tactic.text[:SAYS])
        elif isinstance(tactic, o.GiveItem):
            hand_item(t, n, foe, tactic.item)
        elif isinstance(tactic, o.Talk):
            talk_to_person(t, n, foe)
            return
        elif isinstance(tactic, o.Steal):
            if steal_from_person(t, n, foe, plan[:at]) == "fight":
                fight_person(t, n, foe, plan[at + 1 :], t.die(3, "range") - 1)
            return
        elif isinstance(tactic, o.Flee):
            return
        elif isinstance(tactic, HOSTILE | o.UseItem):
            if isinstance(tactic, o.Cast) and tactic.spell == "IL-IN" and before_theft(plan[at + 1 :]):
                continue
            fight_person(t, n, foe, plan[at:])
            return


def hand_item(t: Turn, n: int, to: int, item: int) -> bool:
    """An item changes hands (3.18, 5.7)."""
    found = t.s.items.get(item)
    if found is None or found.bearer != n or t.s.people[n].visitor:
        return False
    t.s.set_item(item, bearer=to)
    t.forget_skills()
    t.tell("given", "AK-3.18-01", t.witnesses(n, to), who=n, other=to, item=item)
    return True


def answer(t: Turn, n: int, foe: int) -> o.Plan:
    """With what the one met defends himself: his own plan if he came for it too, else his Special Plan (A115)."""
    if is_mutual(t, n, foe):
        action = t.acts[foe][t.phase - 1]
        assert isinstance(action, o.Encounter | o.Pursue)
        return without_talk(action.plan)
    return t.plans.get(foe, ())


def fight_person(t: Turn, n: int, foe: int, plan: o.Plan, span: int = 0, fury: bool = False) -> Fight:
    """Personal combat of two characters (5)."""
    me = duelist(t, of_person(t, n, without_talk(plan)), True)
    other = duelist(t, of_person(t, foe, answer(t, n, foe)), True)
    if fury:
        me.temper = c.BERSERK
    fight = Fight(t, me, other, span).run()
    for each in (n, foe):
        fight_experience(t, each, fight)
    if fight.end == SLAIN and fight.loser is not None and fight.winner is not None:
        t.s.honour(fight.winner.number, 28, 2)
        die_in_fight(t, fight.loser.number, fight.winner.number, fight)
    elif fight.end in (CHARMED, BEGGED, FLED):
        end_peacefully(t, fight)
    return fight


def end_peacefully(t: Turn, fight: Fight) -> None:
    loser: Combatant | None = fight.loser
    if loser is not None:
        t.tell("parted", "AK-5.9-01", t.witnesses(*[side.number for side in fight.sides]), who=loser.number)


def give(t: Turn, n: int, action: o.Give) -> None:
    """An item, perhaps for another; gold only from a King to another King's people (3.18)."""
    s = t.s
    person, other = s.people[n], s.people.get(action.to)
    if other is None or other.died or other.place != person.place:
        raise Failed("AK-3.18-01", "fail.not-here", other=action.to)
    if action.gold and not action.item:
        give_gold(t, n, action.to, action.gold)
        return
    found = s.items.get(action.item)
    need(found is not None and found.bearer == n, "AK-3.18-01", "fail.no-item", number=action.item)
    if action.in_return:
        exchange(t, n, action)
        return
    hand_item(t, n, action.to, action.item)


def exchange(t: Turn, n: int, action: o.Give) -> None:
    """Both gifts are made at once, or none (3.18, A110)."""
    other = t.acts.get(action.to, [None] * 5)[t.phase - 1]
    wanted = t.s.items.get(action.in_return)
    is_met = (
        isinstance(other, o.Give) and other.to == n and other.item == action.in_return
        and other.in_return in (0, action.item) and wanted is not None and wanted.bearer == action.to
    )  # fmt: skip
    if not is_met:
        raise Failed("AK-3.18-02", "fail.no-exchange", item=action.in_return)
    hand_item(t, n, action.to, action.item)
    hand_item(t, action.to, n, action.in_return)
    t.acts[action.to][t.phase - 1] = None


def give_gold(t: Turn, n: int, to: int, gold: int) -> None:
    """At most a tenth of what was in the treasury, but always ten (3.18, A28)."""
    s = t.s
    seat, other = s.people[n].seat, s.people[to].seat
    need(s.people[n].is_king, "AK-3.18-03", "fail.only-kings")
    need(other not in (seat, FREE), "AK-3.18-03", "fail.no-player", other=to)
    given = t.gifts.get(seat, 0)
    most = max(s.kingdoms[seat].opening_gold // 10, 10) - given
    need(gold <= most, "AK-3.18-04", "fail.too-much-gold", gold=most)
    need(gold <= s.kingdoms[seat].gold, "AK-3.18-04", "fail.no-gold", gold=gold)
    t.gifts[seat] = given + gold
    s.pay(seat, -gold)
    s.pay(other, gold)
    contact(t, n, to)
    t.tell("gold-given", "AK-3.18-03", t.witnesses(n, to), who=n, other=to, gold=gold)


def is_ally(t: Turn, n: int, other: int) -> bool:
    return t.s.relation(t.s.people[n].seat, t.s.people[other].seat) == ALLIED
