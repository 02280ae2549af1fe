import { linkSignals } from "../async/index.ts";
import type { HttpRequest, HttpResponse, Transport } from "../client/index.ts";

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
  #disturbs = false;
  #provoked = 0;
  #refused = 0;

  /** How many watches are open. */
  get openWatches(): number {
    return this.#watches.size;
  }

  get conflicts(): ConflictCount {
    return { provoked: this.#provoked, refused: this.#refused };
  }

  /** The transport with the faults in it. */
  wrap(transport: Transport): Transport {
    return (request) => {
      if (isWatch(request)) return this.#watch(transport, request);
      return this.#disturbs && isWrite(request) ? this.#write(transport, request) : transport(request);
    };
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

/** What the broken stream throws. Looks like what a socket gives. */
function connectionLost({ path }: HttpRequest): Error {
  return Object.assign(new Error(`GET ${path}: the connection was lost`), { code: "ECONNRESET" });
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

async function drain({ body }: HttpResponse): Promise<void> {
  for await (const _chunk of body);
}
