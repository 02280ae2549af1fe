import { formatApiVersion } from "../../../src/model/index.ts";
import type { ApiDescription } from "../api-description.ts";
import { compareText } from "../compare-text.ts";
import { child, entriesOf, textsOf } from "../json-document.ts";
import type { NamedSchema } from "../openapi.ts";
import type { GoField } from "../proto/go-package.ts";
import { sharedPackages } from "../well-known.ts";
import type { GoFields, PlacedField } from "./go-fields.ts";
import { schemaText } from "./schema-text.ts";

/** The schemas of an API as text. Its form is described where it is read, `readSchemaText` in `src/apiserver/schema`. */
export interface PackLines {
  /** The package of each API version. */
  readonly versions: ReadonlyMap<string, string>;
  /** The lines of each package, one for each schema. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** Structs without fields. Every other object without properties is any object. */
const emptyStructs: ReadonlySet<string> = new Set([
  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus",
]);

/** Writes every named schema of an API as one line, in the order of the names. */
export function packLines({ schemas, groupVersions }: ApiDescription, goFields: GoFields): PackLines {
  const packages = new Map<string, string[]>();
  const versions = new Map<string, string>();
  const sorted = [...schemas.values()].toSorted((left, right) => compareText(left.name, right.name));
  for (const named of sorted) {
    const { packageName } = splitName(named.name);
    const lines = packages.get(packageName) ?? [];
    packages.set(packageName, lines);
    lines.push(lineOf(named, goFields.of(named.name)));
    const [kind, ...more] = named.kinds;
    if (kind === undefined || more.length > 0 || sharedPackages.has(packageName)) continue;
    const isServed = groupVersions.some(({ group, version }) => group === kind.group && version === kind.version);
    if (isServed) versions.set(formatApiVersion(kind), packageName);
  }
  return { versions, packages };
}

function lineOf({ name, node, kinds }: NamedSchema, goFields: ReadonlyMap<string, PlacedField> | undefined): string {
  const own = splitName(name);
  const nameOf = (reference: string): string => {
    const target = splitName(reference);
    return target.packageName === own.packageName ? target.name : reference;
  };
  const required = new Set(textsOf(child(node, "required")));
  const properties = child(node, "properties");
  const head = `${own.name}${kinds.length > 0 ? "*" : ""}`;
  if (emptyStructs.has(name)) return head;
  if (properties.value === undefined) return `${head} ${schemaText(node, nameOf)}`;
  const fields = entriesOf(properties).map(([key, property]) => {
    const text = `${key}${required.has(key) ? "!" : ""}:${schemaText(property, nameOf)}`;
    return `${text}${goMarks(goFields?.get(key), text, own.packageName)}`;
  });
  const { value: mapType } = child(node, "x-kubernetes-map-type");
  return [`${head}${mapType === "atomic" ? "%" : ""}`, ...fields].join(" ");
}

/** What only Go's source tells: whether an empty value is written, and the name of a type that messages show. */
function goMarks(field: PlacedField | undefined, text: string, packageName: string): string {
  if (field === undefined) return "";
  const presence = field.isPointer ? "?" : isWrittenEmpty(field, text) ? "!" : "";
  const version = packageName.slice(packageName.lastIndexOf(".") + 1);
  const type = field.type
    .replace(/^\*/, "")
    .replaceAll(/\b[a-z]*?(v\d\w*)\./g, "$1.")
    .replaceAll(/(?<![.\w])([A-Z]\w*)/g, `${version}.$1`);
  const embedded = field.embeddedIn === "" ? "" : `<${field.embeddedIn};`;
  return `${presence}${type === plainType(text, version) ? "" : `~${type};`}${embedded}`;
}

const plainTypes: Readonly<Record<string, string>> = {
  b: "bool",
  d: "float64",
  i: "int32",
  l: "int64",
  s: "string",
  y: "[]byte",
};

/** The Go type that the text of a field suggests. */
function plainType(text: string, version: string): string {
  const {
    nest = "",
    path = "",
    name = "",
  } = /:(?<nest>[[{]*)(?<path>(?:[\w-]+\.)*)(?<name>\w+)/.exec(text)?.groups ?? {};
  const outside = nest.replaceAll("[", "[]").replaceAll("{", "map[string]");
  const inPackage = path === "" ? version : path.split(".").at(-2);
  return `${outside}${/^[A-Z]/.test(name) ? `${inPackage}.${name}` : (plainTypes[name] ?? "")}`;
}

/** `omitempty` does nothing for a struct. */
function isWrittenEmpty({ omitsEmpty, omitsZero }: GoField, text: string): boolean {
  const isStruct = /:[\w.-]*[A-Z]/.test(text);
  return isStruct ? !omitsZero : !omitsEmpty && !omitsZero;
}

function splitName(schemaName: string): { readonly packageName: string; readonly name: string } {
  const dot = schemaName.lastIndexOf(".");
  return { packageName: schemaName.slice(0, dot), name: schemaName.slice(dot + 1) };
}
