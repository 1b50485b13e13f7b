// Where one is asked, in all matches: one stream for all pages of a browser. The page that holds it tells the others.

/** A seat that is asked. @typedef {{ match: string, title: string, seat: string, since: string, deadline: string }} Call */

const NAME = "palatine-calls";
const WAKE = 30_000;
const IDLE = 5 * 60_000;

/** Follow the calls. @param {(calls: Call[]) => void} heard is told all that waits, each time it has changed */
export function follow(heard) {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return;
  const others = new BroadcastChannel(NAME);
  /** @type {string} */
  let last = "";
  const hear = (/** @type {string} */ text) => {
    last = text;
    heard(JSON.parse(text));
  };
  others.onmessage = ({ data }) => {
    if (data === "?") last && others.postMessage(last);
    else hear(data);
  };
  others.postMessage("?");
  void navigator.locks.request(NAME, () => new Promise((release) => {
    const source = new EventSource("/api/me/events");
    source.addEventListener("calls", ({ data }) => {
      hear(data);
      others.postMessage(data);
    });
    source.addEventListener("error", () => source.readyState === EventSource.CLOSED && release(undefined));
    addEventListener("pagehide", () => { source.close(); release(undefined); });
  }));
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

/** Tell the house, while a match is before one's eyes and somebody is there, that it need not call. @param {string} match */
export function present(match) {
  let used = Date.now();
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel"]) addEventListener(event, () => { used = Date.now(); }, { passive: true });
  const tell = () => {
    const isThere = document.visibilityState === "visible" && document.hasFocus() && Date.now() - used < IDLE;
    if (isThere) void fetch(`/api/matches/${match}/seen`, { method: "POST", credentials: "same-origin" }).catch(() => undefined);
  };
  tell();
  setInterval(tell, WAKE);
  addEventListener("focus", tell);
}
