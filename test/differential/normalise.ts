import type { Answer } from "./call.ts";

/** An answer without what differs from server to server and from run to run. */
export interface Normal {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The headers that clients act on. */
const comparedHeaders: readonly string[] = ["content-type", "warning", "retry-after", "allow", "cache-control"];

/** Numbers the versions of each object in the order of their appearance, so that "the same" and "another" can be told. */
export class Normaliser {
  /** By uid. */
  readonly #versions = new Map<string, string[]>();
  readonly #startedMs: number;

  /** Times around the start of the run are the servers' own. */
  constructor(startedMs: number) {
    this.#startedMs = startedMs;
  }

  normal({ status, headers, text }: Answer, isOpaque: boolean): Normal {
    const compared = comparedHeaders.map((name) => [name, headerValue(name, headers[name])] as const);
    return {
      status,
      headers: Object.fromEntries(compared.filter(([, value]) => value !== undefined)),
      body: isOpaque ? "" : this.#body(text),
    };
  }

  #body(text: string): unknown {
    const lines = text.split("\n").filter((line) => line !== "");
    try {
      const values = lines.map((line) => this.#value(JSON.parse(line))).filter((value) => !isIdleBookmark(value));
      return values.length === 1 ? values[0] : values;
    } catch {
      try {
        return this.#value(JSON.parse(text));
      } catch {
        return this.#text(text);
      }
    }
  }

  #value(value: unknown, key = ""): unknown {
    if (typeof value === "string") return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    if (typeof value === "number") return isPort(key, value) ? "<port>" : value;
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(withoutBackground(value)).map(
      ([name, inner]) => [name, this.#field(name, inner, value)] as const,
    );
    return Object.fromEntries(fields);
  }

