// A match on the page: what the referee says is shown, what the player does is said to the referee.

import { BoardSet } from "../board/board-set.js";
import { Explained } from "../board/explained.js";
import { clause } from "../common/clauses.js";
import { byId, element, renew } from "../common/dom.js";
import { Problem } from "../common/http.js";
import { begun, listed, say } from "../common/messages.js";
import { nameOf } from "../common/seat-names.js";
import { settle } from "../common/settling.js";
import { tabs } from "../common/tabs.js";
import { MatchApi } from "./api.js";
import { applied, fits } from "./changes.js";
import { Choices } from "./choices.js";
import { drawCurtain } from "./curtain.js";
import { listen } from "./event-stream.js";
import { Guide } from "./guide.js";
import { invitingRoom } from "./inviting.js";
import { Journal } from "./journal.js";
import { Layers } from "./layers.js";
import { offerMenu } from "./menu.js";
import { afterwards, verdict } from "./outcome.js";
import { showPanels } from "./panels.js";
import { Replay } from "./replay.js";
import { showSeats, sitByLink, waitingRoom } from "./seats.js";
import { onKeys } from "./shortcuts.js";
import { playTurnSound } from "./turn-sound.js";
import { UndoButton } from "./undo-button.js";
/** @import { Desk } from "../desk/desk.js" */
/** @import { Changes, MatchView, ClientView, MatchInfo, View } from "../types/wire.d.ts" */
/** @import { AuditEntry } from "../common/deeds.js" */

const MOST_ASKED = 40; // actions of which it is asked at once why they are not allowed

export class Match {
  constructor() {
    const page = (this.page = byId("match"));
    this.id = page.dataset.match ?? "";
    this.game = page.dataset.game ?? "";
    this.mode = page.dataset.mode ?? "play";
    this.api = new MatchApi(this.id);
    /** Known as soon as the page has begun. */
    this.info = /** @type {MatchInfo} */ (/** @type {unknown} */ (null));
    /** @type {string[]} */
    this.mine = [];
    /** @type {string | null} */
    this.seat = null;
    /** @type {ClientView | null} */
    this.matchView = null;
    this.isBroken = false; // whether the referee may have gone and come back since
    /** @type {BoardSet | undefined} */
    this.boards = undefined;
    /** @type {Desk | undefined} */
    this.desk = undefined;
    /** @type {(() => void) | undefined} */
    this.stopListening = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.ticking = undefined;
    this.version = 0;
    this.busy = false;
    this.asking = false; // whether a deed waits for what is foreseen of it
    this.title = document.title;
    this.journal = new Journal(byId("journal"), this.game, {
      goTo: (entry) => this.guide.goToPlace(entry),
      replay: (at) => this.goToReplay(at),
    });
    this.choices = new Choices(byId("choices"), {
      choose: (deed, label, offered) => this.choose(deed, label, offered),
      hint: (choice) => this.boards?.hint(choice),
      portrait: (operand) =>
        this.boards?.portrait(this.matchView?.view.pieces.find((piece) => piece.operand === operand && piece.face)) ??
          null,
    });
    this.explained = new Explained(this.game);
    /** @type {import("../lessons/lesson-box.js").LessonBox | undefined} */
    this.lesson = undefined;
    this.guide = new Guide(this);
    this.undoButton = new UndoButton(this.api, () => this.undo());
    this.turnTo = tabs(byId("tabs"), (name) => name === "text" && this.tellAll());
  }

  async start() {
    const refused = this.mode === "play" ? await sitByLink(this.id, this.api) : "";
    const [info, boards] = await Promise.all([this.api.info(), this.api.boards()]);
    this.updateInfo(info);
    if (info.orders) this.desk = new (await import("../desk/desk.js")).Desk(this);
    this.boards = new BoardSet(byId("stage"), boards, this.game, {
      place: (space, keyboard) => this.desk?.place(space, keyboard) ?? false,
      choose: (deed, label, offered) => this.choose(deed, label, offered),
      plans: (space) => this.plans(space),
      why: (space, pieces) => this.why(space, pieces),
      version: () => this.version,
      point: (deed, beside) => this.guide.point(deed, beside),
      waiting: () => this.waiting(),
      explained: this.explained,
    });
    if (info.lesson) this.lesson = new (await import("../lessons/lesson-box.js")).LessonBox(this);
    void this.explained.ready.then(() => this.matchView && this.tellTerms(this.matchView.view));
    this.layers = new Layers(byId("layers"), () => this.api.layers(this.seat), (layer) => this.boards?.lay(layer));
    offerMenu(this);
    onKeys(this);
    this.page.dataset.seats = String(this.mine.length);
    if (this.mode === "replay") {
      this.replay = new Replay(this, byId("replay"));
      await this.replay.start();
    } else {
      this.seat = this.seatToShow();
      await this.sit();
    }
    this.settle();
    this.page.dataset.ready = "1";
    if (refused) this.toast(say(this.mine.length ? "join.refused" : "join.looking-on", { reason: refused }));
  }

