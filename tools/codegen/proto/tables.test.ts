import { test } from "vitest";
import { CodegenError } from "../errors.ts";
import { emitTables } from "./emit-tables.ts";
import { parseGoPackage } from "./go-package.ts";
import { parseProtoFile } from "./proto-file.ts";
import type { TypePackage } from "./read-packages.ts";
import { makeTables } from "./tables.ts";

function packageOf(name: string, messages: string, go: string): TypePackage {
  const proto = parseProtoFile(
    `/*\nlicence\n*/\nsyntax = "proto2";\n\npackage ${name};\n\n${messages}`,
    `${name}.proto`,
  );
  return { proto, go: parseGoPackage([go]) };
}

const meta = packageOf(
  "k8s.io.apimachinery.pkg.apis.meta.v1",
  "message ObjectMeta {\n  // A name.\n  optional string name = 1;\n\n  optional Time creationTimestamp = 8;\n}\nmessage Time {\n  optional int64 seconds = 1;\n}",
  [
    'const GroupName = "meta.k8s.io"',
    "type ObjectMeta struct {",
    '\t// A name. `json:"no"`',
    '\tName string `json:"name,omitempty" protobuf:"bytes,1,opt,name=name"`',
    '\tCreationTimestamp Time `json:"creationTimestamp,omitempty,omitzero" protobuf:"bytes,8,opt,name=creationTimestamp"`',
    "}",
  ].join("\n"),
);

const demoGo = [
  "import (",
  '\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
  '\tother "k8s.io/api/other/v1"',
  ")",
  'const GroupName = "demo.dev"',
  "type Widget struct {",
  '\tmetav1.TypeMeta `json:",inline"`',
  '\tmetav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`',
  '\tSource `json:",inline" protobuf:"bytes,2,opt,name=source"`',
  '\tSize *int32 `json:"size,omitempty" protobuf:"varint,3,opt,name=size"`',
  '\tVerbs Verbs `json:"verbs" protobuf:"bytes,4,opt,name=verbs"`',
  '\tSince *metav1.Time `json:"since,omitempty" protobuf:"bytes,5,opt,name=since"`',
  '\tPlain string `json:"plain" protobuf:"bytes,6,opt,name=plain"`',
  '\tNames []string `json:"names" protobuf:"bytes,7,rep,name=names"`',
  '\tParts map[string]Part `json:"parts,omitempty" protobuf:"bytes,8,rep,name=parts"`',
  '\tWhen metav1.Time `json:"when,omitempty" protobuf:"bytes,9,opt,name=when"`',
  "}",
  "type Verbs []string",
  "type Source struct {",
  '\tData []byte `json:"data,omitempty" protobuf:"bytes,1,opt,name=data"`',
  "}",
  "type Part other.Part",
  "type Unused struct {",
  '\tX string `json:"x" protobuf:"bytes,1,opt,name=x"`',
  "}",
  "type WidgetList struct {",
  '\tmetav1.TypeMeta `json:",inline"`',
  '\tItems []Widget `json:"items" protobuf:"bytes,2,rep,name=items"`',
  "}",
].join("\n");

const demoProto = `
message Part {
  optional string title = 1;
}
message Source {
  optional bytes data = 1;
}
message Unused {
  optional string x = 1;
}
message Verbs {
  // items, if empty, will result in an empty slice

  repeated string items = 1;
}
message Widget {
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta metadata = 1;
  optional Source source = 2;
  optional string plain = 6;
  optional int32 size = 3;
  optional Verbs verbs = 4;
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.Time since = 5;
  repeated string names = 7;
  map<string, Part> parts = 8;
  optional .k8s.io.apimachinery.pkg.apis.meta.v1.Time when = 9;
}
message WidgetList {
  repeated Widget items = 2;
}`;

const otherGo = 'type Part struct {\n\tTitle string `json:"theTitle" protobuf:"bytes,1,opt,name=title"`\n}';
const other = packageOf("k8s.io.api.other.v1", "message Part {\n  optional string title = 1;\n}", otherGo);

test("numbers and types come from the proto file, names and presence from the Go structs", ({ expect }) => {
  const tables = makeTables([packageOf("k8s.io.api.demo.v1", demoProto, demoGo), other, meta]);
  expect([...tables.versions]).toEqual([
    ["demo.dev/v1", "demo/v1"],
    ["meta.k8s.io/v1", "meta/v1"],
  ]);
  expect([...tables.packages]).toEqual([
    [
      "demo/v1",
      [
        "Part 1:theTitle:!s",
        "Source 1:data:y",
        "Widget* 1:metadata:!meta/v1.ObjectMeta 2:^Source 3:size:?i 4:verbs:!w 5:since:?t 6:plain:!s 7:names:[!s 8:parts:{Part 9:when:!t",
        "WidgetList* 2:items:[@Widget",
      ],
    ],
    ["meta/v1", ["ObjectMeta 1:name:s 8:creationTimestamp:t"]],
  ]);
});

test("a kind that a package takes over from another has the same fields there", ({ expect }) => {
  const go = [
    "import (",
    '\tv1 "k8s.io/api/demo/v1"',
    ")",
    'const GroupName = "demo.dev"',
    "type WidgetList = v1.WidgetList",
    "type Part = v1.Part",
  ].join("\n");
  const older = packageOf("k8s.io.api.demo.v1beta1", "", go);
  const tables = makeTables([packageOf("k8s.io.api.demo.v1", demoProto, demoGo), older, other, meta]);
  expect(tables.versions.get("demo.dev/v1beta1")).toBe("demo/v1beta1");
  expect(tables.packages.get("demo/v1beta1")).toEqual(["WidgetList* 2:items:[@demo/v1.Widget"]);
});

test("equal tables give equal text, without a date", ({ expect }) => {
  const make = (): string =>
    emitTables(makeTables([packageOf("k8s.io.api.demo.v1", demoProto, demoGo), other, meta]), "v1.99.0");
  expect(make()).toBe(make());
  expect(make()).toContain('    "demo/v1": `\nPart 1:theTitle:!s\n');
});

test("a field that Go does not know is refused by name", ({ expect }) => {
  const proto = demoProto.replace("string plain = 6", "string plain = 60");
  expect(() => makeTables([packageOf("k8s.io.api.demo.v1", proto, demoGo), other, meta])).toThrow(
    "Making the protobuf table of k8s.io.api.demo.v1.Widget: expected a Go field with number 60",
  );
});

test("a type that writes its own JSON is refused unless the codec knows how", ({ expect }) => {
  const go = `${demoGo}\nfunc (s Source) MarshalJSON() ([]byte, error) {`;
  expect(() => makeTables([packageOf("k8s.io.api.demo.v1", demoProto, go), other, meta])).toThrow(
    "k8s.io.api.demo.v1.Source: expected a type whose JSON is known",
  );
});

test("a message of a package that is not there is refused", ({ expect }) => {
  expect(() => makeTables([packageOf("k8s.io.api.demo.v1", demoProto, demoGo), other])).toThrow(
    "expected a package that declares k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta",
  );
});

test("what a generated proto file never holds is refused with its place", ({ expect }) => {
  for (const line of [
    "enum Colour {",
    "message A {\n  oneof x {",
    "message A {\n  optional string a = 1 [deprecated=true];",
  ]) {
    expect(() => parseProtoFile(`package a.b;\n${line}\n`, "a.proto")).toThrow(
      /^Reading a\.proto: expected messages of plain fields, found /,
    );
  }
  expect(() => parseProtoFile("message A {\n}", "b.proto")).toThrow(CodegenError);
});
