// Time and proposals of a match: open proposals, timeouts, and who must act. Loaded only when needed.

import { dayAndTime } from "../common/dates.js";
import { element, updateChildren } from "../common/dom.js";
import { get, post, put } from "../common/http.js";
import { listed, say } from "../common/messages.js";
import { query } from "../common/query.js";
import { nameOf, titleOf } from "../common/seat-names.js";

/** @import { MatchState } from "./match-state.js" */
/** @import { ProposalInfo, MatchInfo, TimeInfo, Waiting } from "../types/wire.d.ts" */

/** @typedef {(path: string, body: object) => Promise<any>} Way */

const HOURS_PER_DAY = 24;
const TIME_TO_CHOOSE_MS = 7 * 24 * 3600e3; // so long the opponent may choose

/** Do something by which the table changes. @param {MatchState} match @param {string} path @param {Record<string, unknown>} body @param {Way} [way] */
const tell = (match, path, body, way = post) =>
  match.attempt(async () => match.updateInfo(await way(`${match.api.base}/${path}`, { seat: match.seat, ...body })));

/** A button that does that. @param {MatchState} match @param {string} key @param {string} path @param {Record<string, unknown>} body @param {Way} [way] */
const does = (match, key, path, body, way = post) =>
  element("button", {
    type: "button",
    "data-do": `${path} ${JSON.stringify(body)}`,
    onclick: () => tell(match, path, body, way),
  }, say(key));

/** What there is to say of time and proposals. @param {HTMLElement} place @param {MatchState} match */
export function showConsent(place, match) {
  const { info } = match, times = info.times ?? {};
  const parts = match.mode === "replay" ? [] : [
    ...proposals(match, times, place),
    ...(info.status === "playing"
      ? [
        ...pauseLine(match, times),
        ...vacationLine(match, times),
        ...awayLines(match, times),
        ...timeUp(match, times),
        ...takeoverLine(match, times),
        ...whyNobody(match, times, isOpen(place, "why") ?? false),
      ]
      : rematchLine(match, times)),
  ];
  place.hidden = !parts.length;
  updateChildren(place, ...parts);
}

/** Whether a part that unfolds stands open; undefined if there is none. @param {HTMLElement} place @param {string} part */
const isOpen = (place, part) =>
  /** @type {HTMLDetailsElement | null} */ (place.querySelector(`details[data-part="${part}"]`))?.open;

/** The seats whose answer to a proposal is missing. @param {ProposalInfo} each */
const missingOf = (each) => each.of.filter((seat) => !(each.yes ?? []).includes(seat));

/** The proposals, in one line that unfolds. @param {MatchState} match @param {TimeInfo} times @param {HTMLElement} place */
function proposals(match, times, place) {
  const all = times.proposals ?? [];
  if (!all.length) return [];
  const asking = all.filter((each) => missingOf(each).includes(match.seat ?? ""));
  const part = `proposals ${asking.map((each) => each.n)}`;
  const isUrgent = asking.length > 0 && !match.info.orders && !match.info.asked.includes(match.seat ?? ""); // beside choices and desks there is no room
  const folded = element(
    "details",
    { class: asking.length ? "asked" : "", "data-part": part, open: isOpen(place, part) ?? isUrgent },
    element(
      "summary",
      {},
      element("span", { class: "consent-title" }, say("consent.proposals", { n: all.length })),
      element("span", { class: "consent-first" }, (asking[0] ?? all[0]).text),
      all.length > 1 ? element("span", { class: "consent-more" }, say("consent.others", { n: all.length - 1 })) : null,
    ),
    ...proposalRows(match, all, asking.length === 1),
  );
  if (asking.length !== 1) return [folded];
  return [element("div", { class: "consent-asked" }, folded, ...answerButtons(match, asking[0], missingOf(asking[0])))];
}

