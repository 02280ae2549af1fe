import { projected, setOwn } from "../model/index.ts";
import type { KubeObject, ProjectionMark, Resource } from "../model/index.ts";
import { encodedOf, viewOf } from "../wire/index.ts";
import { namesOf, valueAt } from "./field-path.ts";
import type { PathOf } from "./field-path.ts";

/** What is left of a `T` of which only the metadata is kept. */
export type MetadataOnly<T extends KubeObject = KubeObject> = Pick<T, "apiVersion" | "kind" | "metadata"> &
  ProjectionMark;

/** What is left of a `T` of which only the metadata and some paths are kept. */
export type Projected<T extends KubeObject, P extends string> = MetadataOnly<T> & All<P, T>;

type All<P extends string, T> = Merged<P extends string ? (part: PickPath<T, P>) => void : never>;
type Merged<F> = [F] extends [never] ? unknown : [F] extends [(part: infer Part) => void] ? Part : never;

type PickPath<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? { readonly [K in keyof Pick<T, Head>]: PickPath<NonNullable<T[K]>, Rest> | Extract<T[K], undefined> }
    : unknown
  : P extends keyof T
    ? Readonly<Pick<T, P>>
    : unknown;

/**
 * Makes of an object as the server tells it what a cache keeps. Called once for each state; must give the same for the same. What it gives
 * is marked as a part and made read-only, unless it is the object itself.
 */
export type Projection<T extends KubeObject, R extends KubeObject> = (object: T) => R;

/** Keeps only metadata, without managed fields. */
export function metadataOf<T extends KubeObject>(object: T): MetadataOnly<T> {
  return marked(head(object)) as MetadataOnly<T>;
}

/** Keeps only metadata and the fields at some paths, such as `"spec.nodeName"`. The rest of the object is never decoded where bytes allow that. */
export function keepPaths<T extends KubeObject, const P extends string>(
  _resource: Resource<T>,
  paths: readonly (P & PathOf<T, P>)[],
): Projection<T, Projected<T, P>> {
  const split = (paths as readonly string[]).map((path) => namesOf(path)).filter(([first]) => first !== "metadata");
  return (object) => {
    const kept = head(object);
    const encoded = encodedOf(object);
    for (const names of split) {
      const value = encoded === undefined ? valueAt(object, names) : encoded.read(names);
      if (value !== undefined) setAt(kept, names, value);
    }
    return marked(kept) as Projected<T, P>;
  };
}

/** Keeps what a function makes of the object, and says by its type that this is only a part. What it gives belongs to the cache. */
export function transformed<T extends KubeObject, R extends KubeObject>(
  transform: (object: T) => R,
): Projection<T, R & ProjectionMark> {
  return transform as Projection<T, R & ProjectionMark>;
}

function head({ apiVersion, kind, metadata }: KubeObject): Record<string, unknown> {
  const { managedFields: _, ...kept } = metadata;
  return { ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }), metadata: kept };
}

/** The object with the mark of a part, read-only at any depth: reading each field of a view freezes it. */
export function marked(fields: object): object {
  return Object.freeze({ ...viewOf(fields as KubeObject), [projected]: true });
}

function setAt(root: Record<string, unknown>, names: readonly string[], value: unknown): void {
  let level = root;
  for (const name of names.slice(0, -1)) {
    const below = Object.hasOwn(level, name) ? level[name] : undefined;
    const next = isRecord(below) && !Object.isFrozen(below) ? below : { ...(isRecord(below) && below) };
    setOwn(level, name, next);
    level = next;
  }
  setOwn(level, names.at(-1) as string, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
