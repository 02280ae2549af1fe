import { WaitQueue } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import type { KubeList, WatchEvent } from "../model/index.ts";
import type { ListRequest, ListWatch, ObjectReader, WatchRequest } from "./list-watch.ts";
import {
  added,
  bookmark,
  connectionFailure,
  initialEnd,
  listOf,
  note,
  pageOf,
  refusal,
} from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

interface Entry {
  readonly version: number;
  readonly event: WatchEvent<Note>;
}

interface NoteServerOptions {
  readonly streamsLists?: boolean | undefined;
  readonly hasPages?: boolean | undefined;
}

/**
 * A server of notes as simple as can be: one version counter, a history, watches that follow it. It can be made to misbehave in the ways
 * in which real servers and networks do.
 */
export class NoteServer implements ListWatch<Note> {
  readonly streamsLists: boolean;
  readonly #hasPages: boolean;
  #pages: { readonly version: number; readonly epoch: number; readonly objects: readonly Note[] } | undefined;
  #objects = new Map<string, Note>();
  #history: Entry[] = [];
  #version = 1;
  #uids = 0;
  /** Watches from an older version are refused. */
  #floor = 1;
  /** Grows when the server is restored; what it said before does not count any more. */
  #epoch = 0;
  #listedEpoch = 0;
  #snapshot: { readonly objects: Map<string, Note>; readonly version: number } | undefined;
  #failures: Error[] = [];
  #isMute = false;
  /** The names of which single objects were asked for. */
  readonly reads: string[] = [];
  /** How each watch that is open now is to end. */
  readonly #endings = new Map<object, Error | "end">();
  readonly #open = new Set<object>();
  readonly #changed = new WaitQueue<void>();

  /** Without further ado it has neither initial events nor pages. */
  constructor({ streamsLists = false, hasPages = false }: NoteServerOptions = {}) {
    this.streamsLists = streamsLists;
    this.#hasPages = hasPages;
  }

