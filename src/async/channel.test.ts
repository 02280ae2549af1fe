import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, test } from "vitest";
import { Channel } from "./channel.ts";
import { ChannelClosedError } from "./errors.ts";
import { nextTurn } from "./turn.ts";

/** Starts a promise and tells, at any time, how it stands. */
function watch<T>(promise: Promise<T>): { state: "pending" | "fulfilled" | "rejected"; value?: T; error?: unknown } {
  const watched: ReturnType<typeof watch<T>> = { state: "pending" };
  promise.then(
    (value) => Object.assign(watched, { state: "fulfilled", value }),
    (error: unknown) => Object.assign(watched, { state: "rejected", error }),
  );
  return watched;
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

describe("sending and receiving", () => {
  test("a sender waits while the channel is full and goes on when there is room", async ({ expect }) => {
    const channel = new Channel<number>(2);
    await channel.send(1);
    await channel.send(2);
    const third = watch(channel.send(3));
    await nextTurn();
    expect([third.state, channel.size]).toEqual(["pending", 2]);
    expect(await channel.receive()).toBe(1);
    await nextTurn();
    expect([third.state, channel.size]).toEqual(["fulfilled", 2]);
    expect([await channel.receive(), await channel.receive(), channel.size]).toEqual([2, 3, 0]);
  });

  test("without capacity each sender waits for its receiver", async ({ expect }) => {
    const channel = new Channel<string>(0);
    expect(channel.trySend("nobody there")).toBe(false);
    const sending = watch(channel.send("a"));
    await nextTurn();
    expect(sending.state).toBe("pending");
    expect(await channel.receive()).toBe("a");
    await nextTurn();
    expect(sending.state).toBe("fulfilled");
    const receiving = channel.receive();
    expect(channel.trySend("b")).toBe(true);
    expect(await receiving).toBe("b");
  });

  test("trySend never waits", ({ expect }) => {
    const channel = new Channel<number>(1);
    expect([channel.trySend(1), channel.trySend(2), channel.size]).toEqual([true, false, 1]);
  });

  test("a value may be undefined", async ({ expect }) => {
    const channel = new Channel<undefined>(1);
    await channel.send(undefined);
    expect([channel.size, await channel.receive(), channel.size]).toEqual([1, undefined, 0]);
  });

  test.for([-1, 1.5, NaN, Infinity])("a capacity of %d is refused", (capacity, { expect }) => {
    expect(() => new Channel(capacity)).toThrow(expect.objectContaining({ place: "Channel.capacity" }));
  });
});

describe("giving up", () => {
  test("an aborted receiver takes nothing: the value goes to the next", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const stop = new AbortController();
    const first = channel.receive(stop.signal);
    const second = channel.receive();
    stop.abort("enough");
    await channel.send(1);
    await expect(first).rejects.toBe("enough");
    expect(await second).toBe(1);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });

  test("a receiver whose signal is just being aborted takes nothing either", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const stop = new AbortController();
    stop.signal.addEventListener("abort", () => void channel.trySend(1));
    const first = channel.receive(stop.signal);
    const second = channel.receive();
    stop.abort("enough");
    await expect(first).rejects.toBe("enough");
    expect(await second).toBe(1);
  });

  test("an aborted sender has sent nothing", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const stop = new AbortController();
    await channel.send(1);
    const second = channel.send(2, stop.signal);
    const third = channel.send(3);
    stop.abort("enough");
    await expect(second).rejects.toBe("enough");
    expect([await channel.receive(), await channel.receive()]).toEqual([1, 3]);
    await third;
    expect([channel.size, getEventListeners(stop.signal, "abort").length]).toEqual([0, 0]);
  });

  test("a signal that was aborted before is refused, even when there is room or a value", async ({ expect }) => {
    const channel = new Channel<number>(2);
    await channel.send(1);
    await expect(channel.send(2, AbortSignal.abort("before"))).rejects.toBe("before");
    await expect(channel.receive(AbortSignal.abort("before"))).rejects.toBe("before");
    expect(channel.size).toBe(1);
  });

  test("a value that was handed over arrives, also when the signal is aborted in the same moment", async ({
    expect,
  }) => {
    const channel = new Channel<number>(1);
    const stop = new AbortController();
    const receiving = channel.receive(stop.signal);
    channel.trySend(1);
    stop.abort();
    expect(await receiving).toBe(1);
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
});

