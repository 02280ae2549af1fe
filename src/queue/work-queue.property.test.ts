import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import type { Lease } from "./lease.ts";
import { WorkQueue } from "./work-queue.ts";

interface Ready {
  readonly key: string;
  readonly priority: number;
}

interface Later {
  due: number;
  /** No debouncing postpones the key beyond this. */
  deadline: number;
  priority: number;
  order: number;
}

/** A queue written for clearness alone: what the real one must do, checked after each step. */
class QueueModel {
  readonly #queue: WorkQueue;
  readonly #clock: VirtualClock;
  readonly #tenantOf: (key: string) => string;
  /** In the order in which they joined their priority. */
  #ready: Ready[] = [];
  readonly #later = new Map<string, Later>();
  readonly #leases: Lease<string>[] = [];
  /** Added while in work, with the priority. */
  readonly #again = new Map<string, number>();
  /** Per priority: the tenants in the order of their turns. */
  readonly #turns = new Map<number, string[]>();
  #order = 0;

  constructor(queue: WorkQueue, clock: VirtualClock, tenantOf: ((key: string) => string) | undefined) {
    this.#queue = queue;
    this.#clock = clock;
    this.#tenantOf = tenantOf ?? (() => "");
  }

  add(key: string, priority: number): void {
    this.#queue.add(key, { priority });
    this.#want(key, priority);
  }

