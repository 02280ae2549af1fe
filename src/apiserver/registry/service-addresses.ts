import { Mutex } from "../../async/index.ts";
import type { Random } from "../../async/index.ts";
import { StoreError } from "../storage/index.ts";
import type { Change, Store } from "../storage/index.ts";
import { nodePortRange, serviceAddressPrefix } from "./defaults.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { valueAt } from "./value-at.ts";

/** Where services are kept. */
export const serviceCollection = "/services";

/** What a service has that no other may have. */
interface Claims {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** Gives services addresses and ports on nodes that no other service has. */
export class ServiceAddresses {
  readonly #store: Store;
  readonly #random: Random;
  /** Each write of a service depends on what the others have. */
  readonly #turn = new Mutex();
  readonly #addresses = new Set<string>();
  readonly #ports = new Set<number>();
  /** The revision up to which these are known; `undefined` before the first write. */
  #seen: number | undefined;

  constructor({ store, random }: { readonly store: Store; readonly random: Random }) {
    this.#store = store;
    this.#random = random;
  }

  /** Runs a write of a service, one at a time. */
  run<T>(write: () => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      await this.#catchUp();
      return write();
    });
  }

  isTaken(address: string): boolean {
    return this.#addresses.has(address);
  }

  isPortTaken(port: number): boolean {
    return this.#ports.has(port);
  }

  /** An address that is free; `undefined` when there is none. The first is the server's own. */
  freeAddress(): string | undefined {
    const count = 256 * 256 - 2;
    const start = this.#random.integer(count);
    for (let step = 0; step < count; step++) {
      const number = ((start + step) % count) + 1;
      const address = `${serviceAddressPrefix}${number >> 8}.${number & 255}`;
      if (number > 1 && !this.#addresses.has(address)) return address;
    }
    return undefined;
  }

  /** A port that is free, besides some; `undefined` when there is none. */
  freePort(besides: ReadonlySet<number>): number | undefined {
    const [first, last] = nodePortRange;
    const count = last - first + 1;
    const start = this.#random.integer(count);
    for (let step = 0; step < count; step++) {
      const port = first + ((start + step) % count);
      if (!this.#ports.has(port) && !besides.has(port)) return port;
    }
    return undefined;
  }

  /** Looks at what has changed since the last write, and only at that: to look at every service would take the longer the more there are. */
  async #catchUp(): Promise<void> {
    if (this.#seen === undefined) return this.#readAll();
    const range = { collection: serviceCollection, since: this.#seen, signal: AbortSignal.abort() };
    try {
      for await (const changes of this.#store.watch(range)) for (const change of changes) this.#follow(change);
    } catch (error) {
      if (!StoreError.is(error, "SETPOINT_STORE_EXPIRED")) throw error;
      await this.#readAll();
    }
  }

  async #readAll(): Promise<void> {
    const { objects, revision } = await this.#store.scan({ collection: serviceCollection });
    this.#addresses.clear();
    this.#ports.clear();
    for (const { bytes } of objects) this.#claim(bytes);
    this.#seen = revision;
  }

  #follow({ type, bytes, previous, revision }: Change): void {
    if (previous !== undefined) {
      const { addresses, ports } = claimsOf(decode(previous));
      for (const address of addresses) this.#addresses.delete(address);
      for (const port of ports) this.#ports.delete(port);
    }
    if (type === "put") this.#claim(bytes);
    this.#seen = revision;
  }

  #claim(bytes: Uint8Array): void {
    const { addresses, ports } = claimsOf(decode(bytes));
    for (const address of addresses) this.#addresses.add(address);
    for (const port of ports) this.#ports.add(port);
  }
}

/** A port of a service, as far as nodes are concerned. */
export interface ServicePort {
  readonly name?: string | undefined;
  readonly protocol?: string | undefined;
  readonly port?: number | undefined;
  readonly nodePort?: number | undefined;
}

/** The ports of a service. */
export function portsOf(service: Document): readonly ServicePort[] {
  const ports = valueAt(service, ["spec", "ports"]);
  return Array.isArray(ports) ? (ports as readonly ServicePort[]) : [];
}

function claimsOf(service: Document): Claims {
  const addresses = valueAt(service, ["spec", "clusterIPs"]);
  const health = Number(valueAt(service, ["spec", "healthCheckNodePort"]) ?? 0);
  const ports = portsOf(service).map(({ nodePort = 0 }) => nodePort);
  return {
    addresses: Array.isArray(addresses) ? addresses.map(String).filter((one) => one !== "None") : [],
    ports: [...ports, health].filter((port) => port !== 0),
  };
}