/** @param {MatchState} match @param {ProposalInfo[]} all @param {boolean} answeredBeside whether the buttons for one's own answer are elsewhere */
function proposalRows(match, all, answeredBeside) {
  return all.map((each) => {
    const missing = missingOf(each);
    const until = dayAndTime(each.expires), seats = listed(missing.map((seat) => nameOf(match.titles, seat)));
    return row(
      element(
        "span",
        {},
        each.text,
        " ",
        element("small", { class: "soft" }, say(each.silence ? "consent.silence" : "consent.waits", { seats, until })),
      ),
      ...(answeredBeside && missing.includes(match.seat ?? "") ? [] : answerButtons(match, each, missing)),
    );
  });
}

/** @param {MatchState} match @param {ProposalInfo} each @param {string[]} missing */
function answerButtons(match, each, missing) {
  const seat = match.seat ?? "", path = `proposals/${each.n}`;
  if (missing.includes(seat)) {
    return [does(match, "consent.yes", `${path}/yes`, {}), does(match, "consent.no", `${path}/no`, {})];
  }
  return each.by === seat ? [does(match, "consent.withdraw", `${path}/withdraw`, {})] : [];
}

/** @param {(Node | string)[]} parts */
const row = (...parts) => element("div", { class: "consent-row" }, ...parts);

/** @param {MatchState} match @param {TimeInfo} times */
function pauseLine(match, times) {
  if (!times.paused || Date.parse(times.paused) <= Date.now()) return [];
  return [
    row(
      element("span", {}, say("consent.paused", { until: dayAndTime(times.paused) })),
      ...(times.paused_by === match.seat ? [does(match, "consent.resume", "resume", {})] : []),
    ),
  ];
}

/** One's own vacation, and how to end it. @param {MatchState} match @param {TimeInfo} times */
function vacationLine(match, times) {
  const away = times.seats?.[match.seat ?? ""]?.away;
  if (!away || Date.parse(away) <= Date.now()) return [];
  return [
    row(
      element("span", {}, say("consent.away-you", { until: dayAndTime(away) })),
      does(match, "consent.back", "away", { until: "" }, put),
    ),
  ];
}

/** The other players whom the match waits for in vain until a day. @param {MatchState} match @param {TimeInfo} times */
function awayLines(match, times) {
  return Object.entries(times.seats ?? {})
    .filter(([seat, { away }]) => seat !== match.seat && away && Date.parse(away) > Date.now())
    .filter(([seat]) => match.info.asked.includes(seat))
    .map(([seat, each]) =>
      row(element(
        "span",
        {},
        say("consent.away", {
          seat: titleOf(match.titles, seat),
          until: dayAndTime(each.away ?? ""),
        }),
      ))
    );
}

/** @param {MatchState} match @param {TimeInfo} times */
function timeUp(match, times) {
  return Object.entries(times.seats ?? {}).filter(([, each]) => each.up).map(([seat, each]) => {
    const said = {
      seat: titleOf(match.titles, seat),
      until: dayAndTime(new Date(Date.parse(each.up ?? "") + TIME_TO_CHOOSE_MS).toISOString()),
    };
    if (!match.seat || match.seat === seat) return row(element("span", {}, say("consent.up-other", said)));
    return row(
      element("span", {}, say("consent.up", said)),
      does(match, "consent.win", "win", {}),
      does(match, "consent.give", "time", { to: seat, hours: 3 * HOURS_PER_DAY }),
      proposes(match, "consent.bot", { kind: "bot", about: seat }),
    );
  });
}

/** @param {MatchState} match @param {TimeInfo} times */
function takeoverLine(match, times) {
  return Object.entries(times.seats ?? {}).filter(([, each]) => each.wanted && Date.parse(each.wanted) <= Date.now())
    .map(([seat]) => row(element("span", {}, say("consent.wanted", { seat: titleOf(match.titles, seat) }))));
}

