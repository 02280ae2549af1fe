import type { Clock } from "../async/index.ts";
import { serverDefaults } from "./defaults.ts";

/** Between two requests: a second more than what clients are told, so that what is sent at the last moment still arrives. */
export const idleLimitMs: number = serverDefaults.keepAliveTimeoutMs + 1000;

/** A connection that may be idle. */
export interface IdleConnection {
  readonly clock: Clock;
  /** Since when nothing is asked on it; undefined while something is. */
  readonly idleSince: () => number | undefined;
  /** How long it may be so; `idleLimitMs` by default. */
  readonly limitMs?: (() => number) | undefined;
  /** Called again after some time if it did not help. */
  readonly end: () => void;
}

/** Ends a connection on which nothing is asked for too long. It costs nothing for each request: it is looked at when it could be over. */
export function endWhenIdle({ clock, idleSince, limitMs = () => idleLimitMs, end }: IdleConnection): Disposable {
  const look = (): void => {
    const since = idleSince();
    const restMs = since === undefined ? limitMs() : since + limitMs() - clock.monotonic();
    if (restMs <= 0) end();
    timer = clock.setTimeout(look, restMs <= 0 ? serverDefaults.headersTimeoutMs : restMs);
  };
  let timer = clock.setTimeout(look, limitMs());
  return { [Symbol.dispose]: () => timer.cancel() };
}
