import { Mutex } from "../../async/index.ts";
import type { Random } from "../../async/index.ts";
import type { Store } from "../storage/index.ts";
import { nodePortRange, serviceAddressPrefix } from "./defaults.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { valueAt } from "./value-at.ts";

/** Where services are kept. */
export const serviceCollection = "/services";

/** What a service has that no other may have. */
interface Claims {
  readonly addresses: readonly string[];
  /** With their protocols: `TCP/30080`. */
  readonly ports: readonly string[];
}

/** Gives services addresses and ports on nodes that no other service has. */
export class ServiceAddresses {
  readonly #store: Store;
  readonly #random: Random;
  /** Each write of a service depends on what the others have. */
  readonly #turn = new Mutex();
  /** As long as the bytes live: each service is read once. */
  readonly #claims = new WeakMap<Uint8Array, Claims>();
  #addresses: Set<string> = new Set();
  #ports: Set<string> = new Set();

  constructor({ store, random }: { readonly store: Store; readonly random: Random }) {
    this.#store = store;
    this.#random = random;
  }

  /** Runs a write of a service, one at a time. */
  run<T>(write: () => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      const { objects } = await this.#store.scan({ collection: serviceCollection });
      const claims = objects.map(({ bytes }) => this.#claimsOf(bytes));
      this.#addresses = new Set(claims.flatMap(({ addresses }) => addresses));
      this.#ports = new Set(claims.flatMap(({ ports }) => ports));
      return write();
    });
  }

  isTaken(address: string): boolean {
    return this.#addresses.has(address);
  }

  isPortTaken(protocol: string, port: number): boolean {
    return this.#ports.has(`${protocol}/${port}`);
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
  freePort(protocol: string, besides: ReadonlySet<string>): number | undefined {
    const [first, last] = nodePortRange;
    const count = last - first + 1;
    const start = this.#random.integer(count);
    for (let step = 0; step < count; step++) {
      const port = first + ((start + step) % count);
      const name = `${protocol}/${port}`;
      if (!this.#ports.has(name) && !besides.has(name)) return port;
    }
    return undefined;
  }

  #claimsOf(bytes: Uint8Array): Claims {
    const known = this.#claims.get(bytes);
    if (known !== undefined) return known;
    const claims = claimsOf(decode(bytes));
    this.#claims.set(bytes, claims);
    return claims;
  }
}

/** A port of a service, as far as nodes are concerned. */
export interface ServicePort {
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
  const ports = portsOf(service).flatMap(({ protocol = "TCP", nodePort = 0 }) =>
    nodePort === 0 ? [] : [`${protocol}/${nodePort}`],
  );
  return {
    addresses: Array.isArray(addresses) ? addresses.map(String).filter((one) => one !== "None") : [],
    ports: health === 0 ? ports : [...ports, `TCP/${health}`],
  };
}
