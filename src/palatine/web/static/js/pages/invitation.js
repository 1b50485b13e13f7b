// An invitation. Opening the page changes nothing; one click takes the seat.

import { randomNumber } from "../common/enter-match.js";
import { byId } from "../common/dom.js";
import { post } from "../common/http.js";
import { say } from "../common/messages.js";
import "../common/theme.js";
import { fetchMap, isCharted, showMap } from "../map/card-map.js";

/** @import { Seat } from "../types/wire.d.ts" */

const token = byId("invitation").dataset.token ?? "";
const buttons = /** @type {HTMLButtonElement[]} */ ([byId("take"), byId("decline")]);
const trouble = byId("invitation-error");

/** Run a request once and show errors. @param {() => Promise<void>} act */
async function attempt(act) {
  trouble.hidden = true;
  for (const button of buttons) button.disabled = true;
  try {
    await act();
  } catch (problem) {
    trouble.textContent = /** @type {Error} */ (problem).message;
    trouble.hidden = false;
    for (const button of buttons) button.disabled = false;
  }
}

buttons[0].addEventListener("click", () =>
  attempt(async () => {
    const seat = /** @type {Seat} */ (await post(`/api/invitations/${token}`, { number: randomNumber() }));
    location.href = `/play/${seat.match}`;
  }));

buttons[1].addEventListener("click", () =>
  attempt(async () => {
    await post(`/api/invitations/${token}/decline`);
    byId("invitation").replaceChildren(
      Object.assign(document.createElement("p"), { textContent: say("invitation.declined") }),
    );
  }));

const over = /** @type {HTMLElement} */ (document.querySelector(".card-map"));
fetchMap(over.dataset.game ?? "").then((board) => isCharted(board) ? showMap(over, board) : over.remove()).catch(() =>
  over.remove()
);
