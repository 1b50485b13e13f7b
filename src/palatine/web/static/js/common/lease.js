// Leases that only a few tabs of a browser can hold at a time. A tab renews its lease, and loses it when it closes or
// freezes. Leases are in the browser's storage, because the Web Locks API needs HTTPS.

import { browserStorage } from "./storage.js";

const LEASE_TIMEOUT_MS = 7000; // milliseconds without renewal after which another tab takes a lease over
const RENEWAL_MS = 2000; // milliseconds between two renewals
const TAB_ID = Math.random().toString(36).slice(2);

/** A lease of one of a few numbered places. */
export class Lease {
  /** @param {string} name @param {number} places number of tabs that can have one */
  constructor(name, places) {
    this.keys = Array.from({ length: places }, (_, i) => `lease.${name}.${i}`);
    this.me = `${TAB_ID}.${Math.random().toString(36).slice(2)}`;
  }

  /** Take a place or renew it; return whether this tab has one. */
  take() {
    const mine = this.keys.find((key) => holderOf(key)?.id === this.me);
    const free = mine ?? this.keys.find((key) => !holderOf(key));
    if (free) browserStorage(free, JSON.stringify({ id: this.me, at: Date.now() }));
    return Boolean(free) && holderOf(free ?? "")?.id === this.me;
  }

  release() {
    for (const key of this.keys) if (holderOf(key)?.id === this.me) browserStorage(key, null);
  }
}

/** Return the holder of a place. @param {string} key @returns {{id: string, at: number} | null} */
function holderOf(key) {
  try {
    const found = JSON.parse(browserStorage(key) ?? "null");
    return found && Math.abs(Date.now() - found.at) < LEASE_TIMEOUT_MS ? found : null;
  } catch {
    return null;
  }
}

/**
 * Hold a lease while this page is open and visible; with `hidden` also while it is hidden.
 * @param {Lease} lease
 * @param {{begin: () => void, end: () => void, without?: () => void, hidden?: boolean}} doing `without`: called at each renewal while other tabs hold all places
 * @returns {() => void} a function that releases the lease for good
 */
export function holdLease(lease, { begin, end, without, hidden = false }) {
  let isHeld = false, isAway = false;
  const pulse = () => {
    const has = !isAway && (hidden || !document.hidden) && lease.take();
    if (has && !isHeld) begin();
    else if (!has && isHeld) end();
    isHeld = has;
    if (!has && !isAway) without?.();
  };
  const leave = () => {
    if (isHeld) end();
    isHeld = false;
    lease.release();
  };
  const away = () => {
    isAway = true;
    leave();
  };
  const back = () => {
    isAway = false;
    pulse();
  };
  const seen = () => (document.hidden && !hidden ? leave() : pulse());
  const stored = (/** @type {StorageEvent} */ { key, newValue }) =>
    key?.includes(".lease.") && !newValue && !isHeld && pulse();
  const timer = setInterval(pulse, RENEWAL_MS);
  const heard = /** @type {[EventTarget, string, (event: any) => void][]} */ ([
    [window, "pagehide", away],
    [window, "pageshow", back],
    [document, "freeze", away],
    [document, "resume", back],
    [document, "visibilitychange", seen],
    [window, "storage", stored],
  ]);
  for (const [target, name, act] of heard) target.addEventListener(name, act);
  pulse();
  return () => {
    clearInterval(timer);
    for (const [target, name, act] of heard) target.removeEventListener(name, act);
    leave();
  };
}
