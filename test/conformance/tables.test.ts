import { text } from "node:stream/consumers";
import { test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import type { ServerResponse } from "../../src/apiserver/index.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";
import { tableObjects } from "./table-objects.fixture.ts";

const tableType = "application/json;as=Table;v=v1;g=meta.k8s.io";

interface Table {
  readonly kind: string;
  readonly columnDefinitions: readonly {
    readonly name: string;
    readonly type: string;
    readonly format: string;
    readonly priority: number;
  }[];
  readonly rows: readonly { readonly cells: readonly unknown[]; readonly object: unknown }[];
}

async function send(server: TestServer, line: string, body?: object): Promise<{ status: number; json: unknown }> {
  const [method = "", path = ""] = line.split(" ");
  const headers = {
    authorization: `Bearer ${server.token}`,
    accept: `${tableType},application/json`,
    "content-type": "application/json",
  };
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
  const answer: ServerResponse = await server.transport({ method, path, headers, ...bytes });
  return { status: answer.status, json: JSON.parse(await text(answer.body)) as unknown };
}

/** An age, or a time, is whatever it is. */
function steady(cell: unknown): unknown {
  if (typeof cell !== "string") return cell;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(cell)) return "<time>";
  return /^\d{1,3}s$/.test(cell) ? "<age>" : cell;
}

function told({ columnDefinitions, rows }: Table): readonly unknown[] {
  return columnDefinitions.map(({ name }, index) => {
    return [name, steady(rows[0]?.cells[index])];
  });
}

forEachServer(["embedded", "real"], "a table", (start) => {
  for (const { path, object: given, status, cells } of tableObjects) {
    test(`of ${path} shows what Kubernetes shows [apiserver/table-cells]`, async ({ expect }) => {
      await using server = await start();
      const collection = path.replace("{namespace}", server.namespace);
      const object = JSON.parse(JSON.stringify(given).replaceAll("{namespace}", server.namespace)) as typeof given;
      const created = await send(server, `POST ${collection}`, object);
      expect(created).toMatchObject({ status: 201, json: { kind: "Table" } });
      const one = `${collection}/${object.metadata.name}`;
      try {
        if (status !== undefined) {
          const { rows } = created.json as Table;
          const made = rows[0]?.object as { readonly metadata: object } | undefined;
          const next = { ...object, metadata: made?.metadata, status };
          expect((await send(server, `PUT ${one}/status`, next)).status).toBe(200);
        }
        const { json } = await send(server, `GET ${one}`);
        expect(Object.fromEntries(told(json as Table) as readonly [string, unknown][])).toEqual(cells);
      } finally {
        await send(server, `DELETE ${one}`);
      }
    });
  }
});

forEachServer(["embedded", "real"], "a table of a part of an object", (start) => {
  test("shows the scale of a deployment [apiserver/table-cells]", async ({ expect }) => {
    await using server = await start();
    const template = { metadata: { labels: { app: "t" } }, spec: { containers: [{ name: "a", image: "x:1" }] } };
    const collection = `/apis/apps/v1/namespaces/${server.namespace}/deployments`;
    const spec = { replicas: 3, selector: { matchLabels: { app: "t" } }, template };
    await send(server, `POST ${collection}`, { metadata: { name: "t" }, spec });
    const { json } = await send(server, `GET ${collection}/t/scale`);
    const cells = Object.fromEntries(told(json as Table) as readonly [string, unknown][]);
    expect(cells).toEqual({ Name: "t", Desired: 3, Available: 0, Age: "<age>" });
    const { columnDefinitions } = json as Table;
    expect(columnDefinitions.map(({ type, format }) => [type, format])).toEqual([
      ["string", ""],
      ["integer", ""],
      ["integer", ""],
      ["string", ""],
    ]);
  });
});

forEachServer(["real"], "the columns of tables", (start) => {
  test("are those of the embedded server, for every resource [apiserver/table-columns]", async ({ expect }) => {
    await using real = await start();
    await using embedded = await ApiServer.start();
    const ours: TestServer = { ...real, token: embedded.token, transport: (request) => embedded.handle(request) };
    const places = await collections(ours);
    expect(places.length).toBeGreaterThan(50);
    const columns = async (server: TestServer, path: string): Promise<unknown> => {
      const { columnDefinitions } = (await send(server, `GET ${path}?limit=1`)).json as Table;
      return columnDefinitions.map(({ name, type, format, priority }) => [name, type, format, priority]);
    };
    for (const path of places) expect([path, await columns(ours, path)]).toEqual([path, await columns(real, path)]);
  });
});

/** The paths of all that can be listed. */
async function collections(server: TestServer): Promise<readonly string[]> {
  const { json } = await send(server, "GET /apis");
  const { groups } = json as {
    readonly groups: readonly { readonly versions: readonly { readonly groupVersion: string }[] }[];
  };
  const roots = [
    "/api/v1",
    ...groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => `/apis/${groupVersion}`)),
  ];
  const all = await Promise.all(
    roots.map(async (root) => {
      const { resources } = (await send(server, `GET ${root}`)).json as {
        readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[];
      };
      return resources.filter(({ verbs }) => verbs.includes("list")).map(({ name }) => `${root}/${name}`);
    }),
  );
  return all.flat();
}
