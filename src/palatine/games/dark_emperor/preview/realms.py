"""Previews of recruits, betrayal, and assignment of lands and groups (6, 7, 19)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.dark_emperor.components.pieces import NECROMANCER, NECROMANCER_SIDE
from palatine.games.dark_emperor.decisions import preview
from palatine.games.dark_emperor.preview.common import TESTED, groups_of, people_of, put_to_the_test
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.realm.betrayal import Betray
from palatine.games.dark_emperor.rules.realm.conquest import AssignLands, assignees
from palatine.games.dark_emperor.rules.realm.mercenaries import AssignGroup
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits, terms


@preview(Betray)
def preview_betray(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a warning of betrayal: the kingdom's pieces go to the Kingdoms permanently (6.16)."""
    units, people = people_of(o.s, {o.operand, *groups_of(o.s, o.operand)})
    key = "betray-with" if people else "betray"
    yield o.warning(key, "6.16b", event="betray", kingdom=o.operand, units=units, host=people)
    yield Irrevocable("6.16b")
    if o.roll is not None and o.roll.kind in TESTED:
        leader = o.roll.data["leader"]
        if o.s.power[leader] == o.after.power[leader]:
            yield from put_to_the_test(o, o.roll)


@preview(AssignLands, "assign")
def preview_assign_lands(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return the effects of a permanent assignment of lands (6.33, 7.31, 20.3).

    Lands the Necromancer gives away count neither for vampires nor for victory.
    """
    own = assignees(o.s, o.side)
    if o.side == NECROMANCER_SIDE and o.operand != NECROMANCER and NECROMANCER in own:
        yield o.warning("given-away", "20.3a", kingdom=o.step.kingdom, power=o.operand)
    yield o.note("assigned", "6.33d", kingdom=o.step.kingdom, power=o.operand)
    yield Irrevocable("6.33d")


@preview(AssignLands, "restore")
def preview_restore(o: PreviewContext) -> Iterator[PreviewItem]:
    if o.side == NECROMANCER_SIDE:
        yield o.warning("given-away", "20.3a", kingdom=o.step.kingdom, power=o.operand)
    yield o.note("restored", "6.34c", kingdom=o.operand)
    yield Irrevocable("6.34c")


@preview(AssignGroup, "assign")
def preview_assign_group(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note that a group stays assigned for the whole game (19.13)."""
    if o.side == NECROMANCER_SIDE and o.operand != NECROMANCER:
        yield o.note("group-assigned-ally", "19.13a", group=o.step.group, power=o.operand)
    else:
        yield o.note("group-assigned", "19.13a", group=o.step.group, power=o.operand)
    yield Irrevocable("19.13a")


@preview(RecruitUnits, "buy")
def preview_buy(o: PreviewContext) -> Iterator[PreviewItem]:
    """Return a warning if allies must help to pay, losing twice what they give (7.22)."""
    gold, given = terms(o.s, o.operand)
    if given and not any([entry.kind == "transfer" for entry in o.entries]):
        yield o.warning("helped", "7.22b", unit=o.operand, gold=gold, given=given, loss=2 * given)
