import type { KubeObject } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { EncodedObject } from "./encoded-object.ts";

/** Where the fields of a view come from. */
export interface FieldSource {
  /** Each name once. */
  readonly names: readonly string[];
  /** What the fields are decoded from, unless they are those of an object. */
  readonly encoded: EncodedObject | undefined;
  /** The value of the field at a position among the names. The same one each time. */
  read(position: number): unknown;
}

class ObjectFields implements FieldSource {
  readonly names: readonly string[];
  readonly encoded = undefined;
  readonly #fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.names = Object.keys(fields);
    this.#fields = fields;
  }

  read(position: number): unknown {
    return this.#fields[this.names[position] as string];
  }
}

/** A class whose instance is whatever its constructor is given: so private names can be put on an object literal. */
const Given = function given(target: object): object {
  return target;
} as unknown as new (target: object) => object;

/** What a view keeps out of sight. */
class Content extends Given {
  readonly #source: FieldSource;
  /** One bit for each shared getter whose value is frozen already. */
  #frozen = 0;

  constructor(view: object, source: FieldSource) {
    super(view);
    this.#source = source;
  }

  static isIn(value: object): boolean {
    return #source in value;
  }

  static encodedIn(value: object): EncodedObject | undefined {
    return #source in value ? value.#source.encoded : undefined;
  }

  /** The getter of the field at a position, the same one for all views, so that views of the same fields share one hidden class. */
  static getter(position: number): PropertyDescriptor {
    const bit = 1 << position;
    return {
      enumerable: true,
      get(this: Content): unknown {
        const value = this.#source.read(position);
        if ((this.#frozen & bit) === 0) {
          freeze(value);
          this.#frozen |= bit;
        }
        return value;
      },
    };
  }
}

/** A view inside a view stays lazy: freezing it would read it. */
function freeze(value: unknown): void {
  if (typeof value === "object" && value !== null && !Content.isIn(value)) deepFreeze(value);
}

/** Few objects have more fields than there are bits in a small integer. */
const sharedGetters: readonly PropertyDescriptor[] = Array.from({ length: 30 }, (_, position) =>
  Content.getter(position),
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
  return makeView(new ObjectFields(object as unknown as Readonly<Record<string, unknown>>)) as T;
}

/** What is behind a view that was made from bytes; `undefined` for any other object. */
export function encodedOf(object: object): EncodedObject | undefined {
  return Content.encodedIn(object);
}

/** A view of fields, whatever they come from. */
export function makeView(source: FieldSource): KubeObject {
  const content = new Content({}, source);
  const { names } = source;
  for (let position = 0; position < names.length; position++) {
    const getter = sharedGetters[position] ?? ownGetter(source, position);
    Object.defineProperty(content, names[position] as string, getter);
  }
  Object.defineProperty(content, inspectKey, inspect);
  return Object.freeze(content) as unknown as KubeObject;
}

function ownGetter(source: FieldSource, position: number): PropertyDescriptor {
  let isFrozen = false;
  const get = (): unknown => {
    const value = source.read(position);
    if (!isFrozen) freeze(value);
    isFrozen = true;
    return value;
  };
  return { enumerable: true, get };
}
