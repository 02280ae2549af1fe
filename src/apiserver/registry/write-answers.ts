import { formatApiVersion } from "../../model/index.ts";
import type { ObjectList, ServedResource, Target, WriteAnswer } from "./contract.ts";
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

/** What a delete of many answers with: what there was, as it was stored. */
export function collectionAnswer(
  { resource, isCustom, listKind = `${resource.kind}List` }: ServedResource,
  { items, ...metadata }: ObjectList,
): WriteAnswer {
  const apiVersion = formatApiVersion(resource);
  const told = isCustom ? { continue: "", ...metadata } : metadata;
  const list = JSON.stringify({ kind: listKind, apiVersion, metadata: told });
  const texts = items.map((item) => new TextDecoder().decode(item));
  // In the lists of built-in kinds the list alone tells the type, with which stored documents begin.
  const { length } = JSON.stringify({ apiVersion, kind: resource.kind });
  const shown = isCustom ? texts : texts.map((text) => `{${text.slice(length)}`);
  return { status: 200, bytes: new TextEncoder().encode(`${list.slice(0, -1)},"items":[${shown.join(",")}]}`) };
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
