import { describe, test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { configMap, networkDefinition, send } from "./server.fixture.ts";
import type { ReadAnswer } from "./server.fixture.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const networks = "/apis/example.dev/v1/namespaces/default/networks";
const network = { apiVersion: "example.dev/v1", kind: "Network", metadata: { name: "n" } };

/** Sends a patch: `merge-patch /path`. */
async function patch(server: ApiServer, line: string, body: unknown): Promise<ReadAnswer> {
  const [type = "", path = ""] = line.split(" ");
  const media = type === "apply" ? "application/apply-patch+yaml" : `application/${type}+json`;
  return send(server, `PATCH ${path}`, { body, headers: { "content-type": media, "user-agent": "tester/1.0" } });
}

async function serverWithMap(): Promise<ApiServer> {
  const server = await ApiServer.start();
  await send(server, `POST ${maps}`, {
    body: configMap("a", { x: "1" }),
    headers: { "user-agent": "maker/2 (linux)" },
  });
  return server;
}

function dataOf({ json }: ReadAnswer): unknown {
  return (json as { data?: unknown }).data;
}

interface Owned {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly managedFields?: readonly {
      readonly manager: string;
      readonly operation: string;
      readonly fieldsV1: object;
    }[];
  };
}

function ownersOf({ json }: ReadAnswer): readonly string[] {
  const { managedFields = [] } = (json as Owned).metadata;
  return managedFields.map(({ manager, operation, fieldsV1 }) => `${manager} ${operation} ${JSON.stringify(fieldsV1)}`);
}

describe("a JSON patch", () => {
  test("changes what it says, and nothing when it does not fit [apiserver/json-patch]", async ({ expect }) => {
    await using server = await serverWithMap();
    const good = await patch(server, `json-patch ${maps}/a`, [
      { op: "test", path: "/data/x", value: "1" },
      { op: "add", path: "/data/y", value: "2" },
    ]);
    expect([good.status, dataOf(good)]).toEqual([200, { x: "1", y: "2" }]);
    const refused = async (body: unknown): Promise<unknown> => {
      const { json } = await patch(server, `json-patch ${maps}/a`, body);
      const { code, reason, message } = json as { code: number; reason: string; message: string };
      return [code, reason, message];
    };
    const rejected = [422, "Invalid", "the server rejected our request due to an error in our request"];
    expect(await refused([{ op: "remove", path: "/data/nope" }])).toEqual(rejected);
    expect(await refused([{ op: "test", path: "/data/x", value: "2" }])).toEqual(rejected);
    expect(await refused([{ op: "grow", path: "/data/x", value: "2" }])).toEqual(rejected);
    const undecodable = "error decoding patch: json: cannot unmarshal";
    expect(await refused({})).toEqual([
      400,
      "BadRequest",
      `${undecodable} object into Go value of type []handlers.jsonPatchOp`,
    ]);
    expect(await refused([5])).toEqual([
      400,
      "BadRequest",
      `${undecodable} number into Go value of type handlers.jsonPatchOp`,
    ]);
    const many = Array.from({ length: 10_001 }, () => ({ op: "test", path: "/data/x", value: "1" }));
    expect(await refused(many)).toEqual([
      413,
      "RequestEntityTooLarge",
      "The allowed maximum operations in a JSON patch is 10000, got 10001",
    ]);
    expect(dataOf(await send(server, `GET ${maps}/a`))).toEqual({ x: "1", y: "2" });
  });
});

describe("a strategic merge patch", () => {
  test("merges lists by their keys [apiserver/strategic-patch]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const pods = "/api/v1/namespaces/default/pods";
    const containers = ["a", "b"].map((name) => ({ name, image: `example.com/${name}` }));
    await send(server, `POST ${pods}`, { body: { metadata: { name: "p" }, spec: { containers } } });
    const { json } = await patch(server, `strategic-merge-patch ${pods}/p`, {
      spec: { containers: [{ name: "b", image: "example.com/c" }] },
    });
    const images = (json as { spec: { containers: readonly { image: string }[] } }).spec.containers;
    expect(images.map(({ image }) => image)).toEqual(["example.com/a", "example.com/c"]);
    const unknown = await patch(server, `strategic-merge-patch ${pods}/p`, { spec: { $patch: "grow" } });
    expect(unknown).toMatchObject({
      status: 500,
      json: { message: "unknown patch type: grow in map: map[$patch:grow]" },
    });
  });

  test("is not for custom resources [apiserver/strategic-patch]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    await send(server, `POST ${networks}`, { body: network });
    const message =
      "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
    expect(await patch(server, `strategic-merge-patch ${networks}/n`, {})).toMatchObject({
      status: 415,
      json: { message },
    });
  });
});

