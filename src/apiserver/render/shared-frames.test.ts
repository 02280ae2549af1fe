import { test } from "vitest";
import { joinBytes } from "../../wire/index.ts";
import type { WatchFrame } from "../registry/index.ts";
import { jsonEncoding } from "./json-encoding.ts";
import { sharedFrames } from "./shared-frames.ts";

test("watchers who are told the same get the very same bytes, and each event its own [apiserver/watch-shared-bytes]", ({
  expect,
}) => {
  const encode = sharedFrames(jsonEncoding.frame);
  const [one, two] = [new TextEncoder().encode('{"a":1}'), new TextEncoder().encode('{"a":2}')];
  const told: readonly WatchFrame[] = [
    ...Array.from({ length: 3 }, () => ({ type: "ADDED", object: one }) as const),
    ...Array.from({ length: 3 }, () => ({ type: "DELETED", object: one }) as const),
    { type: "DELETED", object: two },
    { type: "DELETED", object: one },
  ];
  const parts = told.map(encode);
  expect(parts.map((all) => new TextDecoder().decode(joinBytes(all)))).toEqual(
    told.map(({ type, object }) => `{"type":"${type}","object":${new TextDecoder().decode(object)}}\n`),
  );
  const [, second, third] = parts;
  expect(second).toHaveLength(1);
  expect(third?.[0]).toBe(second?.[0]);
});
