import { deepEqual, getOwn } from "../../model/index.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../model/index.ts";
import type { Schema, SchemaSource } from "../schema/index.ts";
import { conflictsOf, conflictsOutside, describeConflicts } from "./conflict.ts";
import type { ApplyConflict, FieldConflict } from "./conflict.ts";
import { firstManager } from "./defaults.ts";
import { emptyObject } from "./empty-object.ts";
import { ApplyRefusedError } from "./errors.ts";
import { FieldSet } from "./field-set.ts";
import { fieldsOf } from "./fields-of.ts";
import { mapOf } from "./json-kind.ts";
import type { JsonMap } from "./json-kind.ts";
import { kubectlManager, lastAppliedFields, withLastApplied } from "./last-applied.ts";
import { encodeOwners, ownerId } from "./managed-fields.ts";
import type { Owners, Ownership } from "./managed-fields.ts";
import { mergeValues } from "./merge-values.ts";
import { metadataOf, ownersForUpdate, ownersOf, withManagedFields } from "./object-owners.ts";
import { limitOwners } from "./owner-limit.ts";
import { prune } from "./prune.ts";
import { reconcileFields } from "./reconcile-fields.ts";
import { takeOver } from "./take-over.ts";
import type { TakeOver } from "./take-over.ts";
import { typedProblem } from "./typed-problems.ts";
import { Versions } from "./versions.ts";
import type { ConvertVersion, Typed } from "./versions.ts";
import { assertOfKind, assertWithoutOwners, formatKind, formatObject, writerOf } from "./write.ts";
import type { ApplyWrite, UpdateWrite, Write } from "./write.ts";

/** What an engine needs to know. */
export interface ApplyEngineOptions {
  readonly schemas: SchemaSource;
  /** Gives objects of built-in kinds in another version. By default versions of a kind differ by name alone. */
  readonly convert?: ConvertVersion | undefined;
}

/** The object after an apply, its managed fields included, before defaults; or why it was refused. */
export type ApplyOutcome =
  | { readonly object: KubeObject & JsonMap; readonly conflict?: undefined }
  | { readonly object?: undefined; readonly conflict: ApplyConflict };

interface Merged {
  readonly object: JsonMap;
  readonly owners: Owners;
  readonly conflicts: readonly FieldConflict[];
}

