"""Talk, proposals of guardians, and their fulfilment (5.4)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.experience import learn_by_doing
from palatine.games.adventurer_kings.naming import named
from palatine.games.adventurer_kings.recruiting import MOST_OFFER, price
from palatine.games.adventurer_kings.slaying import tame_monster
from palatine.games.adventurer_kings.state import ALLIED, FREE, PEACE, Feature, Proposal
from palatine.games.adventurer_kings.turn import Turn

ATTACKS, IGNORES = 4, 7
"""Totals up to which a guardian attacks, and ignores; above it proposes something."""
HONOUR: Final = (98, 98, 95, 90, 85, 65, 55)
"""By alignment: the percentage of guardians that keep their word, 5 less for each step apart."""
BRING_GOLD, BRING_ITEM, SLAY, MAKE_PEACE, BLESS_LAND, RIDDLE, DISARM, EXPLORE, DUEL = range(9)
BY_DIE: Final = (BRING_GOLD, BRING_GOLD, BRING_ITEM, SLAY, MAKE_PEACE, BLESS_LAND, RIDDLE, DISARM, EXPLORE, DUEL)
RIDDLES: Final = ("shadow", "time", "fire", "echo", "river", "night", "name", "wind")
"""Answers; the questions are among the messages."""
GOLDEN_TONGUE: Final = 34


def can_talk(t: Turn, n: int, species: int) -> bool:
    """Whether a character and a monster understand each other (4.3.2)."""
    return t.skill(n, c.DR) >= c.MONSTERS[species].talk or bool(t.gear(n, "truth"))


def talk_to_monster(t: Turn, n: int, number: int) -> str:
    """It attacks, ignores him, or proposes something (5.4)."""
    s = t.s
    feature = s.features[number]
    monster = c.MONSTERS[feature.monster]
    learn_by_doing(t, n, c.DR, "talk")
    if not can_talk(t, n, feature.monster):
        t.tell("no-words", "AK-4.3.2-04", t.witnesses(n), who=n, monster=feature.monster)
        return "ignores"
    person = s.people[n]
    steps = abs(person.alignment - monster.alignment)
    total = t.die(6, "talk") + t.die(6, "talk") + t.skill(n, c.DR) - round(steps / 2)
    total += 2 * (person.alignment == c.DRUIDIC) + 2 * (steps == 0) + t.has_title(n, GOLDEN_TONGUE)
    total += 2 * t.masters(n, c.DR, 3) + sum(t.gear(n, "talk")) // 10
    if total <= ATTACKS and not is_lord_of(t, n, monster):
        t.tell("talk-attacks", "AK-5.4-01", t.witnesses(n), who=n, monster=feature.monster)
        return "attacks"
    if feature.boldness:
        tame_monster(t, n, feature.hp)
        s.set_feature(number, boldness=0)
    if total <= IGNORES:
        t.tell("talk-ignores", "AK-5.4-01", t.witnesses(n), who=n, monster=feature.monster)
        return "ignores"
    propose(t, n, number)
    return "proposes"


def is_lord_of(t: Turn, n: int, monster: c.Monster) -> bool:
    return "dragon" in monster.kinds and bool(t.gear(n, "rules_dragons"))


def propose(t: Turn, n: int, number: int) -> None:
    """What the guardian wants for its treasure (5.4)."""
    s = t.s
    feature = s.features[number]
    kind = BY_DIE[t.die(10, "proposal") - 1]
    if c.MONSTERS[feature.monster].special == "riddler":
        kind = RIDDLE
    made = terms(t, n, number, feature, kind)
    s.proposals = [old for old in s.proposals if (old.feature, old.person) != (number, n)] + [made]
    t.tell(
        f"proposal-{made.kind}", "AK-5.4-01", t.witnesses(n), who=n, monster=feature.monster, feature=number,
        amount=made.amount, **target_of(t, made),
    )  # fmt: skip


def terms(t: Turn, n: int, number: int, feature: Feature, kind: int) -> Proposal:
    """The terms of a kind of proposal; where there is nobody to slay or to make peace with, it asks for gold."""
    s = t.s
    if kind == BRING_ITEM:
        plain = [k for k, item in enumerate(c.ITEMS) if "artifact" not in item.kinds]
        return Proposal(number, n, kind, target=plain[t.die(len(plain), "which item") - 1])
    if kind == SLAY:
        near = [
            other for other, each in s.features.items()
            if other != number and each.monster >= 0 and s.atlas.distance(each.place, feature.place) <= 4
        ]  # fmt: skip
        if near:
            return Proposal(number, n, kind, target=near[t.die(len(near), "whom to slay") - 1])
        kind = BRING_GOLD
    if kind == MAKE_PEACE:
        seat = s.people[n].seat
        others = [other for other, each in enumerate(s.kingdoms) if other != seat and not each.out]
        if others:
            return Proposal(number, n, kind, target=others[t.die(len(others), "whom to make peace with") - 1])
        kind = BRING_GOLD
    if kind == RIDDLE:
        return Proposal(number, n, kind, text=RIDDLES[t.die(len(RIDDLES), "riddle") - 1])
    return Proposal(number, n, kind, amount=max(1, feature.gold // 2) if kind == BRING_GOLD else 0)


def target_of(t: Turn, made: Proposal) -> dict[str, object]:
    """What the message of a proposal names."""
    if made.kind == BRING_ITEM:
        return named(t.s, {"item_kind": made.target})
    if made.kind == SLAY:
        return {"quarry": t.s.features[made.target].monster, "at": made.target, **named(t.s, {})}
    if made.kind == MAKE_PEACE:
        return named(t.s, {"realm": made.target})
    return {"riddle": RIDDLES.index(made.text)} if made.kind == RIDDLE else {}


def fulfil(t: Turn, n: int, number: int, plan: o.Plan) -> None:
    """The terms are met: the treasure is handed over, unless the guardian breaks its word (5.4)."""
    from palatine.games.adventurer_kings.encounters import fight_guardian, plunder

    s = t.s
    feature = s.features[number]
    made = next((each for each in s.proposals if each.feature == number and s.people[each.person].seat ==
                 s.people[n].seat), None)  # fmt: skip
    if made is None or feature.monster < 0 or not is_met(t, n, made, plan):
        t.tell("not-fulfilled", "AK-5.4-05", t.witnesses(n), who=n, feature=number)
        return
    s.proposals = [each for each in s.proposals if each is not made]
    monster = c.MONSTERS[feature.monster]
    steps = abs(s.people[n].alignment - monster.alignment)
    s.honour(n, GOLDEN_TONGUE, 1)
    if t.chance(HONOUR[monster.alignment] - 5 * steps, "its word"):
        t.tell("fulfilled", "AK-5.4-05", t.witnesses(n), who=n, feature=number)
        s.set_feature(number, friends=(*feature.friends, s.people[n].seat), boldness=0)
        plunder(t, n, number)
        return
    t.tell("betrayed", "AK-5.4-05", t.witnesses(n), who=n, feature=number)
    fight_guardian(t, n, number, plan)


def is_met(t: Turn, n: int, made: Proposal, plan: o.Plan) -> bool:
    """Whether the terms of a proposal are met; gold and items are handed over with it."""
    s = t.s
    seat = s.people[n].seat
    feature = s.features[made.feature]
    if made.kind == BRING_GOLD:
        return pays(t, seat, made.amount)
    if made.kind == BRING_ITEM:
        return hands_over(t, n, made)
    if made.kind == SLAY:
        return s.features[made.target].monster < 0
    if made.kind == MAKE_PEACE:
        return s.relation(seat, made.target) >= PEACE and ((seat, made.target) in t.treats or s.relation(
            seat, made.target) == ALLIED)  # fmt: skip
    if made.kind == BLESS_LAND:
        return feature.place in t.blessed
    if made.kind == RIDDLE:
        return any(isinstance(each, o.Say) and each.text.strip().lower() == made.text for each in plan)
    if made.kind == DISARM:
        return not s.led_by(n)
    known = s.known[seat].get(feature.place)
    if made.kind == EXPLORE:
        return known is not None and known.explored >= 100
    return True


def pays(t: Turn, seat: int, gold: int) -> bool:
    if t.s.kingdoms[seat].gold < gold:
        return False
    t.s.pay(seat, -gold)
    return True


def hands_over(t: Turn, n: int, made: Proposal) -> bool:
    s = t.s
    found = next((i for i in s.items_of(n) if s.items[i].kind == made.target), 0)
    if found:
        s.set_item(found, bearer=0, feature=made.feature)
    return bool(found)


def talk_to_person(t: Turn, n: int, foe: int) -> None:
    """Of one who serves nobody: his alignment, temper and price (5.4)."""
    s = t.s
    other = s.people[foe]
    learn_by_doing(t, n, c.DR, "talk")
    if other.seat != FREE:
        t.tell("talked", "AK-5.4-02", t.witnesses(n, foe), who=n, other=foe)
        return
    asked = price(t, s.people[n].seat, foe)
    t.tell(
        "sounded", "AK-5.4-02", t.witnesses(n), who=n, other=foe, alignment=other.alignment, temper=other.temper,
        gold=min(asked, MOST_OFFER + 1), refuses=asked > MOST_OFFER,
    )  # fmt: skip
