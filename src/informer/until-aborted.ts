import { onAbort } from "../async/index.ts";

/**
 * What `source` yields, until the signal is aborted: then throws its reason at once, also if the source does not listen to any signal.
 * However the iteration ends, the source is told; it is not waited for, since one that hangs would hang its reader.
 */
export async function* untilAborted<V>(source: AsyncIterable<V>, signal: AbortSignal): AsyncGenerator<V, void, void> {
  const iterator = source[Symbol.asyncIterator]();
  let cut: (reason: unknown) => void = () => {};
  // One listener for the whole stream: one for each value would cost more than the value.
  using _link = onAbort(signal, (reason) => cut(reason));
  const next = (): Promise<IteratorResult<V, unknown>> =>
    new Promise((resolve, reject) => {
      cut = reject;
      iterator.next().then(resolve, reject);
    });
  let isEnded = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const step = await next();
      if (step.done === true) {
        isEnded = true;
        return;
      }
      yield step.value;
    }
  } finally {
    if (!isEnded) Promise.try(() => iterator.return?.()).catch(() => {});
  }
}