  /** On a wide page the choices are always there, and their tab makes room for the journal. */
  settle() {
    const wide = matchMedia("(min-width: 1000px)");
    const usual = this.desk?.opening();
    const settle = () => this.turnTo(usual ? usual : wide.matches || this.mode === "replay" ? "journal" : "choices");
    wide.addEventListener("change", settle);
    settle();
  }

  /** What is known of the table. @param {MatchInfo} info */
  updateInfo(info) {
    this.info = info;
    this.mine = this.mode === "watch" ? [] : info.yours ?? [];
    showSeats(byId("seats"), info, this.mine, { asked: info.asked, names: this.names });
    this.showFreeSeats();
    this.desk?.updateInfo(info);
    void this.tellTimes();
  }

  /** What concerns time and consent: a script of its own, asked for when there is any of it. */
  async consent() {
    await import(this.page.dataset.consent ?? "");
    return /** @type {typeof import("./consent.js")} */ (/** @type {any} */ (this.page).consent);
  }

  /** Whether nothing has happened for an hour while another player is asked. */
  get standsStill() {
    const { info } = this,
      persons = info.seats.filter((each) =>
        each.kind === "person" && each.seat !== this.seat && info.asked.includes(each.seat)
      );
    return info.status === "playing" && persons.length > 0 && Date.now() - Date.parse(info.updated) > 3600e3;
  }

  async tellTimes() {
    clearTimeout(this.ticking);
    const place = byId("consent");
    if (!this.info.times && !this.standsStill) return void (place.hidden = true);
    (await this.consent()).showConsent(place, this);
    if (this.info.times?.pace && this.info.status === "playing") {
      this.ticking = setTimeout(() => {
        showSeats(byId("seats"), this.info, this.mine, this.matchView?.view);
        void this.tellTimes();
      }, 20000);
    }
  }

  /** Whom the match waits for, and how they are asked. */
  showFreeSeats() {
    const show = this.page.dataset.joining === "local" ? waitingRoom : invitingRoom;
    show(byId("waiting"), this.info, this.mine, this.names);
  }

  /** What seats are called, as far as it is known here. */
  get names() {
    return this.matchView?.view.names;
  }

  /** The seat to look from: of my own, the one that is asked. */
  seatToShow() {
    const asked = this.mine.filter((seat) => this.info.asked.includes(seat));
    return asked[0] ?? this.mine[0] ?? null;
  }

  /** Look from `this.seat`, and listen. */
  async sit() {
    this.stopListening?.();
    this.journal.empty();
    this.matchView = null;
    this.version = 0;
    this.take(/** @type {ClientView} */ (await this.api.view(this.seat)), true);
    this.guide.sat();
    this.stopListening = listen((since) => this.api.events(this.seat, since), {
      version: () => this.version,
      view: (news) => void this.hear(news).catch((error) => this.explain(error)),
      table: (info) => this.updateInfo({ ...info, yours: this.info.yours }),
      letters: () => this.desk?.letters.look(),
      up: () => {
        this.banner("connection", "");
        this.desk?.retry.now();
      },
      down: () => {
        this.isBroken = true;
        this.banner("connection", say("connection.lost"));
      },
    });
  }

  /** News: a whole view, or what has changed of the one shown; where that does not fit, the whole is asked for. @param {ClientView | Changes} news @returns {Promise<void>} */
  async hear(news) {
    if (!("since" in news)) {
      this.isBroken = false;
      return this.take(news);
    }
    if (news.seat !== this.seat || news.version <= this.version) return;
    if (!this.isBroken && this.matchView && fits(this.matchView, news)) return this.take(applied(this.matchView, news));
    await this.hear(await this.api.view(this.seat, this.isBroken ? 0 : this.version));
  }

  /** The plans that lead to a space, with their texts. @param {number} space */
  async plans(space) {
    try {
      const { version, plans } = await this.api.plans(/** @type {string} */ (this.seat), space);
      return version === this.version ? plans : [];
    } catch (error) {
      this.explain(error);
      return [];
    }
  }

