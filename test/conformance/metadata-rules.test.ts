import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

interface Cause {
  readonly field: string;
  readonly message: string;
}

const owner = { apiVersion: "example.com/v1", kind: "Thing", name: "one", uid: "1" };
const fieldsV1 = { "f:data": { "f:a": {} } };
const entry = { operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1 };

/** What is said of a config map with some metadata, without the values that are quoted as JSON. */
async function told(server: TestServer, method: string, metadata: object): Promise<unknown> {
  const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
  const path = method === "POST" ? maps : `${maps}/kept`;
  const { status, json } = await ask(server, `${method} ${path}?dryRun=All`, { body: { metadata } });
  const { causes } = (json?.["details"] ?? {}) as { readonly causes?: readonly Cause[] };
  return (
    causes?.map(({ field, message }) => `${field}: ${message.replace(/(?<=^Invalid value: )[[{].*[}\]]/, "…")}`) ??
    status
  );
}

forEachServer(["embedded", "real"], "the metadata of objects", (start) => {
  test("name owners of any kind but events of the first group, and one controller [apiserver/owner-rules]", async ({
    expect,
  }) => {
    await using server = await start();
    const owned = (...ownerReferences: readonly object[]): Promise<unknown> =>
      told(server, "POST", { name: "new", ownerReferences });
    const place = "metadata.ownerReferences: Invalid value: …:";
    const banned = [`${place} /v1, Kind=Event is disallowed from being an owner`];
    expect(await owned({ ...owner, apiVersion: "events.k8s.io/v1", kind: "Event" })).toBe(201);
    expect(await owned({ ...owner, apiVersion: "/v1" })).toBe(201);
    expect(await owned({ ...owner, apiVersion: "v1", kind: "Event" })).toEqual(banned);
    expect(await owned({ ...owner, apiVersion: "/v1", kind: "Event" })).toEqual(banned);
    const version = 'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty';
    expect(await owned({ ...owner, apiVersion: "a/b/c" })).toEqual([version]);
    const controllers = ["A", "B", "C"].map((kind) => ({ ...owner, kind, uid: kind, controller: true }));
    const twice = `${place} Only one reference can have Controller set to true. Found "true" in references for A/one and`;
    expect(await owned(...controllers)).toEqual([`${twice} B/one`, `${twice} C/one`]);
    const { kind: _kind, ...kindless } = { ...owner, uid: "D", controller: true };
    const nothing = 'metadata.ownerReferences.kind: Invalid value: "": must not be empty';
    expect(await owned(...controllers.slice(0, 1), kindless)).toEqual([nothing, `${twice} /one`]);
  });

  test("name those who own fields by what can be printed [apiserver/manager-names]", async ({ expect }) => {
    await using server = await start();
    const managed = (manager: string): Promise<unknown> =>
      told(server, "POST", { name: "new", managedFields: [{ ...entry, manager }] });
    const field = "metadata.managedFields[0].manager";
    expect(await managed("🍔")).toBe(201);
    expect(await managed("é".repeat(65))).toEqual([`${field}: Too long: may not be more than 128 bytes`]);
    expect(await managed("é\n")).toEqual([`${field}: Invalid value: "é\\n": invalid character U+000A (at position 2)`]);
  });

  test("are told in Go's quotation marks [apiserver/metadata-rules]", async ({ expect }) => {
    await using server = await start();
    const causes = await told(server, "POST", { name: "new", labels: { a: "\u0000\u007F\u200B\t" } });
    expect(causes).toEqual([expect.stringContaining('Invalid value: "\\x00\\x7f\\u200b\\t": a valid label')]);
  });

  test("are checked as a name that is chosen only when there is one [apiserver/name-rules]", async ({ expect }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "kept" } } });
    const found = async (generateName: string): Promise<unknown> =>
      (await told(server, "PUT", { name: "kept", generateName })) as unknown;
    const rule = expect.stringContaining("a lowercase RFC 1123 subdomain must consist of");
    expect(await found("..")).toEqual([rule]);
    expect(await found("a/b")).toEqual([expect.stringContaining("may not contain '/'"), rule]);
  });

  test("get no new finalizers while the object goes, which are told in order [apiserver/finalizers]", async ({
    expect,
  }) => {
    await using server = await start();
    const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
    await ask(server, `POST ${maps}`, { body: { metadata: { name: "kept", finalizers: ["x.y/z"] } } });
    await ask(server, `DELETE ${maps}/kept`);
    const causes = await told(server, "PUT", { name: "kept", finalizers: ["x.y/z", "x.y/b", "x.y/a", "x.y/b"] });
    await ask(server, `PATCH ${maps}/kept`, {
      body: { metadata: { finalizers: null } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    expect(new Set(causes as readonly unknown[])).toEqual(
      new Set([
        expect.stringMatching(/no new finalizers .*, found new finalizers \[\]string\{"x\.y\/a", "x\.y\/b"\}$/),
      ]),
    );
  });
});
