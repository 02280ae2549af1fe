import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import { MemoryStore, StoreError } from "./index.ts";
import { commitOf, textOf, thing, told } from "./store.fixture.ts";

type Step =
  | { readonly do: "put" | "delete"; readonly namespace: string; readonly name: string; readonly stale: boolean }
  | { readonly do: "compact"; readonly back: number }
  | { readonly do: "watch"; readonly namespace: string | undefined; readonly back: number }
  | { readonly do: "pull" | "abort"; readonly watch: number }
  | { readonly do: "turn" };

const namespaces = fc.constantFrom("a", "a-b", "b");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("put" as const, "put" as const, "delete" as const),
      namespace: namespaces,
      name: fc.constantFrom("x", "y", "z"),
      stale: fc.nat(9).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const), back: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("watch" as const),
      namespace: fc.option(namespaces, { nil: undefined }),
      back: fc.integer({ min: -2, max: 8 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("pull" as const, "pull" as const, "pull" as const, "abort" as const),
      watch: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "turn" }) },
);

/** A change as the model remembers it. */
interface Logged {
  readonly text: string;
  readonly namespace: string;
  readonly revision: number;
}

/** A watch and what it must have seen: the suffix of the log, as far as it got. */
class Watched {
  readonly since: number;
  readonly namespace: string | undefined;
  readonly seen: string[] = [];
  /** Everything up to here must be seen. */
  until = Infinity;
  expired = false;
  ended = false;
  readonly #stop = new AbortController();
  #pending: Promise<void> | undefined;
  readonly #iterator: AsyncIterator<Parameters<typeof told>[0][]>;

  constructor(store: MemoryStore, since: number, namespace: string | undefined) {
    this.since = since;
    this.namespace = namespace;
    const range = { collection: "things", namespace, since, signal: this.#stop.signal };
    this.#iterator = store.watch(range)[Symbol.asyncIterator]() as AsyncIterator<Parameters<typeof told>[0][]>;
  }

  /** Asks for one more batch unless it waits for one already. */
  pull(): void {
    this.#pending ??= this.#next();
  }

  abort(revision: number): void {
    this.until = Math.min(this.until, revision);
    this.#stop.abort();
  }

  /** Reads to the end. */
  async drain(revision: number): Promise<void> {
    this.abort(revision);
    while (!this.ended && !this.expired) {
      this.pull();
      await this.#pending;
    }
  }

  async #next(): Promise<void> {
    try {
      const { done, value } = await this.#iterator.next();
      if (done === true) this.ended = true;
      else this.seen.push(...value.map(told));
    } catch (error) {
      assert.ok(StoreError.is(error, "SETPOINT_STORE_EXPIRED"));
      this.expired = true;
    }
    this.#pending = undefined;
  }
}

/** Runs steps on a store and on a model of it written for clearness alone. */
class StoreModel {
  readonly store: MemoryStore;
  readonly watches: Watched[] = [];
  readonly #historySize: number;
  readonly #objects = new Map<string, { readonly revision: number; readonly namespace: string }>();
  readonly #log: Logged[] = [];
  #dropped = 0;
  #revision = 1;

  constructor(historySize: number) {
    this.#historySize = historySize;
    this.store = new MemoryStore({ historySize });
  }

  async run(next: Step): Promise<void> {
    switch (next.do) {
      case "put":
      case "delete":
        return await this.#commit(next);
      case "compact":
        return this.#compact(Math.max(0, this.#revision - next.back));
      case "watch":
        this.watches.push(new Watched(this.store, Math.max(0, this.#revision - next.back), next.namespace));
        return;
      case "pull":
        return this.watches[next.watch]?.pull();
      case "abort":
        return this.watches[next.watch]?.abort(this.#revision);
      case "turn":
        return await nextTurn();
    }
  }

  /** What the log says of a watch now. */
  suffix({ since, namespace }: Watched, until: number): readonly string[] {
    const wanted = this.#log.filter((change) => change.revision > since && change.revision <= until);
    return wanted.filter((change) => namespace === undefined || change.namespace === namespace).map(({ text }) => text);
  }

  isBehind(since: number): boolean {
    return since < this.#dropped;
  }

  async checkState(): Promise<void> {
    const { revision, objects } = await this.store.scan({ collection: "things" });
    const expected = [...this.#objects].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    assert.equal(revision, this.#revision);
    assert.deepEqual(
      objects.map((object) => [textOf(object.bytes), object.revision]),
      expected.map(([path, object]) => [`${path}@${object.revision}`, object.revision]),
    );
  }

  async #commit({ do: type, namespace, name, stale }: Extract<Step, { do: "put" | "delete" }>): Promise<void> {
    const path = `${namespace}/${name}`;
    const current = this.#objects.get(path)?.revision ?? 0;
    const commit = commitOf(type, thing(name, namespace), stale ? current + 1 : current);
    if (stale || (type === "delete" && current === 0)) {
      await assert.rejects(this.store.commit(commit), (error) => StoreError.is(error, "SETPOINT_STORE_CONFLICT"));
      return;
    }
    await this.store.commit(commit);
    this.#revision += 1;
    if (type === "put") this.#objects.set(path, { revision: this.#revision, namespace });
    else this.#objects.delete(path);
    this.#log.push({ text: `${type} ${path}@${this.#revision}`, namespace, revision: this.#revision });
    const first = this.#log[this.#log.length - this.#historySize - 1];
    this.#dropped = Math.max(this.#dropped, first?.revision ?? 0);
  }

  #compact(revision: number): void {
    this.store.compact(revision);
    this.#dropped = Math.max(this.#dropped, this.#log.findLast((change) => change.revision <= revision)?.revision ?? 0);
  }
}

test("under random commits, watches and compactions each watch sees exactly the suffix of the log, or says that it expired [apiserver/store-random-operations]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 60, size: "max" }),
      async (historySize, steps) => {
        const model = new StoreModel(historySize);
        for (const next of steps) {
          const opened = model.watches.length;
          await model.run(next);
          for (const watch of model.watches.slice(opened)) watch.pull();
          await model.checkState();
        }
        for (const watch of model.watches) {
          await watch.drain(model.store.revision);
          assert.deepEqual(watch.seen, model.suffix(watch, Infinity).slice(0, watch.seen.length));
          // Only a watch that lost something may have expired; one that did not has seen all that was there before its end.
          if (watch.expired) assert.ok(model.isBehind(lastSeen(watch)));
          else assert.ok(watch.seen.length >= model.suffix(watch, watch.until).length);
        }
      },
    ),
    { numRuns: 300 },
  );
});

function lastSeen({ seen, since }: Watched): number {
  return Number(seen.at(-1)?.split("@")[1] ?? since);
}
