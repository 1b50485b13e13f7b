"""Bundles of a page's modules."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest

from palatine.web.assets.page_bundle import bundle
from palatine.web.rendering import STATIC_FOLDER

DENO = Path(sysconfig.get_path("scripts")) / "deno"
MODULES = STATIC_FOLDER / "js"


def written(root: Path, **modules: str) -> Path:
    (root / "pages").mkdir()
    for name, text in modules.items():
        (root / "pages" / f"{name}.js").write_text(text, encoding="utf-8")
    return root


def run(script: str) -> str:
    command = [str(DENO), "run", "--quiet", "--ext=js", "-"]
    return subprocess.run(command, input=script, capture_output=True, text=True, check=True).stdout


def test_a_bundle_does_what_its_modules_do(tmp_path: Path) -> None:
    """Each module runs once, in order, whatever its names are."""
    root = written(
        tmp_path,
        page='import "./noise.js";\nimport { twice, Box as Chest } from "./tools.js";\n'
        'const own = "page";\nconsole.log(twice(4), new Chest(own).held, (await import("./late.js")).late);\n',
        tools='// Tools.\n\nimport { own } from "./own.js";\n\n/** Twice. @param {import("./own.js").Own} n */\n'
        'export const twice = (n) => n * own;\nexport class Box {\n  constructor(held) { this.held = held; }\n}\n',
        own='const two = 2;\nexport { two as own };\n',
        noise='import { own } from "./own.js";\nconsole.log("noise", own);\n',
        late='import { own } from "./own.js";\nexport async function late() {}\nexport function* more() {}\n',
    )  # fmt: skip
    script = bundle(root, "page")
    assert run(script) == "noise 2\n8 page [AsyncFunction: late]\n"
    assert script.count("const two = 2;") == 1
    assert "// Tools." not in script


@pytest.mark.parametrize(
    "line",
    ["export default 4;", "export let n = 4;", 'import * as all from "./own.js";', 'export * from "./own.js";'],
)
def test_what_cannot_be_bundled_is_said(tmp_path: Path, line: str) -> None:
    root = written(tmp_path, page='import { own } from "./other.js";', other=line, own="export const own = 1;")
    with pytest.raises(ValueError, match="cannot be bundled"):
        bundle(root, "page")


def test_modules_that_import_each_other_are_found(tmp_path: Path) -> None:
    root = written(tmp_path, page='import { a } from "./a.js";', a='import { b } from "./b.js";\nexport const a = 1;',
                   b='import { a } from "./a.js";\nexport const b = 1;')  # fmt: skip
    with pytest.raises(ValueError, match="imports itself"):
        bundle(root, "page")


def test_every_page_of_ours_can_be_bundled_and_read(tmp_path: Path) -> None:
    for page in sorted((MODULES / "pages").glob("*.js")):
        script = bundle(MODULES, page.stem)
        (tmp_path / page.name).write_text(f"async () => {{\n{script}\n}};\n", encoding="utf-8")
        parsed = f"import {str(tmp_path / page.name)!r};"
        command = [str(DENO), "run", "--quiet", "--allow-read", "--ext=js", "-"]
        subprocess.run(command, input=parsed, capture_output=True, text=True, check=True)
