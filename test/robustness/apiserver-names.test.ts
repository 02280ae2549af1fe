import { describe, test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { ask, configMap, maps } from "./apiserver-asking.fixture.ts";

const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"] as const;
const pristine = Object.getOwnPropertyNames(Object.prototype).toSorted().join();

/** Whether nothing has reached what all objects have in common. */
function isUntouched(): boolean {
  return Object.getOwnPropertyNames(Object.prototype).toSorted().join() === pristine && !("polluted" in {});
}

/** A JSON text with the name as a key that is an own one, which an object literal would not give. */
function keyed(name: string, value: string): string {
  return `{${JSON.stringify(name)}:${value}}`;
}

function bodyWith(name: string): string {
  const fields = keyed(name, '"kept"');
  return `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","labels":${fields},"annotations":${fields}},"data":${fields}}`;
}

const legal = (name: string): boolean => /^[A-Za-z0-9]([\w.-]*[A-Za-z0-9])?$/.test(name);

describe.for(names)("the name %s", (name) => {
  test("as a key of labels, annotations and data is data, or refused by the rules of keys [apiserver/own-names]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const { status, json } = await ask(server, `POST ${maps}`, { body: bodyWith(name) });
    expect(status).toBe(legal(name) ? 201 : 422);
    if (status === 201) {
      const { metadata, data } = (await ask(server, `GET ${maps}/x`)).json ?? {};
      const kept = [metadata?.labels, metadata?.annotations, data].map((fields) => Object.entries(fields ?? {}));
      expect(kept).toEqual([[[name, "kept"]], [[name, "kept"]], [[name, "kept"]]]);
    } else expect(json?.reason).toBe("Invalid");
    expect(isUntouched()).toBe(true);
  });

  test("in every kind of patch reaches no prototype [apiserver/own-names]", async ({ expect }) => {
    await using server = await ApiServer.start();
    await ask(server, `POST ${maps}`, { body: configMap("x") });
    const evil = keyed(name, '{"polluted":"yes"}');
    const pointer = [{ op: "add", path: `/${name}/polluted`, value: "yes" }];
    const patches = [
      ["application/merge-patch+json", evil],
      ["application/merge-patch+json", `{"metadata":${evil},"data":${evil}}`],
      ["application/strategic-merge-patch+json", evil],
      ["application/strategic-merge-patch+json", `{"metadata":${evil}}`],
      ["application/json-patch+json", JSON.stringify(pointer)],
      ["application/json-patch+json", JSON.stringify([{ op: "copy", from: "/metadata", path: `/${name}` }])],
      [
        "application/apply-patch+yaml",
        `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},${evil.slice(1)}`,
      ],
      [
        "application/apply-patch+yaml",
        `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n"${name}": {polluted: "yes"}\n`,
      ],
    ] as const;
    for (const [type, body] of patches) {
      const { status, json } = await ask(server, `PATCH ${maps}/x?fieldManager=me`, { type, body });
      // As Kubernetes does, an apply says of a field that the kind does not have that this is the server's failure.
      const isForeseen = status < 500 || json?.message?.includes("field not declared in schema");
      expect([type, isForeseen]).toEqual([type, true]);
      expect(isUntouched()).toBe(true);
    }
    expect((await ask(server, `GET ${maps}/x`)).json?.metadata?.name).toBe("x");
  });

  test("as a segment of a path or in a query names nothing that is not there [apiserver/own-names]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const paths = [
      `/${name}`,
      `/apis/${name}`,
      `/apis/${name}/v1`,
      `/apis/apps/${name}`,
      `/apis/apps/v1/${name}`,
      `/api/v1/${name}`,
      `/api/v1/namespaces/${name}`,
      `/api/v1/namespaces/${name}/configmaps/x`,
      `${maps}/${name}`,
      `${maps}/x/${name}`,
      `/openapi/v3/${name}`,
      `/openapi/v3/apis/${name}/v1`,
    ];
    for (const path of paths) {
      const { status } = await ask(server, `GET ${path}`);
      expect([path, status]).toEqual([path, 404]);
    }
    const queries = [`${name}=1`, `labelSelector=${name}`, `fieldSelector=${name}%3Dx`, `resourceVersionMatch=${name}`];
    for (const query of queries) {
      const { status } = await ask(server, `GET ${maps}?${query}`);
      expect([200, 400, 422]).toContain(status);
    }
    const { status } = await ask(server, `POST ${maps}`, { type: name, body: configMap("x") });
    expect(status).toBe(415);
    expect(isUntouched()).toBe(true);
  });

  test("as a field of a custom resource, its kind or its schema is a name [apiserver/own-names]", async ({
    expect,
  }) => {
    await using server = await ApiServer.start();
    const properties = keyed(name, '{"type":"string"}');
    const schema = `{"type":"object","properties":{"spec":{"type":"object","properties":${properties}}}}`;
    const version = `{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${schema}}}`;
    const spec = `{"group":"test.setpoint.dev","scope":"Namespaced","names":{"kind":"Thing","plural":"things"},"versions":[${version}]}`;
    const body = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"things.test.setpoint.dev"},"spec":${spec}}`;
    const { status } = await ask(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body });
    expect(status).toBe(201);
    const thing = `{"apiVersion":"test.setpoint.dev/v1","kind":"Thing","metadata":{"name":"x"},"spec":${keyed(name, '"kept"')}}`;
    const things = "/apis/test.setpoint.dev/v1/namespaces/default/things";
    expect((await ask(server, `POST ${things}`, { body: thing })).status).toBe(201);
    const { json } = await ask(server, `GET ${things}/x`);
    expect(Object.entries(json?.spec ?? {})).toEqual([[name, "kept"]]);
    expect(
      (await ask(server, `POST ${things}`, { body: thing.replace('"kept"', "1").replace('"x"', '"y"') })).status,
    ).toBe(422);
    expect(isUntouched()).toBe(true);
  });
});
