import { test } from "vitest";
import type { KubeObject, WatchEvent } from "../model/index.ts";
import { protobufTables } from "../types/pack/index.ts";
import { createProtobufCodec, encodedOf, wireDefaults } from "../wire/index.ts";
import { decodeProtobufWatchBatches } from "./decode-protobuf.ts";
import { decodeWatchBatches } from "./decode-watch.ts";
import { WatchDecodeError } from "./errors.ts";
import { frameOf } from "./protobuf-frame.fixture.ts";

const line = { method: "GET", path: "/api/v1/configmaps?watch=true" };
const limits = { line, maxLineBytes: 1_000_000 };
const codec = createProtobufCodec(protobufTables);

async function* chunks(...given: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  // As they come from a socket.
  for (const { buffer, byteOffset, length } of given) yield Buffer.from(buffer as ArrayBuffer, byteOffset, length);
}

function configMap(name: string, value = ""): object {
  const managedFields = [{ manager: "somebody" }];
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, managedFields }, data: { value } };
}

const lineOf = (name: string, value?: string): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify({ type: "ADDED", object: configMap(name, value) })}\n`);

async function read(batches: AsyncIterable<readonly WatchEvent[]>) {
  const read: (readonly KubeObject[])[] = [];
  let failure: unknown;
  try {
    for await (const events of batches) {
      read.push(events.flatMap((event) => (event.type === "BOOKMARK" ? [] : [event.object])));
    }
  } catch (error) {
    failure = error;
  }
  return { objects: read, names: read.map((events) => events.map(({ metadata }) => metadata.name).join(" ")), failure };
}

test("events that came together come together, and before the failure behind them [client/watch-batches]", async ({
  expect,
}) => {
  const bad = new TextEncoder().encode("bad\n");
  const body = chunks(Buffer.concat([lineOf("a"), lineOf("b")]), Buffer.concat([lineOf("c"), bad, lineOf("d")]));
  const { names, failure } = await read(decodeWatchBatches(body, limits));
  expect(names).toEqual(["a b", "c"]);
  expect(failure).toSatisfy(WatchDecodeError.is);
});

test("no batch is longer than a slice [client/watch-batches]", async ({ expect }) => {
  const many = Array.from({ length: 10 }, (_, index) => lineOf(String(index), "x".repeat(wireDefaults.sliceBytes / 4)));
  const { names } = await read(decodeWatchBatches(chunks(Buffer.concat(many)), { ...limits, isCompact: true }));
  expect(names).toEqual(["0 1 2 3", "4 5 6 7", "8 9"]);
});

test("compact objects have no managed fields, and bytes that hold nothing else [client/watch-batches]", async ({
  expect,
}) => {
  const frame = frameOf("ADDED", codec.encode(configMap("a")));
  const options = { ...limits, isCompact: true };
  for (const batches of [
    decodeWatchBatches(chunks(Buffer.concat([lineOf("a"), lineOf("a")])), options),
    decodeProtobufWatchBatches(chunks(Buffer.concat([frame, frame])), { ...options, codec }),
  ]) {
    const { objects } = await read(batches);
    expect(objects).toHaveLength(1);
    for (const object of objects.flat()) {
      expect(object.metadata).toEqual({ name: "a" });
      const { bytes } = encodedOf(object)!;
      expect([bytes.constructor, bytes.byteLength]).toEqual([Uint8Array, bytes.buffer.byteLength]);
    }
  }
});
