import { realClock } from "../async/index.ts";
import { authenticate } from "./authenticate.ts";
import type { RestClientOptions } from "./client-options.ts";
import { clientDefaults } from "./defaults.ts";
import { impersonate } from "./impersonate.ts";
import { throughMiddleware } from "./middleware.ts";
import { rateLimit } from "./rate-limit.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { retry } from "./retry.ts";
import { stderrLogger } from "./stderr-logger.ts";
import type { Middleware, Transport } from "./transport.ts";
import { surfaceWarnings } from "./warnings.ts";
import type { ServerWarning } from "./warnings.ts";

/**
 * What a client puts around its transport, from the outside in: measures, sends again, waits for the rate limit, tells warnings, says who
 * speaks and for whom, counts; then what the user put there, which sees each attempt as it is sent.
 */
export function requestPipeline(options: RestClientOptions): Transport {
  const { transport, clock = realClock, host = "in-process", metrics, credentials } = options;
  const counts = metrics === undefined ? undefined : new RequestMetrics({ metrics, clock, host });
  const limit = options.rateLimit;
  const onWait = counts?.waited.bind(counts);
  const pipeline: readonly (Middleware | undefined)[] = [
    counts?.durations,
    retry({
      clock,
      maxRetries: options.maxRetries ?? clientDefaults.maxRetries,
      onRetry: counts?.retried.bind(counts),
    }),
    limit === undefined ? undefined : rateLimit(limit, { clock, onWait }),
    surfaceWarnings(options.onWarning ?? logWarnings(options)),
    credentials === undefined ? undefined : authenticate(credentials),
    options.impersonate === undefined ? undefined : impersonate(options.impersonate),
    counts?.attempts,
    ...(options.middleware ?? []),
  ];
  return throughMiddleware(
    transport,
    pipeline.filter((middleware) => middleware !== undefined),
  );
}

function logWarnings({ logger, clock = realClock }: RestClientOptions): (warning: ServerWarning) => void {
  return ({ text }) => (logger ?? stderrLogger(clock)).warn("the server warns", { warning: text });
}
