import { isProjected } from "../model/index.ts";
import type { KubeObject } from "../model/index.ts";
import { encodedOf, viewOf } from "../wire/index.ts";
import { InformerError } from "./errors.ts";
import { identityOf } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { marked } from "./projection.ts";
import type { Projection } from "./projection.ts";

/** What an informer keeps of the objects that it is told. */
export interface IntakeOptions<T extends KubeObject = KubeObject> {
  /** Makes of each object what is kept. Default: all of it. */
  readonly project?: Projection<T, T> | undefined;
  /** Default: managed fields are dropped. */
  readonly keepManagedFields?: boolean | undefined;
  /** Hears of a projection that fails. The object is kept whole then: better than a hole in the cache. */
  readonly onProjectionError?: ((error: unknown, failure: { readonly key: string }) => void) | undefined;
}

/** Makes of objects as they come what a cache keeps: read-only, in bytes of their own, without managed fields, projected once. */
export class Intake<T extends KubeObject> {
  readonly #options: IntakeOptions<T>;

  constructor(options: IntakeOptions<T> = {}) {
    this.#options = options;
  }

  /** Whether what it keeps is just that: no managed fields are missed by anybody. */
  get isCompact(): boolean {
    return this.#options.project === undefined && this.#options.keepManagedFields !== true;
  }

  /** Idempotent. Throws `SETPOINT_INVALID_KEY` for an object without a name. */
  take(object: T): T {
    if (isProjected(object)) return object;
    const { project, onProjectionError } = this.#options;
    if (project === undefined) return this.#whole(object);
    const identity = identityOf(object);
    try {
      const given = viewOf(object);
      const made = project(given);
      if (made === given) return this.#whole(object);
      const kept = sameObject(made, identity);
      return isProjected(kept) && Object.isFrozen(kept) ? kept : (marked(kept) as T);
    } catch (error) {
      onProjectionError?.(error, { key: identity.key });
      return this.#whole(object);
    }
  }

  #whole(object: T): T {
    const isAllKept = this.#options.keepManagedFields === true;
    const encoded = encodedOf(object);
    if (encoded !== undefined) {
      const kept = isAllKept ? encoded.own() : encoded.compact();
      return kept === encoded ? object : (kept.view() as T);
    }
    if (isAllKept || object.metadata.managedFields === undefined) return viewOf(object);
    const { managedFields: _, ...metadata } = object.metadata;
    return viewOf({ ...object, metadata });
  }
}

/** Keys, versions and lives are told by these fields: whoever changes them breaks the cache. */
function sameObject<T extends KubeObject>(made: T, { key, uid, resourceVersion }: Identity): T {
  const now = identityOf(made);
  if (now.key === key && now.uid === uid && now.resourceVersion === resourceVersion) return made;
  const expected = "expected a transform to leave name, namespace, uid and resourceVersion as they are";
  throw new InformerError("SETPOINT_INFORMER_PROJECTION", `project the object ${key}: ${expected}`);
}
