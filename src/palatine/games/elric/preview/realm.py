"""Previews of musters, replacements and final decisions of the set-up (4, 6, 11)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.elric.components.pieces import ARMY, CAPACITY, FLEET, KIND, PERSON, PIECES_OF
from palatine.games.elric.components.spells import MUSTERS, NATION
from palatine.games.elric.components.world import CAPITAL, NATIONS
from palatine.games.elric.decisions import preview
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.rules.common.placement import PlaceFleets
from palatine.games.elric.rules.common.replacements import Replace
from palatine.games.elric.rules.realm.muster import ChooseMuster, ChooseTarget, muster_targets
from palatine.games.elric.setup import ChooseNation, PickNation
from palatine.games.elric.state import NOBODY, unpair

Target = tuple[str, int]


@preview(ChooseMuster, "muster")
def preview_muster(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the use of a spell to muster, with its effect if it has one target (11.0)."""
    s = context.s
    person, spell = unpair(context.operand)
    found = muster_targets(s, person, spell)
    if len(found) > 1:
        yield context.note("muster-one-of", "11.0d", spell=spell, count=len(found))
        return
    yield Irrevocable("11.0v")
    yield context.note("spends", "11.0v", spell=spell)
    yield from brings(context, found[0])


@preview(ChooseTarget, "power", "unit")
def preview_target(context: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("11.0v")
    yield context.note("spends", "11.0v", spell=context.step.spell)
    yield from brings(context, (context.verb, context.operand))


def brings(context: PreviewContext, found: Target) -> Iterator[PreviewItem]:
    """Describe what the musterer gets (11.0e, 11.0f, 11.0h, 11.0k)."""
    s, (verb, x) = context.s, found
    if verb == "unit":
        yield context.note("brings-piece", "11.0k", piece=x)
        return
    pieces = PIECES_OF[x]
    count = {kind: len([p for p in pieces if KIND[p] == kind]) for kind in (PERSON, FLEET, ARMY)}
    draws = sum([max(CAPACITY[p], 0) for p in pieces])
    if x >= len(NATIONS):
        yield context.note("brings-horde", "11.0l", power=x, people=count[PERSON], armies=count[ARMY])
    elif s.ruler[x] == context.place:
        yield context.note("brings-losses", "6.0h", power=x)
    elif s.ruler[x] == NOBODY:
        key = "brings-nation" if draws else "brings-unlettered"
        yield context.note(key, "11.0e", power=x, people=count[PERSON], armies=count[ARMY], fleets=count[FLEET],
                        draws=draws)  # fmt: skip
    else:
        yield context.note("brings-away", "11.0i", power=x, foe=s.ruler[x])


@preview(ChooseMuster, "end")
def preview_no_muster(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview no muster: usable spells, and capitals to reach for others (11.0)."""
    s = context.s
    spells = [unpair(x) for verb, x in context.step.actions(s) if verb == "muster"]
    for person, spell in spells:
        yield context.unused_option("muster", "11.0b", (s.where[person],), person=person, spell=spell)
    for p in s.persons(context.place):
        for spell in s.hand.get(p, ()):
            away = [CAPITAL[x] for kind, x in MUSTERS[spell] if kind == NATION and s.ruler[x] == NOBODY]
            if away and (p, spell) not in spells:
                yield context.unused_option("muster-elsewhere", "11.0c", away, person=p, spell=spell)


@preview(Replace, "skip")
def preview_no_replacement(context: PreviewContext) -> Iterator[PreviewItem]:
    step = context.step
    yield context.unused_option("replace", "6.0h", (step.area,), nation=step.nation)


@preview(PlaceFleets, "port")
def preview_fleets(context: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("4.0i")
    yield context.note("fleets", "4.0i", area=context.operand, nation=context.step.nation)


@preview(ChooseNation, "nation", "continent")
@preview(PickNation, "nation")
def preview_nation(context: PreviewContext) -> Iterator[PreviewItem]:
    yield Irrevocable("4.0g")
    if context.verb == "nation":
        pieces = PIECES_OF[context.operand]
        count = {kind: len([p for p in pieces if KIND[p] == kind]) for kind in (PERSON, FLEET, ARMY)}
        yield context.note("begins-with", "4.0j", nation=context.operand, people=count[PERSON], armies=count[ARMY],
                        fleets=count[FLEET])  # fmt: skip
