// The page of a match: shows the `MatchState` and sends the player's actions.

import { BoardSet } from "../board/board-set.js";
import { startsWith, styleOfSeat, swatch } from "../board/sides.js";
import { GlossaryLinks } from "../board/glossary-links.js";
import { clauseLink } from "../common/clauses.js";
import { byId, element, updateChildren } from "../common/dom.js";
import { Problem } from "../common/http.js";
import { capitalized, listed, say } from "../common/messages.js";
import { nameOf, namePlayers, titleOf } from "../common/seat-names.js";
import { ignoreClicks } from "../common/ignore-clicks.js";
import { tabs } from "../common/tabs.js";
import { MatchApi } from "./api.js";
import { Choices } from "./choices.js";
import { showHandOver } from "./hand-over.js";
import { openMatchStream } from "./event-stream.js";
import { MatchGuidance } from "./match-guidance.js";
import { showInvitePanel } from "./invite-players.js";
import { Journal } from "./journal.js";
import { Layers } from "./layers.js";
import { MatchState } from "./match-state.js";
import { offerMenu, takeBack } from "./menu.js";
import { outcomeText } from "./outcome.js";
import { showPanels } from "./panels.js";
import { Replay } from "./replay.js";
import { showEmptySeats, showSeats, takeSeatByLink } from "./seats.js";
import { handleKeys } from "./keyboard.js";
import { playTurnSound } from "./turn-sound.js";
import { UndoButton } from "./undo-button.js";
/** @import { Desk } from "../desk/desk.js" */
/** @import { ClientView, View } from "../types/wire.d.ts" */
/** @import { ActionsOrPlan } from "../common/actions.js" */

export class Match {
  constructor() {
    const page = (this.page = byId("match"));
    const { match: id = "", game = "", mode = "play" } = page.dataset;
    this.state = new MatchState({ id, game, mode }, new MatchApi(id), {
      informed: () => this.informed(),
      took: (before, now, still) => this.took(before, now, still),
      unseated: () => void this.lookOn().catch((error) => this.explain(error)),
      busy: (busy) => page.classList.toggle("busy", busy),
      working: (works) => page.classList.toggle("working", works),
      failed: (error) => this.explain(error),
    });
    /** @type {BoardSet | undefined} */
    this.boards = undefined;
    /** @type {Desk | undefined} */
    this.desk = undefined;
    /** @type {(() => void) | undefined} */
    this.stopListening = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ticking = undefined;
    this.title = document.title;
    this.called = false; // true if the title shows that it is the player's turn
    this.journal = new Journal(byId("journal"), game, {
      goTo: (entry) => this.guide.goToPlace(entry),
      replay: (at) => this.goToReplay(at),
      colourOf: (text) => this.colourOf(text),
    });
    this.choices = new Choices(byId("choices"), {
      choose: (chosen, label, offered) => this.choose(chosen, label, offered),
      hint: (choice, moves) => this.boards?.hint(choice, moves),
      portrait: (operand) =>
        this.boards?.portrait(
          this.state.matchView?.view.pieces.find((piece) => piece.operand === operand && piece.face),
        ) ??
          null,
    });
    this.glossaryLinks = new GlossaryLinks(game);
    /** @type {import("../lessons/lesson-box.js").LessonBox | undefined} */
    this.lesson = undefined;
    this.guide = new MatchGuidance(this);
    this.undoButton = new UndoButton(this.state.api, () => this.undo());
    this.turnTo = tabs(byId("tabs"), (name) => name === "text" && this.tellAll());
  }

