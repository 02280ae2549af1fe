import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";

const merge = { "content-type": "application/merge-patch+json" };

forEachServer(["embedded", "real"], "an event", (start) => {
  test("is the same object in both of its groups, with the names of each [apiserver/events]", async ({ expect }) => {
    await using server = await start();
    const older = `/api/v1/namespaces/${server.namespace}/events`;
    const newer = `/apis/events.k8s.io/v1/namespaces/${server.namespace}/events`;
    const regarding = { namespace: server.namespace, kind: "Thing", name: "one" };
    const body = {
      metadata: { name: "told" },
      regarding,
      note: "hello",
      reason: "Test",
      type: "Normal",
      action: "Do",
      reportingController: "test-controller",
      reportingInstance: "one",
      eventTime: "2026-01-01T00:00:00.000000Z",
    };
    expect((await ask(server, `POST ${newer}`, { body })).status).toBe(201);
    const again = { metadata: { name: "told" }, involvedObject: regarding };
    expect((await ask(server, `POST ${older}`, { body: again })).status).toBe(409);
    const shared = {
      reason: "Test",
      type: "Normal",
      action: "Do",
      reportingInstance: "one",
      eventTime: body.eventTime,
    };
    const { metadata: _kept, ...plain } = (await ask(server, `GET ${older}/told`)).json ?? {};
    expect(plain).toEqual({
      kind: "Event",
      apiVersion: "v1",
      ...shared,
      involvedObject: regarding,
      message: "hello",
      reportingComponent: "test-controller",
      source: {},
      firstTimestamp: null,
      lastTimestamp: null,
    });
    const patched = await ask(server, `PATCH ${older}/told?fieldManager=other`, {
      body: { message: "changed", count: 2, source: { component: "first" } },
      headers: merge,
    });
    expect(patched.status).toBe(200);
    const { metadata, ...exact } = (await ask(server, `GET ${newer}/told`)).json ?? {};
    expect(exact).toEqual({
      kind: "Event",
      apiVersion: "events.k8s.io/v1",
      ...shared,
      regarding,
      note: "changed",
      reportingController: "test-controller",
      deprecatedSource: { component: "first" },
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
      deprecatedCount: 2,
    });
    // Owners of the other group know nothing of these fields.
    expect(metadata).toMatchObject({ managedFields: [{ manager: "other", apiVersion: "v1" }] });
    expect(metadata).toHaveProperty("managedFields.length", 1);
  });

  test("is found, watched and deleted in either group [apiserver/events]", async ({ expect }) => {
    await using server = await start();
    const older = `/api/v1/namespaces/${server.namespace}/events`;
    const newer = `/apis/events.k8s.io/v1/namespaces/${server.namespace}/events`;
    const involvedObject = { namespace: server.namespace, name: "one" };
    const made = await ask(server, `POST ${older}`, {
      body: { metadata: { name: "seen" }, involvedObject, reportingComponent: "test-controller", message: "hello" },
    });
    expect(made.status).toBe(201);
    for (const [path, chosen] of [
      [older, "source=test-controller"],
      [older, "involvedObject.name=one"],
      [newer, "reportingController=test-controller"],
      [newer, "regarding.name=one"],
    ] as const) {
      const { json } = await ask(server, `GET ${path}?fieldSelector=${encodeURIComponent(chosen)}`);
      expect([chosen, json?.["items"]]).toEqual([chosen, [expect.objectContaining({})]]);
    }
    const chosen = "metadata.name%3Dseen";
    const watched = await ask(
      server,
      `GET ${newer}?watch=1&timeoutSeconds=1&resourceVersion=0&fieldSelector=${chosen}`,
    );
    expect(watched.json).toMatchObject({ type: "ADDED", object: { apiVersion: "events.k8s.io/v1", note: "hello" } });
    const gone = await ask(server, `DELETE ${newer}/seen`);
    expect(gone.status).toBe(200);
    expect((await ask(server, `GET ${older}/seen`)).status).toBe(404);
  });

  test("may have a series that only the older group takes, as long as nobody changes it [apiserver/events]", async ({
    expect,
  }) => {
    await using server = await start();
    const older = `/api/v1/namespaces/${server.namespace}/events`;
    const newer = `/apis/events.k8s.io/v1/namespaces/${server.namespace}/events`;
    const involvedObject = { namespace: server.namespace };
    const body = { metadata: { name: "series" }, involvedObject, series: {}, count: 7 };
    expect((await ask(server, `POST ${older}`, { body })).status).toBe(201);
    const labelled = { body: { metadata: { labels: { a: "b" } } }, headers: merge };
    const patched = await ask(server, `PATCH ${newer}/series`, labelled);
    expect([patched.status, patched.json?.["series"]]).toEqual([200, { count: 0, lastObservedTime: null }]);
    expect((await ask(server, `GET ${older}/series`)).json?.["series"]).toEqual({ lastObservedTime: null });
    const table = { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" };
    const { json } = await ask(server, `GET ${older}/series`, { headers: table });
    expect(json).toHaveProperty("rows.0.cells.8", 0);
    const changed = await ask(server, `PATCH ${newer}/series`, { body: { series: { count: 1 } }, headers: merge });
    expect(changed.json?.message).toContain("series.count: Invalid value");
  });

  test("of the older group stays in the newer one, and what was removed is quoted as what is left [apiserver/events]", async ({
    expect,
  }) => {
    await using server = await start();
    const older = `/api/v1/namespaces/${server.namespace}/events`;
    const newer = `/apis/events.k8s.io/v1/namespaces/${server.namespace}/events`;
    const involvedObject = { namespace: server.namespace, name: "one" };
    const time = "2026-01-01T00:00:00Z";
    const body = {
      metadata: { name: "old" },
      involvedObject,
      related: involvedObject,
      message: "hello",
      source: { component: "c" },
      firstTimestamp: time,
      lastTimestamp: time,
      count: 7,
    };
    expect((await ask(server, `POST ${older}`, { body })).status).toBe(201);
    const gone = {
      note: null,
      related: null,
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
      deprecatedCount: null,
    };
    const refused = await ask(server, `PATCH ${newer}/old`, { body: gone, headers: merge });
    const quoted = [
      ["message", '""'],
      ["firstTimestamp", "null"],
      ["lastTimestamp", "null"],
      ["count", "0"],
      ["related", "null"],
    ] as const;
    expect(refused.json).toMatchObject({
      code: 422,
      details: {
        causes: quoted.map(([field, value]) => ({
          reason: "FieldValueInvalid",
          message: `Invalid value: ${value}: field is immutable`,
          field,
        })),
      },
    });
    const counted = await ask(server, `PATCH ${newer}/old`, { body: { deprecatedCount: 8 }, headers: merge });
    expect(counted.json?.message).toContain("count: Invalid value: 8: field is immutable");
  });

  test("of one group is no body for the other [apiserver/events]", async ({ expect }) => {
    await using server = await start();
    const older = { path: `/api/v1/namespaces/${server.namespace}/events`, version: "v1" };
    const newer = {
      path: `/apis/events.k8s.io/v1/namespaces/${server.namespace}/events`,
      version: "events.k8s.io/v1",
    };
    const about = { namespace: server.namespace };
    for (const [{ path, version }, given] of [
      [older, newer.version],
      [newer, older.version],
      [older, "events.k8s.io/v1beta1"],
    ] as const) {
      const fields = given === "v1" ? { involvedObject: about } : { regarding: about };
      const body = { apiVersion: given, kind: "Event", metadata: { name: "other" }, ...fields };
      const message = `the API version in the data (${given}) does not match the expected API version (${version})`;
      for (const line of [`POST ${path}`, `PUT ${path}/other`]) {
        expect([line, (await ask(server, line, { body })).json]).toMatchObject([line, { code: 400, message }]);
      }
    }
  });
});
