import { inspect } from "node:util";
import fc from "fast-check";
import { describe, test } from "vitest";
import { VirtualClock } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import { Deployment } from "../types/apps/v1/index.ts";
import { Namespace, Pod } from "../types/core/v1/index.ts";
import { AnswerDecodeError, InvalidRequestError, TransportError } from "./errors.ts";
import { RestClient } from "./rest-client.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";
import type { Transport } from "./transport.ts";

function answering(answer: ScriptedAnswer = {}): RestClient {
  return new RestClient({ transport: scriptedTransport(answer).send, maxRetries: 0 });
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a request", () => {
  test("has the path that its parts say [client/request-path]", async ({ expect }) => {
    const { send, requests } = scriptedTransport();
    const rest = new RestClient({ transport: send });
    await rest.get(Pod).send();
    await rest.get(Pod).namespace("a").name("b").subresource("status").send();
    await rest.post(Deployment).namespace("a").body({}).send();
    await rest.put(Namespace).name("system:a b").body({}).send();
    await rest
      .delete(Namespace)
      .name("a")
      .query({ one: 1, two: undefined, three: "x,y=z", four: true, five: "" })
      .send();
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/v1/pods",
      "GET /api/v1/namespaces/a/pods/b/status",
      "POST /apis/apps/v1/namespaces/a/deployments",
      "PUT /api/v1/namespaces/system%3Aa%20b",
      "DELETE /api/v1/namespaces/a?one=1&three=x%2Cy%3Dz&four=true",
    ]);
  });

  test("never changes: a part that is set gives another request [client/immutable-request]", async ({ expect }) => {
    const { send, requests } = scriptedTransport();
    const pods = new RestClient({ transport: send }).get(Pod).namespace("a");
    const [one, two] = [pods.name("one").query({ x: 1 }), pods.name("two").header("X-Mine", "2")];
    await pods.send();
    await one.send();
    await two.send();
    expect(requests.map(({ path }) => path.slice("/api/v1/namespaces/a/pods".length))).toEqual([
      "",
      "/one?x=1",
      "/two",
    ]);
    expect(requests.map(({ headers }) => headers["x-mine"])).toEqual([undefined, undefined, "2"]);
  });

  test("carries the token, says who sends it and what it understands; a header of its own wins [client/headers]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport();
    const rest = new RestClient({ transport: send, token: "secret" });
    await rest.get(Pod).send();
    await rest.patch(Pod).namespace("a").name("b").body({ x: null }).send();
    await rest.get(Pod).header("Authorization", "Bearer other").send();
    const [first, second, third] = requests;
    expect(first?.headers).toEqual({
      accept: "application/json",
      authorization: "Bearer secret",
      "user-agent": expect.stringMatching(/^setpoint\//),
    });
    expect(second?.headers["content-type"]).toBe("application/merge-patch+json");
    expect(sentBody(second)).toEqual({ x: null });
    expect(third?.headers["authorization"]).toBe("Bearer other");
  });

  test("whatever the name, it is one segment of the path or it is refused unsent [client/names-checked]", async () => {
    const names = fc.oneof(
      fc.string({ unit: "binary-ascii" }),
      fc.constantFrom(
        "",
        ".",
        "..",
        "a/b",
        "%2e%2e",
        "a%2fb",
        "a?b",
        "a#b",
        "\u0000",
        "a\r\nb",
        "\ud800",
        "constructor",
      ),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { send, requests } = scriptedTransport();
        try {
          await new RestClient({ transport: send }).get(Namespace).name(name).send();
        } catch (error) {
          return InvalidRequestError.is(error) && requests.length === 0;
        }
        const url = new URL(requests[0]?.path ?? "", "http://server");
        const rest = url.pathname.slice("/api/v1/namespaces/".length);
        return url.search === "" && !rest.includes("/") && decodeURIComponent(rest) === name;
      }),
    );
  });

  test("that can't mean anything is refused unsent, with what was expected [client/names-checked]", async ({
    expect,
  }) => {
    const { send, requests } = scriptedTransport();
    const rest = new RestClient({ transport: send });
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const attempts = [
      () => rest.get(Pod).name("a").send(),
      () => rest.post(Pod).body({}).send(),
      () => rest.get(Namespace).namespace("a").send(),
      () => rest.get(Pod).namespace("..").send(),
      () => rest.get(Pod).namespace("a").name("b").subresource("../c").send(),
      () =>
        rest
          .get(Pod)
          .name(undefined as unknown as string)
          .send(),
      () => rest.get({ ...Pod, plural: "pods/../secrets" }).send(),
      () => rest.get(Pod).header("x", "a\r\nb: c").send(),
      () => rest.post(Namespace).body(circle).send(),
      () => rest.post(Namespace).body(undefined).send(),
    ];
    for (const attempt of attempts) {
      const error = await failureOf((async () => attempt())());
      expect(error).toSatisfy(InvalidRequestError.is);
      expect(String(error)).toContain("expected");
    }
    expect(requests).toEqual([]);
  });
});