  async start() {
    const refused = this.state.mode === "play" ? await takeSeatByLink(this.state.id, this.state.api) : "";
    const [info, boards] = await Promise.all([this.state.api.info(), this.state.api.boards()]);
    this.state.updateInfo(info);
    if (info.orders) this.desk = new (await import("../desk/desk.js")).Desk(this);
    this.boards = new BoardSet(byId("stage"), boards, this.state.game, {
      match: this.state.id,
      place: (space, keyboard) => this.desk?.place(space, keyboard) ?? false,
      choose: (chosen, label, offered) => this.choose(chosen, label, offered),
      shortcuts: (space) => this.state.shortcuts(space),
      why: (space, pieces) => this.why(space, pieces),
      version: () => this.state.version,
      point: (chosen, beside) => this.guide.point(chosen, beside),
      waiting: () => this.waiting(),
      glossaryLinks: this.glossaryLinks,
    });
    if (info.lesson) this.lesson = new (await import("../lessons/lesson-box.js")).LessonBox(this);
    void this.glossaryLinks.ready.then(() => this.state.matchView && this.tellTerms(this.state.matchView.view));
    this.layers = new Layers(
      byId("layers"),
      () => this.state.api.layers(this.state.seat),
      (layer) => this.boards?.lay(layer),
    );
    offerMenu(this);
    handleKeys(this);
    this.page.dataset.seats = String(this.state.mine.length);
    if (this.state.mode === "replay") {
      this.replay = new Replay(this, byId("replay"));
      await this.replay.start();
    } else {
      this.state.seat = this.state.seatToShow();
      await this.sit();
    }
    this.openUsualTab();
    this.page.dataset.ready = "1";
    if (refused) this.toast(say(this.state.mine.length ? "join.refused" : "join.looking-on", { reason: refused }));
  }

  /** Open the tab that the page starts with. A wide page shows the choices beside the tabs, so it opens the journal. */
  openUsualTab() {
    const wide = matchMedia("(min-width: 1000px)");
    const usual = this.desk?.opening();
    const open = () =>
      this.turnTo(usual ? usual : wide.matches || this.state.mode === "replay" ? "journal" : "choices");
    wide.addEventListener("change", open);
    open();
  }

  /** Show the match information. */
  informed() {
    const { info, mine, names } = this.state;
    showSeats(byId("seats"), info, mine, { asked: info.asked, names });
    this.showFreeSeats();
    this.desk?.updateInfo(info);
    void this.tellTimes();
  }

  /** Clocks and proposals, in a script that is loaded when needed. */
  async consent() {
    await import(this.page.dataset.consent ?? "");
    return /** @type {typeof import("./consent.js")} */ (/** @type {any} */ (this.page).consent);
  }

  async tellTimes() {
    clearTimeout(this.ticking);
    const place = byId("consent");
    if (!this.state.matchView) return; // which has the names of the seats, and comes next
    if (!this.state.info.times && !this.state.standsStill) return void (place.hidden = true);
    (await this.consent()).showConsent(place, this.state);
    if (this.state.info.times?.pace && this.state.info.status === "playing") {
      this.ticking = setTimeout(() => {
        showSeats(byId("seats"), this.state.info, this.state.mine, this.state.matchView?.view, this.boards?.boards[0]);
        void this.tellTimes();
      }, 20000);
    }
  }

  /** How the match ended: once, beside the board or in place of the desk, by a script of its own. */
  async showEnding() {
    const place = byId("ending");
    if (!place.hidden || this.state.info.lesson) return;
    place.hidden = false;
    if (this.desk && this.state.seat) byId("panel-desk").prepend(place);
    byId("choices-none").hidden = true;
    await import(this.page.dataset.ending ?? "");
    const { ending } = /** @type {{ending: typeof import("./ending.js")}} */ (/** @type {any} */ (this.page));
    await ending.showEnding(place, this.state.info);
  }

  /** The players whom the match waits for, and how they were notified. */
  showFreeSeats() {
    const show = this.page.dataset.joining === "local" ? showEmptySeats : showInvitePanel;
    show(byId("waiting"), this.state.info, this.state.mine, this.state.names);
  }

  /** Show the chosen seat's view and listen. */
  async sit() {
    const { state } = this;
    this.stopListening?.();
    this.journal.empty();
    await state.look();
    this.guide.sat();
    this.stopListening = openMatchStream((since) => state.api.events(state.seat, since), {
      version: () => state.version,
      view: (news) => void state.hear(news).catch((error) => this.explain(error)),
      info: (info) => state.hearInfo(info),
      letters: () => this.desk?.letters.look(),
      up: () => {
        this.banner("connection", "");
        this.desk?.retry.now();
      },
      down: () => {
        state.isBroken = true;
        this.banner("connection", say("connection.lost"));
      },
    });
  }

