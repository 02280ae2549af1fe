import { test } from "vitest";
import { readApi } from "../api-description.ts";
import { CodegenError } from "../errors.ts";
import { parseGoPackage } from "../proto/go-package.ts";
import { parseProtoFile } from "../proto/proto-file.ts";
import { discovered, kindSchema, readerOf, ref, smallDocuments } from "../small-api.ts";
import { generatePack } from "./generate-pack.ts";

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

const goSource = `
type WidgetSpec struct {
	Size *int32 \`json:"size,omitempty" protobuf:"varint,1,opt,name=size"\`
	Mode Mode \`json:"mode,omitempty" protobuf:"bytes,2,opt,name=mode"\`
	Names []string \`json:"names" protobuf:"bytes,3,rep,name=names"\`
	Box Box \`json:"box,omitempty" protobuf:"bytes,4,opt,name=box"\`
	Lid Box \`json:"lid,omitempty,omitzero" protobuf:"bytes,5,opt,name=lid"\`
	Source \`json:",inline" protobuf:"bytes,6,opt,name=source"\`
}
type Source struct {
	Disk *Box \`json:"disk,omitempty" protobuf:"bytes,1,opt,name=disk"\`
}
`;

async function linesOf(properties: object): Promise<readonly string[]> {
  const documents = smallDocuments([
    {
      group: "demo.k8s.io",
      resources: [discovered("Widget")],
      schemas: {
        [objectMeta]: { type: "object", properties: { name: { type: "string" } } },
        "io.k8s.api.demo.v1.Widget": kindSchema("demo.k8s.io/v1", "Widget", {
          spec: ref("io.k8s.api.demo.v1.WidgetSpec"),
        }),
        "io.k8s.api.demo.v1.WidgetSpec": { type: "object", required: ["names"], properties },
        "io.k8s.api.demo.v1.Box": {
          type: "object",
          "x-kubernetes-map-type": "atomic",
          properties: { a: { type: "string" } },
        },
      },
    },
  ]);
  const proto = parseProtoFile('syntax = "proto2";\npackage k8s.io.api.demo.v1;\n', "demo");
  const files = generatePack(await readApi(readerOf(documents)), [{ proto, go: parseGoPackage([goSource]) }]);
  return (files.get("types/pack/schema-pack.ts") ?? "").split("\n");
}

const names = { type: "array", items: { type: "string", default: "" } };

test("a schema becomes one line: types, required fields, defaults, values, list types and patches", async ({
  expect,
}) => {
  const lines = await linesOf({
    names: {
      ...names,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["a", "b"],
      "x-kubernetes-patch-strategy": "merge,retainKeys",
      "x-kubernetes-patch-merge-key": "a",
    },
    limits: {
      type: "object",
      additionalProperties: { type: "string", format: "byte" },
      "x-kubernetes-map-type": "atomic",
    },
    port: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
    usage: { type: "string", enum: ["client auth", "", "*"], default: "client auth", description: "prose" },
    count: { type: "integer", format: "int64", default: 1 },
    crate: { ...ref("io.k8s.api.demo.v1.Box"), "x-kubernetes-map-type": "granular" },
  });
  expect(lines).toContain(
    'WidgetSpec names!:[s=;]#ma,b;^merge+retainKeys@a;! limits:{y}% port:x usage:s(client&auth,,*)="client&auth; count:l=1; crate:Box/',
  );
  expect(lines).toContain(`Widget* apiVersion:s kind:s metadata:${objectMeta}=; spec:WidgetSpec`);
  expect(lines).toContain("Box% a:s");
  expect(lines).toContain('    "demo.k8s.io/v1": "io.k8s.api.demo.v1",');
});

test("Go's source tells what becomes of empty values, the types that have a name, and embedded structs", async ({
  expect,
}) => {
  const box = { default: {}, allOf: [ref("io.k8s.api.demo.v1.Box")] };
  const lines = await linesOf({
    size: { type: "integer", format: "int32" },
    mode: { type: "string" },
    names,
    box,
    lid: box,
    disk: ref("io.k8s.api.demo.v1.Box"),
  });
  expect(lines).toContain("WidgetSpec size:i? mode:s~v1.Mode; names!:[s=;]! box:Box=;! lid:Box=; disk:Box?<Source;");
});

test.for<[string, object, string]>([
  ["a default that is a list", { ...names, default: [1] }, "expected a text, a number, a boolean or {}"],
  ["a value with the pack's own characters", { type: "string", enum: ["a,b"] }, "expected a text of letters"],
  ["another list type", { ...names, "x-kubernetes-list-type": "bag" }, "expected one of atomic, set, map"],
  ["another extension", { type: "string", "x-kubernetes-new": true }, "expected no keyword x-kubernetes-new"],
])("%s is refused and its place is named", async ([, names, message], { expect }) => {
  const attempt = linesOf({ names });
  await expect(attempt).rejects.toSatisfy((error) => CodegenError.is(error, "SETPOINT_CODEGEN_SCHEMA"));
  await expect(attempt).rejects.toThrow("io.k8s.api.demo.v1.WidgetSpec.properties.names");
  await expect(attempt).rejects.toThrow(message);
});
