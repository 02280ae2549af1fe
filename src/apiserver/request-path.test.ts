import fc from "fast-check";
import { describe, test } from "vitest";
import { StatusError } from "./registry/index.ts";
import { parseRequestPath } from "./request-path.ts";

const core = { type: "resource", group: "", version: "v1", namespace: "", name: "", subresource: undefined };

describe("a path", () => {
  test.for([
    ["/api/v1/pods", { plural: "pods" }],
    ["/api/v1/pods/", { plural: "pods" }],
    ["/api/v1/namespaces", { plural: "namespaces" }],
    ["/api/v1/namespaces/a", { plural: "namespaces", name: "a" }],
    ["/api/v1/namespaces/a/status", { plural: "namespaces", name: "a", subresource: "status" }],
    ["/api/v1/namespaces/a/finalize", { plural: "namespaces", name: "a", subresource: "finalize" }],
    ["/api/v1/namespaces/a/pods", { plural: "pods", namespace: "a" }],
    ["/api/v1/namespaces/a/pods/b", { plural: "pods", namespace: "a", name: "b" }],
    ["/api/v1/namespaces/a/pods/b/status", { plural: "pods", namespace: "a", name: "b", subresource: "status" }],
    ["/api/v1/namespaces/a/status/b", { plural: "status", namespace: "a", name: "b" }],
    ["/apis/example.dev/v2/nets/b", { group: "example.dev", version: "v2", plural: "nets", name: "b" }],
    ["/api/v1/watch", { plural: "watch" }],
    ["/api/v1/watch/pods", { plural: "pods", isWatch: true }],
    ["/api/v1/watch/namespaces/a/pods/b", { plural: "pods", namespace: "a", name: "b", isWatch: true }],
    ["/apis/example.dev/v2/watch/nets", { group: "example.dev", version: "v2", plural: "nets", isWatch: true }],
    ["/api/v1/pods/a/b/c", { plural: "pods", name: "a", subresource: "b", isNowhere: true }],
    [
      "/api/v1/namespaces/a/pods/b/c/d",
      { plural: "pods", namespace: "a", name: "b", subresource: "c", isNowhere: true },
    ],
    [
      "/api/v1/watch/nodes/b/status",
      { plural: "nodes", name: "b", subresource: "status", isWatch: true, isNowhere: true },
    ],
    ["/api/v1/namespaces//pods", { plural: "pods", isUnnamed: true }],
    ["/api/v1/watch/namespaces//pods", { plural: "pods", isUnnamed: true, isWatch: true }],
    ["/apis/g/v/namespaces//nets/b", { group: "g", version: "v", plural: "nets", name: "b", isUnnamed: true }],
    ["/api/v1/nodes/system%3Anode", { plural: "nodes", name: "system:node" }],
  ] as const)("%s names a resource [apiserver/path-names-resource]", ([path, expected], { expect }) => {
    expect(parseRequestPath(path)).toEqual({ ...core, ...expected });
  });

  test.for(["/", "/api", "/apis/", "/api/v1", "/apis/apps/v1", "/openapi/v3/apis/apps/v1"])(
    "%s names a document of the server",
    (path, { expect }) => {
      const segments = path.split("/").filter((segment) => segment !== "");
      expect(parseRequestPath(path)).toEqual({ type: "document", segments });
    },
  );

  test.for([
    "",
    "api/v1/pods",
    "//",
    "/api//v1",
    "/api/v1/pods//",
    "/api/v1/namespaces//",
    "/api/v1/namespaces//status",
    "/api/v1/namespaces///pods",
    "/api/v1/namespaces/namespaces//pods",
    "/apis/namespaces//pods",
    "/openapi/v3/namespaces//pods",
    "/api/v1/namespaces/a/pods/../../secrets",
    "/api/v1/namespaces/%2e%2e/pods",
    "/api/v1/nodes/a%2fb",
    "/api/v1/nodes/a%00",
  ])("%j names nothing [apiserver/path-names-nothing]", (path, { expect }) => {
    expect(parseRequestPath(path)).toBeUndefined();
  });

  test.for(["/api/v1/nodes/%", "/api/v1/nodes/%zz", "/api/v1/nodes/%ff"])(
    "%j is malformed and gets 400 [apiserver/path-malformed]",
    (path, { expect }) => {
      expect(() => parseRequestPath(path)).toThrow(
        expect.objectContaining({ status: expect.objectContaining({ code: 400 }) }),
      );
    },
  );

  test("of any names comes back as those names, whatever is escaped", ({ expect }) => {
    const segment = fc.string({ minLength: 1 }).filter((text) => !/^\.\.?$|[/\u0000-\u001f\u007f]/.test(text));
    fc.assert(
      fc.property(segment, segment, segment, (namespace, plural, name) => {
        const escaped = [namespace, plural, name].map(encodeURIComponent);
        const path = `/apis/g/v/namespaces/${escaped.join("/")}`;
        expect(parseRequestPath(path)).toMatchObject({ namespace, plural, name, subresource: undefined });
      }),
    );
  });

  test("of any text is read or refused, and throws nothing else", ({ expect }) => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseRequestPath(`/${text}`);
        } catch (error) {
          expect(StatusError.is(error)).toBe(true);
        }
      }),
    );
  });
});
