import fc from "fast-check";
import { describe, test } from "vitest";
import { ValueWriter } from "./value-writer.ts";

/** The JSON text of a field with a name that says nothing. */
function written(value: unknown, stacks = false): string {
  return new ValueWriter({ stacks }).field("field", value) ?? "nothing";
}

function fieldOf(value: unknown): unknown {
  return JSON.parse(written(value));
}

test("plain data comes out as it went in [observe/json-record]", ({ expect }) => {
  const letters = fc.string({ unit: fc.constantFrom("a", "é", "\n", '"', "\u2028", "__proto__"), maxLength: 5 });
  const data = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(letters, fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(letters, tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(data, (value) => {
      expect(JSON.stringify(fieldOf(value))).toBe(JSON.stringify(value));
    }),
  );
});

test("numbers that JSON has not, dates, sets, maps, bytes, functions and symbols are shown [observe/json-record]", ({
  expect,
}) => {
  expect(fieldOf([Number.NaN, -Infinity, undefined])).toEqual(["NaN", "-Infinity", null]);
  expect(fieldOf(new Date(Number.NaN))).toBe("Invalid Date");
  expect(fieldOf(new Set(["a", 1]))).toEqual(["a", 1]);
  expect(
    fieldOf(
      new Map<unknown, unknown>([
        ["a", 1],
        [2, "b"],
        [{}, null],
      ]),
    ),
  ).toEqual({ a: 1, 2: "b", "[object]": null });
  expect(fieldOf(new Uint8Array(12))).toBe("[12 bytes]");
  expect(fieldOf([() => {}, Symbol("s")])).toEqual(["[function]", "Symbol(s)"]);
  expect(fieldOf(new URL("https://joe:pw@host/x"))).toBe("https://[redacted]@host/x");
  expect(fieldOf(new AbortController().signal)).toEqual(expect.anything());
  expect(fieldOf(Promise.resolve())).toBe("[object Promise]");
});

describe("an error", () => {
  test("is written with name, message, code, its own fields and its causes [observe/error-fields]", ({ expect }) => {
    class ApiError extends Error {
      override readonly name = "ApiError";
      readonly code = "SETPOINT_API";
      readonly details = { status: 404, token: "abc" };
    }
    const error = new ApiError("GET /x: not found", { cause: "the object is gone" });
    expect(fieldOf(error)).toEqual({
      name: "ApiError",
      message: "GET /x: not found",
      code: "SETPOINT_API",
      details: { status: 404, token: "[redacted]" },
      cause: "the object is gone",
    });
  });

  test("that holds others is written with them [observe/error-fields]", ({ expect }) => {
    expect(fieldOf(new AggregateError([new Error("a"), new Error("b")], "both"))).toEqual({
      name: "AggregateError",
      message: "both",
      errors: [
        { name: "Error", message: "a" },
        { name: "Error", message: "b" },
      ],
    });
    expect(fieldOf(new SuppressedError(new Error("a"), new Error("b"), "while closing"))).toEqual({
      name: "SuppressedError",
      message: "while closing",
      error: { name: "Error", message: "a" },
      suppressed: { name: "Error", message: "b" },
    });
  });

  test("has at most five causes written, and a loop of them ends [observe/error-causes-bounded]", ({ expect }) => {
    let chain = new Error("0");
    for (let index = 1; index < 20; index += 1) chain = new Error(`${index}`, { cause: chain });
    expect(written(chain)).toContain('"message":"14","cause":"[more causes]"');
    const loop = new Error("loop");
    loop.cause = loop;
    expect(fieldOf(loop)).toEqual({ name: "Error", message: "loop", cause: "[circular]" });
  });

  test("has its stack written only on request [observe/stack-on-request]", ({ expect }) => {
    expect(fieldOf(new Error("boom"))).not.toHaveProperty("stack");
    const shown = JSON.parse(written(new Error("boom"), true)) as { stack: string };
    expect(shown.stack).toMatch(/^at .*value-writer\.test\.ts:\d+:\d+/);
  });
});

describe("values are shown within bounds [observe/values-bounded]", () => {
  test("a long text is cut and says by how much", ({ expect }) => {
    expect(fieldOf("a".repeat(10_000))).toBe(`${"a".repeat(8192)}… 1808 more characters`);
  });

  test("a huge text is not searched, and not shown", ({ expect }) => {
    expect(fieldOf("a".repeat(1_000_001))).toBe("[text of 1000001 characters]");
  });

  test("a long list, object and set are cut and say by how much", ({ expect }) => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    const shown = [...list.slice(0, 64), "… 36 more"];
    expect(fieldOf(list)).toEqual(shown);
    expect(fieldOf(new Set(list))).toEqual(shown);
    const wide = Object.fromEntries(list.map((index) => [`k${index}`, index]));
    expect(fieldOf(wide)).toMatchObject({ k63: 63, "…": "36 more" });
    expect(fieldOf(wide)).not.toHaveProperty("k64");
  });

  test("a sparse list of any length takes no time", ({ expect }) => {
    const sparse: unknown[] = [];
    sparse.length = 2 ** 32 - 1;
    expect(fieldOf(sparse)).toHaveLength(65);
  });

  test("deep nesting ends", ({ expect }) => {
    let deep: unknown = "bottom";
    for (let index = 0; index < 10_000; index += 1) deep = index % 2 === 0 ? [deep] : { deep };
    expect(JSON.stringify(fieldOf(deep))).toContain("[too deep]");
    expect(JSON.stringify(fieldOf([[[[[[["seven"]]]]]]]))).toContain("seven");
  });

  test("a circle is shown as one, a value that comes twice is not", ({ expect }) => {
    const shared = { a: 1 };
    const circle: Record<string, unknown> = { first: shared, second: shared };
    circle["self"] = { list: [circle] };
    expect(fieldOf(circle)).toEqual({ first: { a: 1 }, second: { a: 1 }, self: { list: ["[circular]"] } });
  });

  test("however much is given, little is written", ({ expect }) => {
    const big = Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => "\u0000".repeat(9000)));
    expect(written(big).length).toBeLessThan(500_000);
    const many = Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => ({ a: { b: 1 } })));
    expect(written(many).length).toBeLessThan(50_000);
  });
});

