import { test } from "vitest";
import { protobufTables } from "../../src/types/pack/index.ts";
import { createProtobufCodec } from "../../src/wire/index.ts";
import { describeGolden } from "./describe-golden.ts";

const codec = createProtobufCodec(protobufTables);
const scannedFields = [
  "name",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "deletionTimestamp",
  "labels",
  "ownerReferences",
] as const;

await describeGolden("the golden objects of Kubernetes", (read) => {
  test("decode to what Go writes as JSON [wire/protobuf-golden]", async ({ expect }) => {
    const golden = await read();
    expect(golden).toHaveLength(185);
    for (const { name, json, protobuf, kind } of golden) {
      expect(codec.decode(protobuf, kind), name).toEqual(json);
      expect(codec.knowsAll(protobuf, kind), name).toBe(true);
    }
  });

  test("encode to the very bytes that Go writes [wire/protobuf-golden]", async ({ expect }) => {
    for (const { name, json, protobuf, kind } of await read()) {
      const bytes = codec.encode(json, kind);
      // What has no kind of its own has none in Go's envelope either, but ours says which it is.
      if (kind === undefined) expect(Buffer.from(bytes).equals(protobuf), name).toBe(true);
      else expect(codec.decode(bytes), name).toEqual({ ...kind, ...json });
    }
  });

  test("give their metadata to a scan [wire/protobuf-scan]", async ({ expect }) => {
    let scanned = 0;
    for (const { name, json, protobuf, kind } of await read()) {
      const { metadata } = json as { readonly metadata?: { readonly name?: string } };
      if (metadata?.name === undefined) continue;
      const opened = codec.open(protobuf, kind);
      const found = Object.fromEntries(scannedFields.map((field) => [field, opened[field]]));
      expect(Object.values(found), name).not.toContain(undefined);
      expect(metadata, name).toMatchObject(found);
      expect(opened.hasFinalizers, name).toBe(true);
      scanned++;
    }
    expect(scanned).toBeGreaterThan(140);
  });
});
