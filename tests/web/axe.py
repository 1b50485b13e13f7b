"""Accessibility checks of pages in Chromium with axe-core.

The folder `axe-core/` contains axe-core 4.14.1 (MPL-2.0) as published on npm.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web.chromium import DESKTOP, PHONE

SCRIPT = (Path(__file__).parent / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules whose result depends on the theme."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
RUN = """async ([only, within]) => {
    const rules = only.length ? { runOnly: { type: "rule", values: only } } : {};
    const place = { include: [within], exclude: [".printed"] };
    const { violations } = await axe.run(place, { ...rules, resultTypes: ["violations"] });
    const why = (node) => [...node.any, ...node.all].map((each) => each.message).join("; ");
    const said = (node) => `${node.target.flat().join(" ")} ${node.html.slice(0, 200)} ${why(node)}`;
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${said(node)}`));
}"""
"""JavaScript that returns the violations.

It skips the printed map, which is hidden from screen readers and has many shapes that take long to check.
"""


def findings(page: Any, within: str = "html", only: list[str] | None = None) -> list[str]:
    """Return the violations on a page in its current state: rule, place, source and reason.

    `only` restricts the rules.
    """
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(SCRIPT)
    found: list[str] = page.evaluate(RUN, [only or [], within])
    return found


def everywhere(page: Any, within: str = "html") -> list[str]:
    """Return the violations at both widths and in both themes.

    The dark theme is checked for `COLOURS` alone. Afterwards the page is wide and light.
    """
    found = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        for size in (PHONE, DESKTOP):
            page.set_viewport_size(size)
            page.evaluate(PAINTED)
            only = COLOURS if theme == "dark" else None
            found += [f"{size['width']} px, {theme}: {each}" for each in findings(page, within, only)]
    return found