  /** Show how the match stands now, unless it is known already. @param {ClientView} matchView @param {boolean} [still] */
  take(matchView, still = false) {
    if (this.seat && matchView.seat === null) return void this.lookOn().catch((error) => this.explain(error));
    if (
      matchView.seat !== this.seat || matchView.version < this.version ||
      (this.matchView && matchView.version === this.version)
    ) return;
    const before = this.matchView;
    this.matchView = matchView;
    this.version = matchView.version;
    this.page.dataset.version = String(matchView.version);
    if (before) document.getElementById("expires")?.remove(); // somebody has played
    const fresh = this.journal.add(matchView.entries ?? []);
    if (before && fresh.length) {
      byId("aloud").textContent = fresh.filter((entry) => entry.kind !== "hand_in").map((entry) => begun(entry.text))
        .join(" "); // who has handed in the desk says, by name
    }
    if (
      before &&
      (before.status !== matchView.status ||
        fresh.some((entry) =>
          ["sit", "hand_over", "take_back", "resign", "eject", "vote", "end", "proposal", "flag", "pause", "stand_in"]
            .includes(entry.kind)
        ))
    ) this.refresh();
    if (before?.at !== matchView.at || before.lesson?.step !== matchView.lesson?.step) {
      for (const id of ["choices", "fan", "advice", "lesson", "undo", "stage"]) {
        settle(document.getElementById(id));
      }
    }
    this.show(matchView, still);
    this.guide.took(before, matchView);
    this.myTurn(before?.view.asked ?? []);
    this.desk?.see(matchView);
  }

  /** My seat is mine no more: another of mine is shown, or what a spectator sees. */
  async lookOn() {
    const left = this.seat, { names } = this;
    this.seat = null;
    this.stopListening?.();
    this.updateInfo(await this.api.info());
    this.seat = this.seatToShow();
    await this.sit();
    this.toast(
      say(this.seat ? "left.seat" : "left.looking-on", {
        seat: nameOf(names, left ?? ""),
        other: nameOf(this.names, this.seat ?? ""),
      }),
    );
  }

  async refresh() {
    try {
      this.updateInfo(await this.api.info());
    } catch { /* the next news will bring it */ }
  }

  /** @param {ClientView} matchView @param {boolean} still */
  show(matchView, still) {
    const view = matchView.view;
    byId("heading").textContent = this.info.origin ? say("heading.what-if", { heading: view.heading }) : view.heading;
    renew(byId("prompt"), ...this.prompt(view));
    byId("prompt-card").dataset.turn = this.seat && view.asked.includes(this.seat)
      ? "mine"
      : view.outcome
      ? "over"
      : "theirs";
    this.undoButton.show(matchView, Boolean(this.seat) && !view.outcome && this.mode === "play");
    this.choices.show(view.choices ?? [], view.plans ?? [], matchView.version, this.decides(view));
    byId("choices-none").hidden = Boolean((view.choices ?? []).length) && this.decides(view);
    const waiting = this.waiting();
    renew(
      byId("choices-none"),
      ...(view.outcome && this.mode !== "replay"
        ? [afterwards(this.id, this.game)]
        : [view.outcome || waiting === view.prompt ? "" : waiting]),
    );
    byId("answers-soon").hidden = !matchView.answers_soon;
    showPanels(byId("panels"), view.panels ?? [], this.boards?.boards ?? []);
    showSeats(byId("seats"), this.info, this.mine, view);
    this.showFreeSeats();
    this.boards?.show(view, { still });
    if (this.mode !== "replay") this.layers?.renew(matchView.status !== "open");
    byId("verify").hidden = !view.outcome;
    this.guide.shown(matchView);
    if (byId("panel-text").classList.contains("shown")) this.tellAll();
    this.tellTerms(view);
    this.lesson?.show(matchView);
  }

  /** Where things stand, what they are can be read. @param {View} view */
  tellTerms(view) {
    if (!view.outcome) renew(byId("prompt"), ...this.prompt(view));
    this.explained.mark(byId("panels"), byId("choices"));
  }

  /** @param {View} view @returns {(Node | string)[]} */
  prompt(view) {
    if (!view.outcome) {
      return [...this.explained.words(view.prompt), " ", view.clause ? clause(this.game, view.clause) : ""];
    }
    return verdict(/** @type {any} */ (view.outcome), this.game, view.names);
  }

  /** Whether it is for this seat to decide. @param {View} view */
  decides(view) {
    return this.seat !== null && view.asked.includes(this.seat);
  }

  /** Why nothing is to be decided here now; "" when something is. */
  waiting() {
    const view = this.matchView?.view;
    if (!view || ((view.choices ?? []).length && this.decides(view))) return "";
    if (view.outcome) return say("waiting.over");
    if (this.mode === "replay") return say("waiting.replay");
    if (!this.seat) {
      return view.asked.length
        ? say("waiting.watching", { seats: this.listed(view.asked) })
        : say("waiting.watching-nobody", { prompt: view.prompt });
    }
    return view.asked.length
      ? say("waiting.for", { seats: this.listed(view.asked.filter((seat) => seat !== this.seat)) })
      : view.prompt;
  }

