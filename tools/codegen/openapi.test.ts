import { test } from "vitest";
import { CodegenError } from "./errors.ts";
import { mergeSchemas, parseOpenApi, parseOpenApiIndex } from "./openapi.ts";
import type { NamedSchema } from "./openapi.ts";

const document = (schemas: object): readonly NamedSchema[] => parseOpenApi({ components: { schemas } }, "/doc");
const gvk = (group: string, kind: string): object => ({
  "x-kubernetes-group-version-kind": [{ group, version: "v1", kind }],
});

test("the index leads from the path of a document to its address", ({ expect }) => {
  const index = parseOpenApiIndex(
    { paths: { "apis/apps/v1": { serverRelativeURL: "/openapi/v3/apis/apps/v1?hash=7" } } },
    "/",
  );
  expect([...index]).toEqual([["apis/apps/v1", "/openapi/v3/apis/apps/v1?hash=7"]]);
});

test("a schema that several documents repeat is one schema, and the kinds that they claim are united", ({ expect }) => {
  const merged = mergeSchemas([
    document({ "meta.Options": { type: "object", description: "one", ...gvk("a", "Options") } }),
    document({ "meta.Options": { type: "object", description: "two", ...gvk("b", "Options") } }),
    document({ "meta.Options": { type: "object", ...gvk("a", "Options") } }),
  ]);
  expect(merged.get("meta.Options")?.kinds.map(({ group }) => group)).toEqual(["a", "b"]);
});

test("one name for two schemas is refused", ({ expect }) => {
  const merge = (): unknown =>
    mergeSchemas([document({ "a.B": { type: "string" } }), document({ "a.B": { type: "boolean" } })]);
  expect(merge).toThrow(CodegenError);
  expect(merge).toThrow("a.B differs between documents");
});

test("an error in a schema names the document, the schema and the field", ({ expect }) => {
  expect(() => document({ "a.B": { type: "object", properties: { size: { type: "float" } } } })).toThrow(
    "Reading /doc: a.B.properties.size.type: expected one of",
  );
});
