import { abortable } from "../../src/async/index.ts";
import type { Random } from "../../src/async/index.ts";
import type { Content, Input, Listing, Output, Seen } from "./operation.ts";
import { pause } from "./pausing-store.ts";
import type { Recorder } from "./recorder.ts";
import type { ThingsApi } from "./things-api.ts";

/** What the clients of a run share. */
export interface Scene {
  readonly api: ThingsApi;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly keys: readonly string[];
  /** Those that objects may get. */
  readonly finalizers: readonly string[];
}

/** What selectors choose by. */
export const tiers: readonly string[] = ["a", "b"];

/** Somebody who reads and writes at random, one thing after the other, but for what it gives up waiting for. */
export class TrafficClient {
  readonly #scene: Scene;
  /** The version of each key that it saw last: what it believes. */
  readonly #believed = new Map<string, number>();
  #newest = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async run(count: number): Promise<void> {
    const { random } = this.#scene;
    const abandoned: Promise<Output>[] = [];
    for (let index = 0; index < count; index++) {
      await pause(random);
      if (random.integer(8) === 0) await this.#list();
      else await this.#operate(abandoned);
    }
    // What nobody waits for any more may still happen.
    await Promise.allSettled(abandoned);
  }

  async #operate(abandoned: Promise<Output>[]): Promise<void> {
    const { api, recorder, random } = this.#scene;
    const key = pick(random, this.#scene.keys);
    const input = this.#input(key);
    const impatience = random.integer(12) === 0 ? new AbortController() : undefined;
    const answer = (): Promise<Output> => {
      const answering = api.run(key, input, impatience?.signal);
      abandoned.push(answering);
      return impatience === undefined ? answering : abortable(answering, impatience.signal);
    };
    const operation = recorder.operation(key, input, answer);
    if (impatience !== undefined) {
      await pause(random, 8);
      impatience.abort();
    }
    const output = await operation;
    if (output.type === "object") this.#believe(output.object);
  }

  #input(key: string): Input {
    const { random } = this.#scene;
    const version = random.integer(2) === 0 ? this.#believed.get(key) : undefined;
    switch (random.integer(7)) {
      case 0:
      case 1:
        return { type: "create", content: this.#content() };
      case 2:
        return { type: "update", content: this.#content(), version };
      case 3:
        return { type: "patch", change: { value: value(random) } };
      case 4:
        return {
          type: "patch",
          change: random.integer(2) === 0 ? { finalizers: this.#finalizers() } : { tier: pick(random, tiers) },
        };
      case 5:
        return { type: "delete", version };
      default:
        return { type: "get" };
    }
  }

  #content(): Content {
    const { random } = this.#scene;
    const finalizers = random.integer(3) === 0 ? this.#finalizers() : [];
    return { value: value(random), tier: pick(random, tiers), finalizers };
  }

  #finalizers(): readonly string[] {
    return this.#scene.finalizers.filter(() => this.#scene.random.integer(2) === 0);
  }

  #believe({ name, version }: Seen): void {
    this.#believed.set(name, version);
    this.#newest = Math.max(this.#newest, version);
  }

  async #list(): Promise<void> {
    const { recorder, random } = this.#scene;
    const tier = random.integer(3) === 0 ? pick(random, tiers) : undefined;
    const asked =
      this.#newest > 0 && random.integer(3) === 0 ? Math.max(1, this.#newest - random.integer(12)) : undefined;
    await recorder.listing({ tier, asked }, () => this.#pages(tier, asked));
  }

  async #pages(tier: string | undefined, asked: number | undefined): Promise<Listing["result"]> {
    const { api, random } = this.#scene;
    const objects: Seen[] = [];
    const limit = random.integer(2) === 0 ? { limit: "2" } : {};
    const exact = asked === undefined ? {} : { resourceVersion: String(asked), resourceVersionMatch: "Exact" };
    let query: Readonly<Record<string, string>> = { ...selectorOf(tier), ...limit, ...exact };
    for (;;) {
      const page = await api.list(query);
      if (page === "Expired") return "expired";
      if (typeof page === "string") throw new Error(`list ${JSON.stringify(query)}: expected a list, got ${page}`);
      objects.push(...page.objects);
      if (page.next === undefined) return { version: page.version, objects };
      query = { ...selectorOf(tier), ...limit, continue: page.next };
      await pause(random);
    }
  }
}

/** The query that selects a tier. */
export function selectorOf(tier: string | undefined): Readonly<Record<string, string>> {
  return tier === undefined ? {} : { labelSelector: `tier=${tier}` };
}

/** One of several. */
function pick<T>(random: Random, from: readonly T[]): T {
  return from[random.integer(from.length)]!;
}

/** Few of them, so that some writes change nothing. */
function value(random: Random): string {
  return String(random.integer(4));
}