  /** Show the current view. @param {ClientView | null} before @param {ClientView} matchView @param {boolean} still */
  took(before, matchView, still) {
    this.page.dataset.version = String(matchView.version);
    if (before) document.getElementById("expires")?.remove(); // a player has acted
    const fresh = this.journal.add(matchView.entries ?? []);
    if (before && fresh.length) {
      byId("aloud").textContent = fresh.filter((entry) => entry.kind !== "hand_in").map((entry) =>
        capitalized(entry.text)
      )
        .join(" "); // the desk lists the seats that have handed in
    }
    if (
      before &&
      (before.status !== matchView.status ||
        fresh.some((entry) =>
          ["sit", "hand_over", "take_back", "resign", "eject", "vote", "end", "proposal", "flag", "pause", "stand_in"]
            .includes(entry.kind)
        ))
    ) this.state.refresh();
    if (before?.at !== matchView.at || before.lesson?.step !== matchView.lesson?.step) {
      for (const id of ["choices", "fan", "advice", "lesson", "undo", "stage"]) {
        ignoreClicks(document.getElementById(id));
      }
    }
    this.show(matchView, still);
    this.guide.took(before, matchView);
    this.myTurn(before?.view.asked ?? []);
    this.desk?.see(matchView);
    if (!before) void this.tellTimes();
  }

  /** The player no longer holds the seat: show another of theirs, or the spectators' view. */
  async lookOn() {
    const { state } = this, left = state.seat, { names } = state;
    this.stopListening?.();
    await state.leaveSeat();
    await this.sit();
    this.toast(
      say(state.seat ? "left.seat" : "left.looking-on", {
        seat: nameOf(names, left ?? ""),
        other: nameOf(state.names, state.seat ?? ""),
      }),
    );
  }

  /** @param {ClientView} matchView @param {boolean} still */
  show(matchView, still) {
    const view = matchView.answers_soon ? withoutChoices(matchView.view) : matchView.view, { heading } = view;
    byId("heading").textContent = this.state.info.origin ? say("heading.what-if", { heading }) : heading;
    updateChildren(byId("prompt"), ...this.prompt(view));
    byId("prompt-card").dataset.turn = this.state.decides(view) ? "mine" : view.outcome ? "over" : "theirs";
    this.undoButton.show(matchView, Boolean(this.state.seat) && !view.outcome && this.state.mode === "play");
    this.choices.show(view.choices ?? [], view.shortcuts ?? [], matchView.version, this.state.decides(view));
    byId("choices-none").hidden = matchView.answers_soon || !byId("ending").hidden ||
      (Boolean((view.choices ?? []).length) && this.state.decides(view));
    const waiting = this.waiting();
    updateChildren(
      byId("choices-none"),
      view.outcome || waiting === view.prompt ? "" : waiting,
    );
    if (view.outcome && this.state.mode !== "replay") void this.showEnding().catch((error) => this.explain(error));
    this.showAnswer(matchView);
    this.warn(matchView.warning ?? "");
    showPanels(byId("panels"), view.panels ?? [], this.boards?.boards ?? [], (text) => this.colourOf(text));
    showSeats(byId("seats"), this.state.info, this.state.mine, view, this.boards?.boards[0]);
    this.showFreeSeats();
    this.boards?.show(view, { still });
    if (this.state.mode !== "replay") this.layers?.renew(matchView.status !== "open");
    byId("verify").hidden = !view.outcome;
    this.guide.shown(matchView);
    if (byId("panel-text").classList.contains("shown")) this.tellAll();
    this.tellTerms(view);
    this.lesson?.show(matchView);
  }

  /** Whether a bot plays the player's seat, who can take it back. */
  get isLent() {
    const { info, seat } = this.state;
    return info.status !== "over" && info.seats.some((each) => each.seat === seat && each.lent);
  }

