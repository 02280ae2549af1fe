import type { FieldSource } from "../view.ts";

const managedFields = "managedFields";

/** Metadata whose managed fields are decoded when they are read: they are most of it, and nearly nobody does. */
export class MetadataFields implements FieldSource {
  readonly names: readonly string[];
  readonly encoded = undefined;
  readonly #others: Readonly<Record<string, unknown>>;
  readonly #decode: () => unknown;
  #managed: unknown;

  /** All other fields, and what decodes the managed ones. */
  constructor(others: Readonly<Record<string, unknown>>, decode: () => unknown) {
    this.names = [...Object.keys(others), managedFields];
    this.#others = others;
    this.#decode = decode;
  }

  read(position: number): unknown {
    const name = this.names[position] as string;
    return name === managedFields ? (this.#managed ??= this.#decode()) : this.#others[name];
  }
}