describe("a dry run", () => {
  test("answers as the write would have been answered, and writes nothing [apiserver/dry-run]", async ({ expect }) => {
    await using server = await serverWithMap();
    const before = await send(server, `GET ${maps}/a`);
    const { resourceVersion } = (before.json as Owned).metadata;
    const made = await send(server, `POST ${maps}?dryRun=All`, { body: configMap("b", { y: "1" }) });
    expect([made.status, dataOf(made)]).toEqual([201, { y: "1" }]);
    expect((made.json as Owned).metadata).not.toHaveProperty("resourceVersion");
    expect((made.json as Owned).metadata).toHaveProperty("uid");
    const answers = [
      await send(server, `PUT ${maps}/a?dryRun=All`, { body: configMap("a", { x: "2" }) }),
      await patch(server, `merge-patch ${maps}/a?dryRun=All`, { data: { x: "2" } }),
    ];
    for (const answer of answers) {
      expect([answer.status, dataOf(answer)]).toEqual([200, { x: "2" }]);
      expect((answer.json as Owned).metadata.resourceVersion).toBe(resourceVersion);
    }
    const applied = await patch(server, `apply ${maps}/c?dryRun=All&fieldManager=me`, configMap("c"));
    expect(applied.status).toBe(201);
    expect((await send(server, `POST ${maps}?dryRun=All`, { body: configMap("a") })).status).toBe(409);
    for (const line of [`DELETE ${maps}/a?dryRun=All`, `DELETE ${maps}?dryRun=All`]) {
      expect((await send(server, line)).status).toBe(200);
    }
    expect((await send(server, `DELETE ${maps}/a`, { body: { dryRun: ["All"] } })).status).toBe(200);
    expect((await send(server, `GET ${maps}`)).text).toContain(
      `"items":[${before.text.trimEnd().replace('"apiVersion":"v1","kind":"ConfigMap",', "")}]`,
    );
  });
});

describe("the options of a write", () => {
  test("that are none get 422 with a cause for each [apiserver/write-options]", async ({ expect }) => {
    await using server = await serverWithMap();
    const query = `dryRun=All&dryRun=Some&fieldValidation=x&fieldManager=${"x".repeat(129)}`;
    const message =
      'CreateOptions.meta.k8s.io "" is invalid: [fieldManager: Too long: may not be more than 128 bytes, dryRun: Unsupported value: ["All","Some"]: supported values: "All", fieldValidation: Unsupported value: "x": supported values: "", "Ignore", "Strict", "Warn"]';
    expect(await send(server, `POST ${maps}?${query}`, { body: configMap("b") })).toMatchObject({
      status: 422,
      json: { message },
    });
    expect(await patch(server, `merge-patch ${maps}/a?force=true`, {})).toMatchObject({
      status: 422,
      json: {
        message: 'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
      },
    });
    expect(await patch(server, `apply ${maps}/a`, configMap("a"))).toMatchObject({
      status: 422,
      json: {
        message: 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
      },
    });
  });
});

describe("an object that a patch has left without a version", () => {
  test("has no fields that anybody knows, not even a name [apiserver/patch-without-version]", async ({ expect }) => {
    await using server = await serverWithMap();
    const message = "the name of the object (a based on URL) was undeterminable: name must be provided";
    const warned = await patch(server, `merge-patch ${maps}/a`, { apiVersion: "" });
    expect(warned).toMatchObject({ status: 400, json: { message } });
    expect(warned.headers["warning"]).toBe('299 - "unknown field \\"data\\"", 299 - "unknown field \\"metadata\\""');
    const operation = [{ op: "remove", path: "/apiVersion" }];
    const strict = await patch(server, `json-patch ${maps}/a?fieldValidation=Strict`, operation);
    expect(strict.status).toBe(422);
    expect(strict.text).toContain('strict decoding error: unknown field \\"data\\", unknown field \\"metadata\\"');
    const other = await patch(server, `merge-patch ${maps}/a`, { apiVersion: null, kind: "Pod" });
    expect(other.text).toContain("converting (core.Pod) to (core.ConfigMap): unknown conversion");
    const unknown = await patch(server, `merge-patch ${maps}/a`, { apiVersion: null, kind: "Foo" });
    expect(unknown.text).toContain('no kind \\"Foo\\" is registered for the internal version of group \\"\\"');
    expect(await patch(server, `strategic-merge-patch ${maps}/a`, { apiVersion: "" })).toMatchObject({ status: 200 });
  });
});

