import type { KubeObject } from "./object.ts";

/** Whether the objects of a kind live in namespaces. */
export type Scope = "Namespaced" | "Cluster";

/**
 * The value that stands for a kind: what a client needs to build its path, an informer its name and a command line its columns.
 * `T` is the type of its objects; it exists at compile time only.
 */
export interface Resource<T extends KubeObject = KubeObject> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The lower-case plural in the path: `pods`. */
  readonly plural: string;
  readonly singular: string;
  readonly scope: Scope;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
  /** Never present at run time: carries `T` for inference. */
  readonly "~object"?: T;
}

/** The object type of a resource value: `ObjectOf<typeof Pod>`. */
export type ObjectOf<R extends Resource> = R extends Resource<infer T> ? T : never;
