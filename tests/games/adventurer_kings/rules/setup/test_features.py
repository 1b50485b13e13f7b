"""Features and their guardians, which are stronger farther from home (1.1)."""

from __future__ import annotations

from collections import Counter
from statistics import mean

import pytest

from games.adventurer_kings.positions.realm import a_turn
from games.adventurer_kings.positions.worlds import homes, sample
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.setup.features import ARTIFACT_APART, farness, fit_guardians
from palatine.games.adventurer_kings.state import State


@pytest.mark.clause("AK-1.1-09")
def test_many_provinces_have_features_mostly_guarded_with_treasure() -> None:
    for s in sample():
        assert len(s.features) == 90
        assert max(Counter(feature.place for feature in s.features.values()).values()) <= 2
        assert not {feature.place for feature in s.features.values()} & set(homes(s))
        for feature in s.features.values():
            assert s.terrain(feature.place) in tables.FEATURES[feature.kind].terrains
            assert feature.gold > 0
    depths = {feature.threshold for s in sample() for feature in s.features.values()}
    assert depths == set(range(1, 101)), "all are found when everything has been explored"
    guarded = mean(feature.monster >= 0 for s in sample() for feature in s.features.values())
    assert 0.8 < guarded < 0.95


@pytest.mark.clause("AK-1.1-09")
def test_the_strongest_guardians_live_far_from_homes_and_ten_of_them_have_artifacts() -> None:
    for s in sample()[:10]:
        for feature in s.features.values():
            if feature.monster >= 0:
                far = farness(a_turn(s), feature.place, homes(s))
                assert feature.monster in fit_guardians(tables.FEATURES[feature.kind].guardians, far)
        hidden = [item for item in s.items.values() if item.kind in tables.ARTIFACTS]
        assert sorted(item.kind for item in hidden) == sorted(tables.ARTIFACTS)
        far = {n: farness(a_turn(s), feature.place, homes(s)) for n, feature in s.features.items()}
        strong = [n for n, feature in s.features.items() if is_powerful(s, n)]
        used = {item.feature for item in hidden}
        assert used <= set(strong)
        nearest = min(ARTIFACT_APART, min(far[n] for n in used))
        assert not [n for n in strong if n not in used and far[n] > nearest and nearest < ARTIFACT_APART]


@pytest.mark.clause("AK-1.1-09")
@pytest.mark.parametrize(("far", "most"), [(1, 20), (2, 20), (3, 32), (4, 32), (5, 50), (20, 50)])
def test_the_farther_from_home_the_stronger_the_guardians(far: int, most: int) -> None:
    everybody = tuple(range(len(tables.MONSTERS)))
    assert fit_guardians(everybody, far) == [m for m in everybody if tables.MONSTERS[m].hp <= most]
    strong = tuple(m for m in everybody if tables.MONSTERS[m].hp > 40)
    assert strong
    least = min(tables.MONSTERS[m].hp for m in strong)
    assert fit_guardians(strong, far) == [m for m in strong if tables.MONSTERS[m].hp <= max(most, least)]
    assert fit_guardians((), far) == []


def is_powerful(s: State, n: int) -> bool:
    feature = s.features[n]
    return feature.monster >= 0 and tables.word_of(tables.MONSTERS[feature.monster], feature.hp) >= tables.POWERFUL
