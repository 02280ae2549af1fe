import type { GoField, GoStruct } from "../proto/go-package.ts";
import type { TypePackage } from "../proto/read-packages.ts";

/** A field with the embedded structs that hold it, `VolumeSource`; empty when it stands in the struct itself. */
export interface PlacedField extends GoField {
  readonly embeddedIn: string;
}

/** The fields of the Go structs behind schemas, by the schema's name. */
export class GoFields {
  /** By the path of the package, `k8s.io.api.core.v1`. */
  readonly #packages: ReadonlyMap<string, TypePackage>;

  constructor(packages: readonly TypePackage[]) {
    this.#packages = new Map(packages.map((source) => [source.proto.package.replaceAll("_", "-"), source]));
  }

  /** The fields of a schema such as `io.k8s.api.core.v1.Pod`, by their names in JSON; `undefined` when its source is not known. */
  of(schemaName: string): ReadonlyMap<string, PlacedField> | undefined {
    const dot = schemaName.lastIndexOf(".");
    const path = schemaName.slice(0, dot).replace(/^io\.k8s\./, "k8s.io.");
    return this.#fieldsOf(path, schemaName.slice(dot + 1));
  }

  #fieldsOf(path: string, name: string): ReadonlyMap<string, PlacedField> | undefined {
    const struct = this.#struct(path, name);
    if (struct === undefined) return undefined;
    const fields = new Map<string, PlacedField>();
    for (const field of struct.fields.values()) {
      if (field.jsonName !== "") {
        fields.set(field.jsonName, { ...field, embeddedIn: "" });
        continue;
      }
      const embedded = field.type.replace("*", "");
      for (const [key, inner] of this.#fieldsOf(path, embedded) ?? []) {
        fields.set(key, { ...inner, embeddedIn: `${embedded}.${inner.embeddedIn}`.replace(/\.$/, "") });
      }
    }
    return fields;
  }

  #struct(path: string, name: string): GoStruct | undefined {
    const { go } = this.#packages.get(path) ?? {};
    const alias = go?.aliases.get(name);
    if (alias === undefined) return go?.structs.get(name);
    const dot = alias.lastIndexOf(".");
    return this.#struct(alias.slice(0, dot), alias.slice(dot + 1));
  }
}
