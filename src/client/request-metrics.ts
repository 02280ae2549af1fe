import type { Clock } from "../async/index.ts";
import type { Counter, Histogram, MetricFamily, Metrics } from "../observe/index.ts";
import { TransportError } from "./errors.ts";
import type { HttpRequest, HttpResponse, Middleware, Transport } from "./transport.ts";

/** Where a client counts its requests, and by whose time. */
export interface RequestMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** The value of the label `host`. */
  readonly host: string;
}

const help = {
  requests: "Requests by method and by status, or <error> when there was no answer; each attempt counts",
  retries: "Requests that were sent again, by what made it necessary",
  duration: "Seconds from a request until its answer began, all attempts and waits included",
  limiter: "Seconds that requests waited for the client's own rate limit",
} as const;

const buckets: readonly number[] = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

/** The `rest_client_*` metrics of one client. An abort counts nowhere. */
export class RequestMetrics {
  readonly #options: RequestMetricsOptions;
  readonly #requests: MetricFamily<Counter, "code" | "method" | "host">;
  readonly #retries: MetricFamily<Counter, "code" | "verb" | "host">;
  readonly #duration: MetricFamily<Histogram, "verb" | "host">;
  readonly #limiter: MetricFamily<Histogram, "verb" | "host">;

  constructor(options: RequestMetricsOptions) {
    const { metrics } = options;
    this.#options = options;
    this.#requests = metrics.counter("rest_client_requests_total", {
      help: help.requests,
      labels: ["code", "method", "host"],
    });
    this.#retries = metrics.counter("rest_client_request_retries_total", {
      help: help.retries,
      labels: ["code", "verb", "host"],
    });
    this.#duration = metrics.histogram("rest_client_request_duration_seconds", {
      help: help.duration,
      labels: ["verb", "host"],
      buckets,
    });
    this.#limiter = metrics.histogram("rest_client_rate_limiter_duration_seconds", {
      help: help.limiter,
      labels: ["verb", "host"],
      buckets,
    });
  }

  /** Counts what passes: to stand inside of everything that sends a request again. */
  readonly attempts: Middleware = (next) => async (request) => {
    const { host } = this.#options;
    const outcome = await settled(next, request);
    if (outcome.isAbort) throw outcome.error;
    const code = outcome.response === undefined ? "<error>" : String(outcome.response.status);
    this.#requests.labels({ code, method: request.method, host }).inc();
    if (outcome.response === undefined) throw outcome.error;
    return outcome.response;
  };

  /** Measures what passes: to stand outside of everything that waits. */
  readonly durations: Middleware = (next) => async (request) => {
    const { clock, host } = this.#options;
    const startedAt = clock.monotonic();
    const outcome = await settled(next, request);
    if (!outcome.isAbort) {
      this.#duration.labels({ verb: request.method, host }).observe((clock.monotonic() - startedAt) / 1_000);
    }
    if (outcome.response === undefined) throw outcome.error;
    return outcome.response;
  };

  retried({ method }: HttpRequest, code: string): void {
    this.#retries.labels({ code, verb: method, host: this.#options.host }).inc();
  }

  waited(method: string, waitedMs: number): void {
    this.#limiter.labels({ verb: method, host: this.#options.host }).observe(waitedMs / 1_000);
  }
}

interface Outcome {
  readonly response?: HttpResponse;
  readonly error?: unknown;
  /** Somebody did not want the answer any more. That the time ran out is a failure. */
  readonly isAbort: boolean;
}

async function settled(next: Transport, request: HttpRequest): Promise<Outcome> {
  try {
    return { response: await next(request), isAbort: false };
  } catch (error) {
    return { error, isAbort: request.signal?.aborted === true && !TransportError.is(error) };
  }
}
