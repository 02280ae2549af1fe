import { describe, test } from "vitest";
import { nextTurn, realClock } from "../async/index.ts";
import { ApiError, exactIntegerText } from "../model/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { encodedOf } from "../wire/index.ts";
import { readList } from "./decode-list.ts";
import type { ReadListOptions } from "./decode-list.ts";
import { AnswerDecodeError } from "./errors.ts";
import type { HttpResponse } from "./transport.ts";

const options: ReadListOptions<ConfigMap> = {
  line: { method: "GET", path: "/api/v1/configmaps" },
  maxBytes: 1_000,
  resource: ConfigMap,
  clock: realClock,
};

const head = '"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9"}';

async function* chunks(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array, void, void> {
  for (const text of texts) yield typeof text === "string" ? new TextEncoder().encode(text) : text;
}

function answer(...texts: readonly (string | Uint8Array)[]): HttpResponse {
  return { status: 200, headers: {}, body: chunks(...texts) };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a list", () => {
  test("is read in whatever order and pieces it comes [client/list-streamed]", async ({ expect }) => {
    const items = '"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]';
    const expected = {
      kind: "ConfigMapList",
      apiVersion: "v1",
      metadata: { resourceVersion: "9" },
      items: ["a", "b"].map((name) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } })),
    };
    for (const text of [`{${head},${items}}\n`, `{${items},${head}}`]) {
      expect(await readList(answer(text), options)).toEqual(expected);
      expect(await readList(answer(...text), options)).toEqual(expected);
    }
  });

  test("may be larger than any text, as only its items have a limit [client/list-any-size]", async ({ expect }) => {
    const item = `{"metadata":{"name":"a"},"data":{"x":"${"x".repeat(900)}"}}`;
    async function* endlessEnough(): AsyncGenerator<Uint8Array, void, void> {
      yield* chunks(`{${head},"items":[${item}`);
      const more = new TextEncoder().encode(`,${item}`.repeat(10));
      for (let count = 0; count < 200; count++) yield more;
      yield* chunks("]}");
    }
    const list = await readList({ ...answer(), body: endlessEnough() }, options);
    expect(list.items).toHaveLength(2_001);
    const large = `{"metadata":{"name":"${"x".repeat(1_000)}"}}`;
    expect(await failureOf(readList(answer(`{${head},"items":[${large}]}`), options))).toSatisfy(AnswerDecodeError.is);
  });

  test("lets others have their turn while it is decoded [client/list-slices]", async ({ expect }) => {
    const item = `{"metadata":{"name":"${"x".repeat(100_000)}"}}`;
    const whole = answer(`{${head},"items":[${Array.from({ length: 50 }, () => item).join(",")}]}`);
    let turns = 0;
    let isReading = true;
    const counting = (async () => {
      for (; isReading; turns++) await nextTurn();
    })();
    await readList(whole, { ...options, maxBytes: 1_000_000 });
    isReading = false;
    await counting;
    expect(turns).toBeGreaterThan(15);
  });

  test("keeps integers that no number holds [client/list-exact]", async ({ expect }) => {
    const item = '{"metadata":{"name":"a"},"spec":{"n":9007199254740993}}';
    const { items } = await readList(answer(`{${head},"items":[${item}]}`), options);
    expect(exactIntegerText((items[0] as unknown as { spec: { n: unknown } }).spec.n)).toBe("9007199254740993");
  });

  test("gives read-only items, and what a scan found in their bytes, which hold no chunk [client/list-scanned]", async ({
    expect,
  }) => {
    const item = '{"metadata":{"managedFields":[{}],"name":"a","labels":{"b":"c"}},"data":{"d":"e"}}';
    for (const texts of [[`{${head},"items":[${item}]}`], [...`{${head},"items":[${item}]}`]]) {
      const { items } = await readList(answer(...texts), options);
      const [object] = items as [ConfigMap];
      expect(Object.isFrozen(object) && Object.isFrozen(object.data)).toBe(true);
      const encoded = encodedOf(object);
      expect(encoded).toMatchObject({ name: "a", labels: { b: "c" }, hasFinalizers: false });
      expect(encoded?.read(["data", "d"])).toBe("e");
      expect(encoded?.compact().view()).toEqual({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "a", labels: { b: "c" } },
        data: { d: "e" },
      });
    }
  });
});

describe("an answer that should be a list", () => {
  test.for([
    "",
    "<html>secret</html>",
    "secret",
    `{${head},"items":[{"metadata":{"name":"secret"}}`,
    `{${head},"items":[{"metadata":{"name":"secret"}},]}`,
    `{${head},"items":[{"metadata":{"name":secret}}]}`,
    `{${head},"items":[]} secret`,
    new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ])(
    "and is no JSON, or not all of it, is refused without being quoted (%#) [client/list-refused]",
    async (text, { expect }) => {
      const error = await failureOf(readList(answer(text), options));
      expect(error).toSatisfy(AnswerDecodeError.is);
      expect(String(error)).toBe("AnswerDecodeError: GET /api/v1/configmaps: expected an answer in JSON");
      expect(String((error as Error).cause)).not.toContain("secret");
    },
  );

  test.for(["{}", `{${head},"items":{}}`, `{${head},"items":[{}]}`, '{"items":[]}', '{"metadata":[],"items":[]}'])(
    "and is something else is refused: %s [client/list-refused]",
    async (text, { expect }) => {
      expect(await failureOf(readList(answer(text), options))).toSatisfy(AnswerDecodeError.is);
    },
  );

  test("and comes from a proxy is refused by the name of what it is [client/list-refused]", async ({ expect }) => {
    const page = { ...answer("<html>secret</html>"), headers: { "content-type": "text/html; charset=secret" } };
    const error = await failureOf(readList(page, options));
    expect(String(error)).toBe(
      "AnswerDecodeError: GET /api/v1/configmaps: expected an answer in JSON, but the server says that it is text/html",
    );
  });

  test("and is a failed Status is that failure [client/list-refused]", async ({ expect }) => {
    const status = { kind: "Status", metadata: {}, status: "Failure", reason: "Expired", code: 410 };
    const error = await failureOf(readList(answer(JSON.stringify(status)), options));
    expect(error).toSatisfy((failure) => ApiError.is(failure, "Expired"));
  });

  test("and whose stream breaks throws what the stream throws [client/list-refused]", async ({ expect }) => {
    const broken = new Error("reset");
    async function* breaking(): AsyncGenerator<Uint8Array, void, void> {
      yield* chunks(`{${head},"items":[`);
      throw broken;
    }
    expect(await failureOf(readList({ ...answer(), body: breaking() }, options))).toBe(broken);
  });
});
