import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { TransportError } from "./errors.ts";
import { throughMiddleware } from "./middleware.ts";
import { retry } from "./retry.ts";
import { scriptedTransport } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import type { HttpRequest, HttpResponse, Transport } from "./transport.ts";

const get: HttpRequest = { method: "GET", path: "/a", headers: {} };
const busy: ScriptedAnswer = { status: 429, headers: { "retry-after": "2" } };

interface Run {
  readonly statuses: readonly unknown[];
  readonly sent: number;
  readonly waitedMs: number;
}

async function run(request: HttpRequest, answers: readonly ScriptedAnswer[], maxRetries = 10): Promise<Run> {
  const clock = new VirtualClock();
  const { send, requests } = scriptedTransport(...answers);
  const startedAt = clock.monotonic();
  const sending = throughMiddleware(send, [retry({ clock, maxRetries })])(request);
  await clock.runUntilIdle();
  const { status } = await sending;
  return { statuses: [status], sent: requests.length, waitedMs: clock.monotonic() - startedAt };
}

describe("a request that the server is too busy for", () => {
  test.for(["GET", "POST", "PUT", "PATCH", "DELETE"])(
    "is sent again when the server says, whatever the verb: %s [client/retry-after]",
    async (method, { expect }) => {
      const body = new TextEncoder().encode("{}");
      const answers = [busy, { status: 503, headers: { "retry-after": "3" } }, { status: 201 }];
      expect(await run({ ...get, method, body }, answers)).toEqual({ statuses: [201], sent: 3, waitedMs: 5_000 });
    },
  );

  test("is sent again at most ten times, or as often as it says itself [client/retry-limit]", async ({ expect }) => {
    expect(await run(get, [busy])).toEqual({ statuses: [429], sent: 11, waitedMs: 20_000 });
    expect(await run({ ...get, maxRetries: 1 }, [busy])).toMatchObject({ sent: 2 });
    expect(await run({ ...get, maxRetries: 0 }, [busy])).toMatchObject({ statuses: [429], sent: 1, waitedMs: 0 });
    expect(await run(get, [busy], 3)).toMatchObject({ sent: 4 });
  });

  test.for([
    { status: 429 },
    { status: 503, headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } },
    { status: 503, headers: { "retry-after": "-1" } },
    { status: 503, headers: { "retry-after": "1.5" } },
    { status: 409, headers: { "retry-after": "1" } },
    { status: 200, headers: { "retry-after": "1" } },
  ])("is not sent again unless it says so in whole seconds: %o [client/retry-after]", async (answer, { expect }) => {
    expect(await run(get, [answer])).toEqual({ statuses: [answer.status], sent: 1, waitedMs: 0 });
  });

  test("stops waiting on abort, with the reason [client/retry-abort]", async ({ expect }) => {
    const clock = new VirtualClock();
    const { send, requests } = scriptedTransport(busy);
    const stop = new AbortController();
    const sending = throughMiddleware(send, [retry({ clock, maxRetries: 10 })])({ ...get, signal: stop.signal });
    const outcome = sending.catch((error: unknown) => error);
    await clock.advance(1_000);
    stop.abort("enough");
    expect(await outcome).toBe("enough");
    expect(requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("does away with the refusal first, so that its connection is free [client/retry-frees]", async ({ expect }) => {
    const clock = new VirtualClock();
    const ended: string[] = [];
    const long = new Uint8Array(3_000);
    async function* body(name: string, chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
      try {
        yield* chunks;
        ended.push(`${name} read`);
      } finally {
        ended.push(`${name} left`);
      }
    }
    const bodies = [body("short", [new Uint8Array(10)]), body("long", [long, long])];
    const transport: Transport = async () => {
      const next = bodies.shift();
      if (next === undefined) return { status: 200, headers: {}, body: body("last", []) };
      return { status: 503, headers: { "retry-after": "1" }, body: next };
    };
    const sending = throughMiddleware(transport, [retry({ clock, maxRetries: 10 })])(get);
    await clock.runUntilIdle();
    expect((await sending).status).toBe(200);
    expect(ended).toEqual(["short read", "short left", "long left"]);
  });
});

describe("a request whose connection breaks", () => {
  const broken = new TransportError("SETPOINT_TRANSPORT_RESET", "GET /a: the connection broke");

  async function breaking(request: HttpRequest, failures: readonly unknown[], maxRetries = 10): Promise<unknown> {
    const clock = new VirtualClock();
    let sent = 0;
    const transport: Transport = async (): Promise<HttpResponse> => {
      sent += 1;
      const failure = failures[sent - 1];
      if (failure !== undefined) throw failure;
      return { status: 200, headers: {}, body: (async function* none() {})() };
    };
    const outcome = throughMiddleware(transport, [retry({ clock, maxRetries })])(request).then(
      ({ status }) => status,
      (error: unknown) => error,
    );
    await clock.runUntilIdle();
    return [await outcome, sent];
  }

  test("is sent once more if it only reads [client/retry-reset]", async ({ expect }) => {
    expect(await breaking(get, [broken])).toEqual([200, 2]);
    expect(await breaking(get, [broken, broken])).toEqual([broken, 2]);
    expect(await breaking(get, [broken], 0)).toEqual([broken, 1]);
  });

  test("is not, if it writes, is a stream, or if nobody was there at all [client/retry-reset]", async ({ expect }) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect(await breaking({ ...get, method }, [broken])).toEqual([broken, 1]);
    }
    expect(await breaking({ ...get, isStream: true }, [broken])).toEqual([broken, 1]);
    const refused = new TransportError("SETPOINT_TRANSPORT_REFUSED", "GET /a: nobody listens there");
    expect(await breaking(get, [refused])).toEqual([refused, 1]);
  });
});
