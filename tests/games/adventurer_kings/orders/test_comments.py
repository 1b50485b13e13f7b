"""Lines of the printed order sheet, with notes and blanks (11.2)."""

from __future__ import annotations

import pytest

from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.grammar import parse


@pytest.mark.clause("AK-11.2-01")
@pytest.mark.parametrize(("line", "action"), [
    ("12.1 (HI)re_88___ for 3 gold", orders.Hire(88, 3)),
    ("12.1 (HI)re_88___ (Lancelot) for 3 gold", orders.Hire(88, 3)),
    ("12.1 (DI)sband All", orders.Disband()),
    ("12.1 (LE)ave All", orders.Leave()),
    ("12.1 (PI)ck Up All", orders.PickUp()),
    ("12.1 (MO) NE 304 (Burgundy)", orders.Move(304, "NE")),
    ("12.1 (CA)-BL (on 304)", orders.CastSpell("WH-BL", 304)),
    ("12.1 (RE)cruit for 22 (LE,LE,HC)", orders.Recruit(("LE", "LE", "HC"), 22)),
    ("12.1 (EN)_88___ TA,FL", orders.Encounter(88, (orders.Talk(), orders.Flee()))),
])  # fmt: skip
def test_orders_are_read_as_they_stand_on_the_printed_sheet(line: str, action: orders.Action) -> None:
    (found,) = parse(line).orders
    assert isinstance(found, orders.Act)
    assert found.action == action


def test_what_is_said_keeps_its_blanks() -> None:
    (found,) = parse('12.1 (EN)_88_ SA"a_b (HI)re_1"').orders
    assert isinstance(found, orders.Act)
    assert found.action == orders.Encounter(88, (orders.Say("a_b (HI)re_1"),))
