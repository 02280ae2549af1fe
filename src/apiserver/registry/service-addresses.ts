import { Mutex } from "../../async/index.ts";
import type { Random } from "../../async/index.ts";
import type { Change, Store, StoredObject, StoreKey } from "../storage/index.ts";
import { addressCollection } from "./address-notes.ts";
import type { AddressNotes } from "./address-notes.ts";
import { nodePortRange } from "./defaults.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { FollowedCollection } from "./followed-collection.ts";
import type { CollectionReader } from "./followed-collection.ts";
import { rangeCollection, ServiceRanges } from "./service-ranges.ts";
import { valueAt } from "./value-at.ts";
import type { WriteManner } from "./writer.ts";

/** Where services are kept. */
export const serviceCollection = "/services";

/** What a service has that no other may have. */
interface Claims {
  readonly addresses: readonly string[];
  readonly ports: readonly number[];
}

/** What the addresses of services are given with. */
export interface ServiceAddressesOptions {
  readonly store: Store;
  readonly random: Random;
  readonly notes: Pick<AddressNotes, "make" | "remove">;
}

/** Gives services addresses and ports on nodes that no other service has, and keeps a note of whose each address is. */
export class ServiceAddresses implements CollectionReader {
  readonly ranges: ServiceRanges = new ServiceRanges();
  readonly #options: ServiceAddressesOptions;
  /** Each write of a service or of a note depends on what the others have. */
  readonly #turn = new Mutex();
  readonly #addresses = new Set<string>();
  readonly #ports = new Set<number>();
  /** The addresses of which there is a note, whoever made it. */
  readonly #noted = new Set<string>();
  /** Whose an address has become since notes were made, if it is anybody's. */
  readonly #changed = new Map<string, StoreKey | undefined>();
  readonly #services: FollowedCollection;
  readonly #others: readonly FollowedCollection[];

  constructor(options: ServiceAddressesOptions) {
    const { store } = options;
    this.#options = options;
    this.#services = new FollowedCollection(store, serviceCollection, this);
    this.#others = [
      new FollowedCollection(store, addressCollection, nameReader(this.#noted)),
      new FollowedCollection(store, rangeCollection, this.ranges),
    ];
  }

  /**
   * Runs a write of a service, or of a note, one at a time, and makes and removes the notes that follow from it, and those that are missing in a
   * used store. A dry run leaves them all to the next write. Notes that fail do not fail the write, and are left to the next one too.
   */
  run<T>(write: () => Promise<T>, { isDryRun = false }: Pick<WriteManner, "isDryRun"> = {}): Promise<T> {
    return this.#turn.run(async () => {
      // To look at every service would take the longer the more there are.
      await this.#services.catchUp();
      for (const other of this.#others) await other.catchUp();
      const written = await write();
      if (!isDryRun) await this.#settle();
      return written;
    });
  }

  isTaken(address: string): boolean {
    return this.#addresses.has(address) || this.#noted.has(address);
  }

  isPortTaken(port: number): boolean {
    return this.#ports.has(port);
  }

  /** An address that is free; `undefined` when there is none. */
  freeAddress(): string | undefined {
    return this.ranges.free((address) => this.isTaken(address), this.#options.random);
  }

  /** A port that is free, besides some; `undefined` when there is none. */
  freePort(besides: ReadonlySet<number>): number | undefined {
    const [first, last] = nodePortRange;
    const count = last - first + 1;
    const start = this.#options.random.integer(count);
    for (let step = 0; step < count; step++) {
      const port = first + ((start + step) % count);
      if (!this.#ports.has(port) && !besides.has(port)) return port;
    }
    return undefined;
  }

  readAll(objects: readonly StoredObject[]): void {
    for (const address of this.#addresses) this.#changed.set(address, undefined);
    this.#addresses.clear();
    this.#ports.clear();
    for (const stored of objects) this.#claim(stored);
  }

  follow({ type, key, bytes, previous }: Change): void {
    if (previous !== undefined) {
      const { addresses, ports } = claimsOf(decode(previous));
      for (const address of addresses) {
        this.#addresses.delete(address);
        this.#changed.set(address, undefined);
      }
      for (const port of ports) this.#ports.delete(port);
    }
    if (type === "put") this.#claim({ key, bytes });
  }

  #claim({ key, bytes }: Pick<StoredObject, "key" | "bytes">): void {
    const { addresses, ports } = claimsOf(decode(bytes));
    for (const address of addresses) {
      this.#addresses.add(address);
      this.#changed.set(address, key);
    }
    for (const port of ports) this.#ports.add(port);
  }

  /** Nothing here fails: the write that it follows has happened. What could not be done is done after the next one. */
  async #settle(): Promise<void> {
    if (!(await isDone(() => this.#services.catchUp()))) return;
    for (const [address, service] of this.#changed) {
      if (await isDone(() => this.#note(address, service))) this.#changed.delete(address);
    }
  }

  /** A service without a note, such as one whose note somebody has deleted, gets one when it is written. */
  async #note(address: string, service: StoreKey | undefined): Promise<void> {
    const { notes } = this.#options;
    const isNoted = this.#noted.has(address);
    if (service !== undefined && !isNoted) await notes.make(address, service);
    if (service === undefined && isNoted) await notes.remove(address);
  }
}

async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    return false;
  }
}

function nameReader(names: Set<string>): CollectionReader {
  return {
    readAll: (objects) => {
      names.clear();
      for (const { key } of objects) names.add(key.name);
    },
    follow: ({ type, key }) => {
      if (type === "put") names.add(key.name);
      else names.delete(key.name);
    },
  };
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
