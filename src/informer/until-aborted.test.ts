import { getEventListeners } from "node:events";
import { test } from "vitest";
import { untilAborted } from "./until-aborted.ts";

test("gives what the source gives, and its end and its error [informer/stream-abortable]", async ({ expect }) => {
  const { signal } = new AbortController();
  async function* source(): AsyncGenerator<number, void, void> {
    yield 1;
    yield 2;
    throw new Error("broken");
  }
  const seen: number[] = [];
  const reading = (async () => {
    for await (const value of untilAborted(source(), signal)) seen.push(value);
  })();
  await expect(reading).rejects.toThrow("broken");
  expect(seen).toEqual([1, 2]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("throws the reason also if the source has no good way to be left [informer/stream-abortable]", async ({
  expect,
}) => {
  const ends: readonly (() => unknown)[] = [
    () => undefined,
    () => {
      throw new Error("ignored");
    },
  ];
  for (const end of ends) {
    const stop = new AbortController();
    const foreign = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: end }) };
    const step = untilAborted(foreign as AsyncIterable<number>, stop.signal).next();
    stop.abort("enough");
    await expect(step).rejects.toBe("enough");
  }
});

test("throws the reason at once on an abort, also if the source never listens [informer/stream-abortable]", async ({
  expect,
}) => {
  const stop = new AbortController();
  let isTold = false;
  const deaf: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => {}),
      return: () => {
        isTold = true;
        return Promise.reject(new Error("ignored"));
      },
    }),
  };
  const step = untilAborted(deaf, stop.signal).next();
  stop.abort("enough");
  await expect(step).rejects.toBe("enough");
  expect(isTold).toBe(true);
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
});
