import type { FieldSource } from "../view.ts";
import type { EncodedObject } from "../encoded-object.ts";

/** An object that decodes its fields one by one. */
export interface DividedObject extends EncodedObject {
  /** The names of the fields that a view of it has. */
  readonly names: readonly string[];
  /** Decodes the field at a position among the names. */
  valueAt(position: number): unknown;
}

/** The fields of a message, each decoded when it is first read. */
export class MessageFields implements FieldSource {
  readonly names: readonly string[];
  readonly encoded: DividedObject;
  /** What was read, by position. */
  #values: unknown[] | undefined;

  constructor(message: DividedObject) {
    this.encoded = message;
    this.names = message.names;
  }

  read(position: number): unknown {
    this.#values ??= this.names.map(() => undefined);
    // JSON has no undefined values.
    if (this.#values[position] === undefined) this.#values[position] = this.encoded.valueAt(position);
    return this.#values[position];
  }
}
