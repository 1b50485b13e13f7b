// What a lesson needs of the match it is given in. The match knows the lesson; the lesson knows no more than this.

import type { BoardSet } from "../board/board-set.js";
import type { Changes, ClientView } from "../types/wire.d.ts";

export interface Host {
  state: {
    id: string;
    game: string;
    seat: string | null;
    version: number;
    api: { base: string };
    hear(news: ClientView | Changes): Promise<void>;
    attempt(action: () => Promise<unknown>): Promise<void>;
  };
  boards?: BoardSet;
  desk?: import("../desk/desk.js").Desk;
  turnTo(tab: string): void;
}
