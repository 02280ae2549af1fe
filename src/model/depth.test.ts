import { test } from "vitest";
import { assertDepth } from "./depth.ts";
import { parseJson } from "./parse-json.ts";

const arrays = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

test("a document up to the limit passes, one level more does not [model/too-deep]", ({ expect }) => {
  for (const text of [arrays, objects]) {
    expect(() => assertDepth(JSON.parse(text(1_000)))).not.toThrow();
    expect(() => assertDepth(JSON.parse(text(1_001)))).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
  }
  for (const flat of [1, "x", null, undefined, [], {}]) expect(() => assertDepth(flat, { maxDepth: 1 })).not.toThrow();
  expect(() => assertDepth([[]], { maxDepth: 1 })).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
});

test("a refusal for depth names the place and the beginning of the way down [model/too-deep]", ({ expect }) => {
  const document: unknown = JSON.parse(`{"ok":[1,2],"spec":{"list":[0,${objects(10_000)}]}}`);
  expect(() => assertDepth(document, { place: "request body", attempt: "store a document" })).toThrow(
    "Cannot store a document at request body, spec.list[1].a.a.a.a.a…: arrays and objects nest deeper than 1000 levels (expected at most 1000 levels)",
  );
  const longKeys: unknown = JSON.parse(`{"${"k".repeat(1_000_000)}":${arrays(5)}}`);
  expect(() => assertDepth(longKeys, { maxDepth: 3 })).toThrow(/ at k{40}\[0\]\[0\]…: /);
});

test.for([10_000, 1_000_000])(
  "%i levels neither overflow the stack nor take long [model/too-deep]",
  (depth, { expect }) => {
    for (const text of [arrays(depth), objects(depth)]) {
      expect(() => parseJson(text, { place: "body" })).toThrow(
        expect.objectContaining({ code: "SETPOINT_TOO_DEEP", place: expect.stringMatching(/^body, /) as string }),
      );
    }
  },
);

test("a document that holds itself is too deep [model/too-deep]", ({ expect }) => {
  const endless: Record<string, unknown> = {};
  Object.assign(endless, { left: endless, right: endless });
  expect(() => assertDepth(endless)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
});

test("keys of a JSON text that name inherited things become own properties and nothing else [model/keys-are-data]", ({
  expect,
}) => {
  const value = parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}') as object;
  expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect("polluted" in {}).toBe(false);
});

test.for(["", "{", "token: s3cr3t", '{"token":s3cr3t}', '{"token":"s3cr3t"', "[1,]", "{}{}"])(
  "%o is refused without being quoted [model/json-malformed]",
  (text, { expect }) => {
    expect(() => parseJson(text, { place: "kubeconfig" })).toThrow(
      expect.objectContaining({ code: "SETPOINT_INVALID_JSON", place: "kubeconfig" }),
    );
    // A cause would bring the platform's message back, which quotes.
    expect(() => parseJson(text)).toThrow(expect.not.objectContaining({ cause: expect.anything() as unknown }));
    expect(() => parseJson(text, { place: "kubeconfig" })).toThrow(/^(?!.*s3cr3t)Cannot parse JSON at kubeconfig: /);
  },
);

test("the limit of depth of a JSON text can be set [model/too-deep]", ({ expect }) => {
  expect(parseJson("[[1]]", { maxDepth: 2 })).toEqual([[1]]);
  expect(() => parseJson("[[[1]]]", { maxDepth: 2 })).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
});

test("what is no text is no JSON", ({ expect }) => {
  for (const value of [5, null, undefined, {}, ["1"]]) {
    expect(() => parseJson(value as never)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_JSON" }));
  }
});
