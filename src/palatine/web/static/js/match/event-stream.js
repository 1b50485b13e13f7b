// The event stream of a match. Over plain HTTP a browser opens at most six connections to a server, so only two of its
// tabs keep a stream open. Other tabs and hidden ones open a stream for a moment from time to time.

import { holdLease, Lease } from "../common/lease.js";
import { reloadIfOutdated } from "../common/upgrade.js";

/** @import { Changes, ClientView, MatchInfo } from "../types/wire.d.ts" */

const MAX_STREAMS = 2; // tabs of a browser that keep a stream open
const POLL_DURATION_MS = 400; // milliseconds for which a tab without a lease opens a stream
const HIDDEN_POLL_MS = 10_000; // milliseconds between two such streams of a hidden tab

/**
 * Listen to a match. The browser reconnects by itself; a connection it gives up on is opened again here.
 * @param {(since: number) => string} address
 * @param {{version: () => number, view: (news: ClientView | Changes) => void, info: (info: MatchInfo) => void, letters: () => void, up: () => void, down: () => void}} callbacks
 */
export function openMatchStream(address, callbacks) {
  /** @type {EventSource | null} */
  let source = null;
  let wait = 500, glanced = 0;
  let keeps = false, wasLost = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const open = () => {
    close();
    const opened = (source = new EventSource(address(callbacks.version())));
    opened.addEventListener("open", () => {
      wait = 500;
      if (wasLost) void reloadIfOutdated(); // the server may have been upgraded meanwhile
      wasLost = false;
      callbacks.up();
      callbacks.letters();
      if (!keeps) timer = setTimeout(close, POLL_DURATION_MS);
    });
    for (const kind of ["view", "changes"]) {
      opened.addEventListener(kind, (event) => callbacks.view(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    }
    opened.addEventListener("info", (event) => callbacks.info(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    opened.addEventListener("letters", () => callbacks.letters());
    opened.addEventListener("error", () => {
      wasLost = true;
      callbacks.down();
      if (opened === source && opened.readyState === EventSource.CLOSED) again();
    });
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const again = () => {
    source = null;
    if (!keeps) return; // the next glance tries again
    clearTimeout(timer);
    timer = setTimeout(open, wait);
    wait = Math.min(15000, wait * 2);
  };
  const glance = () => {
    if (source || (document.hidden && Date.now() - glanced < HIDDEN_POLL_MS)) return;
    glanced = Date.now();
    open();
  };
  const now = () => {
    if (document.hidden || source) return;
    wait = 500;
    open();
  };
  const stop = holdLease(new Lease("stream", MAX_STREAMS), {
    begin: () => {
      keeps = true;
      open();
    },
    end: () => {
      keeps = false;
      close();
    },
    without: glance,
  });
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  return () => {
    removeEventListener("online", now);
    document.removeEventListener("visibilitychange", now);
    stop();
    close();
  };
}
