"""The customised set-up: advantages and their prices (ADV, DIS)."""

from __future__ import annotations

import pytest

from games.lord_and_master.set_ups import PLAIN, SKULLTOWN, clauses, founded, wrong
from palatine.games.lord_and_master.components import tables


@pytest.mark.clause("LM-ADV-01")
def test_each_advantage_is_paid_with_a_disadvantage() -> None:
    assert clauses(PLAIN + "advantage good-reputation\n") == ["LM-ADV-01"]
    assert clauses(PLAIN + "disadvantage corruption\n") == ["LM-ADV-01"]
    assert clauses(PLAIN + "advantage good-reputation\ndisadvantage corruption\n") == []
    assert "LM-ADV-01" in clauses(PLAIN + "advantage immortality\ndisadvantage corruption\n")
    doubled = "advantage good-reputation good-reputation\ndisadvantage corruption double-hierarchy\n"
    assert clauses(PLAIN + doubled) == ["LM-ADV-01"]


COUNTED = [
    ("LM-ADV-02", "six-classes", "corruption", ("W T P M H", "W T P M H C")),
    ("LM-DIS-01", "good-reputation", "four-classes", ("W T P M H", "W T P M")),
    ("LM-ADV-03", "eleven-types", "corruption", ("MF HF", "MF HF HP HL")),
    ("LM-DIS-02", "good-reputation", "seven-types", ("LC MC MA", "LC")),
    ("LM-ADV-04", "gold-150", "corruption", ("75", "150")),
    ("LM-ADV-05", "two-seconds", "corruption", ("Ben T 1", "Ben T 2")),
    ("LM-DIS-04", "good-reputation", "three-firsts", ("Ann W 2", "Ann W 1")),
    ("LM-ADV-06", "mobile-treasury", "corruption", ("75 at 36", "75 with Ann")),
]


@pytest.mark.clause(
    "LM-ADV-02", "LM-ADV-03", "LM-ADV-04", "LM-ADV-05", "LM-ADV-06", "LM-DIS-01", "LM-DIS-02", "LM-DIS-04"
)
@pytest.mark.parametrize(("clause", "good", "bad", "change"), COUNTED)
def test_traits_change_what_is_asked_for(clause: str, good: str, bad: str, change: tuple[str, str]) -> None:
    traits = f"advantage {good}\ndisadvantage {bad}\n"
    assert clauses(PLAIN + traits, change) == []
    assert clauses(PLAIN + traits) == [clause]
    assert clauses(PLAIN, change) != []


BARGAINS = {
    "six-classes": ("W T P M H", "W T P M H C"), "four-classes": ("W T P M H", "W T P M"),
    "eleven-types": ("MF HF", "MF HF HP HL"), "seven-types": ("LC MC MA", "LC"), "gold-150": ("75", "150"),
    "two-seconds": ("Ben T 1", "Ben T 2"), "three-firsts": ("Ann W 2", "Ann W 1"),
    "mobile-treasury": ("treasury 75 at 36", "treasury 75 with Ann"),
    "wasteland-warriors": ("27c 36g 45f", "27w 36g 45w"), "recruits-only": ("troops HFC 5 at 36\n", ""),
}  # fmt: skip
"""By trait: what it changes in the plain set-up, besides the gold."""
LESS_GOLD = {"recruits-only": "20", "wasteland-warriors": "15"}


def bargain(good: str, bad: str) -> str:
    """Return the plain set-up with an advantage and a disadvantage, and their requirements."""
    text = PLAIN
    for trait in (good, bad):
        text = text.replace(*BARGAINS[trait]) if trait in BARGAINS else text
    if good == "city-state":
        text = text.replace("27c 36g 45f", "27c").replace("27w 36g 45w", "27w") + "city Burg at 27 race M\n"
        text = text.replace("at 36", "at 27").replace("at 45", "at 27")
    return text.replace("75", LESS_GOLD.get(bad, "75")) + f"advantage {good}\ndisadvantage {bad}\n"


@pytest.mark.clause("LM-ADV-01", "LM-ADV-07", "LM-ADV-08", "LM-ADV-10", "LM-DIS-05", "LM-DIS-06", "LM-DIS-12")
@pytest.mark.parametrize("good", tables.ADVANTAGES)
def test_every_advantage_goes_with_every_disadvantage_that_does_not_contradict_it(good: str) -> None:
    assert (len(tables.ADVANTAGES), len(tables.DISADVANTAGES)) == (9, 10)
    for bad in tables.DISADVANTAGES:
        found = clauses(bargain(good, bad))
        if (good, bad) in tables.CONTRADICTIONS:
            assert "LM-DIS-13" in found
        else:
            assert found == [], (good, bad)


@pytest.mark.clause("LM-ADV-06")
def test_a_mobile_treasury_goes_with_the_leader_only() -> None:
    traits = "advantage mobile-treasury\ndisadvantage corruption\n"
    assert clauses(PLAIN + traits, ("75 at 36", "75 with Ben")) == ["LM-ADV-06"]


