import { getOwn } from "../../model/index.ts";
import { schemaPack } from "../../types/pack/index.ts";
import { readSchemaText } from "./schema-text.ts";
import type { FieldText } from "./schema-text.ts";
import type { Schema, SchemaSource } from "./schema.ts";

/** The schemas of built-in kinds and their parts. */
export interface BuiltInSchemas extends SchemaSource {
  /** The schema of that full name: `io.k8s.api.core.v1.PodSpec`. */
  schemaNamed(name: string): Schema | undefined;
  /** The full names of all schemas of a group and version, in the order of the names; none for one that has none of its own. */
  namesOf(apiVersion: string): readonly string[];
}

/** Where the kinds are that belong to every group, such as the options of a delete. */
const sharedPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

/**
 * The schemas of the built-in kinds of Kubernetes. Each is read when it is first asked for, and its properties when those are. They are for
 * the caller alone, who should keep them: another call reads them anew.
 */
export function builtInSchemas(): BuiltInSchemas {
  return new PackedSchemas();
}

/** A schema with a name: all but its properties, which are read when they are asked for. */
interface Named {
  readonly head: FieldText;
  readonly isKind: boolean;
  readonly properties: (() => Readonly<Record<string, Schema>>) | undefined;
}

class PackedSchemas implements BuiltInSchemas {
  /** The line of each schema, by package, then name. */
  readonly #lines = new Map<string, ReadonlyMap<string, string>>();
  readonly #named = new Map<string, Named>();
  readonly #schemas = new Map<string, Schema>();
  /** Those that were asked for by kind and found. */
  readonly #kinds = new Map<string, Schema>();

  schemaOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): Schema | undefined {
    const key = `${apiVersion} ${kind}`;
    const known = this.#kinds.get(key) ?? this.#schemaOfKind(apiVersion, kind);
    if (known !== undefined) this.#kinds.set(key, known);
    return known;
  }

  #schemaOfKind(apiVersion: string, kind: string): Schema | undefined {
    const own = getOwn(schemaPack.versions, apiVersion);
    if (typeof own !== "string") return undefined;
    const name = [own, sharedPackage]
      .map((path) => `${path}.${kind}`)
      .find((full) => this.#find(full)?.isKind === true);
    return name === undefined ? undefined : this.schemaNamed(name);
  }

  schemaNamed(name: string): Schema | undefined {
    const known = this.#schemas.get(name);
    if (known !== undefined) return known;
    if (this.#find(name) === undefined) return undefined;
    const schema = this.#made({ reference: name });
    this.#schemas.set(name, schema);
    return schema;
  }

  namesOf(apiVersion: string): readonly string[] {
    const path = getOwn(schemaPack.versions, apiVersion);
    return typeof path === "string" ? [...this.#linesOf(path).keys()].map((name) => `${path}.${name}`) : [];
  }

  #find(name: string): Named | undefined {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const dot = name.lastIndexOf(".");
    const path = name.slice(0, dot);
    const line = this.#linesOf(path).get(name.slice(dot + 1));
    if (line === undefined) return undefined;
    const named = this.#read(line, path);
    this.#named.set(name, named);
    return named;
  }

  #linesOf(path: string): ReadonlyMap<string, string> {
    const known = this.#lines.get(path);
    if (known !== undefined) return known;
    const text = getOwn(schemaPack.packages, path);
    const lines = typeof text === "string" ? text.split("\n").filter((line) => line !== "") : [];
    const byName = new Map(lines.map((line) => [/^\w+/.exec(line)?.[0] ?? "", line]));
    this.#lines.set(path, byName);
    return byName;
  }

  /** A line is a name with marks, and then either its fields or the text of a schema without any. */
  #read(line: string, path: string): Named {
    const [first = "", ...fields] = line.split(" ");
    const name = `${path}.${/^\w+/.exec(first)?.[0] ?? ""}`;
    const isKind = first.includes("*");
    const [only] = fields;
    if (only !== undefined && !only.includes(":")) {
      return { head: { ...inPackage(readSchemaText(only), path), name }, isKind, properties: undefined };
    }
    const isAtomic = first.endsWith("%") ? true : undefined;
    const required = fields.map(fieldName).flatMap((field) => (field.endsWith("!") ? [field.slice(0, -1)] : []));
    const head: FieldText = { type: "object", name, isAtomic, ...(required.length === 0 ? {} : { required }) };
    let properties: Readonly<Record<string, Schema>> | undefined;
    return { head, isKind, properties: () => (properties ??= this.#properties(fields, path)) };
  }

  #properties(fields: readonly string[], path: string): Readonly<Record<string, Schema>> {
    return Object.fromEntries(
      fields.map((field) => {
        const name = fieldName(field);
        const text = inPackage(readSchemaText(field.slice(name.length + 1)), path);
        return [name.replace("!", ""), this.#made(text)];
      }),
    );
  }

  #made({ reference, items, values, ...own }: FieldText): Schema {
    const target = reference === undefined ? undefined : this.#find(reference);
    const inner = target?.head ?? {};
    return new PackedSchema(
      {
        ...inner,
        ...own,
        isAtomic: own.isAtomic ?? inner.isAtomic,
        items: items && this.#made(items),
        values: values && this.#made(values),
      },
      target?.properties,
    );
  }
}

