import type { KubeObject, WatchEvent } from "../model/index.ts";
import type { ListWatch, WatchRequest } from "./list-watch.ts";

/** The events of a watch by what came together: one by one, if the source does not know that. */
export function watchBatches<T extends KubeObject>(
  source: ListWatch<T>,
  request: WatchRequest,
): AsyncIterable<readonly WatchEvent<T>[]> {
  return source.watchBatches?.(request) ?? oneByOne(source.watch(request));
}

/** No generator: leaving one reaches the source only once its next event has come. */
function oneByOne<E>(events: AsyncIterable<E>): AsyncIterable<readonly E[]> {
  return {
    [Symbol.asyncIterator]() {
      const source = events[Symbol.asyncIterator]() as AsyncIterator<E, unknown, void>;
      return {
        async next(): Promise<IteratorResult<readonly E[], void>> {
          const step = await source.next();
          return step.done === true ? ended : { done: false, value: [step.value] };
        },
        async return(): Promise<IteratorResult<readonly E[], void>> {
          await source.return?.();
          return ended;
        },
      };
    },
  };
}

const ended: Readonly<IteratorReturnResult<void>> = Object.freeze({ done: true, value: undefined });
