import type { Socket } from "node:net";
import { nextTurn } from "../../async/index.ts";
import { Batch } from "./batch.ts";
import { Connection } from "./connection.ts";

/** How many connections may wait for work, and for how long. */
export interface ConnectionPoolOptions {
  readonly maxIdle: number;
  readonly idleMs: number;
}

interface Entry {
  readonly connection: Connection;
  /** Who speaks on it and who was trusted when it was opened. Absent without TLS. */
  readonly identity: object | undefined;
}

/**
 * The connections to one server. Those that wait for work are used again, the latest first, as long as who speaks and who is trusted are still
 * the same; one that was closed in the meantime is not.
 */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #all = new Map<Connection, Entry>();
  #idle: Entry[] = [];
  /** After what is being done: answers that were read together lead to requests that are written together. */
  readonly #departures = new Batch<Connection>(
    (connection) => connection.write(),
    async () => {},
  );
  readonly #arrivals = new Batch<Connection>((connection) => connection.read(), nextTurn);
  readonly #whenEmpty: (() => void)[] = [];

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** One that waits for work, if there is any. Those of another identity are closed. */
  take(identity: object | undefined): Connection | undefined {
    for (;;) {
      const entry = this.#idle.pop();
      if (entry === undefined) return undefined;
      if (entry.identity === identity && entry.connection.wake()) return entry.connection;
      entry.connection.destroy();
    }
  }

  /** A connection on a socket that was just opened. */
  add(socket: Socket, identity: object | undefined): Connection {
    const connection = new Connection(socket, {
      idleMs: this.#options.idleMs,
      departures: this.#departures,
      arrivals: this.#arrivals,
      isAlone: () => this.#all.size - this.#idle.length === 1,
      onIdle: (idle) => this.#put(idle),
      onClosed: (closed) => this.#remove(closed),
    });
    this.#all.set(connection, { connection, identity });
    return connection;
  }

  /** Closes all of them; what is under way ends with `SETPOINT_TRANSPORT_CLOSED`. Resolves when every socket is closed. */
  async close(): Promise<void> {
    for (const connection of this.#all.keys()) connection.destroy();
    if (this.#all.size > 0) await new Promise<void>((resolve) => void this.#whenEmpty.push(resolve));
  }

  #put(connection: Connection): void {
    const entry = this.#all.get(connection);
    if (entry === undefined || this.#idle.length >= this.#options.maxIdle) {
      connection.destroy();
    } else {
      connection.rest();
      this.#idle.push(entry);
    }
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection);
    this.#idle = this.#idle.filter((entry) => entry.connection !== connection);
    if (this.#all.size === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }
}
