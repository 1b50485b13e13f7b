// The turn feed: where the player must act, in all matches. One tab of the browser holds the stream and passes it on.

import { holdLease, Lease } from "./lease.js";

/** A seat that must act. @typedef {{ match: string, title: string, seat: string, since: string, deadline: string }} Call */

const PRESENCE_MS = 30_000;
const IDLE_MS = 5 * 60_000;

/** Follow the turn feed. @param {string} account pages of other accounts in this browser have feeds of their own @param {(calls: Call[]) => void} heard called with all waiting turns after each change */
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
      opened.addEventListener("error", () => opened.readyState === EventSource.CLOSED && opened === source && stop()); // the user has signed out
    },
    end,
    hidden: true,
  });
}

/** Show the page's icon, with a mark if a match waits for the player. @param {boolean} isMarked */
export function markIcon(isMarked) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
  if (!icon) return;
  icon.dataset.plain ??= icon.href;
  const plain = icon.dataset.plain;
  const dot = encodeURIComponent('<circle cx="25" cy="7" r="6" fill="#1d6fd1" stroke="#fff" stroke-width="2"/></svg>');
  icon.href = isMarked ? plain.replace(/%3C\/svg%3E$/i, dot) : plain;
}

/** While a match is open and in use, report to the server that the player needs no notification. @param {string} match */
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
