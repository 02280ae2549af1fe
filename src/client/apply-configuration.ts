import type { KubeObject, ObjectMeta } from "../model/index.ts";

/** What a manager wants of a value: any of its parts. Of the items of a list, too, only what is wanted is said. */
export type Wanted<T> = T extends readonly (infer Item)[]
  ? readonly Wanted<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: Wanted<T[K]> | undefined }
    : T;

/** The metadata of what is applied. Who owns what is the server's to record. */
export type WantedMeta = Wanted<Omit<ObjectMeta, "name" | "managedFields" | "generateName">> & {
  readonly managedFields?: undefined;
};

/**
 * What a manager wants of an object, for server-side apply: its name and the fields that are to be the manager's. What it applied before and
 * leaves out now is removed, unless another manager owns it as well.
 */
export type ApplyConfiguration<T extends KubeObject = KubeObject> = Omit<Wanted<T>, "metadata"> & {
  readonly metadata: WantedMeta & { readonly name: string };
};

/** The same, for an object that is named apart. */
export type ApplyPatch<T extends KubeObject = KubeObject> = Omit<Wanted<T>, "metadata"> & {
  readonly metadata?: (WantedMeta & { readonly name?: string | undefined }) | undefined;
};