  /** Seats by name, in a sentence. @param {string[]} seats */
  listed(seats) {
    return listed(seats.map((seat) => nameOf(this.names, seat)));
  }

  /** Tell when it has come to be my turn; where several of my seats play here, hand over the screen. @param {string[]} before */
  myTurn(before) {
    const asked = this.matchView?.view.asked ?? [];
    const now = this.seat !== null && asked.includes(this.seat);
    document.title = now ? say("title.turn", { title: this.title }) : this.title;
    if (this.seat !== null && now && !before.includes(this.seat)) {
      if (this.journal.lines.size) playTurnSound();
      this.page.classList.add("your-turn");
      setTimeout(() => this.page.classList.remove("your-turn"), 1600);
    }
    const other = this.mine.find((seat) => seat !== this.seat && asked.includes(seat));
    if (!now && other && this.mode === "play") drawCurtain(other, this.seat, this.names, () => this.from(other));
    else byId("curtain").hidden = true;
  }

  /** Look from another seat of mine. @param {string | null} seat */
  async from(seat) {
    byId("curtain").hidden = true;
    this.seat = seat;
    await this.attempt(() => this.sit());
  }

  /** @param {AuditEntry} deed @param {string} label @param {number} [offered] the version at which it was offered */
  async choose(deed, label, offered = this.version) {
    if (this.busy || this.asking || !this.seat || this.mode !== "play") return;
    this.asking = true;
    const goes = await this.guide.allows(deed, label).finally(() => (this.asking = false));
    if (!goes || !this.seat) return;
    byId("aloud").textContent = label;
    await this.attempt(() =>
      this.guide.doing(async () =>
        this.hear(await this.api.act(/** @type {string} */ (this.seat), deed, this.version, offered))
      )
    );
  }

  async undo() {
    if (this.busy || !this.seat) return;
    const why = await this.undoButton.whyNot();
    if (why) return this.toast(why);
    await this.attempt(() =>
      this.guide.doing(async () => this.hear(await this.api.undo(/** @type {string} */ (this.seat), this.version)))
    );
  }

  /** Why nothing may be done with a space (-1 for none) and with pieces in it. @param {number} space @param {number[]} pieces */
  async why(space, pieces) {
    const view = this.matchView?.view;
    if (!this.seat || !view) return [];
    const named = (/** @type {string} */ kind, /** @type {number[]} */ operands) =>
      Object.entries(view.verbs ?? {}).filter(([, names]) => names === kind).flatMap(([verb]) =>
        operands.map((operand) => /** @type {[string, number]} */ ([verb, operand]))
      );
    const actions = [...named("piece", pieces), ...named("space", space < 0 ? [] : [space])].slice(0, MOST_ASKED);
    if (!actions.length) return [{ reason: say("why.step", { prompt: view.prompt }), clause: view.clause ?? "" }];
    try {
      return (await this.api.why(this.seat, actions)).refusals;
    } catch (problem) {
      return [{ reason: /** @type {Error} */ (problem).message, clause: "" }];
    }
  }

  /** Do something that may fail; while it is being done nothing else is. @param {() => Promise<unknown>} action */
  async attempt(action) {
    if (this.busy) return;
    this.busy = true;
    this.page.classList.add("busy");
    try {
      await action();
    } catch (error) {
      this.explain(error);
    } finally {
      this.busy = false;
      this.page.classList.remove("busy");
    }
  }

  /** @param {unknown} error */
  explain(error) {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409 && error.matchView) {
      this.take(error.matchView);
      this.toast(say("problem.stale"));
    } else this.toast(error.message, error.clause);
  }

  /** @param {string} text @param {string} [id] the clause it rests on */
  toast(text, id = "") {
    const toast = element(
      "div",
      { class: "toast", role: "alert" },
      element("span", {}, text, " ", id ? clause(this.game, id) : null),
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
    else window.open(`/replay/${this.id}?at=${at}`, "_blank", "noopener");
  }

  /** The boards as text. */
  async tellAll() {
    if (this.mode === "replay") return void (byId("text").textContent = say("text.replay"));
    const version = this.version;
    if (byId("text").dataset.version === `${this.seat} ${version}`) return;
    const { text } = await this.api.text(this.seat);
    byId("text").dataset.version = `${this.seat} ${version}`;
    byId("text").textContent = text;
  }
}
