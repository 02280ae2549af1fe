import type { KubeObject, TemplateMeta } from "./object.ts";

/** An object that is about to be made: its name may be left to the server (`generateName`). */
export type NewObject<T extends KubeObject = KubeObject> = Omit<T, "metadata"> & { readonly metadata: TemplateMeta };
