import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { realClock, systemRandom } from "setpoint/async";
import type { Clock, Random } from "setpoint/async";
import { getOwn } from "setpoint/model";
import type { Attributes } from "./stand-in/attributes.ts";
import { createCollections } from "./stand-in/network-tables.ts";
import type { Collection, Collections } from "./stand-in/network-tables.ts";
import { badRequest, ServiceError } from "./stand-in/service-error.ts";

/** How to start the stand-in. */
export interface NetworkServiceOptions {
  /** Default: the real one. */
  readonly clock?: Clock | undefined;
  /** Default: the system's. */
  readonly random?: Random | undefined;
}

interface Answer {
  readonly status: number;
  readonly body?: object | undefined;
}

/** What a path leads to: a collection, or one item of it. */
interface Target {
  readonly name: keyof Collections;
  readonly collection: Collection;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

const largestBody = 1_000_000;

/**
 * A stand-in for OpenStack's Neutron: a small real HTTP server on loopback with the shape, the rules and the refusals of its
 * `/v2.0/networks` and `/v2.0/subnets`. It knows IPv4 up to /30, but neither ports, projects, tags, quotas nor credentials, and it forgets
 * everything when it is closed. It answers to its own address only and takes JSON only, so that no web page can write to it.
 */
export class NetworkService implements AsyncDisposable {
  readonly #collections: Collections;
  readonly #server: Server;
  readonly #faults: ServiceError[] = [];
  #requests = 0;
  #writes = 0;

  private constructor({ clock = realClock, random = systemRandom }: NetworkServiceOptions) {
    this.#collections = createCollections({ clock, random });
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Starts it on a free port of 127.0.0.1. */
  static async start(options: NetworkServiceOptions = {}): Promise<NetworkService> {
    const service = new NetworkService(options);
    service.#server.listen(0, "127.0.0.1");
    await once(service.#server, "listening");
    return service;
  }

  /** Where it answers. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** How many requests have come. */
  get requests(): number {
    return this.#requests;
  }

  /** How many of them wanted to change something. */
  get writes(): number {
    return this.#writes;
  }

  /** The next request is refused and does nothing. Called again, the one after it as well. */
  failNext(status: number, type = "InjectedFault"): void {
    this.#faults.push(new ServiceError(status, type, "This failure was asked for."));
  }

  /** Ends it, and every connection to it, at once. May be called again. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#requests++;
    if (request.method !== "GET") this.#writes++;
    try {
      this.#refuseForeign(request);
      const fault = this.#faults.shift();
      const attributes = await readBody(request);
      if (fault !== undefined) throw fault;
      send(response, this.#answer(request, attributes));
    } catch (error) {
      const refusal = ServiceError.is(error)
        ? error
        : new ServiceError(500, "HTTPInternalServerError", "Request Failed: internal server error.");
      // Nobody waits for the rest of a body that is not wanted.
      if (!request.complete) response.shouldKeepAlive = false;
      send(response, { status: refusal.status, body: refusal });
    }
  }

  /** A page in a browser of this machine can send what it likes, but neither another Host than its own nor JSON. */
  #refuseForeign({ method, headers }: IncomingMessage): void {
    if (`http://${headers.host}` !== this.url) {
      throw new ServiceError(403, "HTTPForbidden", `Access was denied: this service is ${this.url}.`);
    }
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    if (method === "GET" || method === "DELETE" || type.trim().toLowerCase() === "application/json") return;
    throw new ServiceError(415, "HTTPUnsupportedMediaType", "The media type is not supported, use application/json.");
  }

  #answer({ method, url }: IncomingMessage, body: unknown): Answer {
    const { name, collection, id, query } = this.#target(url ?? "/");
    const one = name.slice(0, -1);
    if (id === undefined) {
      if (method === "GET") return { status: 200, body: { [name]: collection.list(query) } };
      if (method === "POST") return { status: 201, body: { [one]: collection.create(attributesIn(body, one)) } };
    } else {
      if (method === "GET") return { status: 200, body: { [one]: collection.get(id) } };
      if (method === "PUT") return { status: 200, body: { [one]: collection.update(id, attributesIn(body, one)) } };
      if (method === "DELETE") {
        collection.remove(id);
        return { status: 204 };
      }
    }
    throw new ServiceError(405, "HTTPMethodNotAllowed", "The method is not allowed for this resource.");
  }

  #target(url: string): Target {
    const [path = "", query] = url.split("?", 2);
    const [, name, id] = /^\/v2\.0\/(networks|subnets)(?:\/([^/]+))?$/.exec(path) ?? [];
    if (name !== "networks" && name !== "subnets")
      throw new ServiceError(404, "HTTPNotFound", "The resource could not be found.");
    return { name, collection: this.#collections[name], id, query: new URLSearchParams(query) };
  }
}

/** The body as JSON; nothing when it is empty. */
async function readBody(request: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Read to the end all the same: a client that is still sending does not hear an answer.
    if (size <= largestBody) chunks.push(chunk);
  }
  if (size > largestBody) throw new ServiceError(413, "HTTPRequestEntityTooLarge", "The body is too large.");
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw badRequest("The server could not comply with the request since it is malformed.");
  }
}

/** What the body has under `{ "network": … }`. */
function attributesIn(body: unknown, one: string): Attributes {
  const attributes = isObject(body) ? getOwn(body, one) : undefined;
  if (!isObject(attributes)) throw badRequest(`Unable to find '${one}' in request body`);
  return attributes;
}

function isObject(value: unknown): value is Attributes {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body && JSON.stringify(body));
}
