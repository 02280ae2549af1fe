import type { Clock } from "../async/index.ts";
import { getOwn } from "../model/index.ts";
import { clientDefaults } from "./defaults.ts";
import { TransportError } from "./errors.ts";
import { discard } from "./middleware.ts";
import type { HttpRequest, HttpResponse, Middleware } from "./transport.ts";

/** How often, by whose time, and who wants to know. */
export interface RetryOptions {
  readonly clock: Clock;
  /** For requests that do not say it themselves. */
  readonly maxRetries: number;
  readonly onRetry?: ((request: HttpRequest, code: string) => void) | undefined;
}

/**
 * Sends a request again when the server says when to: after a 429 or 5xx with a `Retry-After` in seconds, whatever the verb, since the server
 * has then not done it. A GET, other than a stream, is sent once more after its connection broke. Waiting ends with the request's signal.
 */
export function retry({ clock, maxRetries, onRetry }: RetryOptions): Middleware {
  return (next) => async (request) => {
    const limit = request.maxRetries ?? maxRetries;
    let hasBroken = false;
    for (let count = 0; ; count++) {
      let answer: HttpResponse | undefined;
      let wish: Wish | undefined;
      try {
        answer = await next(request);
        wish = count < limit ? wishOf(answer) : undefined;
        if (wish === undefined) return answer;
      } catch (error) {
        if (hasBroken || count >= limit || !isBrokenRead(request, error)) throw error;
        hasBroken = true;
        wish = brokenWish;
      }
      onRetry?.(request, wish.code);
      if (answer !== undefined) await discard(answer);
      await clock.sleep(wish.waitMs, request.signal);
    }
  };
}

/** The request is to be sent again. */
interface Wish {
  readonly waitMs: number;
  /** The status, or that there was none. */
  readonly code: string;
}

const brokenWish: Wish = Object.freeze({ waitMs: clientDefaults.resetRetryMs, code: "<error>" });

function isBrokenRead({ method, isStream, signal }: HttpRequest, error: unknown): boolean {
  const isRead = method === "GET" && isStream !== true;
  return isRead && TransportError.is(error, "SETPOINT_TRANSPORT_RESET") && signal?.aborted !== true;
}

/** A date, which HTTP allows as well, is not understood. */
function wishOf(answer: HttpResponse): Wish | undefined {
  if (answer.status !== 429 && answer.status < 500) return undefined;
  const seconds = getOwn(answer.headers, "retry-after");
  if (typeof seconds !== "string" || !/^\d{1,6}$/.test(seconds)) return undefined;
  return { waitMs: Number(seconds) * 1_000, code: String(answer.status) };
}
