import { isContainer, shallowCopy } from "./container.ts";
import { defaultMaxDepth, maxJsonPatchCopySize } from "./defaults.ts";
import { tooDeep } from "./depth.ts";
import { invalidPatch } from "./json-patch.ts";
import type { JsonPatchDialect } from "./json-patch.ts";
import { getOwn, setOwn } from "./own-property.ts";

/**
 * A document while a patch is applied to it. What was given is never written to: a level is copied when it is first written, and what
 * the patch puts in is treated like the document. Every place holds levels of its own, so that no write is seen in two places.
 */
export class PatchDocument {
  #root: unknown;
  /** The levels that belong to this document and may be written to. */
  readonly #own = new Set<object>();
  readonly #dialect: JsonPatchDialect;
  #copiedSize = 0;

  constructor(root: unknown, dialect: JsonPatchDialect) {
    this.#root = root;
    this.#dialect = dialect;
  }

  get root(): unknown {
    return this.#root;
  }

  replaceRoot(value: unknown): void {
    this.#root = value;
  }

  /** What stands at the end of a path, or `undefined`. */
  find(path: readonly string[]): unknown {
    let value = this.#root;
    for (const key of path) value = isContainer(value) ? this.#memberOf(value, key) : undefined;
    return value;
  }

  /** The level that holds the last key of a path, ready to be written to; `undefined` when there is none. */
  parentOf(path: readonly string[]): object | undefined {
    if (!isContainer(this.find(path.slice(0, -1)))) return undefined;
    let level = this.#writable(this.#root as object);
    this.#root = level;
    for (const key of path.slice(0, -1)) {
      const child = this.#writable(this.#memberOf(level, key) as object);
      setOwn(level, this.keyIn(level, key) ?? key, child);
      level = child;
    }
    return level;
  }

  /** The key that a level has for a key of a path; `undefined` if it is a list that has no such item. */
  keyIn(level: object, key: string): string | undefined {
    return Array.isArray(level) ? this.indexOf(key, level.length)?.toString() : key;
  }

  /** Which of so many places of a list a key is the number of. */
  indexOf(key: string, places: number): number | undefined {
    const isNumber = this.#dialect === "rfc" ? isIndex(key) : /^[+-]?\d{1,18}$/.test(key);
    if (!isNumber) return undefined;
    const index = Number(key) < 0 ? Number(key) + places : Number(key);
    return index >= 0 && index < places ? index : undefined;
  }

  #memberOf(level: object, key: string): unknown {
    const own = this.keyIn(level, key);
    return own === undefined ? undefined : getOwn(level, own);
  }

  /** A copy with levels of its own. All copies together are bounded, so that doubling again and again comes to an end. */
  copy(value: unknown, depth = 1): unknown {
    if (depth > defaultMaxDepth) throw tooDeep([], { attempt: "apply a JSON patch" });
    this.#count(typeof value === "string" ? value.length + 2 : 4);
    if (!isContainer(value)) return value;
    const copy = shallowCopy(value);
    this.#own.add(copy);
    for (const key of Object.keys(copy)) {
      this.#count(key.length);
      setOwn(copy, key, this.copy(getOwn(copy, key), depth + 1));
    }
    return copy;
  }

  #writable(level: object): object {
    if (this.#own.has(level)) return level;
    const copy = shallowCopy(level);
    this.#own.add(copy);
    return copy;
  }

  #count(size: number): void {
    this.#copiedSize += size;
    if (this.#copiedSize <= maxJsonPatchCopySize) return;
    throw invalidPatch({
      code: "SETPOINT_PATCH_TOO_LARGE",
      detail: "the copies that it makes are too large together",
      expected: `copies of at most ${maxJsonPatchCopySize} characters`,
    });
  }
}

/** Whether a key is the number of a member of a list, as RFC 6901 writes it: it has no leading zeros and no sign. */
function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,15})$/.test(key);
}
