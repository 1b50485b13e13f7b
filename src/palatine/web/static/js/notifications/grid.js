// Channels as a grid: a column for each, a row for each event, and what else can be chosen.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { Channel, ChannelList } from "../types/wire.d.ts" */
/** @typedef {{ change: (channel: Channel, values: object) => void, test: (channel: Channel) => void, remove: (channel: Channel) => void, prove: (channel: Channel, code: string) => void }} Deeds */

/** @param {ChannelList} list @param {Deeds} deeds */
export function grid(list, deeds) {
  if (!list.channels.length) return element("p", { class: "soft" }, say("notifications.none"));
  const columns = list.channels.map((channel) => head(channel, deeds));
  const rows = list.events.map((event) =>
    row(say(`notifications.event-${event}`), list.channels, (channel) => box(channel, event, deeds))
  );
  rows.push(row(say("notifications.always"), list.channels, (channel) => alwaysBox(channel, deeds)));
  rows.push(row(say("notifications.digest"), list.channels, (channel) => hours(channel, deeds)));
  rows.push(row(say("notifications.deeds"), list.channels, (channel) => buttons(channel, deeds)));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("notifications.events")), ...columns)),
    element("tbody", {}, ...rows),
  );
}

/** @param {string} title @param {Channel[]} channels @param {(channel: Channel) => Node} cell */
const row = (title, channels, cell) =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, title),
    ...channels.map((channel) => element("td", {}, cell(channel))),
  );

/** What a channel is called. @param {Channel} channel */
export const nameOf = (channel) => channel.label || say(`notifications.kind-${channel.kind}`);

/** @param {Channel} channel @param {Deeds} deeds */
function head(channel, deeds) {
  const state = element(
    "span",
    { class: `state ${channel.state}` },
    say(`notifications.state-${channel.state}`),
    channel.trouble ? ` ${channel.trouble}` : "",
  );
  const place = element("span", { class: "state soft" }, channel.place);
  return element(
    "th",
    { scope: "col" },
    nameOf(channel),
    place,
    state,
    channel.state === "unproved" ? proof(channel, deeds) : null,
  );
}

/** @param {Channel} channel @param {Deeds} deeds */
function proof(channel, deeds) {
  const input = element("input", {
    name: "code",
    required: true,
    maxLength: 20,
    autocomplete: "one-time-code",
    "aria-label": say("notifications.code", { channel: nameOf(channel) }),
    placeholder: say("notifications.code-short"),
  });
  return element(
    "form",
    {
      class: "prove",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        deeds.prove(channel, input.value);
      },
    },
    input,
    element("button", {}, say("notifications.prove")),
  );
}

/** @param {Channel} channel @param {string} event @param {Deeds} deeds */
function box(channel, event, deeds) {
  const label = `${say(`notifications.event-${event}`)}: ${nameOf(channel)}`;
  return element("input", {
    type: "checkbox",
    checked: channel.events.includes(event),
    "aria-label": label,
    onchange: (/** @type {any} */ { target }) => {
      const others = channel.events.filter((each) => each !== event && each !== "none");
      deeds.change(channel, { events: target.checked ? [...others, event] : others });
    },
  });
}

/** @param {Channel} channel @param {Deeds} deeds */
const alwaysBox = (channel, deeds) =>
  element("input", {
    type: "checkbox",
    checked: channel.always,
    "aria-label": `${say("notifications.always")}: ${nameOf(channel)}`,
    onchange: (/** @type {any} */ { target }) => deeds.change(channel, { always: target.checked }),
  });

/** @param {Channel} channel @param {Deeds} deeds */
function hours(channel, deeds) {
  const all = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  const choices = [...new Set(["", ...all, channel.digest])].map((hour) =>
    element("option", { value: hour, selected: hour === channel.digest }, hour || say("notifications.digest-none"))
  );
  return element("select", {
    "aria-label": `${say("notifications.digest")}: ${nameOf(channel)}`,
    onchange: (/** @type {any} */ { target }) => deeds.change(channel, { digest: target.value }),
  }, ...choices);
}

/** @param {Channel} channel @param {Deeds} deeds */
function buttons(channel, deeds) {
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    element(
      "button",
      { type: "button", class: "quiet", "aria-label": `${say(key)}: ${nameOf(channel)}`, onclick: act },
      say(key),
    );
  const isOff = channel.state === "off";
  return element(
    "span",
    { class: "stackv" },
    channel.state === "unproved" ? button("notifications.send-code", () => deeds.test(channel)) : null,
    ["ok", "failing"].includes(channel.state) ? button("notifications.try", () => deeds.test(channel)) : null,
    ["ok", "failing"].includes(channel.state)
      ? button("notifications.switch-off", () => deeds.change(channel, { is_on: false }))
      : null,
    isOff ? button("notifications.switch-on", () => deeds.change(channel, { is_on: true })) : null,
    channel.muted.length ? button("notifications.unmute", () => deeds.change(channel, { muted: [] })) : null,
    button("notifications.remove", () => deeds.remove(channel)),
  );
}
