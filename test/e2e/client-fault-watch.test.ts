import { test } from "vitest";
import { WatchDecodeError } from "../../src/client/index.ts";
import type { HttpResponse, ResourceClient, Transport } from "../../src/client/index.ts";
import { TransportFaults } from "../../src/testing/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { forEachServer } from "../conformance/for-each-server.ts";

const wide = "é漢字👩‍👩‍👧 ".repeat(20);

const junk: Readonly<Record<string, Uint8Array>> = {
  "application/json": Buffer.from("no event\n"),
  "application/vnd.kubernetes.protobuf": Buffer.concat([Uint8Array.of(0, 0, 0, 8), Buffer.from("no event")]),
};

/** What comes instead of an event before the stream ends, and whether its reader must be told. */
const spoilings = {
  "an event that is none": { spoil: (_chunk: Uint8Array, type: string) => junk[type], isTold: true },
  "an end inside an event": { spoil: (chunk: Uint8Array) => chunk.slice(0, 3), isTold: false },
} as const;

/** Spoils the first watches, each after its reader has seen an event of it. */
class Spoiler {
  readonly #spoil: (chunk: Uint8Array, type: string) => Uint8Array | undefined;
  #watches = 0;
  #hasSeen = false;
  /** How many watches were spoilt. */
  spoilt = 0;

  constructor(spoil: (chunk: Uint8Array, type: string) => Uint8Array | undefined) {
    this.#spoil = spoil;
  }

  readonly saw = (): void => void (this.#hasSeen = true);

  readonly wrap =
    (transport: Transport): Transport =>
    async (request) => {
      const response = await transport(request);
      if (!request.path.includes("watch=") || ++this.#watches > 2) return response;
      this.#hasSeen = false;
      return { ...response, body: this.#spoiling(response) };
    };

  async *#spoiling({ body, headers }: HttpResponse): AsyncGenerator<Uint8Array, void, void> {
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    for await (const chunk of body) {
      if (this.#hasSeen) {
        this.spoilt += 1;
        yield this.#spoil(chunk, type) ?? new Uint8Array();
        return;
      }
      yield chunk;
    }
  }
}

const steps = ["1", "2", "3", "4", "5"];

/** Makes an object, changes it in steps and deletes it. */
async function step(maps: ResourceClient<ConfigMap>, number: number): Promise<unknown> {
  const data = { wide, step: steps[number] as string };
  if (number === 0) return maps.create({ metadata: { name: "a" }, data });
  return number < steps.length ? maps.patch("a", { data }) : maps.delete("a");
}

interface Followed {
  readonly seen: readonly string[];
  /** What each watch ended with. */
  readonly ends: readonly unknown[];
}

/** Follows a resource as a reflector does, from the last version on, and does the next step as soon as it has seen one. */
async function follow(maps: ResourceClient<ConfigMap>, from: string, spoiler: Spoiler): Promise<Followed> {
  const [seen, ends]: [string[], unknown[]] = [[], []];
  let resourceVersion = from;
  await step(maps, 0);
  while (seen.length <= steps.length) {
    try {
      for await (const event of maps.watch({ resourceVersion })) {
        if (event.type === "BOOKMARK") continue;
        resourceVersion = event.object.metadata.resourceVersion ?? "";
        seen.push(`${event.type} ${event.object.data?.["step"]}`);
        if (event.type === "DELETED") return { seen, ends };
        spoiler.saw();
        await step(maps, seen.length);
      }
      ends.push(undefined);
    } catch (error) {
      ends.push(error);
    }
  }
  return { seen, ends };
}

forEachServer(["embedded", "real"], "a watch", (start) => {
  test("and a list are the same when their bytes come one by one [client/watch-every-byte]", async ({ expect }) => {
    await using server = await start();
    const { namespace } = server;
    const faults = new TransportFaults();
    await using plain = server.connect();
    await using client = server.connect((transport) => faults.wrap(transport));
    faults.cutBodies(1);
    const { metadata } = await plain.resource(ConfigMap, { namespace }).list();
    const from = metadata.resourceVersion ?? "";
    for (let number = 0; number <= steps.length; number++) await step(plain.resource(ConfigMap), number);
    const [cut, whole] = [client, plain].map((each) => each.resource(ConfigMap, { namespace })) as [
      ResourceClient<ConfigMap>,
      ResourceClient<ConfigMap>,
    ];
    const read = async (maps: ResourceClient<ConfigMap>): Promise<readonly unknown[]> => {
      const seen: unknown[] = [];
      for await (const event of maps.watch({ resourceVersion: from })) {
        seen.push(JSON.parse(JSON.stringify(event)));
        if (event.type === "DELETED") break;
      }
      return seen;
    };
    const expected = await read(whole);
    expect(expected).toHaveLength(steps.length + 1);
    expect(await read(cut)).toEqual(expected);
    await plain.resource(ConfigMap).create({ metadata: { name: "b" }, data: { wide } });
    expect((await cut.list()).items).toEqual((await whole.list()).items);
    expect(faults.cutChunks).toBeGreaterThan(Buffer.byteLength(wide) * steps.length);
  });

  test.for(Object.keys(spoilings) as readonly (keyof typeof spoilings)[])(
    "that is spoilt by %s loses nothing: who goes on from the last version sees each change once [client/watch-resumed]",
    async (name, { expect }) => {
      await using server = await start();
      const { spoil, isTold } = spoilings[name];
      const spoiler = new Spoiler(spoil);
      await using client = server.connect(spoiler.wrap);
      const maps = client.resource(ConfigMap, { namespace: server.namespace });
      const { metadata } = await maps.list();
      const { seen, ends } = await follow(maps, metadata.resourceVersion ?? "", spoiler);
      expect(seen).toEqual(["ADDED 1", "MODIFIED 2", "MODIFIED 3", "MODIFIED 4", "MODIFIED 5", "DELETED 5"]);
      expect(spoiler.spoilt).toBe(2);
      expect(ends).toHaveLength(2);
      for (const end of ends) expect(WatchDecodeError.is(end)).toBe(isTold);
    },
  );
});
