"""Armies and their leaders by land (7.2)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    names,
    new_state,
    operands,
    put,
    refusal,
)
from games.elric.positions.journeys import moving


@pytest.mark.clause("7.2e")
def test_armies_abroad_do_not_stir_without_a_leader() -> None:
    s = new_state()
    put(s, 0, "Ilmar", ("Vilmir", 2))
    s = moving(s)
    assert names(s, "stack") == []
    assert refusal(s, "stack", "Ilmar").clause == "7.2e"


@pytest.mark.clause("7.2e", "7.2f", "7.2g")
def test_at_home_an_army_goes_one_province_by_itself() -> None:
    s = new_state()
    (own,) = put(s, 0, "Jadmar", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    assert s.where[own] == area("vil_n")
    assert names(s, "stack") == []


@pytest.mark.clause("7.2g")
def test_an_army_that_was_led_does_not_go_on_alone() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 1))
    put(s, 0, "Old Hrolmar", ("Vilmir", 1))
    s.walked = {armies_of("Vilmir")[0]: 1}
    assert names(moving(s), "stack") == ["Old Hrolmar"]


@pytest.mark.clause("7.2h")
def test_an_army_alone_does_not_leave_its_country() -> None:
    s = new_state()
    put(s, 0, "vil_n", ("Vilmir", 1))
    s = act(moving(s), ("stack", area("vil_n")))
    assert "Southern Ilmiora" not in names(s, "go")
    assert refusal(s, "go", "ilm_s").clause == "7.2h"


@pytest.mark.clause("7.2e", "7.2f")
def test_another_nations_country_is_no_home() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 1), ("Ilmiora", 1))
    s = act(moving(s), ("stack", area("Jadmar")))
    assert operands(s, "piece") == [armies_of("Vilmir")[0]]
    assert refusal(s, "piece", armies_of("Ilmiora")[0]).clause == "7.2e"


@pytest.mark.clause("7.3n", "7.2g")
def test_armies_alone_start_no_fight() -> None:
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 1))
    put(s, 1, "vil_n", "Fadan")
    s = act(moving(s), ("stack", area("Jadmar")))
    assert refusal(s, "go", "vil_n").clause == "7.3n"


@pytest.mark.clause("7.2b", "7.2d", "7.5.2b", "7.5.7b")
def test_a_city_is_its_province_and_lets_one_through() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon")
    s = act(moving(s), ("stack", area("vil_n")), ("go", area("Nadsokor")), ("go", area("Bakshaan")))
    assert at(s, "Naclon") == "Bakshaan"
    assert asked(s) == ("March", 0)
    s = choose(s, "go", "Ilmar")
    assert at(s, "Naclon") == "Ilmar"


@pytest.mark.clause("7.5.2b", "7.3n")
def test_an_enemys_empty_city_does_not_stop_anybody() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon")
    put(s, 1, "Karlaak", "Fadan")
    s = act(moving(s), ("stack", area("vil_n")), ("go", area("ilm_s")), ("go", area("Ilmar")))
    assert s.city_owner(area("Ilmar")) == 1
    assert asked(s) == ("March", 0)
