import type { GroupVersion } from "../../model/index.ts";
import type { BuiltInDocuments } from "./built-in-documents.ts";
import { schemaReference } from "./schema-document.ts";
import type { SchemaDocument } from "./schema-document.ts";

/** The schemas of one document: those that it refers to, and those that these refer to. */
export class Components {
  readonly #builtIn: BuiltInDocuments;
  readonly #version: GroupVersion;
  /** In the order in which they were first referred to. */
  readonly #wanted = new Set<string>();
  readonly #own = new Map<string, SchemaDocument>();

  /** `version` is the group and version that the document is about. */
  constructor(builtIn: BuiltInDocuments, version: GroupVersion) {
    this.#builtIn = builtIn;
    this.#version = version;
  }

  /** A reference to a schema, which the document gets with it. */
  readonly refer = (name: string): SchemaDocument => {
    this.#wanted.add(name);
    return schemaReference(name);
  };

  /** Adds a schema that is not built in. */
  set(name: string, schema: SchemaDocument): void {
    this.#own.set(name, schema);
  }

  /** All that was referred to, by name. */
  all(): Readonly<Record<string, SchemaDocument>> {
    const made = new Map<string, SchemaDocument>(this.#own);
    for (const name of this.#wanted) {
      const found = made.has(name) ? undefined : this.#builtIn.find(name, this.#version);
      if (found === undefined) continue;
      made.set(name, found.schema);
      for (const inner of found.references) this.#wanted.add(inner);
    }
    return Object.fromEntries([...made].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}
