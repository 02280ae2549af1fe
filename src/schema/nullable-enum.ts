import { getOwn } from "../model/index.ts";
import { unsupported } from "./errors.ts";
import type { Document, Place } from "./place.ts";
import { without } from "./settle.ts";

/**
 * A server never takes null for a field with an `enum`, not even if it is nullable and null is in the list. A pattern does not concern null,
 * so an enumeration of texts becomes one.
 */
export function withoutNullableEnum(node: Document, at: Place): Document {
  const values = getOwn(node, "enum");
  if (getOwn(node, "nullable") !== true || !Array.isArray(values)) return node;
  const texts: readonly unknown[] = values.filter((value) => value !== null);
  const isSayable =
    texts.length > 0 && texts.every((text) => typeof text === "string") && !Object.hasOwn(node, "pattern");
  if (!isSayable) throw unsupported(at.path, "a nullable enumeration", "texts only, or no null");
  const escaped = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return { ...without(node, "enum"), pattern: `^(?:${escaped.join("|")})$` };
}
