import fc from "fast-check";
import { test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { configMap, networkDefinition, readAnswer, requestTo, send } from "./server.fixture.ts";

const segments = [
  ..."api apis v1 namespaces default configmaps pods a b status finalize example.dev networks apps deployments".split(
    " ",
  ),
  ..."apiextensions.k8s.io customresourcedefinitions networks.example.dev openapi v3 __proto__ constructor .. %2f % %00".split(
    " ",
  ),
];
const path = fc.oneof(
  fc.array(fc.constantFrom(...segments), { maxLength: 7 }).map((parts) => `/${parts.join("/")}`),
  fc.constantFrom(
    "/api/v1/namespaces",
    "/api/v1/namespaces/default/configmaps",
    "/api/v1/namespaces/default/configmaps/a",
    "/api/v1/namespaces/default/pods/a/status",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/networks.example.dev",
    "/apis/example.dev/v1/namespaces/default/networks",
    "/apis/example.dev/v1/namespaces/default/networks/a",
  ),
);
const value = fc.oneof(
  fc.constantFrom("", "0", "1", "x", "true", "All", "a=b", "NotOlderThan", "Exact", "99999"),
  fc.string(),
);
const names =
  "watch resourceVersion resourceVersionMatch limit continue labelSelector fieldSelector dryRun timeoutSeconds sendInitialEvents gracePeriodSeconds propagationPolicy";
const query = fc
  .array(fc.tuple(fc.constantFrom(...names.split(" ")), value), { maxLength: 3 })
  .map((pairs) => new URLSearchParams(pairs).toString());
const key = fc.constantFrom(
  "apiVersion",
  "kind",
  "metadata",
  "name",
  "spec",
  "status",
  "__proto__",
  "finalizers",
  "labels",
  "dryRun",
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      1,
      -1.5,
      "",
      "a",
      "v1",
      "ConfigMap",
      "Network",
      "example.dev/v1",
      networkDefinition.spec,
    ),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie("json")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const body = fc.oneof(
  json,
  json.map((spec) => ({ ...configMap("a"), metadata: spec })),
  json.map((spec) => ({ ...configMap("a"), metadata: { name: "a", labels: spec } })),
  json.map((spec) => ({ apiVersion: "example.dev/v1", kind: "Network", metadata: { name: "a" }, spec })),
  json.map((spec) => ({ ...networkDefinition, spec })),
  json.map((names) => ({ ...networkDefinition, spec: { ...(networkDefinition.spec as object), names } })),
);
const type = fc.constantFrom("application/json", "application/merge-patch+json", "text/plain", "");

test("no request, however odd, makes the server fail, hang or show its inside [apiserver/any-request]", async ({
  expect,
}) => {
  const method = fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "");
  const request = fc.record({ method, path, query, body, type });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 8 }), async (requests) => {
      await using server = await ApiServer.start();
      await send(server, "POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions", { body: networkDefinition });
      await send(server, "POST /api/v1/namespaces/default/configmaps", { body: configMap("a") });
      for (const { method, path, query, body, type } of requests) {
        const headers = { "content-type": type };
        const answer = await server.handle(requestTo(server, `${method} ${path}?${query}`, { body, headers }));
        expect(answer.status).toBeGreaterThanOrEqual(200);
        // A watch goes on; whether it was accepted is all that is asked of it.
        if (answer.status < 300 && answer.headers["content-length"] === undefined) continue;
        const { json, text } = await readAnswer(answer);
        expect([method, path, query, body, json]).not.toEqual([
          method,
          path,
          query,
          body,
          expect.objectContaining({ reason: "InternalError" }),
        ]);
        expect(text).not.toContain("node:");
      }
      expect((await send(server, "GET /api/v1/namespaces/default/configmaps")).status).toBe(200);
    }),
    { numRuns: 150 },
  );
});
