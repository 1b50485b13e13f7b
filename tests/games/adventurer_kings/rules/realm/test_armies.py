"""Disbanding, leaving and picking up armies, and the experience from it (3.6, 3.8, 3.9, 3.19)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.levies import for_hire, rich
from games.adventurer_kings.positions.realm import (
    MERCENARY,
    act,
    at,
    failed,
    load,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NO_LEADER, PEACE

# Disband, leave, pick up (3.6, 3.8, 3.9)


@pytest.mark.clause("AK-3.6-01", "AK-3.6-02", "AK-3.6-03")
def test_disbanded_armies_are_mercenaries() -> None:
    s, general, t = rich()
    far, near = put_army(s, "LE", 0, 509), put_army(s, "HC", 0, 504)
    assert failed(t, general, f"DI {far}") == ("AK-3.6-02", "fail.army-not-here")
    act(t, general, f"DI {near}")
    act(t, s.kingdoms[0].king, f"DI {far}")
    assert [(s.armies[a].owner, s.armies[a].leader) for a in (near, far)] == [(MERCENARY, NO_LEADER)] * 2
    foreign = put_army(s, "LE", 1, 504)
    assert failed(t, s.kingdoms[0].king, f"DI {foreign}")[1] == "fail.not-your-army"


@pytest.mark.clause("AK-3.6-03")
def test_disband_all_means_all_he_leads() -> None:
    s, general, t = rich()
    led, posted = put_army(s, "LE", 0, 504, general), put_army(s, "LE", 0, 504)
    act(t, general, "DI ALL")
    assert (s.armies[led].owner, s.armies[posted].owner) == (MERCENARY, 0)


@pytest.mark.clause("AK-3.8-01", "AK-3.8-03")
def test_leave_hands_over_any_army_that_is_there() -> None:
    s, general, t = rich()
    cinna, sulla = put_person(s, "Cinna", 0, 504), put_person(s, "Sulla", 0, 505)
    led, hers, away = (put_army(s, "LE", 0, 504, general), put_army(s, "LE", 0, 504, cinna),
                       put_army(s, "LE", 0, 505, sulla))  # fmt: skip
    act(t, general, f"LE {led} to {cinna}")
    act(t, general, f"LE {hers} to garrison")
    assert (s.armies[led].leader, s.armies[hers].leader) == (cinna, NO_LEADER)
    assert failed(t, general, f"LE {led} to {sulla}") == ("AK-3.8-01", "fail.not-here")
    assert failed(t, general, f"LE {away} to {cinna}") == ("AK-3.8-03", "fail.army-not-here")


@pytest.mark.clause("AK-3.8-01")
def test_the_receiver_has_to_be_there_when_it_is_done() -> None:
    s, general, _ = rich()
    load(s, random_encounter=1000)
    quick = put_person(s, "Quick", 0, 505, "MA4")
    led = put_army(s, "LE", 0, 504, general)
    order(s, quick, 1, "MO 506")
    order(s, general, 1, f"LE ALL to {quick}")
    run(s)
    assert s.armies[led].leader == general


@pytest.mark.clause("AK-3.8-02")
@pytest.mark.parametrize("to", ["garrison", "leader"])
def test_what_is_left_with_an_ally_is_his(to: str) -> None:
    s, general, t = rich()
    relate(s, 0, 1, ALLIED)
    own(s, 1, 505)
    s.set_person(general, place=at(s, 505))
    friend = put_person(s, "Friend", 1, 505)
    legion = put_army(s, "LE", 0, 505, general)
    entries = act(t, general, f"LE ALL to {friend if to == 'leader' else to}")
    assert (s.armies[legion].owner, s.armies[legion].leader) == (1, friend if to == "leader" else NO_LEADER)
    assert told(entries, "left", 1)


@pytest.mark.clause("AK-3.8-02")
@pytest.mark.parametrize("relation", [PEACE, ENEMY])
def test_nothing_is_left_with_strangers(relation: int) -> None:
    s, general, t = rich()
    relate(s, 0, 1, relation)
    stranger = put_person(s, "Stranger", 1, 504)
    put_army(s, "LE", 0, 504, general)
    assert failed(t, general, f"LE ALL to {stranger}") == ("AK-3.8-02", "fail.no-ally")
    away = put_person(s, "Away", 0, 505)
    assert failed(t, general, f"LE ALL to {away}") == ("AK-3.8-01", "fail.not-here")
    assert failed(t, general, "LE ALL to 99") == ("AK-3.8-01", "fail.not-here")
    own(s, 1, 504)
    assert failed(t, general, "LE ALL to garrison") == ("AK-3.8-01", "fail.no-garrison")


@pytest.mark.clause("AK-3.8-04")
def test_leave_all_leaves_only_what_he_leads() -> None:
    s, general, t = rich()
    cinna = put_person(s, "Cinna", 0, 504)
    led, hers, posted = (put_army(s, "LE", 0, 504, general), put_army(s, "LE", 0, 504, cinna),
                         put_army(s, "LE", 0, 504))  # fmt: skip
    king = s.kingdoms[0].king
    act(t, general, f"LE ALL to {king}")
    assert [s.armies[a].leader for a in (led, hers, posted)] == [king, cinna, NO_LEADER]
    assert failed(t, general, f"LE ALL to {king}") == ("AK-3.8-04", "fail.no-armies")


@pytest.mark.clause("AK-3.9-01")
def test_pick_up_takes_armies_from_another_leader_too_but_not_from_afar_or_abroad() -> None:
    s, general, t = rich()
    cinna = put_person(s, "Cinna", 0, 504)
    hers, away, foreign = (put_army(s, "LE", 0, 504, cinna), put_army(s, "LE", 0, 505),
                           put_army(s, "LE", 1, 504))  # fmt: skip
    act(t, general, f"PI {hers}")
    assert s.armies[hers].leader == general
    assert failed(t, general, f"PI {away}")[1] == "fail.army-not-here"
    assert failed(t, general, f"PI {foreign}")[1] == "fail.not-your-army"


@pytest.mark.clause("AK-3.9-02", "AK-3.9-03")
def test_new_armies_are_picked_up_only_with_all_the_others() -> None:
    s, general, t = rich()
    cinna = put_person(s, "Cinna", 0, 504)
    old, hers = put_army(s, "HC", 0, 504), put_army(s, "HC", 0, 504, cinna)
    act(t, general, "RE LE")
    new = max(s.armies)
    assert failed(t, general, f"PI {new}") == ("AK-3.9-02", "fail.recruited")
    act(t, general, "PI ALL")
    assert [s.armies[a].leader for a in (old, new, hers)] == [general, general, cinna]


# What it teaches (3.19)


@pytest.mark.clause("AK-3.19-03", "AK-3.19-04")
@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("RE LE", tables.DRUID), ("HI {hawk} offer 4", tables.DRUID), ("PI 1", tables.FORCED_MARCH),
        ("LE 1 to garrison", tables.FORCED_MARCH), ("PI 2", tables.NAVAL),
        ("LE 2 to garrison", tables.NAVAL),
    ],
)  # fmt: skip
def test_who_handles_people_learns_from_it(text: str, ability: int) -> None:
    for face, level in ((50, 1), (51, 0)):
        s, general, t = rich()
        load(s, beyond_aptitude=1, **{f"experience:_{deed}": face for deed in ("recruit", "army", "fleet")})
        put_army(s, "LE", 0, 504)
        put_army(s, "FL", 0, 504)
        hawk = for_hire(s, whim=1)
        act(t, general, text.format(hawk=hawk))
        assert s.people[general].levels[ability] == level
        assert sum(s.people[general].levels) == level
