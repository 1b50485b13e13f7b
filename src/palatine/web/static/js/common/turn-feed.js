// Where one is asked, in all matches: one stream for all pages of a browser. The page that holds it tells the others.

import { holdLease, Lease } from "./lease.js";

/** A seat that is asked. @typedef {{ match: string, title: string, seat: string, since: string, deadline: string }} Call */

const PRESENCE_MS = 30_000;
const IDLE_MS = 5 * 60_000;

/** Follow the calls. @param {string} account whose they are: pages of another account in this browser hear others @param {(calls: Call[]) => void} heard is told all that waits, each time it has changed */
export function followTurns(account, heard) {
  if (!("BroadcastChannel" in window)) return;
  const name = `calls.${account}`;
  const others = new BroadcastChannel(name);
  /** @type {string} */
  let last = "";
  /** @type {EventSource | null} */
  let source = null;
  const hear = (/** @type {string} */ text) => {
    last = text;
    heard(JSON.parse(text));
  };
  others.onmessage = ({ data }) => {
    if (data === "?") last && others.postMessage(last);
    else hear(data);
  };
  others.postMessage("?");
  const end = () => {
    source?.close();
    source = null;
  };
  const stop = holdLease(new Lease(name, 1), {
    begin: () => {
      const opened = (source = new EventSource("/api/me/events"));
      opened.addEventListener("turns", ({ data }) => {
        hear(data);
        others.postMessage(data);
      });
      opened.addEventListener("error", () => opened.readyState === EventSource.CLOSED && opened === source && stop()); // nobody is signed in any more
    },
    end,
    hidden: true,
  });
}

/** The icon of the page, with a mark on it when somebody waits. @param {boolean} isMarked */
export function markIcon(isMarked) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (!icon) return;
  icon.dataset.plain ??= icon.href;
  const plain = icon.dataset.plain;
  const dot = encodeURIComponent('<circle cx="25" cy="7" r="6" fill="#1d6fd1" stroke="#fff" stroke-width="2"/></svg>');
  icon.href = isMarked ? plain.replace(/%3C\/svg%3E$/i, dot) : plain;
}

/** Tell the server, while a match is open and somebody is there, that no notification is needed. @param {string} match */
export function reportPresence(match) {
  let used = Date.now();
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel"]) {
    addEventListener(event, () => {
      used = Date.now();
    }, { passive: true });
  }
  const tell = () => {
    const isThere = document.visibilityState === "visible" && document.hasFocus() && Date.now() - used < IDLE_MS;
    if (isThere) {
      void fetch(`/api/matches/${match}/seen`, { method: "POST", credentials: "same-origin" }).catch(() => undefined);
    }
  };
  tell();
  setInterval(tell, PRESENCE_MS);
  addEventListener("focus", tell);
}
