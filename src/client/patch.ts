import { getOwn } from "../model/index.ts";
import type { JsonPatch } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";
import { isFields } from "./read-answer.ts";
import type { Preconditions, WriteOptions } from "./verb-options.ts";

/** The ways to say a change. */
export type PatchType = "merge" | "json" | "strategic" | "apply";

/** How to patch. */
export interface PatchOptions extends WriteOptions {
  /** Patch only if the object still is this one. */
  readonly preconditions?: Preconditions | undefined;
}

/** How to apply. */
export interface ApplyOptions extends PatchOptions {
  /** Whose fields these are to be. */
  readonly fieldManager: string;
  /** Take the fields over from whoever owns them, instead of being refused with an `ApplyConflictError`. */
  readonly force?: boolean | undefined;
}

/** How to patch in any of the ways. */
export interface AnyPatchOptions extends PatchOptions {
  readonly type?: PatchType | undefined;
  readonly force?: boolean | undefined;
}

/** What a strategic merge patch can say of a mapping besides its members. */
export interface StrategicDirectives {
  readonly $patch?: "merge" | "replace" | "delete" | undefined;
  readonly $retainKeys?: readonly string[] | undefined;
  readonly [directive: `$setElementOrder/${string}`]: readonly unknown[] | undefined;
  readonly [directive: `$deleteFromPrimitiveList/${string}`]: readonly unknown[] | undefined;
}

/** A strategic merge patch: as a merge patch, but lists are merged by their keys. Only built-in kinds know it. */
export type StrategicPatch<T> = T extends readonly (infer Item)[]
  ? readonly StrategicPatch<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: StrategicPatch<T[K]> | null | undefined } & StrategicDirectives
    : T;

/** The content type that says how a body is to be read as a change. JSON is YAML. */
export const patchContentTypes: Readonly<Record<PatchType, string>> = Object.freeze({
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
});

/** What is sent for a patch: a server takes preconditions as changes of what cannot be changed. */
export function patchBody(patch: unknown, type: PatchType, { preconditions }: PatchOptions): unknown {
  if (type === "json") {
    if (!Array.isArray(patch)) throw new InvalidRequestError("send a JSON patch: expected a list of operations");
    return [...demands(preconditions), ...(patch as readonly unknown[])];
  }
  if (!isFields(patch)) throw new InvalidRequestError(`send a patch of type ${type}: expected an object`);
  const metadata = getOwn(patch, "metadata");
  if (type === "apply" && isFields(metadata) && getOwn(metadata, "managedFields") !== undefined) {
    throw new InvalidRequestError(
      "apply: expected what the manager wants, without `managedFields`; `extract` gives it from an object",
    );
  }
  if (preconditions === undefined) return patch;
  return { ...patch, metadata: { ...(isFields(metadata) ? metadata : {}), ...preconditions } };
}

function demands(preconditions: Preconditions = {}): JsonPatch {
  return Object.entries(preconditions).flatMap(([key, value]: [string, string | undefined]) =>
    value === undefined ? [] : [{ op: "replace", path: `/metadata/${key}`, value }],
  );
}
