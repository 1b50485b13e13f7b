"""Plans called from outside by what they are for, so that nobody need send or keep their actions."""

from __future__ import annotations

import msgspec

from palatine.core.view import Plan, View


class Goal(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plan of one version of a match: where it leads, what it is called, by which word it stands.

    What is left out is not looked at; it is enough to give what tells the plan from others.
    """

    space: int = -1
    text: str = ""
    until: str = ""


def plan_of(view: View, goal: Goal) -> Plan | None:
    """The plan of a view that a goal means; None where there is none such, or more than one."""
    meant = [
        plan
        for plan in view.plans
        if goal.space in (-1, plan.space) and goal.text in ("", plan.text) and goal.until in ("", plan.until)
    ]
    return meant[0] if len(meant) == 1 else None


def goal_of(plan: Plan) -> Goal:
    """The goal by which a plan is called."""
    return Goal(plan.space, plan.text, plan.until)
