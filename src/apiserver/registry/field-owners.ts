import { deepEqual, formatApiVersion } from "../../model/index.ts";
import type { ManagedFieldsEntry } from "../../model/index.ts";
import { ApplyEngine, ApplyRefusedError, FieldSet, untrackedFields } from "../apply/index.ts";
import type { ApplyOutcome, Write } from "../apply/index.ts";
import type { SchemaSource } from "../schema/index.ts";
import { convertedTo } from "./autoscaler-versions.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import type { Strategy } from "./strategy.ts";

/** Who writes, and when. */
export interface WrittenBy {
  readonly manager: string;
  readonly time: string;
}

/** A write that is no apply. */
export interface RecordedWrite {
  /** Absent when the object is made. */
  readonly before?: Document | undefined;
  readonly body: Document;
  /** The body with empty lists that are not kept, but have owners. */
  readonly written?: Document | undefined;
  readonly by: WrittenBy;
}

/** An apply. */
export interface AppliedWrite {
  /** Absent when there is no object yet. */
  readonly live?: Document | undefined;
  readonly applied: object;
  readonly isForced: boolean;
  readonly by: WrittenBy;
}

/** What is written: of which kind, through which subresource, and what of it cannot be changed so. */
export type WrittenPart = Pick<Write, "kind" | "isCustom" | "subresource" | "ignored">;

/** Records who owns which fields, and merges what is applied. Objects are in the version of the request. */
export class FieldOwners {
  readonly #engine: ApplyEngine;

  constructor(schemas: SchemaSource) {
    this.#engine = new ApplyEngine({ schemas, convert: convertedTo });
  }

  /** The body of a write with the owners of its fields; without any when its definition has just gone. */
  recorded(part: WrittenPart, { before, body, written = body, by }: RecordedWrite): Document {
    try {
      return withOwners(body, this.#engine.recordUpdate({ ...part, ...by, before, after: written }));
    } catch (error) {
      if (!ApplyRefusedError.is(error)) throw error;
      return withOwners(body, []);
    }
  }

  /** What comes of an apply, with its owners, before defaults. Throws when others own what it would change. */
  applied(part: WrittenPart, { live, applied, by, isForced }: AppliedWrite): object {
    const outcome = orRefused(() => this.#engine.apply({ ...part, ...by, live, applied, force: isForced }));
    if (outcome.conflict === undefined) return outcome.object;
    const { message, causes } = outcome.conflict;
    throw new StatusError("Conflict", message, { causes });
  }
}

/** What a write of a resource, or of a part of it, writes. */
export function partOf(
  served: ServedResource,
  subresource: string | undefined,
  { hasStatus }: Pick<Strategy, "hasStatus">,
): WrittenPart {
  const { collection, isCustom } = served;
  const ignored = untrackedFields({ collection, isCustom, hasStatus, subresource });
  return { kind: kindOf(served), isCustom, subresource, ignored };
}

/** What a write of a subresource with a kind of its own writes. */
export function partOfKind(served: ServedResource, subresource: string): WrittenPart {
  return { kind: kindOf(served), subresource, ignored: new FieldSet() };
}

function kindOf({ resource }: ServedResource): Write["kind"] {
  return { apiVersion: formatApiVersion(resource), kind: resource.kind };
}

/** The object with these owners of its fields, and no others. */
export function withOwners(body: Document, managedFields: readonly ManagedFieldsEntry[]): Document {
  const { managedFields: _sent, ...metadata } = body.metadata;
  return { ...body, metadata: managedFields.length === 0 ? metadata : { ...metadata, managedFields } };
}

/** Whether two objects are the same but for the owners of their fields. */
export function isSameButOwners(one: object, other: object | undefined): boolean {
  return other !== undefined && deepEqual(withOwners(one as Document, []), withOwners(other as Document, []));
}

function orRefused(apply: () => ApplyOutcome): ApplyOutcome {
  try {
    return apply();
  } catch (error) {
    if (!ApplyRefusedError.is(error)) throw error;
    throw error.isBadRequest ? StatusError.badRequest(error.detail) : StatusError.withoutReason(error.detail);
  }
}