/** Who is asked since when, who is away, and what can be done now. @param {MatchState} match @param {TimeInfo} times @param {boolean} open whether it has been opened */
function whyNobody(match, times, open) {
  const others = match.info.seats.filter((each) =>
    each.kind === "person" && each.seat !== match.seat && match.info.asked.includes(each.seat)
  );
  const waiting = others.map((each) => each.seat).filter((seat) => !times.seats?.[seat]?.up);
  if (!waiting.length || match.info.asked.includes(match.seat ?? "")) return []; // who is asked knows why
  const lines = element("div", {});
  const fill = async () => {
    /** @type {Waiting} */
    const { since } = await get(`${match.api.base}/waiting`);
    updateChildren(lines, ...waiting.map((seat) => waitsFor(match, times, seat, since)));
  };
  if (open) void fill();
  return [element(
    "details",
    {
      open,
      "data-part": "why",
      ontoggle: (/** @type {Event} */ event) => {
        if (/** @type {HTMLDetailsElement} */ (event.target).open && !lines.childElementCount) void fill();
      },
    },
    element("summary", {}, say("consent.why")),
    lines,
  )];
}

/** One whom the match waits for: since when, until when, and what can be done. @param {MatchState} match @param {TimeInfo} times @param {string} seat @param {string} since */
function waitsFor(match, times, seat, since) {
  const each = times.seats?.[seat], ends = each?.ends || match.info.deadline;
  const said = {
    seat: titleOf(match.titles, seat),
    since: dayAndTime(each?.asked || since),
    ends: ends ? dayAndTime(ends) : "",
    until: each?.away ? dayAndTime(each.away) : "",
  };
  const isAway = each?.away && Date.parse(each.away) > Date.now();
  const text = isAway ? say("consent.away", said) : say(ends ? "consent.asked" : "consent.asked-open", said);
  return row(element("span", {}, text), ...(match.seat ? waitingRemedies(match, times, seat) : []));
}

/** What a waiting player can do. @param {MatchState} match @param {TimeInfo} times @param {string} seat */
function waitingRemedies(match, times, seat) {
  if (times.pace) return [does(match, "consent.give-day", "time", { to: seat, hours: HOURS_PER_DAY })];
  return match.info.orders ? [] : [proposes(match, "consent.bot", { kind: "bot", about: seat })];
}

/** After the match. @param {MatchState} match @param {TimeInfo} times */
function rematchLine(match, times) {
  if (!times.rematch || !match.seat) return [];
  return [row(element("button", {
    type: "button",
    onclick: () =>
      match.attempt(async () => {
        const { match: id } = await get(`${match.api.base}/rematch${query({ seat: match.seat })}`);
        location.href = `/play/${id}`;
      }),
  }, say("consent.again")))];
}

/** A button that proposes. @param {MatchState} match @param {string} key @param {Record<string, unknown>} terms */
const proposes = (match, key, terms) =>
  element(
    "button",
    { type: "button", "data-do": JSON.stringify(terms), onclick: () => propose(match, terms) },
    say(key),
  );

/** @param {MatchState} match @param {Record<string, unknown>} terms */
const propose = (match, terms) => tell(match, "proposals", { version: match.version, ...terms });

