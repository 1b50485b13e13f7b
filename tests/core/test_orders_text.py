"""Orders as text: forms, optional parts, and custom functions."""

from __future__ import annotations

from typing import Any

import pytest

from palatine.core import Order
from palatine.core.orders_text import OrdersText


class Tax(Order, frozen=True):
    pass


class Recruit(Order, frozen=True):
    types: tuple[str, ...]
    leader: int = 0


class Leave(Order, frozen=True):
    armies: tuple[int, ...] = ()
    to: str = ""
    wait: bool = False


class Act(Order, frozen=True):
    who: str
    deed: Any


class Odd(Order, frozen=True):
    number: int


write = OrdersText(
    {
        Tax: "tax",
        Recruit: "RE {types:codes}[ for {leader}]",
        Leave: "leave {armies:numbers}[ to {to:there}][, and {armies:numbers} wait{wait:nothing}]",
        Act: "{who}: {deed:part}",
    },
    {
        "codes": ",".join,
        "numbers": lambda those: ",".join(map(str, those)) or "all",
        "there": lambda to: "" if to == "here" else to,
        "nothing": lambda value: " here",
    },
)
write.namers["part"] = write


@write.register(Odd)
def _(order: Odd) -> str:
    return "odd" if order.number % 2 else "even"


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (Tax(), "tax"),
        (Recruit(("LE", "HC")), "RE LE,HC"),
        (Recruit((), 12), "RE  for 12"),
        (Leave(), "leave all"),
        (Leave((3, 4), "garrison"), "leave 3,4 to garrison"),
        (Leave((3,), "here"), "leave 3"),
        (Leave((3,), "", wait=True), "leave 3, and 3 wait here"),
        (Act("Ada", Recruit(("LE",), 2)), "Ada: RE LE for 2"),
        (Odd(3), "odd"),
        (Act("Bela", Odd(2)), "Bela: even"),
    ],
)
def test_orders_are_written_in_their_forms(order: Order, text: str) -> None:
    assert write(order) == text


def test_what_is_no_order_is_an_error() -> None:
    with pytest.raises(TypeError, match="is not an order"):
        write("tax")


def test_a_form_names_fields_of_its_order() -> None:
    with pytest.raises(ValueError, match="Recruit has no field 'type'"):
        OrdersText({Recruit: "RE {type}"})