describe("fields that are not known or are there twice", () => {
  const body = new TextEncoder().encode('{"metadata":{"name":"b","foo":1},"data":{"x":"1","x":"2"},"bar":1}');

  test("are dropped with a warning for each [apiserver/unknown-fields-warned]", async ({ expect }) => {
    await using server = await serverWithMap();
    const made = await send(server, `POST ${maps}`, { body });
    expect([made.status, dataOf(made), (made.json as { bar?: unknown }).bar]).toEqual([201, { x: "2" }, undefined]);
    expect(made.headers["warning"]).toBe(
      '299 - "unknown field \\"metadata.foo\\"", 299 - "duplicate field \\"data.x\\"", 299 - "unknown field \\"bar\\""',
    );
    const patched = await patch(server, `merge-patch ${maps}/a`, new TextEncoder().encode('{"foo":1,"foo":2}'));
    expect(patched.headers["warning"]).toBe('299 - "duplicate field \\"foo\\"", 299 - "unknown field \\"foo\\""');
    const operation = '[{"op":"add","path":"/data/y","value":"1","value":"2","more":1}]';
    const operated = await patch(server, `json-patch ${maps}/a`, new TextEncoder().encode(operation));
    expect(operated.headers["warning"]).toBe(
      '299 - "json patch duplicate field \\"[0].value\\"", 299 - "json patch unknown field \\"[0].more\\""',
    );
    // A refusal has them as well.
    const refused = await send(server, `POST ${maps}`, { body });
    expect([refused.status, refused.headers["warning"]]).toEqual([409, made.headers["warning"]]);
    const ignored = await send(server, `PUT ${maps}/b?fieldValidation=Ignore`, { body });
    expect([ignored.status, ignored.headers["warning"]]).toEqual([200, undefined]);
  });

  test("are decoded into one place; in custom resources and patches the last counts [apiserver/merged-fields]", async ({
    expect,
  }) => {
    await using server = await serverWithMap();
    const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
    const labelsOf = ({ json }: ReadAnswer): unknown => (json as { metadata: { labels?: unknown } }).metadata.labels;
    const fields = '"metadata":{"name":"n","labels":{"c":"d"}},"metadata":{"name":"n","labels":{"a":"b"}}';
    for (const mode of ["Warn", "Ignore"]) {
      const made = await send(server, `POST ${maps}?dryRun=All&fieldValidation=${mode}`, {
        body: bytes(`{${fields}}`),
      });
      expect(labelsOf(made)).toEqual({ a: "b", c: "d" });
    }
    const patched = await patch(server, `merge-patch ${maps}/a`, bytes(`{${fields.replaceAll('"name":"n",', "")}}`));
    expect(labelsOf(patched)).toEqual({ a: "b" });
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    const custom = bytes(`{"apiVersion":"example.dev/v1","kind":"Network",${fields}}`);
    expect(labelsOf(await send(server, `POST ${networks}`, { body: custom }))).toEqual({ a: "b" });
  });

  test("are refused if that is asked for [apiserver/unknown-fields-refused]", async ({ expect }) => {
    await using server = await serverWithMap();
    const message =
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "metadata.foo", duplicate field "data.x", unknown field "bar"';
    expect(await send(server, `POST ${maps}?fieldValidation=Strict`, { body })).toMatchObject({
      status: 400,
      json: { message },
    });
    const patched = await patch(server, `merge-patch ${maps}/a?fieldValidation=Strict`, { foo: 1 });
    expect(patched).toMatchObject({
      status: 422,
      json: { reason: "Invalid", details: { causes: [{ field: "patch" }] } },
    });
    expect(patched.text).toContain('strict decoding error: unknown field \\"foo\\"');
  });
});

