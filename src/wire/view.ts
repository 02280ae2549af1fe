import type { KubeObject } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { ScannedFields } from "./scanned-fields.ts";
import type { ObjectScan } from "./object-scan.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Where the fields of a view come from. Gives the same value each time. */
interface FieldSource {
  read(field: string): unknown;
}

class ObjectFields implements FieldSource {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  read(field: string): unknown {
    return this.#fields[field];
  }
}

/** A class whose instance is whatever its constructor is given: so private names can be put on an object literal. */
const Given = function given(target: object): object {
  return target;
} as unknown as new (target: object) => object;

/** What a view keeps out of sight. */
class Content extends Given {
  readonly #source: FieldSource;
  /** One bit for each shared field that is frozen already. */
  #frozen = 0;

  constructor(view: object, source: FieldSource) {
    super(view);
    this.#source = source;
  }

  static isIn(value: object): boolean {
    return #source in value;
  }

  /** The getter of a field, the same one for all views, so that views of the same fields share one hidden class. */
  static getter(field: string, position: number): PropertyDescriptor {
    const bit = 1 << position;
    return {
      enumerable: true,
      get(this: Content): unknown {
        const value = this.#source.read(field);
        if ((this.#frozen & bit) === 0) {
          deepFreeze(value);
          this.#frozen |= bit;
        }
        return value;
      },
    };
  }
}

/** The fields that most kinds have. There is room for 31. */
const sharedFields: readonly string[] = ["apiVersion", "kind", "metadata", "spec", "status", "data", "type"];

const sharedGetters: ReadonlyMap<string, PropertyDescriptor> = new Map(
  sharedFields.map((field, position) => [field, Content.getter(field, position)]),
);

/** Without it the platform would print the getters and not what they give. */
const inspect: Readonly<PropertyDescriptor> = Object.freeze<PropertyDescriptor>({
  value(this: object): object {
    return { ...this };
  },
});
const inspectKey: symbol = Symbol.for("nodejs.util.inspect.custom");

/**
 * A read-only view of an object, which now belongs to the view: nobody may write to it any more. Its top-level fields are own, enumerable
 * getters, each of which freezes what it gives, at any depth, when it is first read. So writing to a view throws everywhere, while spreading,
 * listing, printing, cloning, comparing and serialising it do as with the object itself. The view of a view is that view.
 *
 * Not promised: that a `Proxy` around a view can read it, unless it reads from the view in its own name.
 */
export function viewOf<T extends KubeObject>(object: T): T {
  if (Content.isIn(object)) return object;
  const fields = object as unknown as Fields;
  return makeView(Object.keys(fields), new ObjectFields(fields)) as T;
}

/**
 * A view, as `viewOf` makes them, of an object that is still bytes. A field is parsed when it is first read. As soon as a second array or
 * object is read, all the others are parsed along with it: that is cheaper than one by one.
 */
export function viewOfBytes(scan: ObjectScan): KubeObject {
  const names = scan.fields.map(({ name }) => name);
  return makeView(names, new ScannedFields(scan)) as KubeObject;
}

function makeView(names: readonly string[], source: FieldSource): object {
  const content = new Content({}, source);
  for (const name of names) {
    Object.defineProperty(content, name, sharedGetters.get(name) ?? rareGetter(name, source));
  }
  Object.defineProperty(content, inspectKey, inspect);
  return Object.freeze(content);
}

function rareGetter(field: string, source: FieldSource): PropertyDescriptor {
  let isFrozen = false;
  const get = (): unknown => {
    const value = source.read(field);
    if (!isFrozen) deepFreeze(value);
    isFrozen = true;
    return value;
  };
  return { enumerable: true, get };
}
