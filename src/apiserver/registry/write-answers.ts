import { formatApiVersion } from "../../model/index.ts";
import type { ObjectList, ServedResource, Target, WriteAnswer } from "./contract.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { readAs } from "./read-as.ts";
import type { Written } from "./writer.ts";

/** A write with its warnings, which a refusal has as well. */
export async function withWarnings(write: (warnings: Set<string>) => Promise<WriteAnswer>): Promise<WriteAnswer> {
  const warnings = new Set<string>();
  try {
    const answer = await write(warnings);
    return warnings.size === 0 ? answer : { ...answer, warnings: [...warnings] };
  } catch (error) {
    if (StatusError.is(error)) error.warnings = [...warnings];
    throw error;
  }
}

/** What a write answers with: the object as it is now. */
export function answerOf({ served }: Target, { status, bytes }: Written): WriteAnswer {
  return { status, bytes: readAs(bytes, served) };
}

/** What a delete of many answers with: what there was. */
export function collectionAnswer(
  { resource, isCustom, listKind = `${resource.kind}List` }: ServedResource,
  { items, ...metadata }: ObjectList,
): WriteAnswer {
  const told = isCustom ? { continue: "", ...metadata } : metadata;
  const list = { kind: listKind, apiVersion: formatApiVersion(resource), metadata: told };
  return { status: 200, bytes: json({ ...list, items: items.map(decode).map(isCustom ? whole : withoutType) }) };
}

function whole(document: Document): object {
  return document;
}

/** In the lists of built-in kinds the list alone tells the type. */
function withoutType({ apiVersion: _version, kind: _kind, ...rest }: Document): object {
  return rest;
}

/** What the delete of an object answers with that is gone. */
export function deletedAnswer({ resource }: ServedResource, name: string, uid: string | undefined): WriteAnswer {
  const group = resource.group === "" ? {} : { group: resource.group };
  const details = { name, ...group, kind: resource.plural, uid };
  return { status: 200, bytes: json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details }) };
}

/** Whether a refusal says that there is no such object. */
export function isNotFound(error: unknown): boolean {
  return StatusError.is(error) && error.status.reason === "NotFound";
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
