import type { ServedResource, Target, WriteAnswer } from "./contract.ts";
import { StatusError } from "./errors.ts";
import { readAs } from "./read-as.ts";
import type { Written } from "./writer.ts";

/** A write with its warnings, which a refusal has as well. */
export async function withWarnings<T extends object>(write: (warnings: Set<string>) => Promise<T>): Promise<T> {
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