/** What may be proposed, for the menu. @param {MatchState} match @param {() => void} close @returns {HTMLElement[]} */
export function consentMenu(match, close) {
  const { info, seat } = match;
  const others = info.seats.filter((each) => each.seat !== seat && !each.left);
  if (!seat || info.lesson || info.status === "open" || !others.length) return [];
  const item = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ terms, data = {}) =>
    element("button", {
      type: "button",
      class: "menu-item",
      onclick: () => {
        close();
        void propose(match, terms);
      },
    }, say(key, data));
  if (info.status === "over") {
    return info.times?.rematch
      ? []
      : [item("consent.rematch", { kind: "rematch" }), item("consent.swap", { kind: "rematch", swap: true })];
  }
  const hasTime = Boolean(info.times?.pace || (info.orders && info.deadline));
  /** @type {HTMLElement[]} */
  const items = [
    item("consent.draw", { kind: "draw" }),
    item("consent.off", { kind: "off" }),
    item("consent.pause", { kind: "pause", hours: 3 * HOURS_PER_DAY }),
    item("consent.pause-long", { kind: "pause", hours: 14 * HOURS_PER_DAY }),
  ];
  if (info.orders && !info.master) items.push(item("consent.run", { kind: "run" }));
  if (hasTime) items.push(item("consent.more", { kind: "time", hours: HOURS_PER_DAY }));
  else {for (const each of others) {
      if (each.kind === "person" && info.asked.includes(each.seat)) {
        items.push(
          item("consent.bot-for", { kind: "bot", about: each.seat }, { seat: titleOf(match.titles, each.seat) }),
        );
      }
    }}
  if (!info.orders && info.at) items.unshift(item("consent.takeback", { kind: "takeback" }));
  if (info.times?.pace) items.push(quietHoursForm(match, close));
  return [
    ...autoReplies(match, close),
    ...(hasTime ? vacationForm(match, close) : []),
    element(
      "details",
      { class: "menu-more" },
      element("summary", { class: "menu-item" }, say("consent.menu")),
      ...items,
    ),
  ];
}

/** End the automatic replies. @param {MatchState} match */
export const endReplies = (match) =>
  match.attempt(async () =>
    match.hear(await put(`${match.api.base}/auto-replies?changes=true`, { seat: match.seat, version: match.version }))
  );

/** The automatic replies, and the button that ends them. @param {MatchState} match @param {() => void} close @returns {HTMLElement[]} */
function autoReplies(match, close) {
  const replies = match.matchView?.auto_replies ?? [];
  if (!replies.length) return [];
  const end = () => {
    close();
    void endReplies(match);
  };
  return [
    element("p", { class: "menu-note soft small" }, say("answers.given", { answers: listed(replies) })),
    element("button", { type: "button", class: "menu-item", onclick: end }, say("answers.end")),
  ];
}

/** @param {MatchState} match @param {() => void} close */
function quietHoursForm(match, close) {
  const [start, end] = ["23:00", "07:00"].map((value) => element("input", { type: "time", value }));
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const label = element("label", {}, say("consent.night"), " ", start, say("consent.night-to"), end);
  return formLine(
    label,
    say("consent.night-set"),
    close,
    () => tell(match, "quiet-hours", { start: start.value, end: end.value, zone }, put),
  );
}

/** The button that asks the others for one's last move back. @param {MatchState} match */
export const takeBackMove = (match) => proposes(match, "consent.takeback", { kind: "takeback" });

/** @param {MatchState} match @param {() => void} close @returns {HTMLElement[]} */
function vacationForm(match, close) {
  const away = match.info.times?.seats?.[match.seat ?? ""]?.away;
  if (away && Date.parse(away) > Date.now()) {
    return [element("button", {
      type: "button",
      class: "menu-item",
      onclick: () => {
        close();
        void tell(match, "away", { until: "" }, put);
      },
    }, say("consent.back"))];
  }
  const day = element("input", {
    type: "date",
    required: true,
    min: new Date(Date.now() + HOURS_PER_DAY * 3600e3).toISOString().slice(0, 10),
  });
  return [
    formLine(
      element("label", {}, say("consent.away-until"), " ", day),
      say("consent.away-ask"),
      close,
      () => tell(match, "away", { until: new Date(`${day.value}T23:59`).toISOString() }, put),
    ),
    element(
      "p",
      { class: "menu-note soft small" },
      say(match.info.orders ? "consent.away-note-orders" : "consent.away-note"),
    ),
  ];
}

/** A line of the menu with something to fill in. @param {HTMLElement} label @param {string} text @param {() => void} close @param {() => unknown} act */
function formLine(label, text, close, act) {
  return element(
    "form",
    {
      class: "menu-ask",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        close();
        void act();
      },
    },
    label,
    element("button", {}, text),
  );
}