@pytest.mark.clause("LM-ADV-09")
def test_a_city_state_has_one_province_and_its_city() -> None:
    assert "LM-ADV-09" in clauses(SKULLTOWN, ("27o", "27o 36o 45o"))
    assert "LM-ADV-09" in clauses(SKULLTOWN, ("city Skulltown at 27 race O\n", ""))
    assert clauses(SKULLTOWN, ("city Skulltown at 27 race O", "city Skulltown at 27 race dead")) == ["LM-ADV-09"]
    assert "LM-ADV-09" in clauses(SKULLTOWN, ("Skulltown at 27 race", "Skulltown at 36 race"))
    assert clauses(SKULLTOWN, ("Skulltown", "Ardea")) == ["LM-ADV-09"]
    assert clauses(PLAIN + "city Newhaven at 27 race M\n") == ["LM-ADV-09"]


@pytest.mark.clause("LM-DIS-03")
def test_recruits_only_means_twenty_gold_and_no_troops() -> None:
    traits = "advantage good-reputation\ndisadvantage recruits-only\n"
    assert clauses(PLAIN + traits) == ["LM-DIS-03", "LM-DIS-03"]
    assert clauses(PLAIN + traits, ("troops HFC 5 at 36\n", ""), ("75", "20")) == []


@pytest.mark.clause("LM-DIS-11")
def test_warriors_of_the_wasteland_have_fifteen_gold_and_no_good_land() -> None:
    traits = "advantage good-reputation\ndisadvantage wasteland-warriors\n"
    assert clauses(PLAIN + traits, ("75", "15")) == ["LM-DIS-11"]
    assert clauses(PLAIN + traits, ("27c 36g 45f", "27w 36g 45w")) == ["LM-DIS-11"]
    assert clauses(PLAIN + traits, ("27c 36g 45f", "27w 36g 45w"), ("75", "15")) == []


@pytest.mark.clause("LM-DIS-13")
@pytest.mark.parametrize(("one", "other"), tables.CONTRADICTIONS)
def test_contradictions_are_refused(one: str, other: str) -> None:
    good = [key for key in (one, other) if key in tables.ADVANTAGES] or ["leader-choice", "good-reputation"]
    bad = [key for key in (one, other) if key in tables.DISADVANTAGES]
    good = good if len(good) >= len(bad) else ["leader-choice", *good]
    text = f"{PLAIN}advantage {' '.join(good)}\ndisadvantage {' '.join(bad)}\n"
    names = [(tables.ADVANTAGES.get(key) or tables.DISADVANTAGES[key]).name for key in (one, other)]
    found = [problem for problem in wrong(text) if problem.clause == "LM-DIS-13"]
    assert [problem.reason for problem in found] == [f"“{names[0]}” and “{names[1]}” contradict each other."]
    assert found[0].line == text.splitlines().index(f"disadvantage {' '.join(bad)}") + 1


@pytest.mark.clause("LM-DIS-13")
def test_the_contradictions_are_all_that_say_the_same_both_ways() -> None:
    assert {frozenset(pair) for pair in tables.CONTRADICTIONS} == {
        frozenset(pair.split()) for pair in (
            "six-classes four-classes", "eleven-types seven-types", "gold-150 recruits-only",
            "gold-150 wasteland-warriors", "recruits-only wasteland-warriors", "two-seconds three-firsts",
            "good-reputation perfidious", "mobile-treasury holy-treasury", "good-administration corruption",
        )
    }  # fmt: skip


@pytest.mark.clause("LM-DIS-13")
def test_a_city_state_of_wasteland_warriors_stands_in_grassland_or_wasteland() -> None:
    changes = (
        ("city-state six-classes eleven-types gold-150", "city-state six-classes eleven-types leader-choice"),
        ("corruption perfidious holy-treasury", "corruption wasteland-warriors holy-treasury"),
        ("150", "15"),
    )
    assert clauses(SKULLTOWN, *changes) == ["LM-DIS-11"]
    assert clauses(SKULLTOWN, *changes, ("27o", "27w")) == []


@pytest.mark.clause("LM-DIS-07")
def test_under_a_double_hierarchy_all_but_the_leader_have_a_function() -> None:
    traits = "advantage good-reputation\ndisadvantage double-hierarchy\n"
    text = PLAIN.replace("Ben T 1 at 27", "Ben T 1 at 27 military")
    assert clauses(text + traits) == []
    assert clauses(text) == ["LM-DIS-07"]
    assert clauses(PLAIN.replace("at 36 leader", "at 36 civil leader") + traits) == ["LM-DIS-07"]
    state = founded(text + traits, None)
    functions = {each.name: each.function for each in state.people.values() if each.owner == 0}
    assert functions == {"Ann": "", "Ben": "military", "Cid": "military"}