describe("what can't be read [observe/unreadable-contained]", () => {
  const no = (): never => {
    throw new Error("no");
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  test.for([
    [
      "a getter",
      Object.defineProperty({ good: 1 }, "bad", { get: no, enumerable: true }),
      { good: 1, bad: "[unreadable]" },
    ],
    ["a revoked proxy", [revoked.proxy, "good"], ["[unreadable]", "good"]],
    ["a proxy without keys", { a: new Proxy({}, { ownKeys: no }), b: 1 }, { a: "[unreadable]", b: 1 }],
    [
      "a message",
      Object.defineProperty(new Error("x"), "message", { get: no }),
      { name: "Error", message: "[unreadable]" },
    ],
    [
      "a cause",
      Object.defineProperty(new Error("x"), "cause", { get: no }),
      { name: "Error", message: "x", cause: "[unreadable]" },
    ],
    ["an iterator", [Object.defineProperty([1], Symbol.iterator, { value: no }), 2], ["[unreadable]", 2]],
  ] as const)("says so, and the rest is written: %s", ([, value, shown], { expect }) => {
    expect(fieldOf(value)).toEqual(shown);
  });
});

test("a Secret is shown without what it keeps, and everything else with it [observe/kubernetes-secret-hidden]", ({
  expect,
}) => {
  const secret = {
    kind: "Secret",
    type: "Opaque",
    metadata: { name: "x" },
    data: { a: "aGk=" },
    stringData: { b: "hi" },
  };
  const map = { kind: "ConfigMap", data: { a: "b" } };
  expect(fieldOf([secret, map])).toEqual([
    { kind: "Secret", type: "Opaque", metadata: { name: "x" }, data: "[redacted]", stringData: "[redacted]" },
    map,
  ]);
});

test.for([
  [
    "env",
    [
      { name: "DB_PASSWORD", value: "abc" },
      { name: "PORT", value: "80" },
    ],
    [
      { name: "DB_PASSWORD", value: "[redacted]" },
      { name: "PORT", value: "80" },
    ],
  ],
  [
    "pairs in a pair",
    { name: "token", port: { name: "port", value: 80 }, map: new Map([["value", 1]]), value: "abc" },
    { name: "token", port: { name: "port", value: 80 }, map: { value: 1 }, value: "[redacted]" },
  ],
  ["key and value", { key: "token", value: { a: "abc" } }, { key: "token", value: "[redacted]" }],
  ["arguments", ["run", "--token", "abc", "--port", "80"], ["run", "--token", "[redacted]", "--port", "80"]],
  [
    "headers",
    [
      ["Authorization", "abc"],
      ["Host", "x"],
    ],
    [
      ["Authorization", "[redacted]"],
      ["Host", "x"],
    ],
  ],
  ["resources", { resources: ["secrets", "configmaps"] }, { resources: ["secrets", "configmaps"] }],
] as const)(
  "a value is hidden when what stands beside it names a secret: %s [observe/secret-by-name]",
  ([, value, shown], { expect }) => {
    expect(fieldOf(value)).toEqual(shown);
  },
);

test("nothing to write is nothing [observe/json-record]", ({ expect }) => {
  expect(new ValueWriter({ stacks: false }).field("field", undefined)).toBeUndefined();
});
