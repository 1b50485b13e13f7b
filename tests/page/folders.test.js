// Import rules between the folders of the page's modules.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const ROOT = new URL("../../src/palatine/web/static/js/", import.meta.url);
/** A folder may import itself and earlier folders. `types` has only declarations, `vendor` third-party code. */
const FOLDERS = [
  "types",
  "vendor",
  "geometry",
  "common",
  "fairness",
  "auth",
  "notifications",
  "social",
  "map",
  "board",
  "guidance",
  "desk",
  "lessons",
  "match",
  "worker",
  "pages",
];
const LONGEST = 500;

const modules = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|d\.ts)$/.test(name))
  .map((name) => name.replaceAll("\\", "/"));
const textOf = (/** @type {string} */ name) => readFileSync(new URL(name, ROOT), "utf8");
const folderOf = (/** @type {string} */ name) => name.split("/")[0];

/** Return the modules that a module imports, type imports included. @param {string} name */
const importsOf = (name) =>
  [...textOf(name).matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)].map(([, path]) =>
    new URL(path, new URL(name, ROOT)).href.slice(ROOT.href.length)
  );

test("every module is in a folder, and none is long", () => {
  assert.ok(modules.length > 50);
  for (const name of modules) {
    assert.ok(FOLDERS.includes(folderOf(name)), name);
    if (!["types", "vendor"].includes(folderOf(name))) {
      assert.ok(textOf(name).split("\n").length <= LONGEST, `${name} is too long`);
    }
  }
});

test("the page's documentation lists the folders, in their order", () => {
  const text = readFileSync(new URL("../../docs/page.md", import.meta.url), "utf8");
  assert.deepEqual([...text.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, name]) => name), FOLDERS);
});

test("imports run down the folders and never back", () => {
  for (const name of modules) {
    for (const imported of importsOf(name)) {
      assert.ok(modules.includes(imported), `${name} imports ${imported}, which is not there`);
      assert.ok(FOLDERS.indexOf(folderOf(imported)) <= FOLDERS.indexOf(folderOf(name)), `${name} imports ${imported}`);
    }
  }
});

test("no module runs in a circle with others when it is loaded", () => {
  /** @type {Map<string, string[]>} */
  const loads = new Map(
    modules.map((name) => [
      name,
      [...textOf(name).matchAll(/^import .*?"(\.[^"]+)";$/gm)].map(([, path]) =>
        new URL(path, new URL(name, ROOT)).href.slice(ROOT.href.length)
      ),
    ]),
  );
  /** @type {Set<string>} */
  const done = new Set();
  const walk = (/** @type {string} */ name, /** @type {string[]} */ way) => {
    assert.ok(!way.includes(name), [...way, name].join(" imports "));
    if (done.has(name)) return;
    for (const next of loads.get(name) ?? []) walk(next, [...way, name]);
    done.add(name);
  };
  modules.forEach((name) => walk(name, []));
});
