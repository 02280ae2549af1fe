import { test } from "vitest";
import { joinBytes } from "../../wire/index.ts";
import { serverDefaults } from "../defaults.ts";
import type { WatchFrame } from "../registry/index.ts";
import { jsonEncoding } from "./json-encoding.ts";
import { sharedFrames } from "./shared-frames.ts";

const [one, two] = [new TextEncoder().encode('{"a":1}'), new TextEncoder().encode('{"a":2}')];

test("watchers who are told the same get the very same bytes, and each batch its own [apiserver/watch-shared-bytes]", ({
  expect,
}) => {
  const encode = sharedFrames(jsonEncoding.frames);
  const told: readonly (readonly WatchFrame[])[] = [
    [{ type: "ADDED", object: one }],
    [{ type: "ADDED", object: one }],
    [{ type: "DELETED", object: one }],
    [{ type: "DELETED", object: two }],
    [
      { type: "DELETED", object: two },
      { type: "ADDED", object: one },
    ],
    [
      { type: "DELETED", object: two },
      { type: "ADDED", object: one },
    ],
    [],
    [{ type: "ADDED", object: one }],
  ];
  const pieces = told.map(encode);
  const lines = ({ type, object }: WatchFrame): string =>
    `{"type":"${type}","object":${new TextDecoder().decode(object)}}\n`;
  expect(pieces.map((all) => new TextDecoder().decode(joinBytes(all)))).toEqual(
    told.map((batch) => batch.map(lines).join("")),
  );
  expect(pieces[1]?.[0]).toBe(pieces[0]?.[0]);
  expect(pieces[5]?.[0]).toBe(pieces[4]?.[0]);
});

test("what is large is not held on to for the next watcher [apiserver/watch-shared-bytes]", ({ expect }) => {
  const encode = sharedFrames(jsonEncoding.frames);
  const object = new Uint8Array(serverDefaults.chunkBytes).fill(0x20);
  const first = encode([{ type: "ADDED", object }]);
  expect(encode([{ type: "ADDED", object }])).not.toBe(first);
});
