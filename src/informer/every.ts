import type { Clock, Timer } from "../async/index.ts";

/** Calls back every so often until it is disposed; with a period of 0, never. */
export function every(clock: Clock, periodMs: number, callback: () => void): Disposable {
  if (periodMs === 0) return { [Symbol.dispose]: () => {} };
  let timer: Timer;
  const arm = (): void => {
    timer = clock.setTimeout(() => {
      arm();
      callback();
    }, periodMs);
  };
  arm();
  return { [Symbol.dispose]: () => timer.cancel() };
}