/** Merges what is applied, and records who owns which fields, as Kubernetes does. Holds nothing but what it learned of schemas. */
export class ApplyEngine {
  readonly #schemas: SchemaSource;
  readonly #versions: Versions;
  readonly #emptyObjects = new WeakMap<Schema, JsonMap>();
  /** What nobody owns by saying it: what identifies an object, and what the server sets. */
  readonly #unowned = FieldSet.ofFields(
    ...["apiVersion", "kind", "metadata"].map((name) => [name]),
    ...serverMetadata.map((name) => ["metadata", name]),
  );

  constructor({ schemas, convert }: ApplyEngineOptions) {
    this.#schemas = schemas;
    this.#versions = new Versions(schemas, convert);
  }

  /** Applies. Throws `ApplyRefusedError` for what is no object of the kind. */
  apply(write: ApplyWrite): ApplyOutcome {
    const { manager, force } = write;
    assertOfKind(write);
    const live = this.#typed(write.live ?? write.kind, write);
    const owners = ownersOf(write.live);
    const isOwned = owners.size > 0;
    const misfit = misfitOf(live, write);
    if (misfit !== undefined && !isOwned) throw new ApplyRefusedError(misfit.unowned);
    assertWithoutOwners(write, this.#schemas.schemaOf(write.kind));
    const known = isOwned ? owners : this.#firstOwners(live, write);
    const config = this.#config(write);
    if (misfit !== undefined) throw new ApplyRefusedError(misfit.owned);
    const merged = this.#merged(live, config, { write, owners: known });
    const isKubectl = manager === kubectlManager;
    if (!force && merged.conflicts.length > 0) {
      const allowed = isKubectl ? lastAppliedFields(live) : new FieldSet();
      const conflicts = conflictsOutside(merged.conflicts, allowed);
      if (conflicts.length > 0) return { conflict: describeConflicts(conflicts) };
    }
    const object = isKubectl ? withLastApplied(merged.object, config.object) : merged.object;
    return { object: withManagedFields(object, encodeOwners(merged.owners)) };
  }

  /** The managed fields after any other write. None if nobody's were recorded so far, or if the object is not of its kind. */
  recordUpdate(write: UpdateWrite): readonly ManagedFieldsEntry[] {
    const { before, after, subresource, isCustom = false } = write;
    const owners = ownersForUpdate({ before, after, isCustom, isSubresource: subresource !== undefined });
    if (owners.size === 0 && getOwn(metadataOf(before), "uid") !== undefined) return [];
    const old = this.#typed(before ?? this.#empty(write), write);
    const next = this.#typed(after, write);
    const hasProblem = (before === undefined ? [next] : [old, next]).some(
      ({ object, shape }) => typedProblem(object, shape, { allowsDuplicates: true }) !== undefined,
    );
    return hasProblem ? [] : encodeOwners(limitOwners(this.#updated({ before: old, after: next }, { write, owners })));
  }

  #merged(live: Typed, config: Typed, { write, owners }: { readonly write: Write; readonly owners: Owners }): Merged {
    const applier = writerOf(write, "Apply");
    const id = ownerId(applier);
    const known = this.#reconciled(owners, live);
    const last = known.get(id);
    const fields = fieldsOf(config.object, config.shape).without(write.ignored ?? new FieldSet());
    const claimed = new Map([...known, [id, { ...applier, fields }]]);
    const laid = { ...live, object: mapOf(mergeValues(live.object, config.object, live.shape)) };
    const after = prune(laid, { owners: claimed, last }, this.#versions);
    const taken = this.#taken(claimed, { before: live, after, by: id }, write);
    const isChanged = !deepEqual(live.object, after.object);
    const time = isChanged ? write.time : last?.time;
    const own = { ...applier, time, fields: fields.difference(this.#unowned) };
    return { object: after.object, owners: withOwner(taken.owners, id, own), conflicts: conflictsOf(taken.conflicts) };
  }

  #updated(
    change: { readonly before: Typed; readonly after: Typed },
    { write, owners }: { readonly write: Write; readonly owners: Owners },
  ): Owners {
    // Nobody is spared, so that what the writer owned already tells nothing about what it changes now.
    const taken = this.#taken(this.#reconciled(owners, change.before), { ...change, by: "" }, write);
    const fields = taken.comparison.changed.difference(this.#unowned);
    if (fields.isEmpty) return taken.owners;
    const updater = writerOf(write, "Update");
    const id = ownerId(updater);
    const previous = taken.owners.get(id)?.fields;
    const owner = { ...updater, time: write.time, fields: previous?.union(fields) ?? fields };
    return withOwner(taken.owners, id, owner);
  }

  /** When a custom resource is written, Kubernetes ignores fields only for owners that use the version of the request. */
  #taken(
    owners: Owners,
    change: { readonly before: Typed; readonly after: Typed; readonly by: string },
    { ignored = new FieldSet(), isCustom = false, subresource }: Write,
  ): TakeOver {
    const ignoredElsewhere = isCustom && subresource === undefined ? new FieldSet() : ignored;
    return takeOver(owners, { ...change, ignored, ignoredElsewhere }, this.#versions);
  }

  /** Before the first apply, one owner has all there is. */
  #firstOwners(live: Typed, write: ApplyWrite): Owners {
    if (write.live === undefined) return new Map();
    const before = this.#typed(this.#empty(write), write);
    return this.#updated({ before, after: live }, { write: { ...write, manager: firstManager }, owners: new Map() });
  }

  #reconciled(owners: Owners, live: Typed): Owners {
    if (owners.size === 0) return owners;
    const known = [...owners].flatMap(([id, owner]) => {
      const typed = this.#versions.convert(live, owner.apiVersion);
      return typed ? [[id, { ...owner, fields: reconcileFields(owner.fields, typed.shape) }] as const] : [];
    });
    return new Map(known);
  }

  #config(write: ApplyWrite): Typed {
    const config = { ...this.#typed(write.kind, write), object: { ...write.applied, ...write.kind } };
    const problem = typedProblem(config.object, config.shape);
    if (problem === undefined) return config;
    throw new ApplyRefusedError(
      `failed to create typed patch object (${formatObject(write.applied, write.kind)}): ${problem}`,
    );
  }

  #typed(object: object, { kind, isCustom = false }: Write): Typed {
    const shape = this.#versions.shapeOf(kind);
    if (shape === undefined) throw new ApplyRefusedError(`no corresponding type for ${formatKind(kind)}`);
    const { apiVersion } = kind;
    return { object: { ...withManagedFields(object, []), ...kind }, apiVersion, shape, isCustom };
  }

  #empty({ kind }: Write): JsonMap {
    const schema = this.#schemas.schemaOf(kind) ?? {};
    const empty = this.#emptyObjects.get(schema) ?? emptyObject(schema);
    this.#emptyObjects.set(schema, empty);
    return { ...empty, ...kind };
  }
}

const serverMetadata: readonly string[] = [
  "name",
  "namespace",
  "creationTimestamp",
  "selfLink",
  "uid",
  "clusterName",
  "generation",
  "managedFields",
  "resourceVersion",
];

/** Why a live object does not fit its definition, which may have changed since: in the words for one with owners, and for one without. */
function misfitOf(
  { object, shape }: Typed,
  { kind }: Write,
): Readonly<Record<"owned" | "unowned", string>> | undefined {
  const problem = typedProblem(object, shape, { allowsDuplicates: true });
  if (problem === undefined) return undefined;
  const what = formatObject(object, kind);
  const doing = "failed to create manager for existing fields: failed to convert new object";
  return {
    owned: `failed to create typed live object (${what}): ${problem}`,
    unowned: `${doing} (${what}) to smd typed: ${problem}`,
  };
}

function withOwner(owners: Owners, id: string, owner: Ownership): Owners {
  const next = new Map(owners);
  if (owner.fields.isEmpty) next.delete(id);
  else next.set(id, owner);
  return next;
}