  /** The warning to a seat that was late, and the way back to a seat that a bot plays. @param {string} warning */
  warn(warning) {
    const place = byId("late"), { isLent } = this;
    place.hidden = !(warning || isLent) || this.state.mode !== "play";
    updateChildren(place, warning, " ", ...(isLent ? [takeBack(this, this.state.seat ?? "", "")] : []));
  }

  /** The automatic replies of this seat, in one line, with buttons that end them. @param {ClientView} matchView */
  showAnswer({ answers_soon, auto_replies }) {
    const given = auto_replies ?? [];
    byId("answers-soon").hidden = !answers_soon;
    updateChildren(
      byId("answers-soon"),
      given.length ? say("answers.given", { answers: listed(given) }) : say("answers.only"),
      " ",
      given.length
        ? element("button", { type: "button", class: "quiet", onclick: () => this.endReplies() }, say("answers.end"))
        : null,
    );
  }

  async endReplies() {
    const consent = await this.consent();
    await consent.endReplies(this.state);
  }

  /** Show the glossary where the board and panels are. @param {View} view */
  tellTerms(view) {
    if (!view.outcome) updateChildren(byId("prompt"), ...this.prompt(view));
    this.glossaryLinks.mark(byId("panels"), byId("choices"));
  }

  /** @param {View} view @returns {(Node | string)[]} */
  prompt(view) {
    if (!view.outcome && this.isLent && this.state.mode === "play") return [say("waiting.lent")];
    if (!view.outcome) {
      const others = this.state.decides(view) ? [] : view.asked.filter((seat) => seat !== this.state.seat);
      return [
        ...this.glossaryLinks.words(namePlayers(view.prompt, others, view.names, this.state.titles)),
        " ",
        view.clause ? clauseLink(this.state.game, view.clause) : "",
      ];
    }
    return outcomeText(/** @type {any} */ (view.outcome), this.state.game, this.state.titles);
  }

  /** The reason why this seat cannot decide now; "" if it can. */
  waiting() {
    const view = this.state.matchView?.view;
    if (!view || ((view.choices ?? []).length && this.state.decides(view))) return "";
    if (view.outcome) return say("waiting.over");
    if (this.state.matchView?.answers_soon) return view.prompt;
    if (this.state.mode === "replay") return say("waiting.replay");
    if (!this.state.seat) {
      return view.asked.length
        ? say("waiting.watching", { seats: this.listed(view.asked) })
        : say("waiting.watching-nobody", { prompt: view.prompt });
    }
    return view.asked.length
      ? say("waiting.for", { seats: this.listed(view.asked.filter((seat) => seat !== this.state.seat)) })
      : view.prompt;
  }

  /** Seats by name, in a sentence. @param {string[]} seats */
  listed(seats) {
    return listed(seats.map((seat) => nameOf(this.state.titles, seat)));
  }

  /** Notify the player of their turn; if several of their seats play here, hand over the screen. @param {string[]} before */
  myTurn(before) {
    const asked = this.state.matchView?.view.asked ?? [];
    const { mode, names, otherAsked: other, seat } = this.state;
    const now = seat !== null && asked.includes(seat);
    const calls = now && !this.state.matchView?.answers_soon;
    document.title = calls ? say("title.turn", { title: this.title }) : this.title;
    if (calls && !(before.includes(seat) && this.called)) {
      if (this.journal.lines.size) playTurnSound();
      this.page.classList.add("your-turn");
      setTimeout(() => this.page.classList.remove("your-turn"), 1600);
    }
    this.called = calls;
    if (!now && other && mode === "play") showHandOver(other, seat, names, () => this.from(other));
    else byId("curtain").hidden = true;
  }

  /** Show another seat of the player. @param {string | null} seat */
  async from(seat) {
    byId("curtain").hidden = true;
    this.state.seat = seat;
    await this.state.attempt(() => this.sit());
  }

