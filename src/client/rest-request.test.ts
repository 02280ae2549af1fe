import { describe, expectTypeOf, test } from "vitest";
import { ApiError } from "../model/index.ts";
import { Namespace, Pod } from "../types/core/v1/index.ts";
import { AnswerDecodeError, InvalidRequestError } from "./errors.ts";
import { RestClient } from "./rest-client.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function answering(...answers: readonly ScriptedAnswer[]): RestClient {
  return new RestClient({ transport: scriptedTransport(...answers).send, maxRetries: 0 });
}

describe("a request to a path", () => {
  test("goes there, with a query, headers and a body [client/absolute-path]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { major: "1" } });
    const rest = new RestClient({ transport: send });
    expect(await rest.path("/version").query({ timeout: "32s" }).send()).toEqual({ major: "1" });
    await rest.path("/openapi/v3/").send();
    await rest.path("/").send();
    await rest.path("/apis/a b/é").header("x-mine", "1").send();
    await rest.path("/apis/authorization.k8s.io/v1/selfsubjectreviews", "POST").body({ a: 1 }).send();
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /version?timeout=32s",
      "GET /openapi/v3/",
      "GET /",
      "GET /apis/a%20b/%C3%A9",
      "POST /apis/authorization.k8s.io/v1/selfsubjectreviews",
    ]);
    expect(requests[4]?.headers["content-type"]).toBe("application/json");
    expect(sentBody(requests[4])).toEqual({ a: 1 });
    expectTypeOf(rest.path("/version").send).returns.resolves.toEqualTypeOf<unknown>();
  });

  test.for(["", "version", "//", "/a//b", "/..", "/a/../b", "/a/./b", "/a?b=c", "/%2e%2e", "/a\r\nb", "/a#b"])(
    "stays where it was sent, or is refused: %j [client/absolute-path]",
    (path, { expect }) => {
      const { send, requests } = scriptedTransport();
      const rest = new RestClient({ transport: send });
      const isKept = path.includes("?") || path.includes("#");
      if (!isKept) expect(() => rest.path(path)).toThrow(expect.toSatisfy(InvalidRequestError.is));
      else expect(rest.path(path)).toBeDefined();
      expect(requests).toEqual([]);
    },
  );

  test("never has what belongs to a resource [client/absolute-path]", ({ expect }) => {
    const request = answering().path("/version");
    for (const attempt of [
      () => request.namespace("a"),
      () => request.name("a"),
      () => request.subresource("status"),
    ]) {
      expect(attempt).toThrow(expect.toSatisfy(InvalidRequestError.is));
    }
  });

  test("escapes what would end the path [client/absolute-path]", async ({ expect }) => {
    const { send, requests } = scriptedTransport();
    const rest = new RestClient({ transport: send });
    await rest.path("/a?b=c").send();
    await rest.path("/a#b").send();
    expect(requests.map(({ path }) => path)).toEqual(["/a%3Fb%3Dc", "/a%23b"]);
  });
});

describe("an answer", () => {
  test("is what the caller decodes, and its failure is the caller's [client/raw-answers]", async ({ expect }) => {
    const pods = answering({ body: { metadata: { name: "web" } } })
      .get(Pod)
      .namespace("a")
      .name("web");
    const nameOf = (answer: unknown): string => (answer as Pod).metadata.name;
    expect(await pods.into(nameOf)).toBe("web");
    expectTypeOf(pods.into(nameOf)).resolves.toEqualTypeOf<string>();
    const refusal = new Error("not for me");
    const refuse = (): never => {
      throw refusal;
    };
    expect(await failureOf(pods.into(refuse))).toBe(refusal);
  });

  test("can be had as it came, also when it is no success [client/raw-answers]", async ({ expect }) => {
    const answer = { status: 500, headers: { "content-type": "text/plain" }, body: "[-]etcd failed" };
    const raw = await answering(answer).path("/readyz").raw({ anyStatus: true });
    expect({ ...raw, bytes: new TextDecoder().decode(raw.bytes) }).toEqual({
      status: 500,
      headers: answer.headers,
      bytes: "[-]etcd failed",
    });
    expect(await failureOf(answering(answer).path("/readyz").raw())).toSatisfy((error) => ApiError.is(error));
    expect((await answering({ body: "ok" }).path("/readyz").raw()).bytes).toHaveLength(2);
  });

  test("has its limit also when it is taken as it came [client/raw-answers]", async ({ expect }) => {
    const { send } = scriptedTransport({ body: "x".repeat(100) });
    const rest = new RestClient({ transport: send, maxAnswerBytes: 99 });
    expect(await failureOf(rest.path("/metrics").raw())).toSatisfy(AnswerDecodeError.is);
  });

  test("may be asked for again as often as the request allows [client/request-retries]", async ({ expect }) => {
    const { send, requests } = scriptedTransport({ body: { metadata: { name: "a" } } });
    await new RestClient({ transport: send }).get(Namespace).name("a").send({ maxRetries: 3 });
    expect(requests[0]?.maxRetries).toBe(3);
  });
});
