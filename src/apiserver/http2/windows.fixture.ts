import type { Frame } from "./frame-reader.ts";
import { settings, windowUpdate } from "./frames.fixture.ts";
import { frameFlags, frameTypes, protocolDefaults, settingIds } from "./protocol.ts";
import type { Visitor } from "./visitor.fixture.ts";

/** Widens and narrows the windows of a visitor, and keeps count of what the server may send. */
export class Windows {
  /** What the server sent although it was not allowed to. */
  readonly violations: string[] = [];
  readonly #visitor: Visitor;
  readonly #streams = new Map<number, number>();
  /** Changes that the server may not know of yet: what was allowed before is allowed until it does. */
  readonly #untold: (() => void)[] = [];
  #connection: number = protocolDefaults.windowBytes;
  #initial: number;

  /** `initial` is what the visitor has told when it came. */
  constructor(visitor: Visitor, initial: number) {
    this.#visitor = visitor;
    this.#initial = initial;
    this.#untold.push(() => undefined);
    visitor.onFrame = (frame) => this.#see(frame);
  }

  /** A request is about to be sent. */
  open(streamId: number): void {
    this.#streams.set(streamId, this.#initial);
  }

  widen(streamId: number, bytes: number): void {
    if (streamId === 0) this.#connection += bytes;
    else this.#change(streamId, bytes);
    this.#visitor.send(windowUpdate(streamId, bytes));
  }

  /** Changes the window of every stream. */
  tell(initial: number): void {
    const change = initial - this.#initial;
    const known = [...this.#streams.keys()];
    const apply = (): void => {
      for (const id of known) this.#change(id, change);
    };
    this.#initial = initial;
    if (change > 0) apply();
    this.#untold.push(change > 0 ? () => undefined : apply);
    this.#visitor.send(settings({ [settingIds.initialWindowSize]: initial }));
  }

  #change(streamId: number, bytes: number): void {
    this.#streams.set(streamId, (this.#streams.get(streamId) ?? 0) + bytes);
  }

  #see({ type, flags, streamId, payload }: Frame): void {
    if (type === frameTypes.settings && (flags & frameFlags.ack) !== 0) this.#untold.shift()?.();
    // What is empty may always come.
    if (type !== frameTypes.data || payload.length === 0) return;
    const window = Math.min(this.#connection, this.#streams.get(streamId) ?? 0);
    if (payload.length > window) this.violations.push(`${payload.length} bytes on ${streamId}, ${window} were allowed`);
    this.#connection -= payload.length;
    this.#change(streamId, -payload.length);
  }
}
