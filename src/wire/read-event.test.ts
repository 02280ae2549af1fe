import fc from "fast-check";
import { test } from "vitest";
import { DecodeError } from "./errors.ts";
import { accidents, fuzzRuns, fuzzTimeoutMs, objectText } from "./json-document.fixture.ts";
import { parseBytes } from "./parse-bytes.ts";
import { readEvent } from "./read-event.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Read {
  readonly type?: unknown;
  readonly object?: unknown;
}

/** An event by its parts, or nothing when it was refused. */
function read(bytes: Uint8Array): Read | undefined {
  try {
    return readEvent(bytes, ({ type, object }) => ({
      type,
      object: object === undefined ? undefined : parseBytes(object, "test"),
    }));
  } catch (error) {
    if (DecodeError.is(error)) return undefined;
    throw error;
  }
}

/** The same by a whole parse. */
function wholeRead(bytes: Uint8Array): Read | undefined {
  try {
    const event = parseBytes(bytes, "test");
    if (typeof event !== "object" || event === null || Array.isArray(event)) return undefined;
    const { type, object } = event as Read;
    return { type: typeof type === "string" ? type : undefined, object };
  } catch {
    return undefined;
  }
}

const types = fc.constantFrom("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "OTHER");
const eventText = fc.oneof(
  fc.tuple(types, objectText).map(([type, object]) => `{"type":"${type}","object":${object}}`),
  fc.tuple(types, objectText).map(([type, object]) => `{"object":${object},"type":"${type}"} `),
  fc.tuple(types, objectText).map(([type, object]) => `{"type":"${type}","object":${object},"more":${object}}`),
  fc.tuple(types, objectText).map(([type, object]) => `{"type":"${type}","object":1,"object":${object}}\r`),
  fc.tuple(types, objectText).map(([type, object]) => ` { "typ\\u0065" : "${type}", "object" : ${object} }`),
  fc.constantFrom('{"type":"ADDED","object":}', '{"type":"ADDED"}', '{"type":1,"object":null}', "{}"),
);

test(
  "an event is what a whole parse says, however it is written [wire/event]",
  ({ expect }) => {
    fc.assert(
      fc.property(eventText.map(encode), (bytes) => {
        expect(read(bytes)).toEqual(wholeRead(bytes));
      }),
      { numRuns: fuzzRuns / 4 },
    );
  },
  fuzzTimeoutMs,
);

test(
  "what is no event is refused as a whole parse refuses it [wire/event]",
  ({ expect }) => {
    fc.assert(
      fc.property(accidents(eventText), (bytes) => {
        expect(read(bytes)).toEqual(wholeRead(bytes));
      }),
      { numRuns: fuzzRuns / 2 },
    );
  },
  fuzzTimeoutMs,
);

test("what the reader throws of an event is thrown [wire/event]", ({ expect }) => {
  const reason = new Error("refused");
  const refuse = (): never => {
    throw reason;
  };
  expect(() => readEvent(encode('{"type":"ERROR","object":{}}'), refuse)).toThrow(reason);
});
