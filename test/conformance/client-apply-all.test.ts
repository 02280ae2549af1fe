import { test } from "vitest";
import { applyAll } from "../../src/client/index.ts";
import { forEachServer } from "./for-each-server.ts";

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: bicycles.applyall.setpoint.dev }
spec:
  group: applyall.setpoint.dev
  scope: Namespaced
  names: { kind: Bicycle, listKind: BicycleList, plural: bicycles, singular: bicycle }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { gears: { type: integer } } }
`;

forEachServer(["real"], "applyAll", (start) => {
  test("applies a namespace, a definition and what is in and of them, in whichever order they come [client/apply-all, client/apply-all-served]", async ({
    expect,
  }) => {
    await using server = await start();
    await using client = server.connect();
    const shop = `${server.namespace}-shop`;
    const text = `
apiVersion: applyall.setpoint.dev/v1
kind: Bicycle
metadata: { name: red, namespace: ${shop} }
spec: { gears: 21 }
---
apiVersion: v1
kind: List
items:
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: ${shop} }, data: { mode: "0644" } }
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: Wrong Name } }
---
${definition}
---
apiVersion: v1
kind: Namespace
metadata: { name: ${shop} }
`;
    const options = { fieldManager: "shop" };
    const results = await applyAll(client, text, options);
    expect(results.map((result) => (result.outcome === "failed" ? result.error : result.object.kind))).toEqual([
      "Bicycle",
      "ConfigMap",
      expect.objectContaining({ reason: "Invalid" }),
      "CustomResourceDefinition",
      "Namespace",
    ]);
    const again = await applyAll(client, text, options);
    const versions = [results, again].map((list) =>
      list.map((result) => (result.outcome === "applied" ? result.object.metadata.resourceVersion : "")),
    );
    expect(versions[1]?.slice(0, 3)).toEqual(versions[0]?.slice(0, 3));
  });
});