  #field(name: string, value: unknown, owner: object): unknown {
    if (name === "resourceVersion" && typeof value === "string" && /^\d{1,12}$/.test(value)) {
      return "uid" in owner ? this.#version(String(owner.uid), value) : "<version>";
    }
    // Their order follows the seconds in which they were written.
    if (name === "managedFields" && Array.isArray(value)) {
      return value
        .map((entry) => this.#value(entry))
        .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
    }
    // Other scripts define groups at the same time.
    if (name === "groups" && Array.isArray(value)) {
      return value.filter((group) => !isOwnGroup(group)).map((group) => this.#value(group));
    }
    // Ours has no prose.
    if (name === "description" && !("jsonPath" in owner) && "priority" in owner && "format" in owner) return "<prose>";
    // How old the object is: the two servers are not asked in the same moment.
    if (name === "cells" && Array.isArray(value)) {
      return value.map((cell: unknown) => (/^\d{1,2}s$/.test(String(cell)) ? "<age>" : this.#value(cell)));
    }
    if (name === "continue" && typeof value === "string" && value !== "") return "<continue>";
    if (name === "message" && "field" in owner && owner.field === "patch" && typeof value === "string") {
      return this.#text(`patch: ${value}`);
    }
    if (
      name === "message" &&
      "field" in owner &&
      String(owner.field).endsWith("nodePort") &&
      typeof value === "string"
    ) {
      return this.#text(`nodePort: ${value}`);
    }
    if (name === "name" && "generateName" in owner && typeof value === "string") {
      return value.replace(/[a-z0-9]{5}$/, "<generated>");
    }
    return this.#value(value, name);
  }

  #version(uid: string, version: string): string {
    const known = this.#versions.get(uid) ?? [];
    this.#versions.set(uid, known);
    if (!known.includes(version)) known.push(version);
    return `<version ${known.indexOf(version) + 1}>`;
  }

  #text(text: string): string {
    return (
      withoutQuotedValues(text)
        // After these words the real server shows what differs, in the names of Go's types.
        .replaceAll(diffText, "")
        .replaceAll(/127\.0\.0\.1:\d+/g, "<server>")
        .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "<uid>")
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, (time) => this.#time(time))
        .replaceAll(/\b10\.(?:96\.\d+|0\.0)\.\d+\b/g, "<address>")
        .replaceAll(/\b(?:setpoint|token)-admin\b/g, "<administrator>")
        .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<token>")
        .replaceAll(/(?<=current: )\d+|(?<=too old resource version: \d+ \()\d+/g, "<version>")
        .replaceAll(/(?<=patch: Invalid value: )".*?(?<!\\)": /gs, '"<object>": ')
        .replaceAll(/(?<=nodePort: (?:Duplicate value: |\{\w+ )|\bnodePort:)3\d{4}\b/g, "<port>")
        .replaceAll(/\(0x[0-9a-f]+\)/g, "(<pointer>)")
        .replaceAll(/(?<=in record \(|ResourceVersion in object meta: )\d+/g, "<version>")
    );
  }

  #time(time: string): string {
    return Math.abs(Date.parse(time) - this.#startedMs) < 86_400_000 ? "<time>" : time;
  }
}

/** Kinds whose status the real server writes in the background, some time after a write. */
const backgroundKinds: ReadonlySet<unknown> = new Set(["APIService", "CustomResourceDefinition", "FlowSchema"]);

/** An object without what the server writes in the background, and without the uid that only one of the administrators has. */
function withoutBackground(value: object): object {
  const fields = value as Readonly<Record<string, unknown>>;
  const { uid, ...anonymous } = fields;
  if (uid === "token-admin") return anonymous;
  const { kind, metadata, status: _status, ...rest } = fields;
  if (typeof kind === "string" && backgroundKinds.has(kind.replace(/List$/, "")) && Array.isArray(fields["items"])) {
    const items = fields["items"].map((item: object) =>
      withoutBackground({ kind: kind.replace(/List$/, ""), ...item }),
    );
    return { ...fields, items };
  }
  if (!backgroundKinds.has(kind) || !isObject(metadata)) return value;
  const { resourceVersion: _version, managedFields, ...kept } = metadata;
  const owners = Array.isArray(managedFields)
    ? { managedFields: managedFields.filter((entry: unknown) => !isObject(entry) || entry["subresource"] !== "status") }
    : {};
  return { kind, metadata: { ...kept, ...owners }, ...rest };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Servers send them when they like. */
function isIdleBookmark(value: unknown): boolean {
  const text = JSON.stringify(value);
  return text.startsWith('{"type":"BOOKMARK"') && !text.includes("initial-events-end");
}

/** The lines of a comparison, up to the next cause or the end of the message. */
const diffText =
  /(?<=if it was previously negative\)|for bound claims|is immutable after creation)\n.*?(?=, [\w.[\]]+: (?:Forbidden|Invalid|Required|Unsupported|Duplicate)|\]$|$)/gs;

/** Objects and lists that a message quotes are written with the names that Go's internal types have: they are not compared. */
function withoutQuotedValues(text: string): string {
  let result = "";
  let rest = text;
  for (;;) {
    const start = /Invalid value: (?=[[{])/.exec(rest);
    if (start === null) return result + rest;
    const from = start.index + start[0].length;
    result += `${rest.slice(0, from)}<value>`;
    rest = rest.slice(endOfValue(rest, from));
  }
}

/** Where the JSON value that begins at an index ends. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at += (/^"(?:[^"\\]|\\.)*"/s.exec(text.slice(at))?.[0].length ?? 1) - 1;
    else if ("[{".includes(character)) depth += 1;
    else if ("]}".includes(character) && --depth === 0) return at + 1;
  }
  return text.length;
}

function sortKey(entry: unknown): string {
  const { manager, operation, subresource, apiVersion } = entry as Readonly<Record<string, unknown>>;
  return JSON.stringify([manager, operation, subresource, apiVersion]);
}

function headerValue(name: string, value: string | readonly string[] | undefined): unknown {
  if (name !== "warning" || value === undefined) return value;
  return String(value)
    .split(/, (?=299 )/)
    .toSorted();
}

/** Whether a group is one that a script of the run has defined. */
function isOwnGroup(group: unknown): boolean {
  return isObject(group) && String(group["name"]).endsWith(".setpoint.dev");
}

function isPort(key: string, value: number): boolean {
  return /nodePort$/i.test(key) && value >= 30_000;
}
