import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const name = "limits.limits.setpoint.dev";

/** The text of a definition whose numbers are not rounded on the way. */
function definitionOf(properties: string): object {
  const names = { plural: "limits", singular: "limit", kind: "Limit", listKind: "LimitList" };
  const spec = { type: "object", properties: JSON.parse(properties) as object };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const versions = [{ name: "v1", served: true, storage: true, schema }];
  return { metadata: { name }, spec: { group: "limits.setpoint.dev", scope: "Cluster", names, versions } };
}

/** Why an object with a value in a field is refused. */
async function causesOf(server: TestServer, spec: object): Promise<readonly string[]> {
  const body = { apiVersion: "limits.setpoint.dev/v1", kind: "Limit", metadata: { name: "a" }, spec };
  const { json } = await ask(server, "POST /apis/limits.setpoint.dev/v1/limits?dryRun=All", { body });
  const { causes = [] } = (json?.["details"] ?? {}) as { readonly causes?: readonly { readonly message: string }[] };
  return causes.map(({ message }) => message);
}

forEachServer(["embedded", "real"], "a limit of a custom resource", (start) => {
  test("is a double, and is told of every value if no integer can reach it [apiserver/custom-limits]", async ({
    expect,
  }) => {
    await using server = await start();
    const limits = `{
      "low": { "type": "integer", "maximum": 9007199254740993 },
      "high": { "type": "integer", "maximum": 9223372036854775807 },
      "any": { "type": "number", "maximum": 100 },
      "step": { "type": "integer", "multipleOf": 1.5 }
    }`;
    const text = JSON.stringify(definitionOf(limits)).replace("9223372036854776000", "9223372036854775807");
    const raw: TestServer = {
      ...server,
      transport: (request) => server.transport({ ...request, body: new TextEncoder().encode(text) }),
    };
    expect((await ask(raw, `POST ${definitions}`, { body: {} })).status).toBe(201);
    const objects = "GET /apis/limits.setpoint.dev/v1/limits";
    await expect.poll(async () => (await ask(server, objects)).status, { timeout: 10_000 }).toBe(200);
    expect(await causesOf(server, { low: 5 })).toEqual([]);
    expect(await causesOf(server, { high: 5 })).toEqual([
      'Invalid value: "": Maximum boundary value must be of type integer (default format) in spec.high',
    ]);
    expect(await causesOf(server, { any: 1234567.5 })).toEqual([
      "Invalid value: 1.2345675e+06: spec.any in body should be less than or equal to 100",
    ]);
    expect(await causesOf(server, { step: 3 })).toEqual([
      'Invalid value: "": MultipleOf value must be of type integer (default format) in spec.step',
    ]);
    await ask(server, `DELETE ${definitions}/${name}`);
  });
});
