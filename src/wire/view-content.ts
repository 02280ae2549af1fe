import type { EncodedObject } from "./encoded-object.ts";

/** Where the fields of a view come from that are not in it from the beginning. */
export interface FieldSource {
  /** What all fields of the view are decoded from, if that is an object. */
  readonly encoded: EncodedObject | undefined;
  /** The value of the field at a position, read-only at any depth. The same one each time. */
  read(position: number): unknown;
}

/** A class whose instance is whatever its constructor is given: so private names can be put on an object literal. */
const Given = function given(target: object): object {
  return target;
} as unknown as new (target: object) => object;

/** What a view keeps out of sight. */
export class ViewContent extends Given {
  readonly #source: FieldSource;

  constructor(source: FieldSource) {
    super({});
    this.#source = source;
  }

  /** Whether an object is a view: then it is read-only at any depth, and reading its fields may decode them. */
  static isIn(value: object): boolean {
    return #source in value;
  }

  /** What is behind a view. */
  static encodedIn(value: object): EncodedObject | undefined {
    return #source in value ? value.#source.encoded : undefined;
  }

  /** The getter of the field at a position. Views that share their getters share one hidden class. */
  static getter(position: number): PropertyDescriptor {
    return {
      enumerable: true,
      get(this: ViewContent): unknown {
        return this.#source.read(position);
      },
    };
  }
}
