"""Guidance on the page of a match in Chromium: warnings, recaps, advice, the story."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

import guided
from guided import FORD, TITHE
from matches.helpers import FORD as MIDDLE
from palatine import registry
from palatine.core import Evaluation, Weight
from palatine.core.guidance.preview import Odds
from web.chromium import PHONE, Browser
from web.helpers import OrdersTable, Table

ATTACK = '.choice[data-action="go 4"]'


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.fixture
def facing(new_table: Callable[..., Table]) -> Table:
    """Return a match with North in the ford; South has chosen a troop that can attack it."""
    table = new_table(game="guided")
    for seat, verb, operand in (("North", "piece", 1), ("North", "go", MIDDLE), ("South", "piece", 4)):
        assert table.act(seat, verb, operand, table.view(seat)["version"]).status_code == 200
    return table


def test_pointing_at_a_choice_shows_what_will_come_of_it(browser: Browser, facing: Table) -> None:
    page = browser.at(facing, "South")
    page.hover(ATTACK)
    card = page.locator("#preview")
    expect(card).to_be_visible()
    expect(card.locator(".warning")).to_contain_text("Your troop may fall")
    expect(card.locator(".bars li")).to_have_count(2)
    expect(card).to_contain_text("3 in 6 (50%)")
    expect(card).to_contain_text("you 0.5")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    page.focus("#prompt-card")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.action") != "go 4":
        page.keyboard.press("Tab")
    expect(card).to_be_visible()


def test_odds_that_rest_on_simulated_fights_name_their_number(
    browser: Browser, facing: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guided, "Odds", partial(Odds, plays=400))
    page = browser.at(facing, "South")
    page.hover(ATTACK)
    expect(page.locator("#preview .odds-plays")).to_have_text("An estimate from 400 simulated fights")


def test_a_warning_is_asked_about_once_and_need_not_be_again(browser: Browser, facing: Table) -> None:
    page = browser.at(facing, "South")
    version = page.get_attribute("#match", "data-version")
    page.click(ATTACK)
    dialog = page.locator("dialog.question")
    expect(dialog).to_contain_text("A stronger one would be safer")
    dialog.locator("[data-answer=no]").click()
    expect(dialog).to_have_count(0)
    assert page.get_attribute("#match", "data-version") == version
    page.click(ATTACK)
    dialog.locator("[data-answer=never]").click()
    expect(page.locator("#match")).not_to_have_attribute("data-version", str(version))
    expect(page.locator("#result")).to_contain_text("Clash")
    kept = page.evaluate("Object.entries(localStorage).filter(([key]) => key.includes('silenced'))")
    assert [facing.match in key and "clash" in kinds for key, kinds in kept] == [True]


def test_a_warning_that_is_answered_after_the_decision_has_changed_plays_nothing(
    browser: Browser, facing: Table
) -> None:
    page = browser.at(facing, "South")
    page.click(ATTACK)
    page.wait_for_selector("dialog.question")
    seen = facing.view("South")
    undone = facing.post("undo", "South", seat="South", version=seen["version"])
    assert undone.status_code == 200
    again = facing.act("South", "piece", 4, undone.json()["version"]).json()["version"]
    page.wait_for_selector(f"#match[data-version='{again}']")
    page.click("dialog.question [data-answer=yes]")
    page.wait_for_selector(".toast:has-text('moved on')")
    assert facing.view("South")["version"] == again
    browser.errors.clear()


def test_a_click_on_what_does_not_warn_is_not_asked_about(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    page = browser.at(new_table(game="guided"), "North")
    version = page.get_attribute("#match", "data-version")
    page.click('.choice[data-action="piece 1"]')
    expect(page.locator("#match")).not_to_have_attribute("data-version", str(version))
    expect(page.locator("dialog.question")).to_have_count(0)


def test_a_button_that_ends_something_lists_what_is_undone_and_leads_there(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    page = browser.at(new_table(game="guided"), "North")
    unused = page.locator(".buttons .unused-options")
    expect(unused).to_contain_text("A troop could march.")
    unused.locator("button").click()
    expect(page.locator(".space.hint")).to_have_count(3)


ARROW = """async () => {
    const port = document.querySelector(".board-panel.shown .port"), found = {};
    const counters = () => [...port.querySelectorAll(".pile .card")].map((each) => each.getBoundingClientRect());
    const head = () => port.querySelector(".route-head").getBoundingClientRect();
    const thick = () => {
        const shaft = port.querySelector(".route-shaft");
        return Number((parseFloat(getComputedStyle(shaft).strokeWidth) * shaft.getScreenCTM().a).toFixed(1));
    };
    found.isBelow = Boolean(port.querySelector(".routes").compareDocumentPosition(port.querySelector(".pieces"))
        & Node.DOCUMENT_POSITION_FOLLOWING);
    found.isApart = counters().every(({ left, top, right, bottom }) => {
        const tip = head();
        return tip.right <= left || right <= tip.left || tip.bottom <= top || bottom <= tip.top;
    });
    found.thick = [thick()];
    document.querySelector("[data-zoom=in]").click();
    const sheet = port.querySelector(".sheet");
    while (sheet.classList.contains("moving")) await new Promise(requestAnimationFrame);
    found.thick.push(thick());
    found.opacity = getComputedStyle(port.querySelector(".routes")).opacity;
    return found;
}"""
"""The place, thickness before and after zooming, and opacity of an arrow."""


def test_what_the_others_did_is_told_and_drawn_until_ones_own_next_move(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    table = new_table(game="guided")
    page = browser.at(table, "South")
    for verb, operand in (("piece", 1), ("go", MIDDLE)):
        table.act("North", verb, operand, table.view("North")["version"])
    since = page.locator("#since")
    expect(since).to_contain_text("Since the match began")
    expect(page.locator(".recap .route-arrow")).to_have_count(1)
    assert page.evaluate(ARROW) == {"isBelow": True, "isApart": True, "thick": [3.5, 3.5], "opacity": "0.35"}
    since.locator("summary").click()
    expect(since.locator(".since-line")).to_contain_text("North marches from Birch to Ford.")
    page.click('.choice[data-action="piece 4"]')
    expect(page.locator(".recap .route-arrow")).to_have_count(0)
    expect(since).to_be_hidden()
    table.act("South", "go", MIDDLE, table.view("South")["version"])
    for verb in ("piece", "go"):
        seen = table.view("North")
        operand = next(each["operand"] for each in seen["view"]["choices"] if each["verb"] == verb)
        table.act("North", verb, operand, seen["version"])
    expect(since).to_contain_text("Since your last move")


def test_advice_on_a_sheet_stays_while_others_hand_in(browser: Browser, make: Callable[..., OrdersTable]) -> None:
    table = make()
    first, second = table.keys
    page = browser.at(table, first)
    page.click("[data-advice=ask]")
    expect(page.locator(".advice-card")).to_be_visible()
    version = page.get_attribute("#match", "data-version")
    assert table.hand_in(second).status_code == 200
    expect(page.locator("#match")).not_to_have_attribute("data-version", str(version))
    expect(page.locator(".advice-card")).to_be_visible()


def test_the_captain_is_asked_and_obeyed(browser: Browser, new_table: Callable[..., Table]) -> None:
    page = browser.at(new_table(game="guided"), "North", size=PHONE)
    page.click("[data-advice=ask]")
    expect(page.locator(".advice-card")).to_contain_text("Birch")
    version = page.get_attribute("#match", "data-version")
    page.click(".advice-card [data-preview]")
    expect(page.locator("#match")).not_to_have_attribute("data-version", str(version))
    page.click("[data-advice=set-up]")
    expect(page.locator("[data-advice=set-up]")).to_have_count(0)


def test_setting_up_shows_that_it_works_and_goes_on_after_a_record_that_decides_nothing(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    table = new_table(game="guided")
    page = browser.at(table, "North")
    page.add_init_script("EventSource = class extends EventTarget { close() {} };")
    page.reload()
    page.wait_for_selector("[data-advice=set-up]")
    version = table.view("North")["version"]
    assert table.put("auto-replies", "South", seat="South", version=version).status_code == 200
    assert table.view("North")["version"] > version
    held: list[Any] = []
    page.route("**/set-up?*", lambda route: route.continue_() if held else held.append(route))
    page.click("[data-advice=set-up]")
    expect(page.locator(".advice-wait")).to_have_text("The captain is setting up your side …")
    expect(page.locator("#match")).to_have_class(re.compile(r"\bworking\b"))
    expect(page.locator(".advice-row")).to_be_hidden()
    held[0].continue_()
    expect(page.locator("[data-advice=set-up]")).to_have_count(0)
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".advice-wait")).to_have_count(0)


def test_a_match_without_advice_offers_none(browser: Browser, new_table: Callable[..., Table]) -> None:
    page = browser.at(new_table(game="guided", advice=False), "North")
    expect(page.locator("[data-advice=ask]")).to_have_count(0)


def test_an_empty_sheet_is_asked_about_and_what_was_written_can_be_undone(browser: Browser, make: Any) -> None:
    table: OrdersTable = make(game="guided-tithe")
    page = browser.at(table, "Abbey")
    page.wait_for_selector("#desk-body:not([hidden])")
    page.click("#hand-in")
    dialog = page.locator("dialog.question")
    expect(dialog).to_contain_text("Nobody does anything.")
    dialog.locator("[data-answer=no]").click()
    page.fill("#sheet-text", "Aldo collects")
    page.click("#sheet-undo")
    expect(page.locator("#sheet-text")).to_have_value("")
    page.click("#sheet-redo")
    expect(page.locator("#sheet-text")).to_have_value("Aldo collects")
    assert table.info()["handed_in"] == []
    page.click("#hand-in")
    expect(dialog).to_contain_text("Anna is idle.")
    dialog.locator("[data-answer=yes]").click()
    expect(page.locator("#desk-status")).to_have_attribute("data-how", "same")


def test_the_end_tells_its_story_and_leads_into_the_replay(
    browser: Browser, new_table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = {"strength": Weight(1.0, 1.0)}
    monkeypatch.setattr(registry.load("guided"), "evaluation", Evaluation(weights))
    table = new_table(game="guided")
    random = Random(4)
    while table.asked():
        table.step(random.randrange(1000))
    page = browser.at(table, "North")
    page.click('a[href^="/story/"]')
    page.wait_for_selector("#story[data-ready]")
    expect(page.locator(".story-measure")).to_contain_text("Chance of winning")
    expect(page.locator(".story-pick option")).to_have_text(["Chance of winning", "Strength"])
    expect(page.locator(".chart-line")).to_have_count(2)
    legend, before = page.locator(".chart-legend"), page.viewport_size
    expect(legend).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(legend.locator("li")).to_have_text([re.compile("North|South")] * 2)
    expect(legend).to_be_visible()
    page.set_viewport_size(before)
    first = page.locator(".story-points > li").first
    expect(first.locator("h3")).to_contain_text("attacks")
    expect(first.locator(".change")).to_contain_text(["%"])
    first.scroll_into_view_if_needed()
    expect(
        first.locator(".board-picture[data-ready] .route-arrow, .board-picture[data-ready] .recap-flag").first
    ).to_be_attached()
    page.click("text=Check the dice")
    expect(page.locator(".story-checked")).to_contain_text("fair")
    page.locator(".story-points a.button").first.click()
    page.wait_for_selector("#match[data-ready='1'][data-mode=replay]")
    page.select_option("[data-replay=unit]", "phase")
    page.click("[data-replay=first]")
    expect(page.locator("[data-replay=slider]")).to_have_value("0")
    page.click("[data-replay=next]")
    expect(page.locator("[data-replay=chapter] option:checked")).to_have_text("Day 2")


def test_the_weightiest_decisions_are_analysed_one_after_the_other(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    table = new_table(game="guided")
    random = Random(4)
    while table.asked():
        table.step(random.randrange(1000))
    decisions = table.client.get(f"{table.base}/decisions").json()
    page = browser.at(table, "North")
    page.click('a[href^="/story/"]')
    section = page.locator("#story-analysis")
    section.get_by_role("button", name="Analyse this match").click()
    expect(section.get_by_role("status")).to_contain_text("estimates")
    expect(section.locator("li:has(h3)")).to_have_count(len(decisions))
    first = section.locator("li:has(h3)").first
    expect(first.locator(".shares dt")).to_have_text(["Choice", "Hidden information", "Dice and replies"])
    before, after = (int(each) for each in re.findall(r"(\d+)%", first.locator(".change").inner_text()))
    said = [each.replace("−", "-") for each in first.locator(".shares dd").all_inner_texts()]
    shares = [int(each.strip().removesuffix("%")) for each in said]
    assert abs(before + sum(shares) - after) <= 2, (
        "its parts lead from the one chance to the other, but for rounding"
    )
    verdict = first.locator(".decision-verdict").inner_text()
    ends = r"( instead of \d+%\.|\. The marshal found nothing clearly better\.)"
    named = re.fullmatch(rf"(.+): \d+%{ends}", verdict)
    assert named, f"the sentence names the decision: {verdict}"
    journal = [line["text"] for line in table.view("North")["entries"]]
    assert any(named[1] in text for text in journal), "in the words of the journal"
    expect(section.locator(".lead").first).to_contain_text("in total")
    expect(first.locator("a.button")).to_have_attribute(
        "href", f"/replay/{table.match}?at={decisions[0]['before']}"
    )
    drawn = []
    for item, decision in zip(section.locator("li:has(h3)").all(), decisions, strict=True):
        asked = {"before": decision["before"], "seat": decision["seat"]}
        found = table.client.get(f"{table.base}/analysis", params=asked).json()
        shown = found.get("plan" if found.get("is_mistake") else "decided", [])
        if any(each.get("routes") for each in shown):
            drawn.append(item)
    assert drawn, "an analysed decision has a place on the map"
    for width in (390, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for each in drawn:
            each.scroll_into_view_if_needed()
            expect(each.locator("figure svg.printed")).to_be_visible()
            expect(each.locator("figcaption")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280, 1600])
def test_the_analysis_shows_the_first_difference_of_the_better_plan_first(
    browser: Browser, new_table: Callable[..., Table], width: int
) -> None:
    table = new_table(game="guided")
    while table.asked():
        table.step(0)
    plan: list[dict[str, Any]] = [
        {"kind": "marches", "text": "South marches from Yarrow to Ford.", "routes": [{"spaces": [7, 4]}]},
        {"kind": "rests", "text": "South rests."},
        {"kind": "marches", "text": "South marches from Xenia to Yarrow.", "routes": [{"spaces": [6, 7]}]},
    ]
    mistake = {"is_mistake": True, "gain": 0.25, "plan": plan}

    def worse(route: Any) -> None:
        response = route.fetch()
        route.fulfill(response=response, json=response.json() | mistake)

    page = browser.at(table, "North", size={"width": width, "height": 844})
    page.click('a[href^="/story/"]')
    page.route("**/analysis?*", worse)
    section = page.locator("#story-analysis")
    section.get_by_role("button", name="Analyse this match").click()
    expect(section.get_by_role("status")).to_contain_text("estimates")
    first = section.locator("li:has(h3)").first
    expect(first.locator(".decision-better")).to_have_text("Better: South marches from Yarrow to Ford.")
    expect(first.locator(".story-better").first.locator("li")).to_have_text([each["text"] for each in plan[1:]])
    first.locator("figure").scroll_into_view_if_needed()
    expect(first.locator(".route-shaft")).to_have_count(2)
    expect(first.locator(".route-arrow.is-first")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_where_a_marshal_played_its_chance_stands_beside_the_advice_and_its_plans_in_the_story(
    browser: Browser, new_table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.load("ford"), "evaluation", Evaluation({"held": Weight(1.0, 1.0)}, seconds=0.02))
    table = new_table(game="ford", players={"South": {"kind": "bot", "bot": "marshal"}})
    page = browser.at(table, "North")
    page.click("[data-advice=ask]")
    expect(page.locator(".advice-card")).to_contain_text("your chance of winning is about")
    table.act("North", "rest", 0, table.view("North")["version"])
    expect(page.locator("#match")).to_contain_text("Day 2 of 6")
    assert table.post("resign", "North", seat="North", version=table.view("North")["version"]).is_success
    found = table.client.get(f"{table.base}/expectations").json()
    assert {each["seat"] for each in found} == {"South"}
    page.click('a[href^="/story/"]')
    section = page.locator("#story-expected")
    expect(section.locator("details")).to_have_count(len(found))
    first = section.locator("details").first
    first.locator("summary").click()
    expect(first).to_contain_text("chance of winning")
    expect(first.locator("a.button")).to_have_attribute("href", f"/replay/{table.match}?at={found[0]['at']}")


def test_the_journal_folds_is_searched_and_leads_to_the_map(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    table = new_table(game="guided")
    for seat in ("North", "South"):
        table.act(seat, "rest", 0, table.view(seat)["version"])
    for verb, operand in (("piece", 1), ("go", MIDDLE)):
        table.act("North", verb, operand, table.view("North")["version"])
    page = browser.at(table, "North")
    page.click("#tab-journal")
    march = page.locator(".entry", has_text="marches from Birch")
    expect(march).to_be_visible()
    page.click(".entry-fold")
    expect(march).to_be_hidden()
    page.fill("#journal-search", "marches ford")
    expect(march).to_be_visible()
    expect(page.locator("#journal-found")).to_have_text("1 line")
    march.locator(".entry-go").first.click()
    expect(page.locator(".space.hint")).to_have_count(1)


def test_the_undo_button_shows_what_the_server_would_answer(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    page = browser.at(new_table(), "North")
    page.click("#choices .choice[data-action='piece 1']")
    page.wait_for_selector("#undo[aria-disabled=false]")
    page.click("#undo")
    page.wait_for_selector("#undo[title='Nothing to undo.']")
    page.click("#choices .choice[data-action='show 1']")
    page.wait_for_selector("#undo[aria-disabled=true][title^='That showed South something hidden: ']")
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_contain_text("That showed South something hidden: ")


def test_an_undo_recalls_nothing_and_leaves_the_map_where_it_is(
    browser: Browser, new_table: Callable[..., Table]
) -> None:
    table = new_table(game="demonlord", advice=False)
    (seat,) = table.asked()
    while not (seen := table.view(seat))["can_undo"] or seen["at"] < 6:
        (seat,) = table.asked()
        table.step()
    page = browser.at(table, seat)
    page.wait_for_selector("#undo[aria-disabled=false]")
    page.wait_for_timeout(1500)
    shown = "document.querySelector('.board-panel.shown svg').getAttribute('viewBox')"
    since = page.inner_text("#since") if page.is_visible("#since") else ""
    before = page.evaluate(shown)
    version = page.get_attribute("#match", "data-version")
    page.click("#undo")
    page.wait_for_function("before => document.querySelector('#match').dataset.version !== before", arg=version)
    page.wait_for_timeout(1500)
    assert page.evaluate(shown) == before
    assert (page.inner_text("#since") if page.is_visible("#since") else "") == since
