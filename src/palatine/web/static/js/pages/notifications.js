// The page on which players choose how to be notified.

import { byId, element } from "../common/dom.js";
import { get, patch, post, Problem, remove } from "../common/http.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import { channelGrid, channelName } from "../notifications/channel-grid.js";
import { pushSupport, subscribe, subscription } from "../notifications/push.js";

/** @import { ChannelList, NotificationChannel } from "../types/wire.d.ts" */

const PATH = "/api/me/channels";
const RELOAD_DELAY_MS = 1500;

/** Say how it went. @param {string} text @param {string} [key] a secret that is told once */
function tell(text, key = "") {
  const place = byId("said");
  place.hidden = !text;
  place.replaceChildren(text, ...(key ? [" ", element("span", { class: "key" }, key)] : []));
}

/** Run a request, report the result and reload the channels. @param {() => Promise<unknown>} work gives the words */
async function attempt(work) {
  try {
    const said = await work();
    tell(typeof said === "string" ? said : "");
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell(error.message);
  }
  await show();
}

/** @type {import("../notifications/channel-grid.js").ChannelActions} */
const actions = {
  change: (channel, values) => void attempt(() => patch(`${PATH}/${channel.id}`, values)),
  remove: (channel) => void attempt(() => remove(`${PATH}/${channel.id}`)),
  prove: (channel, code) =>
    void attempt(async () => {
      await post(`${PATH}/${channel.id}/prove`, { code });
      return say("notifications.proved", { channel: channelName(channel) });
    }),
  test: (channel) =>
    void attempt(async () => {
      await post(`${PATH}/${channel.id}/test`);
      setTimeout(() => void show(), RELOAD_DELAY_MS);
      return say("notifications.tried", { channel: channelName(channel) });
    }),
};

/** The newest list. @type {ChannelList | null} */
let list = null;

async function show() {
  list = /** @type {ChannelList} */ (await get(PATH));
  byId("grid").replaceChildren(channelGrid(list, actions));
  const hasPush = list.kinds.includes("push");
  const can = hasPush ? pushSupport() : "none";
  byId("browser-state").textContent = say(`notifications.browser-${can}`);
  byId("allow").hidden = !["ask", "granted"].includes(can);
  byId("content").dataset.ready = "yes";
}

/** Offer the kinds of channels this server can send by. */
function offer() {
  const kinds = (list?.kinds ?? []).filter((kind) => kind !== "push");
  const select = /** @type {HTMLSelectElement} */ (byId("kind"));
  select.replaceChildren(...kinds.map((kind) => element("option", { value: kind }, say(`notifications.kind-${kind}`))));
  const help = () => {
    byId("kind-help").textContent = select.value ? say(`notifications.help-${select.value}`) : "";
  };
  select.addEventListener("change", help);
  help();
}

byId("add")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { kind, target, label } = Object.fromEntries(new FormData(form));
  void attempt(async () => {
    const made = /** @type {NotificationChannel} */ (await post(PATH, { kind, target, label }));
    form.reset();
    if (made.key) setTimeout(() => tell(say("notifications.signed"), made.key));
    return made.state === "unproved"
      ? say("notifications.code-sent", { channel: channelName(made) })
      : say("notifications.added", { channel: channelName(made) });
  });
});

byId("allow")?.addEventListener("click", () =>
  void attempt(async () => {
    const target = await subscribe(list?.push_key ?? "");
    if (!target) return say("notifications.browser-denied");
    await post(PATH, { kind: "push", target });
    return say("notifications.browser-added");
  }));

async function start() {
  await show();
  offer();
  const known = await subscription(list?.push_key ?? "");
  if (known && list?.channels.some((channel) => channel.kind === "push")) {
    await post(PATH, { kind: "push", target: known });
    await show();
  }
}

if (byId("grid")) await start();
