// The chat of a match, in a dialog that is filled when opened, and the player's notes.

import { debounced } from "../common/debounce.js";
import { element } from "../common/dom.js";
import { get, patch, post, put } from "../common/http.js";
import { say } from "../common/messages.js";
import { onceAtATime } from "../common/leave-page.js";

/** @import { ChatMessage, ChatView, Unread } from "../types/wire.d.ts" */

const POLL_MS = 6000;
const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("talk"));
const base = `/api/matches/${document.getElementById("match")?.dataset.match}`;
let last = 0;
let isFirst = true;
let isKnown = false;
let me = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

/** @template {HTMLElement} T @param {string} selector @returns {T} */
const chatPart = (selector) => /** @type {T} */ (/** @type {HTMLDialogElement} */ (dialog).querySelector(selector));

/** @param {unknown} error */
function complain(error) {
  chatPart(".error").textContent = error instanceof Error ? error.message : "";
  chatPart(".error").hidden = !error;
}

/** The title of a seat in the page's head. @param {string} seat */
const called = (seat) =>
  document.querySelector(`.seat[data-seat="${CSS.escape(seat)}"] .seat-name`)?.textContent ?? seat;

/** @param {ChatMessage} message */
function line(message) {
  const time = new Date(message.time);
  const to = message.audience.length ? say("chat.whisper", { seats: message.audience.map(called).join(", ") }) : "";
  return element(
    "li",
    { class: to ? "whisper" : "" },
    element(
      "p",
      { class: "chat-who" },
      element("a", { href: `/people/${encodeURIComponent(message.name)}`, target: "_blank" }, message.name),
      element(
        "span",
        { class: "soft small" },
        [message.seat ? called(message.seat) : say("chat.spectator"), to].filter(Boolean).join(" · "),
      ),
      element(
        "time",
        { class: "soft small", dateTime: message.time, title: time.toLocaleString() },
        time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
      ),
      !message.hidden && isKnown && message.account !== me &&
        element("button", {
          type: "button",
          class: "quiet small",
          onclick: () => report(message.n),
        }, say("chat.report")),
    ),
    element(
      "p",
      { class: message.hidden ? "chat-text soft" : "chat-text" },
      message.hidden ? say("chat.hidden") : message.text,
    ),
  );
}

/** @param {number} n */
async function report(n) {
  const reason = prompt(say("chat.report-why"));
  if (!reason?.trim()) return;
  try {
    await post("/api/reports", { match: base.split("/")[3], n, reason });
    chatPart("#talk-why").textContent = say("chat.reported");
    complain(null);
  } catch (error) {
    complain(error);
  }
}

/** @param {ChatView} read */
function show(read) {
  const list = chatPart("#chat-messages");
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  if (isFirst) list.replaceChildren();
  list.append(...read.messages.filter((message) => message.n > last).map(line)); // two requests may overlap
  last = Math.max(last, ...read.messages.map((message) => message.n));
  if (isAtEnd || isFirst) list.scrollTop = list.scrollHeight;
  const form = /** @type {HTMLFormElement} */ (chatPart("#say"));
  form.hidden = Boolean(read.why) || read.off || !isKnown;
  const empty = list.childElementCount ? "" : say("chat.none");
  chatPart("#talk-why").textContent = read.off ? say("chat.off") : read.why || empty;
  const to = /** @type {HTMLSelectElement} */ (form.elements.namedItem("to"));
  chatPart(".say-to").hidden = !read.to.length;
  if (to.options.length !== read.to.length + 1) {
    to.append(...read.to.map((seat) => element("option", { value: seat }, called(seat))));
  }
  const off = chatPart("#talk-off");
  off.hidden = !isKnown;
  off.textContent = (read.off ? off.dataset.off : off.dataset.on) ?? "";
  off.setAttribute("aria-pressed", String(read.off));
  isFirst = false;
}

/** The last message marked as read. */
let heard = 0;

/** Mark all shown messages as read and clear the mark on the button, which belongs to another script. */
async function markRead() {
  if (!isKnown || last <= heard) return;
  heard = last;
  const told = /** @type {Unread} */ (await post(`${base}/chat/read`, { n: last }));
  document.dispatchEvent(new CustomEvent("talk-heard", { detail: told.unread }));
}

/** @type {Record<string, any>} */
let settings = {};

async function poll() {
  clearTimeout(again);
  if (!dialog?.open) return;
  try {
    show(await get(`${base}/chat?after=${last}`));
    await markRead();
    complain(null);
  } catch (error) {
    complain(error);
  }
  again = setTimeout(poll, POLL_MS);
}

/** Load the user's identity and notes when the dialog is first opened. */
async function begin() {
  const account = await get("/api/me");
  me = account.id;
  isKnown = Boolean(me);
  settings = account.settings ?? {};
  if (!isKnown) return;
  const notes = /** @type {HTMLTextAreaElement} */ (chatPart("#notes-text"));
  notes.value = (await get(`${base}/notes`)).text;
  chatPart("#notes").hidden = false;
  const kept = chatPart("#notes [role=status]");
  const keep = debounced(
    () => put(`${base}/notes`, { text: notes.value }).then(() => (kept.textContent = say("chat.kept")), complain),
    800,
  );
  notes.addEventListener("input", () => {
    kept.textContent = "";
    keep();
  });
}

/** Open the dialog, filled the first time. */
export async function openChat() {
  dialog?.showModal();
  if (isFirst) await begin().catch(complain);
  await poll();
  if (isKnown) chatPart("#say-text").focus();
}

/** Send the typed message. */
const send = onceAtATime(async (/** @type {HTMLFormElement} */ form) => {
  const data = new FormData(form);
  const to = data.get("to");
  try {
    await post(`${base}/chat`, { text: data.get("text"), to: to ? [to] : [] });
    /** @type {HTMLTextAreaElement} */ (chatPart("#say-text")).value = "";
    await poll();
  } catch (error) {
    complain(error);
  }
});

async function turnOff() {
  const isOff = chatPart("#talk-off").getAttribute("aria-pressed") === "true";
  settings = { ...settings, "talk-off": !isOff };
  await patch("/api/me", { settings }).catch(complain);
  isFirst = true;
  last = 0;
  await poll();
}

if (dialog) {
  document.getElementById("open-talk")?.addEventListener("click", () => openChat().catch(complain));
  chatPart("#say").addEventListener("submit", (event) => {
    event.preventDefault();
    send(/** @type {HTMLFormElement} */ (chatPart("#say")));
  });
  chatPart("#say-text").addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      /** @type {HTMLFormElement} */ (chatPart("#say")).requestSubmit();
    }
  });
  chatPart("#notes-text").addEventListener("keydown", (event) => event.stopPropagation());
  chatPart("#talk-off").addEventListener("click", turnOff);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
