import { linkSignals } from "../async/index.ts";
import type { HttpRequest, HttpResponse, Transport } from "../client/index.ts";
import { cutChunks } from "./cut-chunks.ts";
import { connectionLost, drain, PlannedFaults } from "./planned-faults.ts";
import type { FaultCounts, FaultOptions, RefusalOptions } from "./planned-faults.ts";

/** How often writes were made to meet a newer version, and how often the server refused them for it. */
export interface ConflictCount {
  readonly provoked: number;
  readonly refused: number;
}

/**
 * Faults on the way between a client and a server: `Client.over(faults.wrap(transport))`. They are what networks and other writers do, so
 * that any server will do.
 */
export class TransportFaults {
  /** How to break each open watch. */
  readonly #watches = new Set<() => void>();
  /** Writes whose next attempt is to pass. */
  readonly #mayPass = new Set<string>();
  readonly #planned = new PlannedFaults();
  #disturbs = false;
  #chunkBytes = Infinity;
  #cutChunks = 0;
  #provoked = 0;
  #refused = 0;

  /** How many watches are open. */
  get openWatches(): number {
    return this.#watches.size;
  }

  get conflicts(): ConflictCount {
    return { provoked: this.#provoked, refused: this.#refused };
  }

  /** How often each planned fault has happened. */
  get counts(): FaultCounts {
    return this.#planned.counts;
  }

  /** How many chunks were made out of others by `cutBodies`. */
  get cutChunks(): number {
    return this.#cutChunks;
  }

  /** The transport with the faults in it. */
  wrap(transport: Transport): Transport {
    const carry: Transport = (request) => {
      if (isWatch(request)) return this.#watch(transport, request);
      return this.#disturbs && isWrite(request) ? this.#write(transport, request) : transport(request);
    };
    return async (request) => this.#cut(await this.#planned.send(request, carry));
  }

  /** The next requests never reach the server: nothing is done. Default: the next one that writes. */
  loseRequests(options: FaultOptions = {}): void {
    this.#planned.loseRequests(options);
  }

  /** The next requests are done, but nobody learns it. Default: the next one that writes. */
  loseAnswers(options: FaultOptions = {}): void {
    this.#planned.loseAnswers(options);
  }

  /** The next requests are refused with a status, without a `Status` in it, as a proxy or a busy server does. */
  refuse(options: RefusalOptions): void {
    this.#planned.refuse(options);
  }

  /** Takes back the faults that have been planned and have not happened. */
  clear(): void {
    this.#planned.clear();
  }

  /** From now on bodies come in chunks of at most so many bytes, wherever that cuts them. */
  cutBodies(chunkBytes: number): void {
    if (!(chunkBytes >= 1)) throw new RangeError(`cut bodies: expected chunks of at least one byte, got ${chunkBytes}`);
    this.#chunkBytes = chunkBytes;
  }

  /** Breaks every open watch as a lost connection does, and says how many there were. */
  killWatches(): number {
    const { size } = this.#watches;
    for (const kill of this.#watches) kill();
    return size;
  }

  /** From now on somebody else changes an object just before a write to it; the attempt after that passes, the next meets a change again. */
  disturbWrites(): void {
    this.#disturbs = true;
  }

  #cut(response: HttpResponse): HttpResponse {
    const chunkBytes = this.#chunkBytes;
    if (chunkBytes === Infinity) return response;
    const onCut = (): void => void this.#cutChunks++;
    return { ...response, body: cutChunks(response.body, { chunkBytes, onCut }) };
  }

  async #watch(transport: Transport, request: HttpRequest): Promise<HttpResponse> {
    const scope = linkSignals(request.signal);
    const forget = (): void => {
      scope[Symbol.dispose]();
      this.#watches.delete(kill);
    };
    const kill = (): void => {
      this.#watches.delete(kill);
      scope.abort(connectionLost(request));
    };
    try {
      const response = await transport({ ...request, signal: scope.signal });
      if (response.status === 200) this.#watches.add(kill);
      return { ...response, body: endingWith(response.body, scope.signal, forget) };
    } catch (error) {
      forget();
      throw error;
    }
  }

  async #write(transport: Transport, request: HttpRequest): Promise<HttpResponse> {
    const attempt = `${request.method} ${request.path}`;
    if (this.#mayPass.delete(attempt)) return transport(request);
    this.#mayPass.add(attempt);
    const touched = await transport(touch(request, this.#provoked));
    await drain(touched);
    if (touched.status === 200) this.#provoked++;
    const response = await transport(request);
    if (response.status === 409) this.#refused++;
    return response;
  }
}

function isWatch({ method, path }: HttpRequest): boolean {
  return method === "GET" && /[?&]watch=(?:true|1)(?:&|$)/.test(path);
}

function isWrite({ method }: HttpRequest): boolean {
  return method === "PUT" || method === "PATCH";
}

/** A change to the object that no controller cares about, but that gives it a new version. */
function touch({ path, headers, signal }: HttpRequest, count: number): HttpRequest {
  const patch = { metadata: { annotations: { "testing.setpoint.dev/touched": String(count) } } };
  return {
    method: "PATCH",
    path: path.replace(/\?.*$/, "").replace(/\/status$/, ""),
    headers: { ...headers, "content-type": "application/merge-patch+json" },
    body: new TextEncoder().encode(JSON.stringify(patch)),
    signal,
  };
}

async function* endingWith(
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  onEnd: () => void,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* body;
    signal.throwIfAborted();
  } finally {
    onEnd();
  }
}
