import { inspect } from "node:util";
import { describe, test } from "vitest";
import { edit } from "../model/index.ts";
import { ConfigMap } from "../types/core/v1/index.ts";
import { protobufTables } from "../types/pack/index.ts";
import { createProtobufCodec, DecodeError, encodedOf } from "../wire/index.ts";
import { Client } from "./client.ts";
import { createOrUpdate } from "./create-or-update.ts";
import { AnswerDecodeError, WatchDecodeError } from "./errors.ts";
import { extract } from "./extract.ts";
import { frameOf } from "./protobuf-frame.fixture.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { ScriptedAnswer } from "./scripted-transport.fixture.ts";

const codec = createProtobufCodec(protobufTables);
const headers = { "content-type": "application/vnd.kubernetes.protobuf" };

const item = {
  metadata: {
    name: "a",
    namespace: "web",
    uid: "u",
    resourceVersion: "5",
    labels: { app: "web" },
    managedFields: [
      {
        manager: "me",
        operation: "Apply",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "f:data": { "f:x": {} } },
      },
    ],
  },
  data: { x: "1", y: "2" },
};
const object: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", ...item };
const list = { apiVersion: "v1", kind: "ConfigMapList", metadata: { resourceVersion: "9" }, items: [item] };

/** An answer to a list and one to a watch. */
interface Wire {
  readonly list: ScriptedAnswer;
  readonly watch: ScriptedAnswer;
}

const wires: readonly (readonly [string, Wire])[] = [
  ["JSON", { list: { body: list }, watch: { body: `${JSON.stringify({ type: "ADDED", object })}\n` } }],
  [
    "protobuf",
    { list: { headers, body: codec.encode(list) }, watch: { headers, body: frameOf("ADDED", codec.encode(object)) } },
  ],
];

async function listed(wire: Wire): Promise<ConfigMap> {
  const { items } = await Client.over(scriptedTransport(wire.list).send).resource(ConfigMap).list();
  return items[0] as ConfigMap;
}

async function watched(wire: Wire): Promise<ConfigMap> {
  for await (const event of Client.over(scriptedTransport(wire.watch).send).resource(ConfigMap).watch()) {
    if (event.type !== "BOOKMARK") return event.object;
  }
  throw new Error("expected an event");
}

describe.for(wires)("an object that came as %s", ([, wire]) => {
  test.for([listed, watched])(
    "is a read-only view that looks plain (%#) [client/lazy-objects]",
    async (read, { expect }) => {
      const view = await read(wire);
      expect(view).toEqual(object);
      expect({ ...view }).toStrictEqual(object);
      expect(JSON.parse(JSON.stringify(view))).toEqual(object);
      expect(structuredClone(view)).toStrictEqual(object);
      expect(inspect(view)).toContain("name: 'a'");
      expect(encodedOf(view)).toMatchObject({ name: "a", uid: "u", labels: { app: "web" } });
      expect(Reflect.set(view, "data", {})).toBe(false);
      expect(Reflect.set(view.metadata, "name", "b")).toBe(false);
      expect(Reflect.set(view.data ?? {}, "x", "b")).toBe(false);
    },
  );

  test("is taken by the verbs as any object [client/lazy-objects-written]", async ({ expect }) => {
    const view = await listed(wire);
    const { send, requests } = scriptedTransport({ body: object });
    const maps = Client.over(send).resource(ConfigMap);
    await maps.update(view);
    expect(sentBody(requests.at(-1))).toEqual(object);
    await maps.update(
      edit(view, (draft) => {
        draft.data = { z: "3" };
      }),
    );
    expect(sentBody(requests.at(-1))).toEqual({ ...object, data: { z: "3" } });
    await createOrUpdate(maps, view, (draft) => {
      draft.metadata.labels = { ...draft.metadata.labels, more: "yes" };
    });
    expect(sentBody(requests.at(-1))).toMatchObject({ metadata: { labels: { app: "web", more: "yes" } } });
    expect(extract(view, "me")).toEqual(extract(object, "me"));
    expect(extract(view, "me")).toMatchObject({ data: { x: "1" } });
  });
});

describe("an object in protobuf that is damaged", () => {
  test("where a scan looks fails the list and the watch [client/lazy-objects-damaged]", async ({ expect }) => {
    const unnamed = { ...object, metadata: {} };
    const cases = [
      { list: codec.encode({ ...list, items: [unnamed] }), watch: codec.encode(unnamed), message: "metadata.name" },
      { list: damage(codec.encode(list), "web", 0xff), watch: damage(codec.encode(object), "web", 0xff), message: "" },
    ];
    for (const { message, ...bytes } of cases) {
      const broken = {
        list: { headers, body: bytes.list },
        watch: { headers, body: frameOf("ADDED", bytes.watch) },
      };
      const failures = await Promise.all([failureOf(listed(broken)), failureOf(watched(broken))]);
      expect(failures[0]).toSatisfy(AnswerDecodeError.is);
      expect(failures[1]).toSatisfy(WatchDecodeError.is);
      for (const failure of failures) {
        expect(String(failure)).toContain(message);
        if (message === "") expect(String((failure as Error).cause)).toContain("meta/v1.ObjectMeta");
      }
    }
  });

  test("inside of a field fails who reads that field [client/lazy-objects-damaged]", async ({ expect }) => {
    const damaged = damage(codec.encode({ ...object, data: { secretKey: "1" } }), "secretKey", 0x7f);
    const view = await watched({ list: {}, watch: { headers, body: frameOf("ADDED", damaged) } });
    expect(view.metadata.name).toBe("a");
    expect(() => view.data).toThrow(DecodeError);
    expect(() => view.data).not.toThrow("secretKey");
  });
});

/** Another length before a text. */
function damage(bytes: Uint8Array, text: string, length: number): Uint8Array {
  const damaged = Uint8Array.from(bytes);
  damaged[Buffer.from(bytes).indexOf(text) - 1] = length;
  return damaged;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
