// A page that was opened before an upgrade of the server reloads itself.

const RELOADED_KEY = "palatine.reloaded-from";

/**
 * Reload the page if the server no longer serves the script that the page runs: the name of each script changes with
 * the server's version. A page that has just been reloaded for this script is not reloaded again.
 */
export async function reloadIfOutdated() {
  const script = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[src^="/static/"]'));
  if (!script) return;
  const answer = await fetch(script.src, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status !== 404 || sessionStorage.getItem(RELOADED_KEY) === script.src) return;
  sessionStorage.setItem(RELOADED_KEY, script.src);
  location.reload();
}
