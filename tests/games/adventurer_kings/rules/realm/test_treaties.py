"""Treaties: recipients, consent, exchange of discoveries and maps (2.3, 8.1 to 8.4, 12.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    dice,
    idle,
    know,
    line,
    load,
    new_state,
    own,
    put_person,
    relate,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE, UNKNOWN, Known
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.realm import diplomacy


@pytest.mark.clause("AK-8.2-01", "AK-8.3-01")
def test_what_the_sheets_say_of_treaties() -> None:
    s = new_state()
    s.set_kingdom(0, refused=("treat 2",))
    for text in ("treat 1", "treat 2", "treat 3", "break 3", "break 1"):
        line(s, 0, text)
    line(s, 1, "treat 1")
    t = a_turn(s)
    diplomacy.collect(t)
    assert t.dealings.treats == {(0, 1), (1, 0)}
    assert t.dealings.breaks == {(0, 2)}
    assert s.kingdoms[0].refused == ()


@pytest.mark.clause("AK-8.1-01")
def test_a_change_is_told_once_to_both() -> None:
    s = new_state()
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    diplomacy.relate(t, 1, 0, ALLIED, "AK-8.2-01")
    diplomacy.relate(t, 1, 0, ALLIED, "AK-8.2-01")
    (entry,) = told(s.journal or [], "relation")
    assert (entry.readers, entry.data["realm"], entry.data["rival"], entry.data["word"]) == (
        (0, 1), "Realm2", "Realm1", "Allies")  # fmt: skip
    assert (s.relations[0][1], s.relations[1][0], s.relations[0][2]) == (ALLIED, ALLIED, PEACE)
    diplomacy.relate(t, 0, 1, ENEMY, "AK-8.3-01")
    diplomacy.relate(t, 0, 1, PEACE, "AK-8.3-01")
    assert [each.data["word"] for each in told(s.journal or [], "relation")][1:] == ["Enemies", "Neutral"]


def settled(s: object, *orders: str) -> list[str]:
    """Return the refusals of Kings after their treaties have been settled."""
    for seat, text in enumerate(orders):
        if text:
            line(s, seat, text)  # type: ignore[arg-type]
    t = a_turn(s)  # type: ignore[arg-type]
    diplomacy.collect(t)
    diplomacy.change_treaties_at_once(t)
    diplomacy.closing(t)
    return [kingdom.refused for kingdom in s.kingdoms]  # type: ignore[attr-defined]


@pytest.mark.clause("AK-8.2-01", "AK-8.2-02", "AK-8.2-03", "AK-8.3-01", "AK-8.3-03")
@pytest.mark.parametrize(("minds", "was", "mine", "theirs", "after"), [
    ((tables.NEUTRAL, tables.NEUTRAL), ENEMY, "treat 2", "treat 1", PEACE), ((tables.NEUTRAL, tables.NEUTRAL),
    PEACE, "treat 2", "treat 1", ALLIED),
    ((tables.NEUTRAL, tables.NEUTRAL), PEACE, "treat 2", "", PEACE),
    ((tables.DRUIDIC, tables.NEUTRAL), PEACE, "treat 2", "", ALLIED),
    ((tables.DRUIDIC, tables.NEUTRAL), ENEMY, "treat 2", "", ENEMY),
    ((tables.NEUTRAL, tables.DRUIDIC), PEACE, "treat 2", "", PEACE),
    ((tables.DRUIDIC, tables.NEUTRAL), ENEMY, "treat 2", "treat 1", ALLIED), ((tables.NEUTRAL, tables.DRUIDIC),
    ENEMY, "treat 2", "treat 1", ALLIED),
    ((tables.DRUIDIC, tables.NEUTRAL), PEACE, "treat 2", "break 1", ENEMY),
    ((tables.EVIL, tables.NEUTRAL), PEACE, "break 2", "", ENEMY),
    ((tables.EVIL, tables.NEUTRAL), ALLIED, "break 2", "", PEACE),
    ((tables.NEUTRAL, tables.NEUTRAL), ALLIED, "break 2", "break 1", ENEMY),
    ((tables.NEUTRAL, tables.NEUTRAL), ENEMY, "break 2", "", ENEMY),
    ((tables.UNDEAD, tables.NEUTRAL), ALLIED, "break 2", "break 1", ENEMY),
])  # fmt: skip
def test_how_two_kings_stand_after_a_year(
    minds: tuple[int, int], was: int, mine: str, theirs: str, after: int
) -> None:
    s = new_state()
    for seat, mind in enumerate(minds):
        s.set_kingdom(seat, alignment=mind)
    relate(s, 0, 1, was)
    settled(s, mine, theirs)
    assert (s.relations[0][1], s.relations[1][0]) == (after, after)


@pytest.mark.clause("AK-12.1-06", "AK-12.1-08")
def test_treaties_made_and_broken_are_glory() -> None:
    s = new_state()
    one, two, three = (kingdom.king for kingdom in s.kingdoms)
    settled(s, "treat 2", "treat 1", "break 1")

    def points(title: int) -> list[int]:
        return [s.renown.get(n, (0,) * 40)[title] for n in (one, two, three)]

    assert points(titles.KEEPER_OF_THE_CIRCLE) == [1, 1, 0]
    assert points(titles.LORD_OF_MALICE) == [0, 0, 1]
    s.set_kingdom(0, alignment=tables.DRUIDIC)
    relate(s, 0, 1, PEACE)
    s.sheets = [None] * 3
    settled(s, "treat 2", "treat 1")
    assert points(titles.KEEPER_OF_THE_CIRCLE) == [2, 2, 0]


@pytest.mark.clause("AK-12.1-08", "AK-8.2-02")
@pytest.mark.parametrize(("holds", "after"), [(True, PEACE), (False, ENEMY)])
def test_the_keeper_of_the_circle_makes_peace_even_with_an_enemy(holds: bool, after: int) -> None:
    s = new_state()
    s.set_kingdom(0, alignment=tables.DRUIDIC)
    relate(s, 0, 1, ENEMY)
    s.title_holders[titles.KEEPER_OF_THE_CIRCLE] = s.kingdoms[0].king if holds else s.kingdoms[1].king
    settled(s, "treat 2")
    assert s.relations[0][1] == after


@pytest.mark.clause("AK-8.2-01")
def test_an_offer_that_is_not_taken_up_is_noted_for_who_made_it() -> None:
    s = new_state()
    assert settled(s, "treat 2", "treat 3", "treat 2") == [("treat 2",), (), ()]
    s = new_state()
    assert settled(s, "treat 2", "break 1") == [(), (), ()], "a break settles it"


@pytest.mark.clause("AK-8.4-01", "AK-8.2-03")
def test_only_old_allies_exchange_secrets() -> None:
    s = new_state(kings=4)
    relate(s, 0, 1, ALLIED)
    relate(s, 2, 3, ALLIED)
    s.set_kingdom(2, alignment=tables.DRUIDIC)
    for seat, text in enumerate(("treat 2", "treat 1", "treat 4")):
        line(s, seat, text)
    idle(s)
    t = a_turn(s)
    diplomacy.collect(t)
    diplomacy.change_treaties_at_once(t)
    diplomacy.closing(t)
    assert t.dealings.scholars == [(0, 1)], "the third treats alone"


@pytest.mark.clause("AK-8.4-01", "AK-8.4-02", "AK-8.4-05")
def test_one_secret_each_way_is_told_to_both() -> None:
    s = new_state()
    own(s, 1, 505)
    s.set_kingdom(0, discoveries=(3, 5))
    s.set_kingdom(1, discoveries=(2, 3))
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    with dice(s, []):
        diplomacy.exchange_discoveries(t, 0, 1, [kingdom.discoveries for kingdom in s.kingdoms])
    assert [kingdom.discoveries for kingdom in s.kingdoms] == [(2, 3, 5), (2, 3, 5), ()]
    assert [(each.readers, each.data["realm"], each.data["discovery"]) for each in told(s.journal or [],
    "exchanged")] == [
        ((0, 1), "Realm1", tables.DISCOVERIES[5].name), ((0, 1), "Realm2", tables.DISCOVERIES[2].name)]  # fmt: skip


@pytest.mark.clause("AK-8.4-03")
@pytest.mark.parametrize("case", ["border", "guest", "host", "far", "third"])
def test_realms_in_touch(case: str) -> None:
    s = new_state()
    if case == "border":
        own(s, 1, 505)
    if case in ("guest", "host", "third"):
        seat, number = {"guest": (0, 509), "host": (1, 504), "third": (2, 509)}[case]
        put_person(s, "Guest", seat, number)
    assert diplomacy.in_touch(a_turn(s), 0, 1) is (case in ("border", "guest", "host"))


@pytest.mark.clause("AK-2.3-08")
@pytest.mark.parametrize(
    ("mind", "is_told"), [(tables.DIVINE, True), (tables.UNDEAD, True), (tables.GOOD, False), (tables.EVIL, False)]
)
def test_who_lives_next_to_a_divine_or_undead_king_is_told_once(mind: int, is_told: bool) -> None:
    s = new_state()
    s.set_kingdom(1, alignment=mind)
    own(s, 1, 505)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    for _ in range(2):
        diplomacy.neighbours_told(t)
    entries = told(s.journal or [], "special-neighbour")
    assert [(each.readers, each.data["realm"]) for each in entries] == [((0,), "Realm2")] * is_told
    assert [kingdom.neighbours_told for kingdom in s.kingdoms] == [(1,) if is_told else (), (), ()]


@pytest.mark.clause("AK-12.1-13")
def test_those_who_touch_have_met() -> None:
    s = new_state()
    own(s, 1, 505)
    diplomacy.neighbours_meet(a_turn(s))
    assert [kingdom.met for kingdom in s.kingdoms] == [(1,), (0,), ()]


@pytest.mark.clause("AK-12.1-13")
@pytest.mark.parametrize("case", ["fits", "standard", "nobody", "no such", "oneself", "another mind", "never met"])
def test_to_whom_a_map_may_go(case: str) -> None:
    s = new_state(scenario="standard" if case == "standard" else "super")
    s.set_kingdom(0, met=() if case == "never met" else (0, 1))
    if case == "another mind":
        s.set_kingdom(1, alignment=tables.GOOD)
    s.known[1].clear()
    know(s, 0, 303)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    to = {"nobody": -1, "no such": 3, "oneself": 0}.get(case, 1)
    diplomacy.give_map(t, 0, to, dict(s.known[0]))
    entries = told(s.journal or [], "map-sent")
    assert [each.readers for each in entries] == [(0, 1)] * (case == "fits")
    assert (at(s, 303) in s.known[1]) is (case == "fits")


@pytest.mark.clause("AK-12.1-13")
def test_of_two_reports_the_newer_holds_with_what_only_the_older_knows() -> None:
    new = Known(explored=10, seen=5, tax=UNKNOWN, types=(), forces="", owner=1)
    old = Known(explored=40, seen=4, tax=6, types=(tables.BOWMEN,), forces="two Legions", owner=2)
    for merged in (diplomacy.merge_reports(new, old), diplomacy.merge_reports(old, new)):
        assert merged == Known(explored=40, seen=5, tax=6, types=(tables.BOWMEN,), forces="two Legions", owner=1)
    known = Known(explored=40, seen=5, tax=7, types=(tables.LEGION,), forces="one", owner=1)
    assert diplomacy.merge_reports(old, known) == known
    even = Known(explored=1, seen=5, tax=3, owner=2)
    assert diplomacy.merge_reports(known, even).owner == 1, "of two of one turn one's own"


@pytest.mark.clause("AK-12.1-13")
def test_maps_are_sent_as_the_sheets_say() -> None:
    s = new_state(scenario="super")
    s.introduce(0, 1)
    know(s, 0, 303)
    s.sheets = [orders.Sheet((orders.SendMap(2), orders.CallElection())), None, None]
    diplomacy.send_maps(a_turn(s))
    assert at(s, 303) in s.known[1]
    load(s)
