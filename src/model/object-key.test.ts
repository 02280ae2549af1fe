import fc from "fast-check";
import { test } from "vitest";
import { formatKey, keyOf, parseKey } from "./object-key.ts";
import type { KubeObject } from "./object.ts";

test("a key is NAMESPACE/NAME, or NAME alone for a cluster-scoped object [model/key-forms]", ({ expect }) => {
  expect(parseKey("default/web")).toEqual({ namespace: "default", name: "web" });
  expect(parseKey("node-1")).toEqual({ namespace: "", name: "node-1" });
  expect(formatKey({ namespace: "default", name: "web" })).toBe("default/web");
  expect(formatKey({ namespace: "", name: "node-1" })).toBe("node-1");
});

test("what is printed reads back the same [model/key-forms]", ({ expect }) => {
  const part = fc.string({ minLength: 1 }).filter((text) => !text.includes("/"));
  fc.assert(
    fc.property(fc.option(part, { nil: "" }), part, (namespace, name) => {
      expect(parseKey(formatKey({ namespace, name }))).toEqual({ namespace, name });
    }),
  );
});

test.for([[""], ["/"], ["/web"], ["default/"], ["a/b/c"], ["a//b"], ["a/b/"], [undefined], [7], [null], [{}]])(
  "%o is refused as a key [model/key-malformed]",
  ([text], { expect }) => {
    const parse = (): unknown => parseKey(text as string, "--object");
    expect(parse).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_KEY", place: "--object" }));
    expect(parse).toThrow(/unexpected key format.*expected NAME or NAMESPACE\/NAME/);
  },
);

test("a refusal quotes only the beginning of a long key [model/key-malformed]", ({ expect }) => {
  const parse = (): unknown => parseKey("a/".repeat(1_000_000));
  expect(parse).toThrow(expect.objectContaining({ message: expect.stringMatching(/^.{1,400}$/u) as string }));
});

test("the key of an object is taken from its metadata [model/key-of-object]", ({ expect }) => {
  expect(keyOf({ metadata: { name: "web", namespace: "default" } })).toEqual({ namespace: "default", name: "web" });
  expect(keyOf({ metadata: { name: "node-1" } })).toEqual({ namespace: "", name: "node-1" });
});

test.for([{}, { metadata: null }, { metadata: {} }, { metadata: { name: "" } }, { metadata: { name: 7 } }])(
  "%o has no key [model/key-of-object]",
  (object, { expect }) => {
    const take = (): unknown => keyOf(object as unknown as KubeObject);
    expect(take).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_KEY", place: "metadata.name" }));
  },
);

test("an object that is none, or whose metadata is not what it should be, has no key", ({ expect }) => {
  const broken = [
    undefined,
    null,
    {},
    { metadata: null },
    { metadata: { name: 5 } },
    { metadata: { name: "a", namespace: 5 } },
  ];
  for (const object of broken) {
    expect(() => keyOf(object as never), JSON.stringify(object)).toThrow(
      expect.objectContaining({ code: "SETPOINT_INVALID_KEY" }),
    );
  }
});