  /** @param {ActionsOrPlan} chosen @param {string} label @param {number} [offered] the version at which it was offered */
  async choose(chosen, label, offered = this.state.version) {
    const { state } = this;
    if (!(await state.mayAct(() => this.guide.allows(chosen, label)))) return;
    byId("aloud").textContent = label;
    await state.attempt(() => this.guide.doing(() => state.act(chosen, offered)));
  }

  async undo() {
    if (this.state.busy || !this.state.seat) return;
    const why = await this.undoButton.whyNot();
    if (why) return this.toast(why, "", await this.askBack());
    await this.state.attempt(() => this.guide.doing(() => this.state.undo()));
  }

  /** The button that asks the others to take back the player's last move. @returns {Promise<HTMLElement | null>} */
  async askBack() {
    const { info, seat } = this.state;
    const others = info.seats.some((each) => each.seat !== seat && each.kind === "person" && each.seated);
    if (!others || info.lesson || !info.at) return null;
    return (await this.consent()).takeBackMove(this.state);
  }

  /** The reasons why a space (-1 for none) and pieces in it offer no choice. @param {number} space @param {number[]} pieces */
  async why(space, pieces) {
    const view = this.state.matchView?.view;
    if (!this.state.seat || !view) return [];
    const actions = this.state.actionsAt(space, pieces);
    if (!actions.length) return [{ reason: say("why.step", { prompt: view.prompt }), clause: view.clause ?? "" }];
    try {
      return (await this.state.api.why(this.state.seat, actions)).refusals;
    } catch (problem) {
      return [{ reason: /** @type {Error} */ (problem).message, clause: "" }];
    }
  }

  /** @param {unknown} error */
  explain(error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409 && error.matchView) {
      this.state.take(error.matchView);
      this.toast(say("problem.stale"));
    } else this.toast(error.message, error.clause);
  }

  /** @param {string} text @param {string} [id] the clause it rests on @param {HTMLElement | null} [remedy] what can be done about it */
  toast(text, id = "", remedy = null) {
    remedy?.addEventListener("click", () => toast.remove());
    const toast = element(
      "div",
      { class: "toast", role: "alert" },
      element("span", {}, text, " ", id ? clauseLink(this.state.game, id) : null),
      remedy,
      element("button", {
        type: "button",
        class: "quiet icon",
        "aria-label": say("close"),
        onclick: () => toast.remove(),
      }, "×"),
    );
    byId("toasts").replaceChildren(toast);
    setTimeout(() => toast.remove(), 9000);
  }

  /** @param {string} id @param {string} text */
  banner(id, text) {
    clearTimeout(this.slow);
    const banner = byId(id);
    // A moment's break is not worth a word.
    if (text) {
      this.slow = setTimeout(() => {
        banner.textContent = text;
        banner.hidden = false;
      }, 1500);
    } else banner.hidden = true;
  }

  /** To a point of the replay: here, or on a page of its own. @param {number} at */
  goToReplay(at) {
    if (this.replay) this.replay.go(at);
    else window.open(`/replay/${this.state.id}?at=${at}`, "_blank", "noopener");
  }

  /** The colour of the seat that a text starts with. @param {string} text */
  colourOf(text) {
    const { info, names, mine } = this.state;
    const told = info.seats.find(({ seat }) => startsWith(text, titleOf(names, seat)))?.seat;
    return told === undefined ? null : swatch(styleOfSeat(this.boards?.boards[0], told, mine.includes(told)));
  }

  /** The boards as text. */
  async tellAll() {
    if (this.state.mode === "replay") return void (byId("text").textContent = say("text.replay"));
    const version = this.state.version;
    if (byId("text").dataset.version === `${this.state.seat} ${version}`) return;
    const { text } = await this.state.api.text(this.state.seat);
    byId("text").dataset.version = `${this.state.seat} ${version}`;
    byId("text").textContent = text;
  }
}

/** A view in which nothing is shown as a choice. @param {View} view @returns {View} */
const withoutChoices = (view) => ({ ...view, choices: [], shortcuts: [], shortcut_spaces: [] });
