// What a desk needs of the match it stands in. The match knows the desk; the desk knows no more than this.

import type { BoardSet } from "../board/board-set.js";
import type { MatchInfo, MatchView } from "../types/wire.d.ts";

export interface Host {
  state: {
    id: string;
    game: string;
    mode: string;
    seat: string | null;
    info: MatchInfo;
    matchView: import("../types/wire.d.ts").ClientView | null;
    names?: Record<string, string>;
    titles: Record<string, string>;
    api: { base: string; boards(): Promise<import("../types/wire.d.ts").Board[]> };
    take(matchView: MatchView): void;
    refresh(): Promise<void>;
    attempt(action: () => Promise<unknown>): Promise<void>;
  };
  boards?: BoardSet;
  guide: { goTo(unused: import("../types/wire.d.ts").UnusedOption): void };
  turnTo(tab: string): void;
  explain(error: unknown): void;
  toast(text: string, clause?: string): void;
}
