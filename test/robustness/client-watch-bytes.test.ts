import { describe, test } from "vitest";
import { Client, WatchDecodeError } from "../../src/client/index.ts";
import type { HttpResponse } from "../../src/client/index.ts";
import { ConfigMap } from "../../src/kinds.ts";
import { ApiError } from "../../src/model/index.ts";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec } from "../../src/wire/index.ts";

interface RawEvent {
  readonly type: string;
  readonly object: object;
}

/** One way to write a watch down. */
interface Coding {
  readonly contentType: string;
  readonly frame: (event: RawEvent) => Uint8Array;
}

const codec = createProtobufCodec(protobufTables);

/** A field of protobuf that has a length. */
function field(number: number, bytes: Uint8Array): Uint8Array {
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Uint8Array.of((number << 3) | 2, ...length), bytes]);
}

function sized(bytes: Uint8Array): Uint8Array {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes.length);
  return Buffer.concat([head, bytes]);
}

const codings: Readonly<Record<"JSON" | "protobuf", Coding>> = {
  JSON: {
    contentType: "application/json",
    frame: (event) => Buffer.from(`${JSON.stringify(event)}\n`),
  },
  protobuf: {
    contentType: "application/vnd.kubernetes.protobuf;stream=watch",
    frame: ({ type, object }) =>
      sized(Buffer.concat([field(1, Buffer.from(type)), field(2, field(1, codec.encode(object)))])),
  },
};
const names = Object.keys(codings) as readonly (keyof typeof codings)[];

const meta = { apiVersion: "v1", kind: "ConfigMap" };
const map = (resourceVersion: string, text: string): object => ({
  ...meta,
  metadata: { name: "a", namespace: "default", uid: "u", resourceVersion },
  data: { text },
});
/** With characters of two, three and four bytes, and one that is made of several. */
const events: readonly RawEvent[] = [
  { type: "ADDED", object: map("1", "é") },
  { type: "MODIFIED", object: map("2", "漢字 \u2028") },
  { type: "BOOKMARK", object: { ...meta, metadata: { resourceVersion: "3" } } },
  { type: "MODIFIED", object: map("4", '👩‍👩‍👧 "\\\n') },
  { type: "DELETED", object: map("5", "") },
];
const failure: RawEvent = {
  type: "ERROR",
  object: { apiVersion: "v1", kind: "Status", status: "Failure", reason: "Expired", code: 410, message: "too old é" },
};

interface Seen {
  readonly events: readonly string[];
  readonly error: unknown;
  /** How many chunks were taken. */
  readonly chunks: number;
}

/** What a client makes of a watch whose bytes come in these chunks. */
async function watch(chunks: readonly Uint8Array[], contentType: string, maxLineBytes?: number): Promise<Seen> {
  let taken = 0;
  const body = async function* (): AsyncGenerator<Uint8Array, void, void> {
    for (const chunk of chunks) {
      taken += 1;
      yield chunk;
    }
  };
  const answer = async (): Promise<HttpResponse> => ({
    status: 200,
    headers: { "content-type": contentType },
    body: body(),
  });
  await using client = Client.over(answer, { maxLineBytes });
  const seen: string[] = [];
  try {
    for await (const event of client.resource(ConfigMap).watch()) seen.push(JSON.stringify(event));
  } catch (error) {
    return { events: seen, error, chunks: taken };
  }
  return { events: seen, error: undefined, chunks: taken };
}

/** The bytes in two chunks, in every way there is. */
function* everyCut(bytes: Uint8Array): Generator<readonly Uint8Array[], void, void> {
  for (let index = 1; index < bytes.length; index++) yield [bytes.subarray(0, index), bytes.subarray(index)];
}

describe.for(names)("a watch in %s", (name) => {
  const { frame, contentType } = codings[name];
  const frames = [...events, failure].map(frame);
  const bytes = Buffer.concat(frames);

  test("gives the same events, also several in one chunk, wherever its bytes are cut [client/watch-every-byte]", async ({
    expect,
  }) => {
    const whole = await watch(frames, contentType);
    expect(whole.events).toHaveLength(events.length);
    expect(whole.events.map((text) => (JSON.parse(text) as RawEvent).type)).toEqual(events.map(({ type }) => type));
    const texts = whole.events.map((text) => (JSON.parse(text) as { object?: { data?: object } }).object?.data);
    expect(texts.filter((data) => data !== undefined)).toEqual([
      { text: "é" },
      { text: "漢字 \u2028" },
      { text: '👩‍👩‍👧 "\\\n' },
      { text: "" },
    ]);
    expect(whole.error).toSatisfy((error) => ApiError.is(error, "Expired"));
    expect(whole.chunks).toBe(frames.length);

    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    let watches = 0;
    for (const chunks of [[bytes], single, ...everyCut(bytes)]) {
      const { events: seen, error, chunks: taken } = await watch(chunks, contentType);
      expect(seen).toEqual(whole.events);
      expect(String(error)).toBe(String(whole.error));
      expect(taken).toBe(chunks.length);
      watches += 1;
    }
    expect(watches).toBe(bytes.length + 1);
  });

  test("that ends inside an event gives those before it, and never half of one [client/watch-truncated]", async ({
    expect,
  }) => {
    const good = Buffer.concat(events.map(frame));
    const whole = await watch([good], contentType);
    const ends: number[] = [];
    for (const { length } of events.map(frame)) ends.push((ends.at(-1) ?? 0) + length);
    let truncated = 0;
    for (let length = 0; length <= good.length; length++) {
      const { events: seen, error } = await watch([good.subarray(0, length)], contentType);
      const complete = ends.filter((end) => end <= length).length;
      expect(seen).toEqual(whole.events.slice(0, complete));
      if (error !== undefined) expect(error).toSatisfy(WatchDecodeError.is);
      if (length > 0 && !ends.includes(length)) truncated += 1;
    }
    expect(truncated).toBe(good.length - events.length);
  });
});

