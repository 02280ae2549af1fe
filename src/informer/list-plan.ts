import { maxRetryAfterMs, refusalMs } from "./defaults.ts";
import type { Clock } from "../async/index.ts";

/** How a list is read: as the initial events of a watch, page by page, or in one piece. */
export type ListWay = "streamed" | "paged" | "whole";

/** What a plan follows. */
export interface ListPlanOptions {
  readonly clock: Clock;
  /** `auto`: lists are streamed unless the server does not do that. */
  readonly streamingLists: "auto" | "on" | "off";
  /** 0: no pages. */
  readonly pageSize: number;
}

/** How a list was read, and how long that took. */
export interface Listed {
  readonly way: ListWay;
  readonly tookMs: number;
}

/** Decides how the next list is read, from what became of the ones before. */
export class ListPlan {
  readonly #options: ListPlanOptions;
  #refusedUntilMs = -Infinity;
  /** The next list is not streamed, whatever comes after it. */
  #isSkipped = false;
  /** Pages take longer than the server remembers. */
  #isWhole = false;
  /** The last list, until a watch from its version has begun. */
  #fresh: Listed | undefined;
  /** How many lists in a row were too old when they were there. */
  #outdated = 0;

  constructor(options: ListPlanOptions) {
    this.#options = options;
  }

  get next(): ListWay {
    const { clock, streamingLists, pageSize } = this.#options;
    if (streamingLists === "on") return "streamed";
    const isRefused = this.#isSkipped || clock.monotonic() < this.#refusedUntilMs;
    if (streamingLists === "auto" && !isRefused) return "streamed";
    return pageSize === 0 || this.#isWhole ? "whole" : "paged";
  }

  /** The server does not stream lists. It may learn to: after a while it is asked again. */
  refused(): void {
    this.#refusedUntilMs = this.#options.clock.monotonic() + refusalMs;
  }

  /** A streamed list came to nothing, for a reason that may pass. */
  failed(): void {
    this.#isSkipped = true;
  }

  /** A list is there, all of it. */
  succeeded(listed: Listed): void {
    this.#isSkipped = false;
    this.#fresh = listed;
  }

  /** A watch from the version of the list has brought something newer. */
  followed(): void {
    this.#fresh = undefined;
    this.#outdated = 0;
  }

  /**
   * The server has forgotten the version to go on from. If that is the version of a list that nothing has followed, reading the list took longer than
   * the server remembers: the next one is read in another way, a streamed one first since it is as new as its end. Returns how long to wait at
   * least: ever longer, in proportion to what such a list costs.
   */
  outdated(): number {
    if (this.#fresh === undefined) return 0;
    const { way, tookMs } = this.#fresh;
    this.#fresh = undefined;
    this.#outdated += 1;
    if (way === "streamed") this.#isSkipped = true;
    else this.#refusedUntilMs = -Infinity;
    if (way !== "streamed") this.#isWhole = way === "paged";
    return Math.min(tookMs * this.#outdated, maxRetryAfterMs);
  }
}
