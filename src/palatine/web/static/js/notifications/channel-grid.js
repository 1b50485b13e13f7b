// The channels as a grid: a column for each, a row for each event and setting.

import { element } from "../common/dom.js";
import { say } from "../common/messages.js";

/** @import { ChannelList, NotificationChannel } from "../types/wire.d.ts" */
/** @typedef {{ change: (channel: NotificationChannel, values: object) => void, test: (channel: NotificationChannel) => void, remove: (channel: NotificationChannel) => void, prove: (channel: NotificationChannel, code: string) => void }} ChannelActions */

/** @param {ChannelList} list @param {ChannelActions} actions */
export function channelGrid(list, actions) {
  if (!list.channels.length) return element("p", { class: "soft" }, say("notifications.none"));
  const columns = list.channels.map((channel) => channelHead(channel, actions));
  const rows = list.events.map((event) =>
    row(say(`notifications.event-${event}`), list.channels, (channel) => eventBox(channel, event, actions))
  );
  rows.push(row(say("notifications.always"), list.channels, (channel) => alwaysBox(channel, actions)));
  rows.push(row(say("notifications.digest"), list.channels, (channel) => digestHours(channel, actions)));
  rows.push(row(say("notifications.actions"), list.channels, (channel) => channelButtons(channel, actions)));
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("notifications.events")), ...columns)),
    element("tbody", {}, ...rows),
  );
}

/** @param {string} title @param {NotificationChannel[]} channels @param {(channel: NotificationChannel) => Node} cell */
const row = (title, channels, cell) =>
  element(
    "tr",
    {},
    element("th", { scope: "row" }, title),
    ...channels.map((channel) => element("td", {}, cell(channel))),
  );

/** The name of a channel. @param {NotificationChannel} channel */
export const channelName = (channel) => channel.label || say(`notifications.kind-${channel.kind}`);

/** @param {NotificationChannel} channel @param {ChannelActions} actions */
function channelHead(channel, actions) {
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
    channelName(channel),
    place,
    state,
    channel.state === "unproved" ? verificationForm(channel, actions) : null,
  );
}

/** @param {NotificationChannel} channel @param {ChannelActions} actions */
function verificationForm(channel, actions) {
  const input = element("input", {
    name: "code",
    required: true,
    maxLength: 20,
    autocomplete: "one-time-code",
    "aria-label": say("notifications.code", { channel: channelName(channel) }),
    placeholder: say("notifications.code-short"),
  });
  return element(
    "form",
    {
      class: "prove",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        actions.prove(channel, input.value);
      },
    },
    input,
    element("button", {}, say("notifications.prove")),
  );
}

/** @param {NotificationChannel} channel @param {string} event @param {ChannelActions} actions */
function eventBox(channel, event, actions) {
  const label = `${say(`notifications.event-${event}`)}: ${channelName(channel)}`;
  return element("input", {
    type: "checkbox",
    checked: channel.events.includes(event),
    "aria-label": label,
    onchange: (/** @type {any} */ { target }) => {
      const others = channel.events.filter((each) => each !== event && each !== "none");
      actions.change(channel, { events: target.checked ? [...others, event] : others });
    },
  });
}

/** @param {NotificationChannel} channel @param {ChannelActions} actions */
const alwaysBox = (channel, actions) =>
  element("input", {
    type: "checkbox",
    checked: channel.always,
    "aria-label": `${say("notifications.always")}: ${channelName(channel)}`,
    onchange: (/** @type {any} */ { target }) => actions.change(channel, { always: target.checked }),
  });

/** @param {NotificationChannel} channel @param {ChannelActions} actions */
function digestHours(channel, actions) {
  const all = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
  const choices = [...new Set(["", ...all, channel.digest])].map((hour) =>
    element("option", { value: hour, selected: hour === channel.digest }, hour || say("notifications.digest-none"))
  );
  return element("select", {
    "aria-label": `${say("notifications.digest")}: ${channelName(channel)}`,
    onchange: (/** @type {any} */ { target }) => actions.change(channel, { digest: target.value }),
  }, ...choices);
}

/** @param {NotificationChannel} channel @param {ChannelActions} actions */
function channelButtons(channel, actions) {
  const button = (/** @type {string} */ key, /** @type {() => void} */ act) =>
    element(
      "button",
      { type: "button", class: "quiet", "aria-label": `${say(key)}: ${channelName(channel)}`, onclick: act },
      say(key),
    );
  const isOff = channel.state === "off";
  return element(
    "span",
    { class: "stackv" },
    channel.state === "unproved" ? button("notifications.send-code", () => actions.test(channel)) : null,
    ["ok", "failing"].includes(channel.state) ? button("notifications.try", () => actions.test(channel)) : null,
    ["ok", "failing"].includes(channel.state)
      ? button("notifications.switch-off", () => actions.change(channel, { is_on: false }))
      : null,
    isOff ? button("notifications.switch-on", () => actions.change(channel, { is_on: true })) : null,
    channel.muted.length ? button("notifications.unmute", () => actions.change(channel, { muted: [] })) : null,
    button("notifications.remove", () => actions.remove(channel)),
  );
}
