import { realClock, systemRandom, WaitQueue } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import { Alarm } from "./alarm.ts";
import { defaultControllerLimiter } from "./default-limiters.ts";
import { defaultAging } from "./defaults.ts";
import { Delays } from "./delays.ts";
import { checkInteger, checkNumber, QueueError } from "./errors.ts";
import { KeyTable } from "./key-table.ts";
import { Lanes } from "./lanes.ts";
import type { Lease } from "./lease.ts";
import { again, delayed, Nodes, waiting, working } from "./nodes.ts";
import { QueueMetrics } from "./queue-metrics.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import type { AddDebouncedOptions, AddOptions, AddRateLimitedOptions, WorkQueueOptions } from "./work-queue-options.ts";

/**
 * The keys that need work.
 *
 * - A key is worked on by one taker at a time: it is handed out on a lease and not again before that ends.
 * - However often a key is added before it is taken, it is handed out once. Added while it is being worked on, it is handed out once
 *   more afterwards: no add is lost.
 * - Higher priorities go first, tenants take turns, otherwise first in, first out; nothing starves.
 * - A key is wanted at one moment: of several delays the earliest wins, and a plain add beats them all.
 * - Keys are compared by value. Nothing here is awaited but `take` and `drain`, and adding never blocks.
 */
export class WorkQueue<K = string> implements Disposable {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  readonly #identity: ((key: K) => string) | undefined;
  readonly #tenantOf: ((key: K) => string) | undefined;
  readonly #metrics: QueueMetrics | undefined;
  readonly #table: KeyTable;
  readonly #nodes = new Nodes();
  readonly #lanes: Lanes;
  readonly #delays = new Delays();
  readonly #alarm: Alarm;
  /** By when a debounced slot must be ready, however often it is added. */
  readonly #deadlines = new Map<number, number>();
  /** By slot, where the key is not its own identity and where there are tenants. */
  readonly #keys: (K | undefined)[] = [];
  readonly #tenants: string[] = [];
  /** Somebody waits here only while no key is ready. */
  readonly #takers = new WaitQueue<Lease<K> | undefined>();
  readonly #drainers = new WaitQueue<void>();
  readonly #desk: Desk = {
    priorityOf: (slot) => this.#nodes.priority[slot]!,
    release: (slot) => this.#release(slot),
  };
  #phase: "open" | "draining" | "closed" = "open";
  #working = 0;

  constructor(...[options]: [K] extends [string] ? [options?: WorkQueueOptions<K>] : [options: WorkQueueOptions<K>]) {
    const aging = options?.aging ?? defaultAging;
    checkNumber("WorkQueue aging.afterMs", aging.afterMs);
    checkInteger("WorkQueue aging.share", aging.share, 1);
    const clock = options?.clock ?? realClock;
    this.#clock = clock;
    this.#limiter = options?.limiter ?? defaultControllerLimiter(clock);
    this.#identity = options?.identity;
    this.#tenantOf = options?.tenantOf;
    this.#table = new KeyTable((options?.random ?? systemRandom).integer(2 ** 32));
    this.#lanes = new Lanes(aging, () => clock.monotonic());
    this.#alarm = new Alarm(clock, this.#ring);
    if (options?.metrics !== undefined) this.#metrics = new QueueMetrics(options.metrics, () => clock.monotonic());
  }

  /** How many keys are ready to be taken. Neither those being worked on nor those that wait for their time count. */
  get size(): number {
    return this.#lanes.size;
  }

  /** How many keys wait for their time. */
  get delayed(): number {
    return this.#delays.size;
  }

  /** How many leases are out. */
  get working(): number {
    return this.#working;
  }

  /** Whether new keys are refused. */
  get isShuttingDown(): boolean {
    return this.#phase !== "open";
  }

  /** Wants `key` now. A key that is ready already only gains priority; in that case it joins the end of the higher one. */
  add(key: K, options?: AddOptions): void {
    const priority = checkedPriority(options);
    if (this.#isReady(key, priority)) return;
    const slot = this.#slotFor(key);
    if (slot !== undefined) this.#want(slot, priority);
  }

  /** Wants `key` in `delayMs`; at once when that is zero or less. Of several pending delays of a key the earliest wins. */
  addAfter(key: K, delayMs: number, options?: AddOptions): void {
    checkDelay("addAfter", delayMs);
    const priority = checkedPriority(options);
    const slot = this.#slotFor(key);
    if (slot === undefined) return;
    this.#metrics?.retried();
    if (delayMs <= 0) this.#want(slot, priority);
    else this.#wantLater(slot, this.#clock.monotonic() + delayMs, priority);
  }

  /** Wants `key` when the limiter says so. Counts a failure of the key in any case: `forget` it when it succeeds. */
  addRateLimited(key: K, options?: AddRateLimitedOptions): void {
    const limitMs = options?.afterMs ?? Infinity;
    if (limitMs !== Infinity) checkDelay("addRateLimited", limitMs);
    checkedPriority(options);
    this.addAfter(key, Math.min(limitMs, this.#limiter.when(this.#identify(key))), options);
  }

  /** Wants `key` once it was not added this way for `quietMs`, at the latest `maxMs` after the first time. */
  addDebounced(key: K, options: AddDebouncedOptions): void {
    const quietMs = checkDelay("addDebounced", options.quietMs);
    const maxMs = checkDelay("addDebounced", options.maxMs);
    const priority = checkedPriority(options);
    const slot = this.#slotFor(key);
    if (slot === undefined) return;
    const now = this.#clock.monotonic();
    const deadline = Math.min(this.#deadlineOf(slot), now + maxMs);
    const due = Math.min(now + quietMs, deadline);
    if (due <= now) {
      this.#want(slot, priority);
      return;
    }
    if (this.#nodes.flags[slot]! & delayed) this.#delays.schedule(slot, due);
    this.#wantLater(slot, due, priority);
    if (this.#nodes.flags[slot]! & delayed) this.#deadlines.set(slot, deadline);
  }

  /** The key succeeded or is given up: the limiter starts afresh with it. The lease must still end. */
  forget(key: K): void {
    this.#limiter.forget(this.#identify(key));
  }

  /** How often `key` was added rate-limited since it was last forgotten. */
  retries(key: K): number {
    return this.#limiter.retries(this.#identify(key));
  }

  /**
   * Resolves to the next key on a lease, waiting for one: `using lease = await queue.take(signal)`. `undefined` means that the queue is
   * shut down and has nothing left. Rejects with the signal's reason when that is aborted; no key is lost then.
   */
  take(signal?: AbortSignal): Promise<Lease<K> | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const lease = this.tryTake();
    if (lease !== undefined || this.#phase !== "open") return Promise.resolve(lease);
    return this.#takers.wait(undefined, signal);
  }

  /** The next key on a lease if one is ready now. */
  tryTake(): Lease<K> | undefined {
    const slot = this.#lanes.take();
    return slot < 0 ? undefined : this.#lend(slot);
  }

  /** Refuses new keys and drops those that wait for their time. What is ready is still handed out. May be called again. */
  shutDown(): void {
    if (this.#phase !== "open") return;
    this.#phase = "draining";
    this.#alarm.arm(Infinity);
    this.#deadlines.clear();
    for (const slot of this.#delays.clear()) this.#unflag(slot, delayed);
    // Nobody waits while a key is ready: those who do have nothing to hope for.
    for (let taker = this.#takers.shift(); taker !== undefined; taker = this.#takers.shift()) taker.resolve(undefined);
    this.#settle();
  }

  /** Shuts down and waits until every key that was ready or in work is done, or `shutDownNow` is called. Takers must go on taking. */
  async drain(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.shutDown();
    if (!this.#isIdle) await this.#drainers.wait(undefined, signal);
  }

  /** Shuts down and drops what is ready as well. Leases that are out end by themselves; their keys do not come back. */
  shutDownNow(): void {
    this.shutDown();
    this.#phase = "closed";
    for (let slot = this.#lanes.take(); slot >= 0; slot = this.#lanes.take()) {
      this.#metrics?.dropped(slot, this.#nodes.priority[slot]!);
      this.#unflag(slot, waiting);
    }
    this.#settle();
  }

  [Symbol.dispose](): void {
    this.shutDownNow();
  }

  get #isIdle(): boolean {
    return this.#phase === "closed" || (this.#working === 0 && this.#lanes.size === 0);
  }

  /** Whether the key is seen at once to be ready, at this priority or above: the commonest add of all, and nothing to do. */
  #isReady(key: K, priority: number): boolean {
    // Where keys have an identity, the table knows that and not the key.
    const slot = this.#identity === undefined ? this.#table.repeated(key) : undefined;
    if (slot === undefined) return false;
    return (this.#nodes.flags[slot]! & (waiting | again)) !== 0 && priority <= this.#nodes.priority[slot]!;
  }

  #identify(key: K): string {
    const identity: unknown = this.#identity === undefined ? key : this.#identity(key);
    if (typeof identity !== "string") throw invalidKey(identity);
    return identity;
  }

  /** The slot of a key that is to be added; nothing when the queue takes no more. What the caller's functions throw changes nothing. */
  #slotFor(key: K): number | undefined {
    const identity = this.#identify(key);
    if (this.#phase !== "open") return undefined;
    const tenant = this.#tenantOf?.(key);
    const slot = this.#table.findOrInsert(identity);
    if (slot >= this.#nodes.flags.length) this.#nodes.reserve(this.#table.capacity);
    if (this.#nodes.flags[slot] === 0) {
      if (this.#identity !== undefined) this.#keys[slot] = key;
      if (tenant !== undefined) this.#tenants[slot] = tenant;
    }
    return slot;
  }

  #want(slot: number, priority: number): void {
    const nodes = this.#nodes;
    const flags = nodes.flags[slot]!;
    if (flags & (waiting | again)) {
      if (priority > nodes.priority[slot]!) this.#raise(slot, priority);
      return;
    }
    let wanted = priority;
    if (flags & delayed) {
      wanted = Math.max(priority, nodes.priority[slot]!);
      this.#delays.cancel(slot);
      this.#deadlines.delete(slot);
      this.#alarm.arm(this.#delays.earliestDue);
    }
    nodes.priority[slot] = wanted;
    this.#makeReady(slot);
  }

  #wantLater(slot: number, due: number, priority: number): void {
    const nodes = this.#nodes;
    const flags = nodes.flags[slot]!;
    if (flags & (waiting | again)) {
      if (priority > nodes.priority[slot]!) this.#raise(slot, priority);
      return;
    }
    if ((flags & delayed) === 0) {
      nodes.flags[slot] = flags | delayed;
      nodes.priority[slot] = priority;
      this.#delays.schedule(slot, due);
    } else {
      nodes.priority[slot] = Math.max(priority, nodes.priority[slot]!);
      if (due < this.#delays.dueOf(slot)) this.#delays.schedule(slot, due);
      if (due < this.#deadlineOf(slot)) this.#deadlines.set(slot, due);
    }
    this.#alarm.arm(this.#delays.earliestDue);
  }

  #deadlineOf(slot: number): number {
    if ((this.#nodes.flags[slot]! & delayed) === 0) return Infinity;
    return this.#deadlines.get(slot) ?? this.#delays.dueOf(slot);
  }

  #raise(slot: number, priority: number): void {
    const before = this.#nodes.priority[slot]!;
    this.#nodes.priority[slot] = priority;
    this.#metrics?.raised(before, priority);
    if ((this.#nodes.flags[slot]! & waiting) === 0) return;
    const tenant = this.#tenants[slot] ?? "";
    this.#lanes.remove(slot, before, tenant);
    this.#lanes.push(slot, priority, tenant);
  }

  readonly #ring = (): void => {
    const now = this.#clock.monotonic();
    for (let slot = this.#delays.popDue(now); slot >= 0; slot = this.#delays.popDue(now)) {
      this.#deadlines.delete(slot);
      this.#makeReady(slot);
    }
    this.#alarm.arm(this.#delays.earliestDue);
  };

  /** The slot, which waits nowhere, is wanted from now on. */
  #makeReady(slot: number): void {
    const nodes = this.#nodes;
    this.#metrics?.added(slot, nodes.priority[slot]!);
    if (nodes.flags[slot]! & working) nodes.flags[slot] = working | again;
    else this.#enqueue(slot);
  }

  #enqueue(slot: number): void {
    this.#nodes.flags[slot] = waiting;
    this.#lanes.push(slot, this.#nodes.priority[slot]!, this.#tenants[slot] ?? "");
    const taker = this.#takers.shift();
    if (taker !== undefined) taker.resolve(this.tryTake());
  }

  #lend(slot: number): Lease<K> {
    this.#nodes.flags[slot] = working;
    this.#working++;
    this.#metrics?.taken(slot, this.#nodes.priority[slot]!);
    const key = this.#identity === undefined ? this.#table.key(slot) : this.#keys[slot];
    // Without `identity` only strings get in, and `K` is a string type then.
    return new Loan(this.#desk, slot, key as K);
  }

  #release(slot: number): void {
    this.#working--;
    this.#metrics?.finished(slot);
    const flags = this.#nodes.flags[slot]!;
    if ((flags & again) === 0) this.#unflag(slot, working);
    else if (this.#phase !== "closed") this.#enqueue(slot);
    else {
      this.#metrics?.dropped(slot, this.#nodes.priority[slot]!);
      this.#unflag(slot, working | again);
    }
    if (this.#phase !== "open") this.#settle();
  }

  /** Takes flags off a slot and frees it when none is left. */
  #unflag(slot: number, flags: number): void {
    const left = this.#nodes.flags[slot]! & ~flags;
    this.#nodes.flags[slot] = left;
    if (left !== 0) return;
    this.#table.remove(slot);
    if (this.#identity !== undefined) this.#keys[slot] = undefined;
  }

  /** Ends what waits for the end. */
  #settle(): void {
    if (!this.#isIdle) return;
    for (let drainer = this.#drainers.shift(); drainer !== undefined; drainer = this.#drainers.shift())
      drainer.resolve();
    if (this.#working === 0) this.#metrics?.[Symbol.dispose]();
  }
}

/** Where a lease comes from and goes back to. */
interface Desk {
  priorityOf(slot: number): number;
  release(slot: number): void;
}

class Loan<K> implements Lease<K> {
  readonly key: K;
  readonly priority: number;
  readonly #slot: number;
  /** Gone once the key was given back. */
  #desk: Desk | undefined;

  constructor(desk: Desk, slot: number, key: K) {
    this.key = key;
    this.priority = desk.priorityOf(slot);
    this.#slot = slot;
    this.#desk = desk;
  }

  done(): void {
    const desk = this.#desk;
    this.#desk = undefined;
    desk?.release(this.#slot);
  }

  [Symbol.dispose](): void {
    this.done();
  }
}

function invalidKey(identity: unknown): QueueError {
  const expected = "expected a string, or an object with the option `identity` that gives one";
  return new QueueError("SETPOINT_QUEUE_KEY", `WorkQueue key: ${expected}, got ${typeof identity}`);
}

function checkedPriority(options: AddOptions | undefined): number {
  const priority = options?.priority ?? 0;
  if (priority === (priority | 0)) return priority;
  throw new QueueError(
    "SETPOINT_QUEUE_PRIORITY",
    `WorkQueue priority: expected a 32-bit whole number, got ${String(priority)}`,
  );
}

function checkDelay(attempted: string, delayMs: number): number {
  if (Number.isFinite(delayMs)) return delayMs;
  throw new QueueError(
    "SETPOINT_QUEUE_DELAY",
    `WorkQueue.${attempted}: expected a finite number of milliseconds, got ${String(delayMs)}`,
  );
}
