import { createMergePatch, edit, getOwn, isNotFound } from "../model/index.ts";
import type { Draft, KubeObject, MergePatch, NewObject } from "../model/index.ts";
import { InvalidRequestError } from "./errors.ts";
import type { ResourceClient } from "./resource-client.ts";
import type { WriteOptions } from "./verb-options.ts";

/** An object as it was to become, and what that took. */
export interface Ensured<T extends KubeObject> {
  readonly object: T;
  readonly outcome: "created" | "updated" | "unchanged";
}

/** An object that is about to be made under a name of its own. */
export type NamedObject<T extends KubeObject> = NewObject<T> & { readonly metadata: { readonly name: string } };

/** What is to be changed of an object. Must come to the same whenever it is run on the same. */
export type Recipe<T extends KubeObject> = (draft: Draft<T>) => void;

/** What is to be changed of an object, and how to write it. */
export interface EnsureOptions<T extends KubeObject> extends WriteOptions {
  readonly recipe: Recipe<T>;
}

/**
 * Makes an object what the recipe makes of it, by an update of the whole. Where there is none, the recipe begins with `initial` and the
 * result is created. Writes nothing when nothing differs, and not the status where that is written apart. Somebody who was faster is a
 * `Conflict`, or `AlreadyExists`.
 */
export async function createOrUpdate<T extends KubeObject>(
  resource: ResourceClient<T>,
  initial: NamedObject<T>,
  change: Recipe<T> | EnsureOptions<T>,
): Promise<Ensured<T>> {
  const { handle, live, wanted, options } = await prepare(resource, initial, change);
  if (live === undefined) return { object: await handle.create(wanted, options), outcome: "created" };
  if (wanted === live) return { object: live, outcome: "unchanged" };
  return { object: await handle.update(wanted, options), outcome: "updated" };
}

/**
 * As `createOrUpdate`, but sends only what differs, also of the status, and to the very object that was read. What others write into other
 * fields meanwhile stays, and is no conflict; of a list that both change, the later one wins.
 */
export async function createOrPatch<T extends KubeObject>(
  resource: ResourceClient<T>,
  initial: NamedObject<T>,
  change: Recipe<T> | EnsureOptions<T>,
): Promise<Ensured<T>> {
  const { handle, live, wanted, options } = await prepare(resource, initial, change);
  if (wanted === live) return { object: live, outcome: "unchanged" };
  const start = live ?? (await handle.create(wanted, options));
  const object = await sendDifference({ handle, start, wanted, isNew: live === undefined, options });
  return { object, outcome: live === undefined ? "created" : "updated" };
}

interface Difference<T extends KubeObject> {
  readonly handle: ResourceClient<T>;
  readonly start: T;
  readonly wanted: T;
  /** Whether only the status can still differ. */
  readonly isNew: boolean;
  readonly options: WriteOptions;
}

async function sendDifference<T extends KubeObject>(difference: Difference<T>): Promise<T> {
  const { handle, start, wanted, isNew, options } = difference;
  const { name, uid } = start.metadata;
  const hasStatus = handle.resource.subresources.includes("status");
  const [before, after] = hasStatus ? [withoutStatus(start), withoutStatus(wanted)] : [start, wanted];
  const guarded = { ...options, preconditions: { uid } };
  const patch = isNew ? undefined : createMergePatch(before, after);
  const object = patch === undefined ? start : await handle.patch(name, patch as MergePatch<T>, guarded);
  const status = hasStatus ? createMergePatch({ status: statusOf(start) }, { status: statusOf(wanted) }) : undefined;
  // What the server made of a new object stays unless a status was wanted, and after a dry run there is no object.
  if (status === undefined || (isNew && (statusOf(wanted) === undefined || options.dryRun === true))) return object;
  return handle.patchStatus(name, status as MergePatch<T>, guarded);
}

interface Prepared<T extends KubeObject> {
  readonly handle: ResourceClient<T>;
  readonly live: T | undefined;
  readonly wanted: T;
  readonly options: WriteOptions;
}

async function prepare<T extends KubeObject>(
  resource: ResourceClient<T>,
  initial: NamedObject<T>,
  change: Recipe<T> | EnsureOptions<T>,
): Promise<Prepared<T>> {
  const { recipe, ...options } = typeof change === "function" ? { recipe: change } : change;
  const handle = resource.namespace === undefined ? resource.inNamespace(initial.metadata.namespace) : resource;
  const live = await read(handle, initial, options);
  return { handle, live, wanted: changed(live ?? (initial as unknown as T), recipe), options };
}

async function read<T extends KubeObject>(
  handle: ResourceClient<T>,
  { metadata }: NamedObject<T>,
  { signal }: WriteOptions,
): Promise<T | undefined> {
  try {
    return await handle.get(metadata.name, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function changed<T extends KubeObject>(object: T, recipe: Recipe<T>): T {
  const wanted = edit(object, recipe);
  const { name, namespace } = object.metadata;
  if (wanted.metadata.name === name && wanted.metadata.namespace === namespace) return wanted;
  throw new InvalidRequestError(`change ${name}: expected a recipe that leaves the name and the namespace as they are`);
}

function statusOf(object: KubeObject): unknown {
  return getOwn(object, "status");
}

function withoutStatus(object: KubeObject): object {
  const { status: _apart, ...rest } = object as KubeObject & { readonly status?: unknown };
  return rest;
}
