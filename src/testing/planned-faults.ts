import { onAbort } from "../async/index.ts";
import { TransportError } from "../client/index.ts";
import type { HttpRequest, HttpResponse, Transport } from "../client/index.ts";

/** Which requests a fault meets, and how many of them. */
export interface FaultOptions {
  /** Default: one. `Infinity` means until `clear`. */
  readonly count?: number | undefined;
  /** Default: those that write. */
  readonly methods?: readonly string[] | undefined;
  /** Nothing comes back until the caller gives up, instead of a connection that breaks. */
  readonly isMute?: boolean | undefined;
}

/** How something in front of the server refuses requests. */
export interface RefusalOptions {
  readonly status: number;
  /** What the answer says about when to come again. Default: nothing. */
  readonly retryAfterSeconds?: number | undefined;
  /** Default: one. `Infinity` means until `clear`. */
  readonly count?: number | undefined;
  /** Default: all. */
  readonly methods?: readonly string[] | undefined;
}

/** How often each fault has happened. */
export interface FaultCounts {
  /** Requests that never reached the server. */
  readonly lostRequests: number;
  /** Answers that the server gave and nobody got. */
  readonly lostAnswers: number;
  /** Requests that were refused in front of the server. */
  readonly refusals: number;
}

/** What happens to a request instead of being sent and answered. */
type Fault = (request: HttpRequest, next: Transport) => Promise<HttpResponse>;

interface PlannedFault {
  readonly name: keyof FaultCounts;
  readonly methods: readonly string[] | undefined;
  readonly happen: Fault;
  left: number;
}

const writes: readonly string[] = ["POST", "PUT", "PATCH", "DELETE"];

/** Faults that wait for their requests. Of several that fit, the one that was planned first happens. */
export class PlannedFaults {
  readonly #counts: Record<keyof FaultCounts, number> = { lostRequests: 0, lostAnswers: 0, refusals: 0 };
  #planned: PlannedFault[] = [];

  get counts(): FaultCounts {
    return { ...this.#counts };
  }

  /** The request is lost on its way, so that the server does nothing. */
  loseRequests(options: FaultOptions): void {
    this.#plan("lostRequests", { ...options, methods: options.methods ?? writes }, (request) => lost(request, options));
  }

  /** The server does what was asked, but its answer is lost. */
  loseAnswers(options: FaultOptions): void {
    this.#plan("lostAnswers", { ...options, methods: options.methods ?? writes }, async (request, next) => {
      await drain(await next(request));
      return lost(request, options);
    });
  }

  /** The request is refused by something that stands in front of the server. */
  refuse(options: RefusalOptions): void {
    this.#plan("refusals", options, async () => refusal(options));
  }

  clear(): void {
    this.#planned = [];
  }

  /** Sends the request, or has the fault happen that waits for it. */
  async send(request: HttpRequest, next: Transport): Promise<HttpResponse> {
    const fault = this.#planned.find(({ methods, left }) => left > 0 && methods?.includes(request.method) !== false);
    if (fault === undefined) return next(request);
    fault.left -= 1;
    this.#counts[fault.name] += 1;
    return fault.happen(request, next);
  }

  #plan(name: keyof FaultCounts, { count = 1, methods }: Omit<FaultOptions, "isMute">, happen: Fault): void {
    this.#planned.push({ name, methods, happen, left: count });
  }
}

/** Reads an answer that nobody wants. */
export async function drain({ body }: HttpResponse): Promise<void> {
  for await (const _chunk of body);
}

/** What a request fails with whose connection is lost. */
export function connectionLost({ method, path }: HttpRequest): TransportError {
  const cause = Object.assign(new Error("the connection was lost"), { code: "ECONNRESET" });
  const where = `${method} ${path.replace(/\?.*$/s, "")}`;
  return new TransportError("SETPOINT_TRANSPORT_RESET", `${where}: the connection was lost, as a test wants it`, {
    cause,
  });
}

function lost(request: HttpRequest, { isMute = false }: FaultOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (isMute) onAbort(request.signal, reject);
    else reject(connectionLost(request));
  });
}

function refusal({ status, retryAfterSeconds }: RefusalOptions): HttpResponse {
  const headers = { "content-type": "text/plain" };
  return {
    status,
    headers: retryAfterSeconds === undefined ? headers : { ...headers, "retry-after": String(retryAfterSeconds) },
    body: textBody("refused, as a test wants it"),
  };
}

async function* textBody(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield new TextEncoder().encode(text);
}
