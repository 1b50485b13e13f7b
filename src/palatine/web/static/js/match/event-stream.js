// News of a match as it happens.

/** @import { Changes, Sight, TableInfo } from "../types/wire.d.ts" */

/**
 * Listen to a match. The browser connects anew by itself; a connection it gives up on is opened again here.
 * @param {(since: number) => string} address
 * @param {{version: () => number, sight: (news: Sight | Changes) => void, table: (info: TableInfo) => void, letters: () => void, up: () => void, down: () => void}} callbacks
 */
export function listen(address, callbacks) {
  /** @type {EventSource | null} */
  let source = null;
  let wait = 500;
  let stopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const open = () => {
    if (stopped) return;
    source = new EventSource(address(callbacks.version()));
    source.addEventListener("open", () => { wait = 500; callbacks.up(); callbacks.letters(); });
    for (const kind of ["sight", "changes"]) source.addEventListener(kind, (event) => callbacks.sight(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    source.addEventListener("table", (event) => callbacks.table(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    source.addEventListener("letters", () => callbacks.letters());
    source.addEventListener("error", () => {
      callbacks.down();
      if (source?.readyState === EventSource.CLOSED) again();
    });
  };
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(open, wait);
    wait = Math.min(15000, wait * 2);
  };
  const now = () => {
    if (!document.hidden && source?.readyState === EventSource.CLOSED) { wait = 500; clearTimeout(timer); open(); }
  };
  open();
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  return () => { stopped = true; clearTimeout(timer); source?.close(); };
}
