import { describe, test } from "vitest";
import { VirtualClock } from "../../async/index.ts";
import { ApiServer } from "../api-server.ts";
import { configMap, networkDefinition, send } from "../server.fixture.ts";
import type { ReadAnswer } from "../server.fixture.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const networks = "/apis/example.dev/v1/namespaces/default/networks";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

function asTable(server: ApiServer, line: string, version = "v1"): Promise<ReadAnswer> {
  return send(server, line, { headers: { accept: `application/json;as=Table;g=meta.k8s.io;v=${version}` } });
}

const columns = ["Name", "Data", "Age"].map((name) => ({
  name,
  type: "string",
  format: name === "Name" ? "name" : "",
  description: "",
  priority: 0,
}));

describe("a table", () => {
  test("has a row for each object, with what of it is asked for [apiserver/table]", async ({ expect }) => {
    const clock = new VirtualClock({ startMs: Date.parse("2026-01-01T00:00:00Z") });
    await using server = await ApiServer.start({ clock });
    for (const name of ["a", "b"]) await send(server, `POST ${maps}`, { body: configMap(name, { k: "v" }) });
    await clock.advance(90_000);
    const { json: whole } = await send(server, `GET ${maps}/a`);
    const { metadata } = whole as { readonly metadata: object };
    const partial = { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata };
    const list = await asTable(server, `GET ${maps}?limit=1`);
    expect(list.json).toEqual({
      kind: "Table",
      apiVersion: "meta.k8s.io/v1",
      metadata: expect.objectContaining({ remainingItemCount: 1, continue: expect.any(String) as unknown }) as unknown,
      columnDefinitions: columns,
      rows: [{ cells: ["a", 1, "90s"], object: partial }],
    });
    const one = async (query: string): Promise<unknown> => (await asTable(server, `GET ${maps}/a${query}`)).json;
    expect(await one("")).toMatchObject({ rows: [{ object: partial }] });
    expect(await one("?includeObject=Object")).toMatchObject({ rows: [{ object: whole }] });
    expect(await one("?includeObject=None")).toMatchObject({ rows: [{ cells: ["a", 1, "90s"], object: null }] });
    const older = await asTable(server, `GET ${maps}/a`, "v1beta1");
    expect(older.json).toMatchObject({ apiVersion: "meta.k8s.io/v1beta1" });
    expect(await asTable(server, `GET ${maps}?includeObject=Some`)).toMatchObject({ status: 400 });
    expect((await asTable(server, `DELETE ${maps}/a`)).json).toMatchObject({ kind: "Status", status: "Success" });
    expect(await asTable(server, `GET ${maps}/a`)).toMatchObject({ status: 404, json: { kind: "Status" } });
  });

  test("is told by a watch row by row, its columns once [apiserver/table-watch]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, `POST ${maps}`, { body: configMap("a") });
    const query =
      "watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=1";
    const { text } = await asTable(server, `GET ${maps}?${query}`);
    const [first, second] = text.split("\n").map((line) => (line === "" ? undefined : (JSON.parse(line) as unknown)));
    expect(first).toMatchObject({
      type: "ADDED",
      object: { columnDefinitions: columns, rows: [{ cells: ["a", 0, expect.any(String)] }] },
    });
    expect(second).toMatchObject({
      type: "BOOKMARK",
      object: {
        columnDefinitions: null,
        rows: [
          {
            cells: ["", 0, "<unknown>"],
            object: { metadata: { annotations: { "k8s.io/initial-events-end": "true" } } },
          },
        ],
      },
    });
  });

  test("of a custom resource has the columns of its definition, or the age [apiserver/table-custom-columns]", async ({
    expect,
  }) => {
    const clock = new VirtualClock({ startMs: Date.parse("2026-01-01T00:00:00Z") });
    await using server = await ApiServer.start({ clock });
    await send(server, `POST ${definitions}`, { body: networkDefinition });
    const network = {
      apiVersion: "example.dev/v1",
      kind: "Network",
      metadata: { name: "n" },
      spec: { cidr: "x", size: 3, tags: ["t"] },
    };
    await send(server, `POST ${networks}`, { body: network });
    expect((await asTable(server, `GET ${networks}`)).json).toMatchObject({
      columnDefinitions: [{ name: "Name" }, { name: "Age", type: "date" }],
      rows: [{ cells: ["n", "0s"] }],
    });
    const { spec } = networkDefinition as { readonly spec: { readonly versions: readonly object[] } };
    const printed = [
      { name: "CIDR", type: "string", jsonPath: ".spec.cidr" },
      { name: "Size", type: "integer", jsonPath: ".spec.size", priority: 1, description: "How large." },
      { name: "Tags", type: "string", jsonPath: ".spec.tags" },
      { name: "Wrong", type: "integer", jsonPath: ".spec.cidr" },
      { name: "Missing", type: "string", jsonPath: ".spec.none" },
      { name: "Made", type: "date", jsonPath: ".metadata.creationTimestamp" },
    ];
    const patch = {
      spec: { versions: spec.versions.map((version) => ({ ...version, additionalPrinterColumns: printed })) },
    };
    const headers = { "content-type": "application/merge-patch+json" };
    await send(server, `PATCH ${definitions}/networks.example.dev`, { body: patch, headers });
    await clock.advance(5_000);
    const { json } = await asTable(server, `GET ${networks}`);
    expect(json).toMatchObject({ rows: [{ cells: ["n", "x", 3, '["t"]', null, null, "5s"] }] });
    const { columnDefinitions } = json as { readonly columnDefinitions: readonly unknown[] };
    expect(columnDefinitions[2]).toEqual({
      name: "Size",
      type: "integer",
      format: "",
      description: "How large.",
      priority: 1,
    });
  });
});
