import fc from "fast-check";
import { expect, test } from "vitest";
import { follow } from "./feed.ts";
import { MemoryStore } from "./memory-store.ts";
import { commitOf, thing, told, untilTold } from "./store.fixture.ts";
import type { Change } from "./store.ts";
import { madeTell } from "./tell.ts";

/** What somebody does with the next that it hears: takes its time, makes somebody leave or end, or both. */
interface Planned {
  readonly do: "plan";
  readonly who: number;
  readonly slow: boolean;
  readonly whom: number | undefined;
  readonly ends: boolean;
}

type Step =
  | { readonly do: "put"; readonly namespace: string }
  | { readonly do: "follow"; readonly namespace: string | undefined; readonly back: number; readonly loud: boolean }
  | Planned
  | { readonly do: "take"; readonly who: number }
  | { readonly do: "leave"; readonly who: number }
  | { readonly do: "end"; readonly who: number }
  | { readonly do: "turn" };

const namespaces = fc.constantFrom("a", "b");
const who = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("put" as const), namespace: namespaces }) },
  { weight: 5, arbitrary: fc.constant<Step>({ do: "turn" }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("follow" as const),
      namespace: fc.option(namespaces, { nil: undefined, freq: 2 }),
      back: fc.integer({ min: -1, max: 3 }),
      loud: fc.nat(4).map((number) => number === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("plan" as const),
      who,
      slow: fc.boolean(),
      ends: fc.boolean(),
      whom: fc.option(who, { nil: undefined }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("take" as const, "take" as const, "leave" as const, "end" as const),
      who,
    }),
  },
);

/** Two ways to tell the same, each shared by all who want it so. */
const quietly = (changes: readonly Change[]): readonly string[] => [changes.map(told).join()];
const loudly = (changes: readonly Change[]): readonly string[] => changes.map((change) => told(change).toUpperCase());

/** Somebody who follows, and what it heard. */
class Follower {
  readonly heard: string[] = [];
  readonly #stop = new AbortController();
  readonly #gone = new AbortController();
  readonly #done: Promise<void>;
  #plan: (() => boolean) | undefined;
  #taken: PromiseWithResolvers<void> | undefined;
  /** What it must have heard at the end, or what it had heard when it left. */
  expected: readonly string[] | undefined;
  mayHearMore = false;
  #isHearing = false;
  readonly #isLoud: boolean;

  constructor(
    store: MemoryStore,
    range: { readonly namespace: string | undefined; readonly since: number },
    loud: boolean,
  ) {
    this.#isLoud = loud;
    const watch = store.watch({ collection: "things", ...range, signal: this.#stop.signal });
    this.#done = follow(
      watch,
      madeTell(loud ? loudly : quietly, (text: string) => this.#hear(text)),
      this.#gone.signal,
    );
  }

  get isOver(): boolean {
    return this.expected !== undefined;
  }

  plan(plan: () => boolean): void {
    this.#plan = plan;
  }

  take(): void {
    this.#isHearing = false;
    this.#taken?.resolve();
  }

  leave(): void {
    // What is told in several parts is told to its end.
    this.mayHearMore = this.#isLoud && this.#isHearing;
    this.expected ??= this.heard.flatMap((text) => text.split(","));
    this.#gone.abort();
  }

  end(expected: readonly string[]): void {
    this.expected ??= expected;
    this.#stop.abort();
  }

  async done(): Promise<void> {
    this.take();
    this.#plan = undefined;
    await this.#done;
  }

  #hear(text: string): Promise<void> | undefined {
    this.heard.push(text);
    this.#isHearing = true;
    const isSlow = this.#plan?.() ?? false;
    this.#plan = undefined;
    this.#isHearing = isSlow;
    if (!isSlow) return undefined;
    this.#taken = Promise.withResolvers();
    return this.#taken.promise;
  }
}

class World {
  readonly #store = new MemoryStore();
  readonly #log: { readonly text: string; readonly namespace: string; readonly revision: number }[] = [];
  readonly #followers: { readonly it: Follower; readonly wants: () => readonly string[] }[] = [];

  async run(next: Step): Promise<void> {
    if (next.do === "put") {
      const name = `n${this.#log.length}`;
      const { revision } = await this.#store.commit(commitOf("put", thing(name, next.namespace), 0));
      this.#log.push({ text: `put ${next.namespace}/${name}@${revision}`, namespace: next.namespace, revision });
    } else if (next.do === "turn") await untilTold();
    else if (next.do === "follow") this.#follow(next);
    else this.#act(next);
  }

  async finish(): Promise<void> {
    for (const { it, wants } of this.#followers) it.end(wants());
    for (const { it } of this.#followers) {
      await it.done();
      const expected = it.expected?.map((text) => text.toLowerCase());
      const heard = it.heard.flatMap((text) => text.toLowerCase().split(","));
      expect(it.mayHearMore ? heard.slice(0, expected?.length) : heard).toEqual(expected);
    }
  }

  #follow({ namespace, back, loud }: Extract<Step, { do: "follow" }>): void {
    const since = Math.max(1, this.#store.revision - back);
    const it = new Follower(this.#store, { namespace, since }, loud);
    const isWanted = (change: { readonly namespace: string; readonly revision: number }): boolean =>
      change.revision > since && (namespace === undefined || change.namespace === namespace);
    this.#followers.push({ it, wants: () => this.#log.filter(isWanted).map(({ text }) => text) });
  }

  #heard({ slow, whom = -1, ends }: Planned): boolean {
    const other = this.#followers[whom];
    if (other?.it.isOver !== false) return slow;
    if (ends) other.it.end(other.wants());
    else other.it.leave();
    return slow;
  }

  #act(next: Extract<Step, { readonly who: number }>): void {
    const { it, wants } = this.#followers[next.who] ?? {};
    if (it === undefined || it.isOver) return;
    if (next.do === "take") it.take();
    else if (next.do === "leave") it.leave();
    else if (next.do === "end") it.end(wants?.() ?? []);
    else it.plan(() => this.#heard(next));
  }
}

/** Three who have heard the same. */
const together = (loud: boolean): readonly Step[] => [
  ...Array.from({ length: 3 }, () => ({ do: "follow", namespace: undefined, back: 0, loud }) as const),
  { do: "put", namespace: "a" },
  { do: "turn" },
];

test("whoever follows hears every change that it wants once, in order, also when others are slow, leave or come while they are told [apiserver/store-log]", async () => {
  const worlds = fc.asyncProperty(
    fc.boolean(),
    fc.array(step, { minLength: 1, maxLength: 60 }),
    async (loud, steps) => {
      const world = new World();
      for (const next of [...together(loud), ...steps]) await world.run(next);
      await world.finish();
    },
  );
  await fc.assert(worlds, { numRuns: 300 });
});