/** One schema. Its properties are read when somebody looks at them. */
class PackedSchema implements Schema {
  readonly name: Schema["name"];
  readonly type: Schema["type"];
  readonly format: Schema["format"];
  readonly isIntOrString: Schema["isIntOrString"];
  readonly preservesUnknown: Schema["preservesUnknown"];
  readonly values: Schema["values"];
  readonly items: Schema["items"];
  readonly required: Schema["required"];
  readonly enum: Schema["enum"];
  readonly default: Schema["default"];
  readonly hasZeroDefault: Schema["hasZeroDefault"];
  readonly emptyValue: Schema["emptyValue"];
  readonly goType: Schema["goType"];
  readonly embeddedIn: Schema["embeddedIn"];
  readonly listType: Schema["listType"];
  readonly listKeys: Schema["listKeys"];
  readonly isAtomic: Schema["isAtomic"];
  readonly patch: Schema["patch"];
  readonly #properties: (() => Readonly<Record<string, Schema>>) | undefined;

  constructor(schema: Schema, properties: (() => Readonly<Record<string, Schema>>) | undefined) {
    this.name = schema.name;
    this.type = schema.type;
    this.format = schema.format;
    this.isIntOrString = schema.isIntOrString;
    this.preservesUnknown = schema.preservesUnknown;
    this.values = schema.values;
    this.items = schema.items;
    this.required = schema.required;
    this.enum = schema.enum;
    this.default = schema.default;
    this.hasZeroDefault = schema.hasZeroDefault;
    this.emptyValue = schema.emptyValue;
    this.goType = schema.goType;
    this.embeddedIn = schema.embeddedIn;
    this.listType = schema.listType;
    this.listKeys = schema.listKeys;
    this.isAtomic = schema.isAtomic;
    this.patch = schema.patch;
    this.#properties = properties;
  }

  get properties(): Readonly<Record<string, Schema>> | undefined {
    return this.#properties?.();
  }
}

function fieldName(field: string): string {
  return field.slice(0, field.indexOf(":"));
}

/** The same text with its references as full names. */
function inPackage(text: FieldText, path: string): FieldText {
  const { reference, items, values } = text;
  return {
    ...text,
    ...(reference === undefined || reference.includes(".") ? {} : { reference: `${path}.${reference}` }),
    ...(items === undefined ? {} : { items: inPackage(items, path) }),
    ...(values === undefined ? {} : { values: inPackage(values, path) }),
  };
}
