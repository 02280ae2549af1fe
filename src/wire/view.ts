import type { KubeObject } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { EncodedObject } from "./encoded-object.ts";
import { ViewContent } from "./view-content.ts";
import type { FieldSource } from "./view-content.ts";

/** Where all the fields of a view come from. */
export interface NamedFieldSource extends FieldSource {
  /** Each name once. */
  readonly names: readonly string[];
}

class ObjectFields implements NamedFieldSource {
  readonly names: readonly string[];
  readonly encoded = undefined;
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #isFrozen: boolean[];

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.names = Object.keys(fields);
    this.#fields = fields;
    this.#isFrozen = this.names.map(() => false);
  }

  read(position: number): unknown {
    const value = this.#fields[this.names[position] as string];
    if (this.#isFrozen[position] === false) deepFreeze(value);
    this.#isFrozen[position] = true;
    return value;
  }
}

/** Few objects have more fields. */
const sharedGetters: readonly PropertyDescriptor[] = Array.from({ length: 30 }, (_, position) =>
  ViewContent.getter(position),
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
  if (ViewContent.isIn(object)) return object;
  return makeView(new ObjectFields(object as unknown as Readonly<Record<string, unknown>>)) as T;
}

/** What is behind a view that was made from bytes; `undefined` for any other object. */
export function encodedOf(object: object): EncodedObject | undefined {
  return ViewContent.encodedIn(object);
}

/** A view of fields, whatever they come from. */
export function makeView(source: NamedFieldSource): KubeObject {
  const view = new ViewContent(source);
  const { names } = source;
  for (let position = 0; position < names.length; position++) addField(view, names[position] as string, position);
  return finishView(view) as KubeObject;
}

/** Adds the field that a view's source has at a position. */
export function addField(view: ViewContent, name: string, position: number): void {
  Object.defineProperty(view, name, sharedGetters[position] ?? ViewContent.getter(position));
}

/** Makes a view of what has all its fields now. Those that were simply set have to be read-only at any depth. */
export function finishView(view: ViewContent): object {
  Object.defineProperty(view, inspectKey, inspect);
  return Object.freeze(view);
}