describe("ending", () => {
  test("after close the buffered values still arrive, then the end", async ({ expect }) => {
    const channel = new Channel<number>(3);
    await channel.send(1);
    await channel.send(2);
    channel.close();
    expect([await channel.receive(), await channel.receive(), channel.isClosed]).toEqual([1, 2, true]);
    await expect(channel.receive()).rejects.toMatchObject({ code: "SETPOINT_CHANNEL_CLOSED" });
  });

  test("after close nothing more is accepted, also from senders who wait", async ({ expect }) => {
    const channel = new Channel<number>(1);
    await channel.send(1);
    const waiting = channel.send(2);
    channel.close();
    await expect(waiting).rejects.toSatisfy(ChannelClosedError.is);
    await expect(channel.send(3)).rejects.toSatisfy(ChannelClosedError.is);
    expect(() => channel.trySend(4)).toThrow(ChannelClosedError);
    expect(await collect(channel)).toEqual([1]);
  });

  test("receivers who wait are told of the end", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const waiting = [channel.receive(), channel.receive()];
    channel.close();
    for (const receiving of waiting) await expect(receiving).rejects.toSatisfy(ChannelClosedError.is);
  });

  test("after fail the buffered values arrive, then the error; senders get it as the cause", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const failure = new Error("source broke");
    await channel.send(1);
    channel.fail(failure);
    channel.close();
    expect(await channel.receive()).toBe(1);
    await expect(channel.receive()).rejects.toBe(failure);
    await expect(channel.send(2)).rejects.toMatchObject({ code: "SETPOINT_CHANNEL_CLOSED", cause: failure });
    await expect(collect(channel)).rejects.toBe(failure);
  });

  test("only the first end counts", async ({ expect }) => {
    const channel = new Channel<number>(1);
    channel.close();
    channel.fail(new Error("too late"));
    expect(await collect(channel)).toEqual([]);
  });
});

describe("looping", () => {
  test("a loop gets every value and ends when the channel is closed while it waits", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const collecting = collect(channel);
    for (let value = 0; value < 100; value += 1) await channel.send(value);
    await nextTurn();
    channel.close();
    expect(await collecting).toEqual(Array.from({ length: 100 }, (_, value) => value));
  });

  test("a loop with a signal returns when that is aborted, and loses nothing", async ({ expect }) => {
    const channel = new Channel<number>(1);
    const stop = new AbortController();
    const collecting = collect(channel.values(stop.signal));
    await channel.send(1);
    await nextTurn();
    stop.abort();
    expect(await collecting).toEqual([1]);
    await channel.send(2);
    expect(await collect(channel.values(stop.signal))).toEqual([]);
    expect([await channel.receive(), getEventListeners(stop.signal, "abort").length]).toEqual([2, 0]);
  });

  test("leaving a loop closes nothing and takes nothing more", async ({ expect }) => {
    const channel = new Channel<number>(3);
    for (const value of [1, 2, 3]) await channel.send(value);
    for await (const value of channel) if (value === 2) break;
    expect([channel.isClosed, await channel.receive()]).toEqual([false, 3]);
  });
});

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("send" as const), abortable: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("receive" as const), abortable: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("trySend" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("abort" as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("turn" as const) }) },
);

test("no value is lost, doubled or reordered, whoever gives up when", async ({ expect }) => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(3),
      fc.array(step, { maxLength: 60, size: "max" }),
      fc.boolean(),
      async (capacity, steps, isClosed) => {
        const channel = new Channel<number>(capacity);
        const sends: { value: number; outcome: ReturnType<typeof watch> }[] = [];
        const receives: ReturnType<typeof watch<number>>[] = [];
        const stops: AbortController[] = [];
        const signalFor = (isAbortable: boolean): AbortSignal | undefined => {
          if (!isAbortable) return undefined;
          const stop = new AbortController();
          stops.push(stop);
          return stop.signal;
        };
        for (const [value, step] of steps.entries()) {
          if (step.do === "send") sends.push({ value, outcome: watch(channel.send(value, signalFor(step.abortable))) });
          else if (step.do === "receive") receives.push(watch(channel.receive(signalFor(step.abortable))));
          else if (step.do === "trySend") {
            if (channel.trySend(value)) sends.push({ value, outcome: { state: "fulfilled" } });
          } else if (step.do === "abort") stops[step.which % stops.length]?.abort();
          else await nextTurn();
        }
        await nextTurn();
        const waits = (list: { state: string }[]): boolean => list.some(({ state }) => state === "pending");
        const isSenderWaiting = waits(sends.map(({ outcome }) => outcome));
        expect(isSenderWaiting && channel.size < capacity).toBe(false);
        expect(waits(receives) && (channel.size > 0 || isSenderWaiting)).toBe(false);
        if (isClosed) channel.close();
        else for (const stop of stops) stop.abort();
        await nextTurn();
        const accepted = sends.filter(({ outcome }) => outcome.state === "fulfilled").map(({ value }) => value);
        const received = receives.filter(({ state }) => state === "fulfilled").map(({ value }) => value);
        expect(received).toEqual(accepted.slice(0, received.length));
        expect(channel.size).toBe(accepted.length - received.length);
        expect(stops.flatMap(({ signal }) => getEventListeners(signal, "abort"))).toEqual([]);
        channel.close();
        expect(await collect(channel)).toEqual(accepted.slice(received.length));
      },
    ),
    { numRuns: 300 },
  );
});