describe("an answer", () => {
  test("of success is its JSON [client/answers]", async ({ expect }) => {
    const pod = { metadata: { name: "a", labels: { ["__proto__"]: "x" } } };
    expect(await answering({ status: 201, body: pod }).get(Pod).namespace("a").name("a").send()).toEqual(pod);
  });

  test.for([
    [
      404,
      { kind: "Status", status: "Failure", reason: "NotFound", message: 'pods "a" not found', code: 404 },
      "NotFound",
    ],
    [409, "no JSON", "Conflict"],
    [401, "", "Unauthorized"],
    [500, new Uint8Array([0xff, 0xfe]), "InternalError"],
    [502, "<html>", "InternalError"],
  ] as const)("of failure %i is an ApiError [client/failures]", async ([status, body, reason], { expect }) => {
    const error = await failureOf(answering({ status, body }).get(Pod).namespace("a").name("a").query({ x: 1 }).send());
    if (!ApiError.is(error, reason)) throw error;
    expect(error).toMatchObject({ status, method: "GET", path: "/api/v1/namespaces/a/pods/a" });
  });

  test("of failure may say when to come again [client/failures]", async ({ expect }) => {
    const answer = { status: 429, headers: { "retry-after": "7" }, body: "" };
    expect(await failureOf(answering(answer).get(Pod).send())).toMatchObject({ retryAfterMs: 7_000 });
    const dated = { ...answer, headers: { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" } };
    expect(await failureOf(answering(dated).get(Pod).send())).toMatchObject({ retryAfterMs: undefined });
  });

  test("of success that holds a failed Status is that failure [client/failures]", async ({ expect }) => {
    const body = { kind: "Status", status: "Failure", reason: "Expired", code: 410, message: "too old" };
    expect(await failureOf(answering({ body }).get(Pod).send())).toSatisfy((error) => ApiError.is(error, "Expired"));
  });

  test.for(["", "{", "<html>", new Uint8Array([0x22, 0xff, 0x22]), `${"[".repeat(5_000)}${"]".repeat(5_000)}`])(
    "of success that is not JSON in UTF-8 is refused, without being quoted (%#) [client/answers]",
    async (body, { expect }) => {
      const error = await failureOf(answering({ body }).get(Pod).send());
      expect(error).toSatisfy(AnswerDecodeError.is);
      expect(String(error)).toMatch(/^AnswerDecodeError: GET \/api\/v1\/pods: expected an answer in JSON$/);
    },
  );

  test("that is too large is left in the middle [client/answer-limit]", async ({ expect }) => {
    let given = 0;
    let isLeft = false;
    async function* endless(): AsyncGenerator<Uint8Array, void, void> {
      try {
        for (;;) {
          given++;
          yield new Uint8Array(1_000);
        }
      } finally {
        isLeft = true;
      }
    }
    const transport: Transport = async () => ({ status: 200, headers: {}, body: endless() });
    const error = await failureOf(new RestClient({ transport, maxAnswerBytes: 2_500 }).get(Pod).send());
    expect(error).toSatisfy(AnswerDecodeError.is);
    expect({ given, isLeft }).toEqual({ given: 3, isLeft: true });
  });

  test("of failure is read up to a limit, and then means what its code says [client/answer-limit]", async ({
    expect,
  }) => {
    async function* endless(): AsyncGenerator<Uint8Array, void, void> {
      for (;;) yield new Uint8Array(100_000).fill(0x61);
    }
    const transport: Transport = async () => ({ status: 503, headers: {}, body: endless() });
    const error = await failureOf(new RestClient({ transport }).get(Pod).send());
    expect(error).toSatisfy((failure) => ApiError.is(failure, "ServiceUnavailable"));
  });
});

describe("waiting", () => {
  /** Never answers, or begins to and never ends, until it is aborted. */
  function silent(begins: boolean): { readonly transport: Transport; readonly aborted: () => boolean } {
    let signal: AbortSignal | undefined;
    async function* endless(): AsyncGenerator<Uint8Array, void, void> {
      yield new Uint8Array(1);
      await new Promise(() => {});
    }
    const transport: Transport = async (request) => {
      ({ signal } = request);
      if (!begins) await new Promise(() => {});
      return { status: 200, headers: {}, body: endless() };
    };
    return { transport, aborted: () => signal?.aborted ?? false };
  }

  test.for([false, true])(
    "for a whole answer ends after a time with an error that says so (begun: %s) [client/request-timeout]",
    async (begins, { expect }) => {
      const clock = new VirtualClock();
      const { transport, aborted } = silent(begins);
      const failure = failureOf(new RestClient({ transport, clock, requestTimeoutMs: 5_000 }).get(Pod).send());
      await clock.advance(4_999);
      expect(aborted()).toBe(false);
      await clock.advance(1);
      expect(await failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));
      expect(String(await failure)).toContain("GET /api/v1/pods: there was no whole answer within 5000 ms");
      expect(aborted()).toBe(true);
    },
  );

  test("ends at once when the caller's signal is aborted, with its reason [client/abort]", async ({ expect }) => {
    for (const begins of [false, true]) {
      const stop = new AbortController();
      const { transport, aborted } = silent(begins);
      const failure = failureOf(new RestClient({ transport }).get(Pod).send({ signal: stop.signal }));
      stop.abort("enough");
      expect(await failure).toBe("enough");
      expect(aborted()).toBe(true);
    }
  });

  test("for a stream has a time-out only until it begins, and leaves neither timer nor listener [client/request-timeout]", async ({
    expect,
  }) => {
    const clock = new VirtualClock();
    const rest = new RestClient({ transport: silent(false).transport, clock, requestTimeoutMs: 5_000 });
    const failure = failureOf(rest.get(Pod).stream());
    await clock.advance(5_000);
    expect(await failure).toSatisfy((error) => TransportError.is(error, "SETPOINT_TRANSPORT_TIMEOUT"));

    const { transport, aborted } = silent(true);
    const { body } = await new RestClient({ transport, clock, requestTimeoutMs: 5_000 }).get(Pod).stream();
    await clock.advance(100_000);
    expect(aborted()).toBe(false);
    for await (const chunk of body) {
      expect(chunk.length).toBe(1);
      break;
    }
  });

  test("leaves no timer behind when the answer came [client/request-timeout]", async ({ expect }) => {
    const clock = new VirtualClock();
    await new RestClient({ transport: scriptedTransport({}).send, clock }).get(Pod).send();
    await clock.runUntilIdle();
    expect(clock.monotonic()).toBe(0);
  });
});

test("a client shows its token to nobody [client/no-secret-shown]", async ({ expect }) => {
  const token = "s3cr3t-t0k3n";
  const failing: Transport = async () => {
    throw new Error("broken");
  };
  const rest = new RestClient({ transport: failing, token });
  const shown = [rest, rest.get(Pod), await failureOf(rest.get(Pod).send())];
  for (const value of shown) expect(inspect(value, { depth: 9, showHidden: true })).not.toContain(token);
  const refused = (): RestClient => new RestClient({ transport: failing, token: `${token}\n` });
  expect(refused).toThrow(expect.toSatisfy((error: unknown) => !inspect(error).includes(token)));
});
