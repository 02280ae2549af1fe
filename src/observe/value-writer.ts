import { defaultLogLimits as limits } from "./defaults.ts";
import { quoteVisibly } from "./escape.ts";
import { stackFrames } from "./error-text.ts";
import { redactText } from "./redact.ts";
import { redactedMark } from "./scan.ts";
import { isSecretField, isSecretName } from "./secret-names.ts";
import { isSecretContent, isSecretObject, isSecretPair } from "./secret-objects.ts";

/** What a writer is made with. */
export interface ValueWriterOptions {
  /** Whether errors are written with their stack. */
  readonly stacks: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const hidden = `"${redactedMark}"`;
const unreadable = '"[unreadable]"';

/**
 * Writes any values as JSON text for one record: on one line, within `defaultLogLimits` taken together, without secrets. Never throws:
 * what can't be read (a getter that throws, a revoked proxy) says so.
 */
export class ValueWriter {
  /** Whether errors are written with their stack. */
  readonly stacks: boolean;
  /** The objects that the one being written is part of, outermost first. */
  readonly #around: object[] = [];
  #valuesLeft = limits.values;
  #charactersLeft = limits.total;
  #causesLeft = limits.causes;
  /** How many Kubernetes Secrets, or lists of them, are around what is being written. */
  #secretsAround = 0;
  /** Whether the object being written is a pair whose name says that its value is a secret. */
  #hidesValue = false;

  constructor({ stacks }: ValueWriterOptions) {
    this.stacks = stacks;
  }

  /** Says whose fields are written next: an object may hide what none of its fields gives away alone. */
  enter(record: Fields): void {
    if (isSecretObject(record)) this.#secretsAround += 1;
    this.#hidesValue = isSecretPair(record);
  }

  /** The JSON text of the field `name`; undefined when there is nothing to write. */
  field(name: string, value: unknown): string | undefined {
    const isHidden =
      isSecretField(name, value) ||
      (this.#secretsAround > 0 && isSecretContent(name)) ||
      (this.#hidesValue && name === "value");
    return isHidden ? hidden : this.#value(value);
  }

  /** The text without its secrets, cut to the limits, not quoted and not escaped. */
  text(text: string): string {
    if (this.#charactersLeft <= 0) return "…";
    if (text.length > limits.searched) return `[text of ${text.length} characters]`;
    const limit = Math.min(limits.text, this.#charactersLeft);
    const clean = redactText(text);
    this.#charactersLeft -= Math.min(limit, clean.length);
    return clean.length <= limit ? clean : `${clean.slice(0, limit)}… ${clean.length - limit} more characters`;
  }

  #quoted(text: string): string {
    return quoteVisibly(this.text(text));
  }

  #value(value: unknown): string | undefined {
    if (this.#valuesLeft <= 0) return '"…"';
    this.#valuesLeft -= 1;
    switch (typeof value) {
      case "string":
        return this.#quoted(value);
      case "number":
        return Number.isFinite(value) ? String(value) : `"${value}"`;
      case "boolean":
        return String(value);
      case "undefined":
        return undefined;
      case "object":
        return value === null ? "null" : this.#object(value);
      case "function":
        return '"[function]"';
      default:
        return this.#quoted(String(value));
    }
  }

  #object(object: object): string {
    if (this.#around.includes(object)) return '"[circular]"';
    if (this.#around.length >= limits.depth) return '"[too deep]"';
    this.#around.push(object);
    const secretsAround = this.#secretsAround;
    const hidesValue = this.#hidesValue;
    this.#hidesValue = false;
    try {
      return this.#contents(object);
    } catch {
      return unreadable;
    } finally {
      this.#around.pop();
      this.#secretsAround = secretsAround;
      this.#hidesValue = hidesValue;
    }
  }

  #contents(object: object): string {
    if (Array.isArray(object)) return this.#list(object, object.length);
    if (object instanceof Error) return this.#error(object);
    if (object instanceof Date) return Number.isNaN(object.getTime()) ? '"Invalid Date"' : `"${object.toISOString()}"`;
    if (object instanceof Map) return this.#entries(object.entries(), object.size);
    if (object instanceof Set) return this.#list(object.values(), object.size);
    if (object instanceof URL) return this.#quoted(object.href);
    if (ArrayBuffer.isView(object)) return `"[${object.byteLength} bytes]"`;
    return this.#record(object as Fields);
  }

  #record(record: Fields): string {
    const keys = Object.keys(record);
    if (keys.length === 0) {
      const tag = Object.prototype.toString.call(record);
      return tag === "[object Object]" ? "{}" : this.#quoted(tag);
    }
    this.enter(record);
    const read = function* (): Generator<[string, unknown]> {
      for (const key of keys) yield [key, readField(record, key)];
    };
    return this.#entries(read(), keys.length);
  }

  #entries(entries: Iterable<readonly [unknown, unknown]>, size: number): string {
    let written = "";
    let count = 0;
    for (const [key, value] of entries) {
      if (count === limits.entries || this.#valuesLeft <= 0) break;
      count += 1;
      const name = keyText(key);
      const text = value === notReadable ? unreadable : this.field(name, value);
      if (text !== undefined) written += `${written === "" ? "" : ","}${this.#quoted(name)}:${text}`;
    }
    if (count < size) written += `${written === "" ? "" : ","}"…":"${size - count} more"`;
    return `{${written}}`;
  }

  /** A text that names a secret hides what comes after it: `["--token", "…"]`, `["Authorization", "…"]`. */
  #list(items: Iterable<unknown>, size: number): string {
    let written = "";
    let count = 0;
    let hidesNext = false;
    for (const item of items) {
      if (count === limits.entries || this.#valuesLeft <= 0) break;
      count += 1;
      const text = hidesNext && typeof item === "string" ? hidden : (this.#value(item) ?? "null");
      written += `${written === "" ? "" : ","}${text}`;
      hidesNext = typeof item === "string" && isSecretName(item);
    }
    if (count < size) written += `${written === "" ? "" : ","}"… ${size - count} more"`;
    return `[${written}]`;
  }

  #error(error: Error): string {
    const fields = error as Error & Fields;
    const parts: [string, unknown][] = errorHead.map((key) => [key, readField(fields, key)]);
    for (const key of Object.keys(error)) {
      if (!writtenApart.test(key)) parts.push([key, readField(fields, key)]);
    }
    for (const key of errorParts) if (Object.hasOwn(error, key)) parts.push([key, readField(fields, key)]);
    const cause = readField(fields, "cause");
    if (cause !== undefined) parts.push(["cause", this.#causesLeft > 0 ? cause : "[more causes]"]);
    if (this.stacks) parts.push(["stack", stackFrames(error).join("\n")]);
    this.#causesLeft -= 1;
    return this.#entries(parts, parts.length);
  }
}

const errorHead: readonly string[] = ["name", "message", "code"];
/** What `AggregateError` and `SuppressedError` hold. */
const errorParts: readonly string[] = ["errors", "error", "suppressed"];
const writtenApart = /^(?:name|message|code|errors|error|suppressed|cause|stack)$/;

/** Stands for a field that threw when it was read. */
const notReadable: unique symbol = Symbol("not readable");

function readField(record: Fields, key: string): unknown {
  try {
    return record[key];
  } catch {
    return notReadable;
  }
}

function keyText(key: unknown): string {
  return typeof key === "string" || typeof key === "number" ? String(key) : `[${typeof key}]`;
}
