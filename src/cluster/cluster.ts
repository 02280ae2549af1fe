import type { Clock, Random } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import { parseKey } from "../model/index.ts";
import type { KubeObject, ObjectKey, Resource } from "../model/index.ts";
import { until, untilGone } from "./until.ts";
import type { UntilOptions, Watched } from "./until.ts";

/** What a cluster is made of. */
export interface ClusterParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** What closing the cluster ends, in reverse order. */
  readonly resources: AsyncDisposableStack;
}

/** Which object to wait for, how it is expected, and how long. */
export interface Expected<T extends KubeObject> extends UntilOptions {
  readonly isDone: (object: T) => boolean | undefined;
}

/** A server, a client of it, and the controllers that run against it. Closing it ends what it started, and nothing else. */
export class Cluster implements AsyncDisposable {
  /** An administrator's. */
  readonly client: Client;
  readonly #parts: ClusterParts;

  constructor(parts: ClusterParts) {
    this.client = parts.client;
    this.#parts = parts;
  }

  /**
   * Waits until an object is as expected, and gives that state; it need not exist yet. The key is `namespace/name`. Rejects with
   * `SETPOINT_UNTIL_TIMEOUT`, by default after 10 s.
   */
  async until<T extends KubeObject>(
    resource: Resource<T>,
    key: string | ObjectKey,
    expected: ((object: T) => boolean | undefined) | Expected<T>,
  ): Promise<T> {
    const { isDone, ...options } = typeof expected === "function" ? { isDone: expected } : expected;
    return until(this.#watched(resource, key), isDone, options);
  }

  /** Waits until there is no such object. */
  async untilGone(resource: Resource, key: string | ObjectKey, options: UntilOptions = {}): Promise<void> {
    await untilGone(this.#watched(resource, key), options);
  }

  /** Idempotent. The controllers stop in order; then what else was started with the cluster. */
  async close(): Promise<void> {
    await this.#parts.resources.disposeAsync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #watched<T extends KubeObject>(resource: Resource<T>, key: string | ObjectKey): Watched<T> {
    const { client, clock, random } = this.#parts;
    return { client, clock, random, resource, key: typeof key === "string" ? parseKey(key) : key };
  }
}