describe("who owns a field", () => {
  test("is recorded with every write [apiserver/managed-fields]", async ({ expect }) => {
    await using server = await serverWithMap();
    expect(ownersOf(await send(server, `GET ${maps}/a`))).toEqual(['maker Update {"f:data":{".":{},"f:x":{}}}']);
    const patched = await patch(server, `merge-patch ${maps}/a`, { data: { x: "2", y: "1" } });
    expect(ownersOf(patched)).toEqual(['maker Update {"f:data":{}}', 'tester Update {"f:data":{"f:x":{},"f:y":{}}}']);
    const again = await patch(server, `merge-patch ${maps}/a`, { data: { x: "2" } });
    expect(again.text).toBe(patched.text);
    const cleared = await patch(server, `merge-patch ${maps}/a`, { metadata: { managedFields: [] } });
    expect(ownersOf(cleared)).toEqual([]);
  });

  test("of a status is recorded apart [apiserver/managed-fields]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
    await send(server, `POST ${networks}`, {
      body: { ...network, spec: { cidr: "10.0.0.0/8" } },
      headers: { "user-agent": "maker" },
    });
    const { json } = await patch(server, `merge-patch ${networks}/n/status`, { status: { ready: true } });
    expect((json as Owned).metadata.managedFields).toMatchObject([
      { manager: "maker", fieldsV1: { "f:spec": { ".": {}, "f:cidr": {} } } },
      { manager: "tester", subresource: "status", fieldsV1: { "f:status": { ".": {}, "f:ready": {} } } },
    ]);
  });
});

describe("an apply", () => {
  test("makes what is not there, and changes what its manager owns [apiserver/apply]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const apply = (data: Readonly<Record<string, string>>, query: string): Promise<ReadAnswer> =>
      patch(server, `apply ${maps}/a?${query}`, configMap("a", data));
    const made = await apply({ x: "1", y: "1" }, "fieldManager=me");
    expect([made.status, ownersOf(made)]).toEqual([201, ['me Apply {"f:data":{"f:x":{},"f:y":{}}}']]);
    const same = await apply({ x: "1", y: "1" }, "fieldManager=me");
    expect([same.status, same.text]).toEqual([200, made.text]);
    const conflict = await apply({ x: "2" }, "fieldManager=you");
    expect(conflict).toMatchObject({
      status: 409,
      json: {
        message: 'Apply failed with 1 conflict: conflict with "me": .data.x',
        reason: "Conflict",
        details: { causes: [{ reason: "FieldManagerConflict", message: 'conflict with "me"', field: ".data.x" }] },
      },
    });
    const forced = await apply({ x: "2" }, "fieldManager=you&force=true");
    expect(ownersOf(forced)).toEqual(['me Apply {"f:data":{"f:y":{}}}', 'you Apply {"f:data":{"f:x":{}}}']);
    const less = await apply({}, "fieldManager=me");
    expect(dataOf(less)).toEqual({ x: "2" });
  });

  test("that cannot be merged is refused [apiserver/apply-refused]", async ({ expect }) => {
    await using server = await serverWithMap();
    const refused = async (body: unknown, name = "a"): Promise<unknown> => {
      const { status, json } = await patch(server, `apply ${maps}/${name}?fieldManager=me`, body);
      return [status, (json as { message: string }).message];
    };
    const type = { apiVersion: "v1", kind: "ConfigMap" };
    const typed = "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .foo: field not declared in schema";
    expect(await refused({ metadata: { name: "a" } })).toEqual([400, "invalid object type: /, Kind="]);
    expect(await refused({ ...type, metadata: { name: "a" }, foo: 1 })).toEqual([500, typed]);
    expect(await refused({ ...type, metadata: { name: "b" } })).toEqual([
      400,
      "the name of the object (b) does not match the name on the URL (a)",
    ]);
    expect(await refused({ ...type, metadata: { name: "z", uid: "3" } }, "z")).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "z": uid mismatch: the provided object specified uid 3, and no existing object was found',
    ]);
    expect(await refused([])).toEqual([400, expect.stringMatching(/^error decoding YAML: /)]);
  });

  test("of many at once loses nothing [apiserver/apply]", async ({ expect }) => {
    await using server = await ApiServer.start();
    const names = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const answers = await Promise.all(
      names.map((name) => patch(server, `apply ${maps}/a?fieldManager=${name}`, configMap("a", { [name]: "1" }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(names.length - 1);
    expect(Object.keys(dataOf(await send(server, `GET ${maps}/a`)) as object).toSorted()).toEqual(names.toSorted());
  });
});
