import type { GroupVersion } from "../../model/index.ts";
import type { BuiltInSchemas } from "../schema/index.ts";
import { isShared, kindsOfSchema } from "./kinds-of-schema.ts";
import { namedSchema } from "./schema-document.ts";
import type { SchemaDocument } from "./schema-document.ts";

/** A schema as documents show it, and the names of those that it refers to. */
export interface BuiltInDocument {
  readonly schema: SchemaDocument;
  readonly references: ReadonlySet<string>;
}

/** The built-in schemas as documents show them: each is made once, when it is first needed. */
export class BuiltInDocuments {
  readonly schemas: BuiltInSchemas;
  readonly #made = new Map<string, BuiltInDocument | undefined>();

  constructor(schemas: BuiltInSchemas) {
    this.schemas = schemas;
  }

  /** The schema of a full name in the document of a version. */
  find(name: string, version: GroupVersion): BuiltInDocument | undefined {
    // What every group has is known under another kind in each.
    if (isShared(name)) return this.#make(name, version);
    if (!this.#made.has(name)) this.#made.set(name, this.#make(name, version));
    return this.#made.get(name);
  }

  #make(name: string, version: GroupVersion): BuiltInDocument | undefined {
    const references = new Set<string>();
    const kinds = kindsOfSchema(name, this.schemas, version);
    const schema = namedSchema(name, { schemas: this.schemas, kinds, seen: references });
    return schema && { schema, references };
  }
}