  addAfter(key: string, delayMs: number, priority: number): void {
    this.#queue.addAfter(key, delayMs, { priority });
    const due = this.#clock.monotonic() + delayMs;
    if (delayMs <= 0 || this.#isWanted(key)) this.#want(key, priority);
    else this.#delay(key, { due, deadline: due, priority });
  }

  addDebounced(key: string, quietMs: number, maxMs: number): void {
    this.#queue.addDebounced(key, { quietMs, maxMs });
    const now = this.#clock.monotonic();
    const before = this.#later.get(key);
    const deadline = Math.min(before?.deadline ?? Infinity, now + maxMs);
    const due = Math.min(now + quietMs, deadline);
    if (due <= now || this.#isWanted(key)) this.#want(key, 0);
    else this.#later.set(key, { due, deadline, priority: Math.max(0, before?.priority ?? 0), order: ++this.#order });
  }

  take(): void {
    const lease = this.#queue.tryTake();
    const expected = this.#next();
    assert.deepEqual([lease?.key, lease?.priority], [expected?.key, expected?.priority]);
    if (lease !== undefined) this.#leases.push(lease);
  }

  give(which: number): void {
    const [lease] = this.#leases.splice(which % Math.max(1, this.#leases.length), 1);
    if (lease === undefined) return;
    lease.done();
    const priority = this.#again.get(lease.key);
    this.#again.delete(lease.key);
    if (priority !== undefined) this.#join(lease.key, priority);
  }

  async advance(byMs: number): Promise<void> {
    const until = this.#clock.monotonic() + byMs;
    await this.#clock.advance(byMs);
    const due = [...this.#later].filter(([, later]) => later.due <= until);
    for (const [key, { priority }] of due.sort(([, a], [, b]) => a.due - b.due || a.order - b.order)) {
      this.#want(key, priority);
    }
  }

  check(): void {
    const held = this.#leases.map(({ key }) => key);
    assert.equal(new Set(held).size, held.length);
    assert.deepEqual(
      held.filter((key) => this.#ready.some((ready) => ready.key === key)),
      [],
    );
    const { size, delayed, working } = this.#queue;
    assert.deepEqual([size, delayed, working], [this.#ready.length, this.#later.size, held.length]);
  }

  /** Nothing that was added is lost: in the end everything comes out. */
  async finish(): Promise<void> {
    await this.advance(1000);
    while (this.#leases.length > 0 || this.#ready.length > 0) {
      this.take();
      this.give(0);
      this.check();
    }
    const { size, delayed, working } = this.#queue;
    assert.deepEqual([size, delayed, working, this.#clock.pending], [0, 0, 0, 0]);
  }

  #isWanted(key: string): boolean {
    return this.#again.has(key) || this.#ready.some((ready) => ready.key === key);
  }

  #want(key: string, priority: number): void {
    const wanted = Math.max(priority, this.#later.get(key)?.priority ?? priority);
    this.#later.delete(key);
    const ready = this.#ready.find((entry) => entry.key === key);
    if (ready !== undefined) {
      if (wanted <= ready.priority) return;
      this.#leave(ready);
      this.#join(key, wanted);
    } else if (this.#leases.some((lease) => lease.key === key)) {
      this.#again.set(key, Math.max(wanted, this.#again.get(key) ?? wanted));
    } else this.#join(key, wanted);
  }

  #delay(key: string, wish: Omit<Later, "order">): void {
    const before = this.#later.get(key);
    if (before === undefined) {
      this.#later.set(key, { ...wish, order: ++this.#order });
      return;
    }
    if (wish.due < before.due) before.order = ++this.#order;
    before.due = Math.min(before.due, wish.due);
    before.deadline = Math.min(before.deadline, wish.deadline);
    before.priority = Math.max(before.priority, wish.priority);
  }

  #leave({ key, priority }: Ready): void {
    this.#ready = this.#ready.filter((ready) => ready.key !== key);
    if (this.#ready.every((ready) => ready.priority !== priority)) this.#turns.delete(priority);
  }

  #join(key: string, priority: number): void {
    this.#ready.push({ key, priority });
    const turns = this.#turns.get(priority) ?? [];
    if (!turns.includes(this.#tenantOf(key))) turns.push(this.#tenantOf(key));
    this.#turns.set(priority, turns);
  }

  /** The highest priority; there the tenant whose turn it is; of its keys the first. */
  #next(): Ready | undefined {
    if (this.#ready.length === 0) return undefined;
    const priority = Math.max(...this.#ready.map((ready) => ready.priority));
    const level = this.#ready.filter((ready) => ready.priority === priority);
    const turns = this.#turns.get(priority)!;
    for (;;) {
      const tenant = turns.shift()!;
      const next = level.find(({ key }) => this.#tenantOf(key) === tenant);
      if (next === undefined) continue;
      turns.push(tenant);
      this.#leave(next);
      return next;
    }
  }
}

const key = fc.constantFrom("t1/a", "t1/b", "t1/c", "t2/a", "t2/b", "t3/a");
const priority = fc.integer({ min: -1, max: 2 });
const delay = fc.integer({ min: -1, max: 30 });

/** Everything that can happen to a queue. `give` names one of the leases that are out. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), key, priority }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("addAfter" as const), key, delay, priority }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("debounce" as const), key, quiet: delay, max: delay }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("take" as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("give" as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("advance" as const), by: fc.integer({ min: 1, max: 20 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function replay(steps: readonly Step[], { tenants }: { tenants: boolean }): Promise<void> {
  const clock = new VirtualClock();
  const tenantOf = tenants ? (name: string): string => name.split("/")[0]! : undefined;
  // Aging is tested by itself: the model has strict priorities.
  using queue = new WorkQueue({ clock, tenantOf, aging: { afterMs: 1e9, share: 1 } });
  const model = new QueueModel(queue, clock, tenantOf);
  for (const action of steps) {
    switch (action.do) {
      case "add":
        model.add(action.key, action.priority);
        break;
      case "addAfter":
        model.addAfter(action.key, action.delay, action.priority);
        break;
      case "debounce":
        model.addDebounced(action.key, action.quiet, action.max);
        break;
      case "take":
        model.take();
        break;
      case "give":
        model.give(action.which);
        break;
      case "advance":
        await model.advance(action.by);
        break;
    }
    model.check();
  }
  await model.finish();
}

test("whatever happens, the queue does what a simple model does [queue/random-operations, queue/one-place-at-a-time]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), (steps) => replay(steps, { tenants: false })),
    { numRuns: 300 },
  );
});

test("with tenants too [queue/random-operations]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), (steps) => replay(steps, { tenants: true })),
    { numRuns: 300 },
  );
});

test("with any aging and any load every key comes out in time [queue/nothing-starves]", async ({ expect }) => {
  const load = fc.record({
    share: fc.integer({ min: 1, max: 5 }),
    afterMs: fc.integer({ min: 0, max: 50 }),
    low: fc.integer({ min: 1, max: 10 }),
    perTake: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(load, async ({ share, afterMs, low, perTake }) => {
      const clock = new VirtualClock();
      using queue = new WorkQueue({ clock, aging: { afterMs, share } });
      const left = new Set(Array.from({ length: low }, (_, index) => `low ${index}`));
      for (const name of left) queue.add(name, { priority: -1 });
      let takes = 0;
      while (left.size > 0) {
        for (let i = 0; i < perTake; i++) queue.add(`high ${takes}/${i}`, { priority: 5 });
        const lease = queue.tryTake()!;
        lease.done();
        left.delete(lease.key);
        await clock.advance(1);
        // One take a millisecond: all have aged after `afterMs`, then one take in `share` serves the oldest key.
        expect(++takes).toBeLessThanOrEqual(afterMs + share * (low + 2));
      }
    }),
    { numRuns: 60 },
  );
});
