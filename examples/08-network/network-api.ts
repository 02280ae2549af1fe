import { linkSignals, parseDuration, realClock } from "setpoint/async";
import type { Clock, Duration } from "setpoint/async";
import { getOwn } from "setpoint/model";
import type { AddressPool } from "./cidr.ts";
import { NetworkApiError } from "./network-api-error.ts";

/** A network of the service, as far as we look at it. */
export interface ServiceNetwork {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
}

/** A subnet of the service, as far as we look at it. */
export interface ServiceSubnet {
  readonly id: string;
  readonly network_id: string;
  readonly ip_version: number;
  readonly cidr: string;
  readonly gateway_ip: string | null;
  readonly allocation_pools: readonly AddressPool[];
  readonly created_at: string;
}

/** How to reach the service. */
export interface NetworkApiOptions {
  /** Without the version: `http://127.0.0.1:9696`. */
  readonly url: string;
  /** How long one request may take. Default: 10 s. */
  readonly timeout?: Duration | undefined;
  /** Default: the real one. */
  readonly clock?: Clock | undefined;
  /** What carries the requests. Default: the platform's. */
  readonly fetch?: typeof fetch | undefined;
}

/** How to make one call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

interface Call extends CallOptions {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
}

/** Carries one call and gives the answer's document. */
type Carry = (call: Call) => Promise<unknown>;

/** A client of the network service. Every call throws a `NetworkApiError` when it fails, or the signal's reason when that is aborted. */
export class NetworkApi {
  readonly networks: ServiceCollection<ServiceNetwork>;
  readonly subnets: ServiceCollection<ServiceSubnet>;

  constructor({ url, timeout = "10s", clock = realClock, fetch = globalThis.fetch }: NetworkApiOptions) {
    const timeoutMs = parseDuration(timeout, "NetworkApi timeout");
    const carry: Carry = async (call) => {
      using scope = linkSignals(call.signal);
      using _timer = clock.setTimeout(() => scope.abort(timedOut(call, timeoutMs)), timeoutMs);
      const { method, path, body } = call;
      const headers = { "content-type": "application/json" };
      const request = { method, headers, signal: scope.signal, ...(body && { body: JSON.stringify(body) }) };
      try {
        const response = await fetch(url + path, request);
        return readAnswer(call, response.status, await response.text());
      } catch (error) {
        if (scope.signal.aborted) throw scope.signal.reason;
        throw NetworkApiError.is(error) ? error : noAnswer(call, error);
      }
    };
    this.networks = new ServiceCollection("network", carry);
    this.subnets = new ServiceCollection("subnet", carry);
  }
}

/** The items of one kind. */
export class ServiceCollection<T extends { readonly id: string }> {
  readonly #one: string;
  readonly #path: string;
  readonly #carry: Carry;

  constructor(one: string, carry: Carry) {
    this.#one = one;
    this.#path = `/v2.0/${one}s`;
    this.#carry = carry;
  }

  /** The items whose attributes are exactly these. */
  async list(filter: Readonly<Record<string, string>>, { signal }: CallOptions = {}): Promise<readonly T[]> {
    const call = { method: "GET", path: `${this.#path}?${new URLSearchParams(filter).toString()}`, signal };
    const items = this.#member(call, await this.#carry(call), `${this.#one}s`);
    if (!Array.isArray(items)) throw badAnswer(call, `a list of ${this.#one}s`);
    return items as readonly T[];
  }

  /** Makes an item. The service makes another one each time: nothing in it is unique but the id. */
  create(attributes: Partial<Omit<T, "id">>, { signal }: CallOptions = {}): Promise<T> {
    return this.#write({ method: "POST", path: this.#path, body: { [this.#one]: attributes }, signal });
  }

  /** Changes the attributes that are given. */
  update(id: string, attributes: Partial<Omit<T, "id">>, { signal }: CallOptions = {}): Promise<T> {
    return this.#write({ method: "PUT", path: this.#pathOf(id), body: { [this.#one]: attributes }, signal });
  }

  /** Makes sure that the item is gone. That it is gone already is fine. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    try {
      await this.#carry({ method: "DELETE", path: this.#pathOf(id), signal });
    } catch (error) {
      if (!NetworkApiError.is(error, 404)) throw error;
    }
  }

  #pathOf(id: string): string {
    return `${this.#path}/${encodeURIComponent(id)}`;
  }

  async #write(call: Call): Promise<T> {
    const item = this.#member(call, await this.#carry(call), this.#one);
    if (typeof item !== "object" || item === null) throw badAnswer(call, `a ${this.#one}`);
    return item as T;
  }

  #member(call: Call, document: unknown, name: string): unknown {
    if (typeof document !== "object" || document === null) throw badAnswer(call, `a document with \`${name}\``);
    return getOwn(document, name);
  }
}

function readAnswer(call: Call, status: number, text: string): unknown {
  const document = parsed(text);
  if (status >= 200 && status < 300) return document;
  const refusal = typeof document === "object" && document !== null ? getOwn(document, "NeutronError") : undefined;
  const { type = "Refused", message = "no reason given" } = (refusal ?? {}) as { type?: string; message?: string };
  throw new NetworkApiError({ call: nameOf(call), status, type, message });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function nameOf({ method, path }: Call): string {
  return `${method} ${path}`;
}

function timedOut(call: Call, timeoutMs: number): NetworkApiError {
  return new NetworkApiError({ call: nameOf(call), type: "Timeout", message: `no answer within ${timeoutMs} ms` });
}

function noAnswer(call: Call, cause: unknown): NetworkApiError {
  const message = "the network service can't be reached";
  return new NetworkApiError({ call: nameOf(call), type: "NoAnswer", message }, { cause });
}

function badAnswer(call: Call, expected: string): NetworkApiError {
  return new NetworkApiError({ call: nameOf(call), type: "BadAnswer", message: `expected ${expected}` });
}
