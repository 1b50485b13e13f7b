// The form for a match of secret orders: number of players, seats, deadlines.

import "../common/clauses.js";
import { byId, element } from "../common/dom.js";
import { post } from "../common/http.js";
import { say } from "../common/messages.js";
import { enterMatch, randomNumber } from "../common/enter-match.js";
import { browserStorage } from "../common/storage.js";
import { termsOf } from "../common/match-terms.js";
import "../common/theme.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("new"));
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
const picked = (/** @type {string} */ name) => /** @type {RadioNodeList} */ (form.elements.namedItem(name)).value;
const scenario = /** @type {HTMLSelectElement} */ (form.elements.namedItem("scenario"));
const REFEREE = form.dataset.referee ?? "";
/** @type {string[]} */
const bots = JSON.parse(byId("table").dataset.bots ?? "[]");
/** @type {Record<string, string>} What the seats are called. */
const names = JSON.parse(byId("table").dataset.names ?? "{}");

field("name").value = browserStorage("name") ?? "";
field("number").value = randomNumber();

/** @returns {string[][]} */
const tables = () => JSON.parse(scenario.selectedOptions[0]?.dataset.tables ?? "[]");
const players = (/** @type {string[]} */ table) => table.filter((seat) => seat !== REFEREE);

/** How many may play; as many as in the scenario's usual table, to begin with. */
function counts() {
  const all = [...new Set(tables().map((table) => players(table).length))].sort((a, b) => a - b);
  const usual = players(tables()[0] ?? []).length;
  byId("counts").replaceChildren(
    ...all.map((n) =>
      element(
        "label",
        { class: "pick count-pick" },
        element("input", { type: "radio", name: "count", value: String(n), checked: n === usual }),
        element("strong", {}, String(n)),
      )
    ),
  );
  byId("story").textContent = scenario.selectedOptions[0]?.dataset.text ?? "";
  byId("story").hidden = !byId("story").textContent;
  byId("referee").hidden = !tables().some((table) => table.includes(REFEREE));
  seating();
}

/** The seats of the table that is chosen. */
function seats() {
  const referee = !byId("referee").hidden && picked("referee") !== "none";
  return tables().find((table) =>
    players(table).length === Number(picked("count")) && table.includes(REFEREE) === referee
  ) ?? tables()[0] ?? [];
}

/** A row for each seat with its player. Earlier choices stay. */
function seating() {
  const before = new Map([...byId("table").querySelectorAll("select")].map((select) => [select.name, select.value]));
  const rows = players(seats()).map((seat, i) => {
    const chosen = before.get(`seat-${seat}`) ?? (i ? `bot:${bots[0]}` : "me");
    const kinds = [
      ["me", say("new.me")],
      ["link", say("new.by-link")],
      ...bots.map((bot) => [`bot:${bot}`, say("new.the-bot", { bot })]),
    ];
    return element(
      "label",
      { class: "seating-row" },
      element("strong", {}, names[seat] ?? seat),
      element(
        "select",
        { name: `seat-${seat}` },
        ...kinds.map(([value, text]) => element("option", { value, selected: value === chosen }, text)),
      ),
    );
  });
  byId("table").replaceChildren(...rows);
}

/** The player of a seat: "me", "link", or "bot:" and its name. @param {string} seat */
const who = (seat) => (seat === REFEREE ? picked("referee") : field(`seat-${seat}`).value);

scenario.addEventListener("change", counts);
form.addEventListener("change", (event) => {
  const name = /** @type {HTMLInputElement} */ (event.target).name;
  if (name === "count" || name === "referee") seating();
  showTime();
});

/** Show the fields of the chosen kind of deadline. */
function showTime() {
  const hours = field("hours").value;
  byId("early").hidden = byId("late").hidden = hours === "0";
  byId("week").hidden = hours !== "week";
}

/** The deadlines of the match. */
function clock() {
  const hours = field("hours").value, letters = picked("letters");
  if (hours === "0") return { hours: 0, early: true, letters };
  const days = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=day]:checked")]).map((day) =>
    day.value
  );
  const ends = hours === "week" ? { days, at: field("at").value, zone: field("zone").value } : { hours: Number(hours) };
  return {
    ...ends,
    early: field("early").checked,
    letters,
    late: field("late").value,
    excused: Number(field("excused").value),
    grace: Number(field("grace").value),
    settle: Number(field("settle").value),
  };
}

function options() {
  /** @type {Record<string, boolean | number | string>} */
  const out = {};
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-option]"))) {
    out[input.dataset.option ?? ""] = input.type === "checkbox"
      ? input.checked
      : input.type === "number"
      ? Number(input.value)
      : input.value;
  }
  return out;
}

/** @param {string} seat */
function player(seat) {
  if (who(seat).startsWith("bot:")) return { kind: "bot", bot: who(seat).slice(4) };
  if (who(seat) !== "me") return { kind: "person" };
  const isFirst = seats().find((each) => who(each) === "me") === seat;
  return { kind: "person", name: field("name").value, me: true, number: isFirst ? field("number").value : "" };
}

async function begin() {
  const table = seats(), name = field("name").value;
  const made = await post("/api/matches", {
    game: form.dataset.game,
    scenario: scenario.value,
    seats: table,
    title: field("title").value,
    options: options(),
    advice: /** @type {HTMLInputElement} */ (form.elements.namedItem("advice")).checked,
    players: Object.fromEntries(table.map((seat) => [seat, player(seat)])),
    clock: clock(),
    ...termsOf(form),
  });
  await enterMatch(made, table.filter((seat) => who(seat) === "me"), name, field("number").value);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (byId("begin")), error = byId("new-error");
  if (button.disabled) return;
  button.disabled = true;
  error.hidden = true;
  try {
    await begin();
  } catch (problem) {
    error.textContent = /** @type {Error} */ (problem).message;
    error.hidden = false;
    button.disabled = false;
  }
});

counts();
field("zone").value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
showTime();