  get objects(): readonly Note[] {
    return [...this.#objects.values()];
  }

  /** Creates the note, or changes it. Gives what the writer is answered. */
  write(name: string): Note {
    const before = this.#objects.get(name);
    const uid = before?.metadata.uid ?? `uid-${++this.#uids}`;
    const object = note(name, String(++this.#version), { uid });
    this.#objects.set(name, object);
    this.#record({ type: before === undefined ? "ADDED" : "MODIFIED", object });
    return object;
  }

  /** Gives the last state of what was there. */
  remove(name: string): Note | undefined {
    const before = this.#objects.get(name);
    if (before === undefined) return undefined;
    this.#objects.delete(name);
    const object = note(name, String(++this.#version), { uid: before.metadata.uid });
    this.#record({ type: "DELETED", object });
    return before;
  }

  /** From now on no watch is told anything, or everything again. */
  mute(isMute: boolean): void {
    this.#isMute = isMute;
    this.#wake();
  }

  /** All its notes are in one namespace. */
  inNamespace(): ObjectReader<Note> {
    return { get: (name, { signal }) => this.#get(name, signal) };
  }

  bookmark(): void {
    this.#record(bookmark(String(this.#version)));
  }

  /** Sends something from the past once more. */
  repeat(which: number): void {
    const { event } = this.#history[which % Math.max(1, this.#history.length)] ?? {};
    if (event !== undefined) this.#record(event);
  }

  /** Forgets the history, so that only the newest version can be watched from. */
  compact(): void {
    this.#floor = this.#version;
  }

  /** The next so many requests fail. */
  failNext(count: number, error: Error): void {
    for (let index = 0; index < count; index += 1) this.#failures.push(error);
  }

  heal(): void {
    this.#failures = [];
  }

  /** Ends every watch that is open. */
  cut(ending: Error | "end"): void {
    for (const watch of this.#open) this.#endings.set(watch, ending);
    this.#wake();
  }

  backUp(): void {
    this.#snapshot = { objects: new Map(this.#objects), version: this.#version };
  }

  /** Goes back to the backup, versions included. */
  restore(): void {
    if (this.#snapshot === undefined) return;
    this.#objects = new Map(this.#snapshot.objects);
    this.#version = this.#snapshot.version;
    this.#history = [];
    this.#floor = this.#version;
    this.#epoch += 1;
    this.cut(refusal("Expired"));
  }

  async #get(name: string, signal: AbortSignal): Promise<Note> {
    signal.throwIfAborted();
    this.reads.push(name);
    const failure = this.#failures.shift();
    if (failure !== undefined) throw failure;
    const object = this.#objects.get(name);
    if (object !== undefined) return object;
    const request = { method: "GET", path: `/apis/example.dev/v1/namespaces/shop/notes/${name}` };
    throw new ApiError("not found", { ...request, status: 404, reason: "NotFound", details: { name } });
  }

  list({ limit, continue: token, signal }: ListRequest): Promise<KubeList<Note>> {
    signal.throwIfAborted();
    const failure = this.#failures.shift();
    if (failure !== undefined) return Promise.reject(failure);
    if (!this.#hasPages || limit === undefined) {
      this.#listedEpoch = this.#epoch;
      return Promise.resolve(listOf(String(this.#version), ...this.#objects.values()));
    }
    return this.#page(limit, token ?? this.#firstPage());
  }

  async *watch({
    resourceVersion,
    sendInitialEvents,
    signal,
  }: WatchRequest): AsyncGenerator<WatchEvent<Note>, void, void> {
    const failure = this.#failures.shift();
    if (failure !== undefined) throw failure;
    if (sendInitialEvents === true) this.#listedEpoch = this.#epoch;
    const from = sendInitialEvents === true ? this.#version : Number(resourceVersion);
    if (from < this.#floor || this.#listedEpoch !== this.#epoch) throw refusal("Expired");
    const watch = {};
    this.#open.add(watch);
    try {
      // Initial events take their time, and so can be cut.
      for (const object of sendInitialEvents === true ? this.objects : []) {
        yield added(object);
        const ending = this.#endings.get(watch);
        if (ending !== undefined) throw ending === "end" ? connectionFailure("ECONNRESET") : ending;
      }
      if (sendInitialEvents === true) yield initialEnd(String(from));
      let position = this.#history.findIndex(({ version }) => version > from);
      if (position === -1) position = this.#history.length;
      for (;;) {
        const ending = this.#endings.get(watch);
        if (ending === "end") return;
        if (ending !== undefined) throw ending;
        const entry = this.#history[position];
        if (entry === undefined || this.#isMute) await this.#changed.wait(undefined, signal);
        else {
          position += 1;
          yield entry.event;
        }
      }
    } finally {
      this.#open.delete(watch);
      this.#endings.delete(watch);
    }
  }

  /** All pages are of this version: what it leads to is kept until the history is forgotten. */
  #firstPage(): string {
    this.#listedEpoch = this.#epoch;
    this.#pages = { version: this.#version, epoch: this.#epoch, objects: this.objects };
    return `${this.#version} 0`;
  }

  #page(limit: number, token: string): Promise<KubeList<Note>> {
    const [version = 0, start = 0] = token.split(" ").map(Number);
    const { objects, epoch } = this.#pages ?? { objects: [], epoch: -1 };
    if (epoch !== this.#epoch || version !== this.#pages?.version || version < this.#floor) {
      return Promise.reject(refusal("Expired"));
    }
    const end = start + limit;
    return Promise.resolve(
      pageOf(String(version), end < objects.length ? `${version} ${end}` : "", ...objects.slice(start, end)),
    );
  }

  #record(event: WatchEvent<Note>): void {
    this.#history.push({ version: this.#version, event });
    this.#wake();
  }

  #wake(): void {
    for (let waiter = this.#changed.shift(); waiter !== undefined; waiter = this.#changed.shift()) waiter.resolve();
  }
}
