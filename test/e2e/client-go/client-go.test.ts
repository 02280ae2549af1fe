import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "vitest";
import { ApiServer } from "../../../src/apiserver/index.ts";
import { Client, DynamicClient } from "../../../src/client/index.ts";
import { joinCluster } from "../../../src/cluster/index.ts";
import { defineResource, jsonSchema } from "../../../src/schema/index.ts";
import { temporaryFolder } from "../../../tools/control-plane/temporary-folder.ts";
import { RunningCommand } from "../kubectl.fixture.ts";
import { describeGo } from "./describe-go.ts";

const Widget = defineResource({
  group: "client-go.setpoint.dev",
  version: "v1",
  kind: "Widget",
  spec: jsonSchema<{ readonly size: string }>({ type: "object", properties: { size: { type: "string" } } }),
});

/** What an informer of client-go told its handler, and the versions of what it holds. */
interface Seen {
  readonly adds: number;
  readonly updates: number;
  readonly deletes: number;
  readonly versions: Readonly<Record<string, string>>;
}

interface Report {
  readonly typed: Seen;
  readonly dynamic: Seen;
  /** Protocols and content types of answers. */
  readonly answers: Readonly<Record<string, true>>;
}

/** Objects that are there before, and changes of each kind: 500 in all. */
const counts = { before: 20, creates: 100, updates: 350, deletes: 50 } as const;

const collections = {
  typed: { group: "", version: "v1", resource: "configmaps" },
  dynamic: { group: Widget.group, version: Widget.version, resource: Widget.plural },
} as const;

const kinds = {
  typed: { apiVersion: "v1", kind: "ConfigMap", data: { a: "1" } },
  dynamic: { apiVersion: `${Widget.group}/v1`, kind: Widget.kind, spec: { size: "1" } },
} as const;

/** The objects of one of both kinds, and 500 changes of them: creates, then updates, then deletes. */
class Changes {
  readonly #objects: ReturnType<DynamicClient["resource"]>;
  readonly #kind: (typeof kinds)[keyof typeof kinds];

  constructor(client: Client, which: keyof typeof kinds) {
    this.#objects = new DynamicClient(client).resource(collections[which], { namespace: "default" });
    this.#kind = kinds[which];
  }

  async create(name: string): Promise<void> {
    await this.#objects.create({ ...this.#kind, metadata: { name } });
  }

  async make(): Promise<void> {
    for (let index = 0; index < counts.creates; index += 1) await this.create(`new-${index}`);
    for (let index = 0; index < counts.updates; index += 1) {
      await this.#objects.patch(`new-${index % counts.creates}`, { metadata: { labels: { change: `n${index}` } } });
    }
    for (let index = 0; index < counts.deletes; index += 1) await this.#objects.delete(`new-${index}`);
    await this.create("last");
  }

  /** What an informer must have seen by now. */
  async expected(): Promise<Seen> {
    const { items } = await this.#objects.list();
    const versions = items.map(({ metadata }) => [`default/${metadata.name}`, metadata.resourceVersion ?? ""]);
    const { before, creates, updates, deletes } = counts;
    return { adds: before + creates + 1, updates, deletes, versions: Object.fromEntries(versions) };
  }
}

/** Every request for one of both collections, as the server gets it: its path and the watch's beginning. */
function recordRequests(server: ApiServer): readonly string[] {
  const requests: string[] = [];
  const isAsked = (path: string): boolean => /\/(?:configmaps|widgets)\?/.test(path);
  server.faults.inject({
    match: ({ path, headers }) => {
      if (headers["user-agent"]?.startsWith("client-go") === true && isAsked(path)) requests.push(path);
      return false;
    },
  });
  return requests;
}

describeGo("client-go on the embedded server", (build) => {
  test("typed and dynamic informers follow a thousand changes without a second list, in protobuf and over HTTP/2 [apiserver/client-go]", async ({
    expect,
  }) => {
    const program = await build();
    await using server = await ApiServer.start();
    await using folder = await temporaryFolder();
    const kubeconfig = join(folder.path, "kubeconfig");
    await writeFile(kubeconfig, (await server.listen()).kubeconfig, { mode: 0o600 });
    await using client = Client.over(server.handle, { token: server.token });
    await using _served = await joinCluster(client, { resources: [Widget] });
    const typed = new Changes(client, "typed");
    const dynamic = new Changes(client, "dynamic");
    for (let index = 0; index < counts.before; index += 1) {
      await typed.create(`old-${index}`);
      await dynamic.create(`old-${index}`);
    }
    const requests = recordRequests(server);
    await using informers = new RunningCommand(program, ["--kubeconfig", kubeconfig], process.env);
    await informers.lineWith("synced");
    await Promise.all([typed.make(), dynamic.make()]);
    const report = JSON.parse(await informers.nextLine()) as Report;
    expect(report.typed).toEqual(await typed.expected());
    expect(report.dynamic).toEqual(await dynamic.expected());
    expect(Object.keys(report.answers).toSorted()).toEqual([
      "HTTP/2.0 application/json",
      "HTTP/2.0 application/vnd.kubernetes.protobuf;stream=watch",
    ]);
    expect(requests.map((path) => new URL(path, "https://server").searchParams.get("sendInitialEvents"))).toEqual([
      "true",
      "true",
    ]);
  });
});
