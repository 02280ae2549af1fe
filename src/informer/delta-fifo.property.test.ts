import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { compareResourceVersions } from "../model/index.ts";
import type { Delta } from "./delta.ts";
import { DeltaFifo } from "./delta-fifo.ts";
import { identityOf } from "./identity.ts";
import { note } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

interface Told {
  readonly type: "add" | "update" | "delete";
  readonly object: Note;
}

interface Listed {
  readonly objects: readonly Note[];
  readonly version: number;
  readonly position: number;
}

/** A server, the stream of its events, which lags behind, and the answers to own writes, which come at any time. */
class World {
  readonly fired = new Set<string>();
  readonly fifo: DeltaFifo<Note>;
  readonly store = new Map<string, Note>();
  readonly #objects = new Map<string, Note>();
  readonly #events: Told[] = [];
  readonly #answers: (() => void)[] = [];
  /** How many events were told. */
  #position = 0;
  #version = 1;
  #list: Listed | undefined;
  /** UIDs whose end the server has told, in the stream, in a list or in an answer. */
  readonly #ended = new Set<string>();
  readonly #endedAndProcessed = new Set<string>();

  constructor() {
    this.fifo = new DeltaFifo<Note>(this.store);
    this.fifo.replace([], "1");
  }

  write(name: string, isOwn: boolean): void {
    const before = this.#objects.get(name);
    const uid = before?.metadata.uid ?? `uid-${name}-${this.#version}`;
    const object = note(name, String((this.#version += 1)), { uid });
    this.#objects.set(name, object);
    this.#events.push({ type: before === undefined ? "add" : "update", object });
    if (isOwn) this.#answers.push(() => this.#early(object));
  }

  remove(name: string, isOwn: boolean): void {
    const before = this.#objects.get(name);
    if (before === undefined) return;
    this.#objects.delete(name);
    const { uid } = before.metadata;
    this.#events.push({ type: "delete", object: note(name, String((this.#version += 1)), { uid }) });
    if (isOwn) this.#answers.push(() => this.#hide(before));
  }

  answer(which: number): void {
    const [answer] = this.#answers.splice(which % Math.max(1, this.#answers.length), 1);
    if (answer !== undefined) this.fired.add("answer");
    answer?.();
  }

  /** The next events. Nobody watches while a list is under way. */
  tell(count: number): void {
    if (this.#list !== undefined) return;
    for (const event of this.#events.slice(this.#position, this.#position + count)) {
      this.#position += 1;
      this.#tell(event);
    }
  }

  bookmark(): void {
    if (this.#list === undefined) this.fifo.progress(this.#events[this.#position - 1]?.object.metadata.resourceVersion);
  }

  /** An event that was told before, once more. */
  repeat(which: number): void {
    const event = this.#events.slice(0, this.#position)[which];
    if (event === undefined || this.#list !== undefined) return;
    this.fired.add("repeat");
    this.#tell(event);
  }

  /** Cuts the watch and lists. The list comes later. */
  list(): void {
    const objects = [...this.#objects.values()];
    this.#list ??= { objects, version: this.#version, position: this.#events.length };
  }

  listed(): void {
    if (this.#list === undefined) return;
    const { objects, version, position } = this.#list;
    const isEnd = ({ type }: Told): boolean => type === "delete";
    for (const { object } of this.#events.slice(0, position).filter(isEnd)) this.#end(object);
    if (this.#events.slice(this.#position, position).some(isEnd)) this.fired.add("lost delete");
    if (this.fifo.size > 0) this.fired.add("list over queue");
    this.#list = undefined;
    this.#position = position;
    this.fifo.replace(objects, String(version));
  }

  process(max: number): void {
    this.fifo.drain((key, deltas) => deltas.forEach((delta) => this.#apply(key, delta)), max);
    if (this.fifo.size === 0) for (const uid of this.#ended) this.#endedAndProcessed.add(uid);
  }

  settle(): void {
    this.listed();
    this.tell(Infinity);
    while (this.#answers.length > 0) this.answer(0);
    this.process(Infinity);
    assert.deepEqual(byKey(this.store.values()), byKey(this.#objects.values()));
  }

  #early(object: Note): void {
    this.fifo.early(object);
    if (this.#objects.get(object.metadata.name) !== object) return;
    this.process(Infinity);
    assert.equal(this.store.get(identityOf(object).key)?.text, object.text, "an own write is read");
  }

  #hide(object: Note): void {
    this.fifo.hide(identityOf(object));
    this.#end(object);
    this.process(Infinity);
    assert.notEqual(this.store.get(identityOf(object).key)?.metadata.uid, object.metadata.uid, "an own delete is read");
  }

  #tell({ type, object }: Told): void {
    if (type === "delete") this.#end(object);
    this.fifo[type](object);
  }

  #end({ metadata: { uid } }: Note): void {
    this.#ended.add(String(uid));
  }

  /** Every presence of a UID has one beginning and one end, never goes back, and does not come again once the server has told its end. */
  #apply(key: string, { type, object }: Delta<Note>): void {
    const before = this.store.get(key)?.metadata;
    const { uid, resourceVersion } = object.metadata;
    if (before === undefined) {
      assert.notEqual(type, "Deleted", "what is not there does not end");
      assert(!this.#endedAndProcessed.has(String(uid)), "what has ended does not come back");
    } else {
      assert.equal(uid, before.uid, "an object ends before another takes its name");
      assert(compareResourceVersions(String(resourceVersion), String(before.resourceVersion)) >= 0, "no way back");
    }
    const now = this.#objects.get(object.metadata.name)?.metadata.uid;
    if (type === "Deleted") assert.notEqual(uid, now, "what is on the server does not end");
    if (type === "Deleted") this.store.delete(key);
    else this.store.set(key, object);
  }
}

const byKey = (objects: Iterable<Note>): readonly string[] =>
  [...objects].map(({ metadata, text }) => `${metadata.name} ${metadata.uid} ${text}`).sort();

type Step = (world: World) => void;
const name = fc.constantFrom("a", "b");
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(name, fc.boolean()).map(
      ([of, own]): Step =>
        (world) =>
          world.write(of, own),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(name, fc.boolean()).map(
      ([of, own]): Step =>
        (world) =>
          world.remove(of, own),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.nat(5).map(
      (which): Step =>
        (world) =>
          world.answer(which),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.nat(3).map(
      (count): Step =>
        (world) =>
          world.tell(count),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(8).map(
      (which): Step =>
        (world) =>
          world.repeat(which),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>((world) => world.list()) },
  { weight: 3, arbitrary: fc.constant<Step>((world) => world.listed()) },
  { weight: 1, arbitrary: fc.constant<Step>((world) => world.bookmark()) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(1, Infinity).map(
      (max): Step =>
        (world) =>
          world.process(max),
    ),
  },
);

test("whatever is lost, late, repeated or told early, each life is told once, never goes back, and ends as the server says [informer/fifo-lives]", ({
  expect,
}) => {
  const fired = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: "max" }), (steps) => {
      const world = new World();
      for (const each of steps) each(world);
      world.settle();
      for (const fault of world.fired) fired.add(fault);
    }),
    { numRuns: 1_000, seed: 20_261_116 },
  );
  expect([...fired].sort()).toEqual(["answer", "list over queue", "lost delete", "repeat"]);
});
