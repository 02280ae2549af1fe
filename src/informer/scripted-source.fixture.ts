import { seededRandom, VirtualClock } from "../async/index.ts";
import type { Random } from "../async/index.ts";
import { ApiError, statusCodes } from "../model/index.ts";
import type { KubeList, KubeObject, Resource, StatusReason, WatchEvent } from "../model/index.ts";
import type { ListRequest, ListWatch, WatchRequest } from "./list-watch.ts";

/** A kind for tests. */
export interface Note extends KubeObject {
  readonly text?: string | undefined;
}

export const Notes: Resource<Note> = {
  group: "example.dev",
  version: "v1",
  kind: "Note",
  plural: "notes",
  singular: "note",
  scope: "Namespaced",
  shortNames: [],
  categories: [],
  verbs: ["list", "watch"],
  subresources: [],
};

/** A note. Its UID is made from its name unless another is given. */
export function note(name: string, resourceVersion: string, { uid = `uid-${name}`, ...rest }: NoteFields = {}): Note {
  return {
    apiVersion: "example.dev/v1",
    kind: "Note",
    metadata: { name, namespace: "shop", uid, resourceVersion, ...rest.metadata },
    text: rest.text ?? `${name}@${resourceVersion}`,
  };
}

interface NoteFields {
  readonly uid?: string | undefined;
  readonly text?: string | undefined;
  readonly metadata?: Partial<KubeObject["metadata"]> | undefined;
}

export function listOf(resourceVersion: string, ...items: readonly Note[]): KubeList<Note> {
  return { apiVersion: "example.dev/v1", kind: "NoteList", metadata: { resourceVersion }, items };
}

export const added = (object: Note): WatchEvent<Note> => ({ type: "ADDED", object });
export const modified = (object: Note): WatchEvent<Note> => ({ type: "MODIFIED", object });
export const deleted = (object: Note): WatchEvent<Note> => ({ type: "DELETED", object });
export const bookmark = (resourceVersion: string): WatchEvent<Note> => ({
  type: "BOOKMARK",
  resourceVersion,
  endsInitialEvents: false,
});

/** The bookmark that ends initial events. */
export const initialEnd = (resourceVersion: string): WatchEvent<Note> => ({
  type: "BOOKMARK",
  resourceVersion,
  endsInitialEvents: true,
});

/** One page of a list, and what leads to the next. */
export function pageOf(resourceVersion: string, next: string, ...items: readonly Note[]): KubeList<Note> {
  return { ...listOf(resourceVersion, ...items), metadata: { resourceVersion, continue: next } };
}

export function refusal(reason: StatusReason, retryAfterMs?: number): ApiError {
  const request = { method: "GET", path: "/apis/example.dev/v1/notes" };
  return new ApiError(`scripted ${reason}`, { ...request, status: statusCodes[reason], reason, retryAfterMs });
}

export function connectionFailure(code: string): Error {
  return new Error("GET /apis/example.dev/v1/notes: no answer", { cause: Object.assign(new Error(code), { code }) });
}

/** What a scripted server does when it is asked for a list: answer, fail, or let time pass and then do what comes next. */
export type ListStep = KubeList<Note> | Error | { readonly waitMs: number };

/** What a scripted watch does: yield, fail, let time pass, hang until it is aborted, or hang and listen to nothing. */
export type WatchStep = WatchEvent<Note> | Error | { readonly waitMs: number } | "hang" | "deaf";

/** One side of a conversation: what the server answers to each list and each watch. When there is no more to say, it hangs. */
export interface Script {
  /** Whether its watches may have initial events. Default: they can't. */
  readonly streamsLists?: boolean | undefined;
  readonly lists: readonly ListStep[];
  readonly watches?: readonly (readonly WatchStep[] | Error)[] | undefined;
}

/** A list-watch that follows a script and writes down what it was asked and when. */
export class ScriptedSource implements ListWatch<Note> {
  readonly streamsLists: boolean;
  /** `list`, `page TOKEN`, `stream` or `watch VERSION`, with the virtual time in milliseconds. */
  readonly asked: { readonly what: string; readonly atMs: number }[] = [];
  readonly listRequests: ListRequest[] = [];
  readonly watchRequests: WatchRequest[] = [];
  /** Watches that were opened and have not ended. */
  openWatches = 0;
  readonly #clock: VirtualClock;
  readonly #lists: ListStep[];
  readonly #watches: (readonly WatchStep[] | Error)[];

  constructor(clock: VirtualClock, { streamsLists = false, lists, watches = [] }: Script) {
    this.streamsLists = streamsLists;
    this.#clock = clock;
    this.#lists = [...lists];
    this.#watches = [...watches];
  }

  get requests(): readonly string[] {
    return this.asked.map(({ what }) => what);
  }

  async list(request: ListRequest): Promise<KubeList<Note>> {
    this.#note(request.continue === undefined ? "list" : `page ${request.continue}`);
    this.listRequests.push(request);
    for (;;) {
      const answer = this.#lists.shift();
      if (answer instanceof Error) throw answer;
      if (answer !== undefined && !("waitMs" in answer)) return answer;
      await this.#clock.sleep(answer?.waitMs ?? Number.MAX_SAFE_INTEGER, request.signal);
    }
  }

  watch(request: WatchRequest): AsyncIterable<WatchEvent<Note>> {
    this.#note(request.sendInitialEvents === true ? "stream" : `watch ${request.resourceVersion}`);
    this.watchRequests.push(request);
    const script = this.#watches.shift() ?? ["hang"];
    if (script instanceof Error) throw script;
    return this.#play(script, request.signal);
  }

  async *#play(script: readonly WatchStep[], signal: AbortSignal): AsyncGenerator<WatchEvent<Note>, void, void> {
    this.openWatches += 1;
    try {
      for (const step of script) {
        if (step instanceof Error) throw step;
        if (step === "hang") await this.#clock.sleep(Number.MAX_SAFE_INTEGER, signal);
        else if (step === "deaf") await new Promise(() => {});
        else if ("waitMs" in step) await this.#clock.sleep(step.waitMs, signal);
        else yield step;
      }
    } finally {
      this.openWatches -= 1;
    }
  }

  #note(what: string): void {
    this.asked.push({ what, atMs: this.#clock.monotonic() });
  }
}

/** The pieces that most tests need. */
export function scene(script: Script): {
  clock: VirtualClock;
  random: Random;
  source: ScriptedSource;
  stop: AbortController;
} {
  const clock = new VirtualClock();
  const source = new ScriptedSource(clock, script);
  return { clock, random: seededRandom(1), source, stop: new AbortController() };
}