const junk: Readonly<Record<"JSON" | "protobuf", Readonly<Record<string, Uint8Array>>>> = {
  JSON: {
    "no JSON": Buffer.from("s3cr3t no JSON\n"),
    HTML: Buffer.from("<html>s3cr3t</html>\n"),
    "half an object": Buffer.from('{"type":"ADDED","object":{"s3cr3t":\n'),
    "a list": Buffer.from("[]\n"),
    "a text": Buffer.from('"s3cr3t"\n'),
    nothing: Buffer.from("null\n"),
    "no type": Buffer.from('{"object":{"metadata":{"name":"s3cr3t"}}}\n'),
    "an unknown type": Buffer.from('{"type":"s3cr3t","object":{"metadata":{"name":"a"}}}\n'),
    "no object": Buffer.from('{"type":"ADDED"}\n'),
    "an object that is none": Buffer.from('{"type":"ADDED","object":"s3cr3t"}\n'),
    "an object without a name": Buffer.from('{"type":"ADDED","object":{"metadata":{"labels":{"s3cr3t":"s3cr3t"}}}}\n'),
    "no UTF-8": Buffer.concat([
      Buffer.from('{"type":"ADDED","object":{"metadata":{"name":"s3cr3t'),
      Uint8Array.of(0xff, 0xc0),
      Buffer.from('"}}}\n'),
    ]),
    "a bookmark without a version": Buffer.from('{"type":"BOOKMARK","object":{"metadata":{"name":"s3cr3t"}}}\n'),
    "two documents": Buffer.from('{"type":"ADDED","object":{"metadata":{"name":"a"}}}{"s3cr3t":1}\n'),
  },
  protobuf: {
    "no protobuf": sized(Buffer.from("s3cr3t no protobuf")),
    "an empty frame": sized(new Uint8Array(0)),
    "JSON inside": sized(Buffer.from('{"type":"ADDED","object":{"s3cr3t":1}}')),
    "no envelope": sized(Buffer.concat([field(1, Buffer.from("ADDED")), field(2, field(1, Buffer.from("s3cr3t")))])),
    "no object": sized(field(1, Buffer.from("ADDED"))),
    "an unknown type": sized(
      Buffer.concat([field(1, Buffer.from("s3cr3t")), field(2, field(1, codec.encode(map("1", "x"))))]),
    ),
    "an object without a name": sized(
      Buffer.concat([field(1, Buffer.from("ADDED")), field(2, field(1, codec.encode({ ...meta, metadata: {} })))]),
    ),
    "an object that is cut short": sized(
      Buffer.concat([
        field(1, Buffer.from("ADDED")),
        field(2, field(1, codec.encode(map("1", "s3cr3t")).slice(0, -3))),
      ]),
    ),
  },
};

test.for(names.flatMap((name) => Object.entries(junk[name]).map(([title, bytes]) => [name, title, bytes] as const)))(
  "an event of a watch in %s that is none (%s) ends the watch, is not told, and nothing after it is given [client/watch-junk]",
  async ([name, , bytes], { expect }) => {
    const { frame, contentType } = codings[name];
    const first = frame(events[0] as RawEvent);
    const last = frame(events[4] as RawEvent);
    for (const chunks of [[first, bytes, last], [Buffer.concat([first, bytes, last])]]) {
      const { events: seen, error } = await watch(chunks, contentType);
      expect(seen).toHaveLength(1);
      expect(error).toSatisfy(WatchDecodeError.is);
      expect(String(error)).toMatch(
        /^WatchDecodeError: GET \/api\/v1\/configmaps: read an event of the watch: expected /,
      );
      expect(String(error)).not.toContain("s3cr3t");
    }
  },
);

test.for(names)(
  "an event of a watch in %s that is too long ends the watch before it has come [client/watch-junk]",
  async (name, { expect }) => {
    const { frame, contentType } = codings[name];
    const [first, long] = [
      frame(events[0] as RawEvent),
      frame({ type: "ADDED", object: map("2", "s3cr3t".repeat(100)) }),
    ];
    const pieces = [long.subarray(0, 400), long.subarray(400), first];
    const { events: seen, error, chunks } = await watch([first, ...pieces], contentType, 300);
    expect(seen).toHaveLength(1);
    expect(error).toSatisfy(WatchDecodeError.is);
    expect(String(error)).not.toContain("s3cr3t");
    expect(chunks).toBe(2);
  },
);
