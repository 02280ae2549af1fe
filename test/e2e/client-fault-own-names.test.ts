import { test } from "vitest";
import { createOrPatch, createOrUpdate, extract } from "../../src/client/index.ts";
import type { Client, Transport } from "../../src/client/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";
import type { TestServer } from "../conformance/for-each-server.ts";

type Texts = Readonly<Record<string, string>>;

/** What every object inherits, as keys of its own. A label may not begin with an underscore. */
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"];
const labels = own(["constructor", "toString", "valueOf"], "l");
const data = own(inherited, "d");

function own(names: readonly string[], value: string): Texts {
  return JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`) as Texts;
}

/** Whether the values of all keys are the object's own. */
function entriesOf(value: object | undefined): readonly (readonly [string, unknown])[] {
  return Object.entries(value ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Everything that objects inherit. */
function prototypeNow(): readonly unknown[] {
  return Reflect.ownKeys(Object.prototype).map((key) => [key, Object.getOwnPropertyDescriptor(Object.prototype, key)]);
}

interface Stage extends AsyncDisposable {
  readonly server: TestServer;
  readonly client: Client;
  /** How many requests and answers had such a name in them. */
  readonly carried: { sent: number; received: number };
}

async function stageOn(start: () => Promise<TestServer>): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await start());
  const carried = { sent: 0, received: 0 };
  const counting =
    (transport: Transport): Transport =>
    async (request) => {
      if (holdsName(request.body)) carried.sent += 1;
      const response = await transport(request);
      return { ...response, body: countingBody(response.body, carried) };
    };
  const client = opened.use(server.connect(counting));
  const owned = opened.move();
  return { server, client, carried, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function* countingBody(
  body: AsyncIterable<Uint8Array>,
  carried: { received: number },
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of body) {
    if (holdsName(chunk)) carried.received += 1;
    yield chunk;
  }
}

function holdsName(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && Buffer.from(bytes).includes("__proto__");
}

forEachServer(["embedded", "real"], "names that every object inherits", (start) => {
  test("are keys like others in what is created, read, listed, watched and changed [client/own-names]", async ({
    expect,
  }) => {
    const before = prototypeNow();
    await using stage = await stageOn(start);
    const { client, carried, server } = stage;
    const maps = client.resource(ConfigMap, { namespace: server.namespace });
    await maps.create({ metadata: { name: "plain" } });
    const made = await maps.create({ metadata: { name: "constructor", labels, annotations: labels }, data });
    const read = await maps.get("constructor");
    const listed = (await maps.list({ labelSelector: "toString,constructor=l" })).items;
    expect(listed.map(({ metadata }) => metadata.name)).toEqual(["constructor"]);
    const watched: ConfigMap[] = [];
    for await (const event of maps.watch({ fieldSelector: "metadata.name=constructor" })) {
      if (event.type !== "BOOKMARK") watched.push(event.object);
      break;
    }
    for (const object of [made, read, ...listed, ...watched]) {
      expect(entriesOf(object.data)).toEqual(entriesOf(data));
      expect(entriesOf(object.metadata.labels)).toEqual(entriesOf(labels));
      expect(Object.getPrototypeOf(object.data)).toBe(Object.prototype);
    }
    expect(watched).toHaveLength(1);

    const updated = await maps.update({ ...read, data: own(["__proto__", "constructor"], "u") });
    expect(entriesOf(updated.data)).toEqual(entriesOf(own(["__proto__", "constructor"], "u")));
    const patch = JSON.parse('{"data":{"__proto__":"p","constructor":null,"toString":"p"}}') as object;
    const patched = await maps.patch("constructor", patch);
    expect(entriesOf(patched.data)).toEqual(entriesOf(own(["__proto__", "toString"], "p")));
    expect(carried.sent).toBe(3);
    expect(carried.received).toBeGreaterThanOrEqual(6);
    expect(prototypeNow()).toEqual(before);
  });

  test("are keys like others for those who compare and change objects [client/own-names]", async ({ expect }) => {
    const before = prototypeNow();
    await using stage = await stageOn(start);
    const maps = stage.client.resource(ConfigMap);
    const named = { metadata: { name: "to-string" } };
    const recipe =
      (value: string) =>
      (draft: { data?: unknown }): void =>
        void (draft.data = own(inherited, value));
    const outcomes = [
      await createOrUpdate(maps, named, recipe("1")),
      await createOrUpdate(maps, named, recipe("1")),
      await createOrUpdate(maps, named, recipe("2")),
      await createOrPatch(maps, named, recipe("2")),
      await createOrPatch(maps, named, recipe("3")),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["created", "unchanged", "updated", "unchanged", "updated"]);
    expect(entriesOf((await maps.get("to-string")).data)).toEqual(entriesOf(own(inherited, "3")));
    expect(stage.carried.sent).toBe(3);
    expect(prototypeNow()).toEqual(before);
  });

  test("lead nowhere as parts of a path [client/own-names]", async ({ expect }) => {
    await using stage = await stageOn(start);
    const { client } = stage;
    const maps = client.resource(ConfigMap);
    await maps.create({ metadata: { name: "a" } });
    for (const name of inherited) {
      const asked = [
        maps.get(name),
        maps.subresource(name).get("a"),
        client.resource(ConfigMap, { namespace: name }).get("a"),
        client.resource({ ...ConfigMap, plural: name }).get("a"),
        client.rest.path(`/apis/${name}/v1`).send(),
      ];
      for (const failure of await Promise.allSettled(asked)) {
        expect(failure).toMatchObject({ status: "rejected", reason: { code: "SETPOINT_API" } });
      }
    }
  });
});

forEachServer(["real"], "names that every object inherits, in every patch", (start) => {
  test("are keys like others in JSON, strategic and apply patches, and in what a manager owns [client/own-names]", async ({
    expect,
  }) => {
    const before = prototypeNow();
    await using stage = await stageOn(start);
    const maps = stage.client.resource(ConfigMap);
    const applied = await maps.apply({ metadata: { name: "a", labels }, data }, { fieldManager: "constructor" });
    const owned = extract(applied, "constructor");
    expect(entriesOf(owned?.data)).toEqual(entriesOf(data));
    expect(entriesOf(owned?.metadata?.labels)).toEqual(entriesOf(labels));

    const replaced = await maps.patch(
      "a",
      [
        { op: "test", path: "/data/__proto__", value: "d" },
        { op: "replace", path: "/data/__proto__", value: "j" },
        { op: "remove", path: "/data/constructor" },
      ],
      { type: "json" },
    );
    expect(Object.getOwnPropertyDescriptor(replaced.data, "__proto__")?.value).toBe("j");
    expect(Object.hasOwn(replaced.data ?? {}, "constructor")).toBe(false);
    const merged = await maps.patch(
      "a",
      JSON.parse('{"data":{"__proto__":"s","constructor":"s"}}') as { data: { a: string } },
      {
        type: "strategic",
      },
    );
    expect(entriesOf(merged.data)).toEqual(entriesOf({ ...data, ...own(["__proto__", "constructor"], "s") }));
    const inside = maps.patch("a", [{ op: "add", path: "/constructor/prototype/polluted", value: "1" }], {
      type: "json",
    });
    await expect(inside).rejects.toMatchObject({ reason: "Invalid" });
    expect(stage.carried.sent).toBe(3);
    expect(prototypeNow()).toEqual(before);
  });
});
