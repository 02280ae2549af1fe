import { isAbsolute, resolve } from "node:path";
import { getOwn } from "../model/index.ts";
import { ConfigError } from "./errors.ts";
import type { NamedFile } from "./read-limited.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Where a mapping stands. */
export interface SectionOrigin {
  /** Its file, or what the text is called in messages. */
  readonly file: string;
  /** Where relative paths in it begin. Without it they are refused. */
  readonly folder?: string | undefined;
  /** Whether `file` is on disk and may be written back to. */
  readonly isOnDisk?: boolean | undefined;
  /** The context that led to it, for messages. */
  readonly context?: string | undefined;
  /** Where in the file: `users[admin].user`, empty for the whole document. */
  readonly path?: string | undefined;
}

/** One mapping of a kubeconfig and where it stands. Looks at own properties only; an absent, empty or `null` field is none. */
export class Section {
  readonly origin: SectionOrigin;
  readonly #fields: Fields;

  constructor(value: unknown, origin: SectionOrigin) {
    if (!isFields(value)) throw invalid(placeIn(origin), `found ${typeName(value)}`, "a mapping");
    this.origin = origin;
    this.#fields = value;
  }

  /** Whether the field is there and says anything but no. */
  has(key: string): boolean {
    const value = this.value(key);
    return value !== undefined && value !== null && value !== false && value !== "";
  }

  /** The field as it is, whatever it is. */
  value(key: string): unknown {
    return getOwn(this.#fields, key);
  }

  text(key: string): string | undefined {
    if (!this.has(key)) return undefined;
    const value = this.value(key);
    // The value itself is not told: it may be a secret.
    if (typeof value !== "string") throw invalid(this.placeOf(key), `found ${typeName(value)}`, "a text");
    return value;
  }

  flag(key: string): boolean {
    if (!this.has(key)) return false;
    const value = this.value(key);
    if (value !== true) throw invalid(this.placeOf(key), `found ${typeName(value)}`, "true or false");
    return value;
  }

  /** A list of texts, of which each must be one. */
  texts(key: string): readonly string[] {
    return this.#list(key, "a list of texts").map((value, index) => {
      if (typeof value === "string") return value;
      throw invalid(this.placeOf(`${key}[${index}]`), `found ${typeName(value)}`, "a text");
    });
  }

  /** The file that a field names. */
  file(key: string): NamedFile | undefined {
    const path = this.text(key);
    const place = this.placeOf(key);
    return path === undefined ? undefined : { path: this.resolve(path, place), place };
  }

  /** A path in this section, made absolute. */
  resolve(path: string, place: string): string {
    if (isAbsolute(path)) return path;
    const { folder } = this.origin;
    if (folder === undefined) throw invalid(place, "the path is relative", "an absolute path, or the option `folder`");
    return resolve(folder, path);
  }

  /** The mapping in a field, which is empty if there is none. */
  section(key: string): Section {
    return new Section(this.value(key) ?? {}, { ...this.origin, path: this.#pathOf(key) });
  }

  /** The mappings in a list. */
  sections(list: string): readonly Section[] {
    const path = this.#pathOf(list);
    return this.#list(list, "a list of mappings").map(
      (entry, index) => new Section(entry, { ...this.origin, path: `${path}[${index}]` }),
    );
  }

  /** The names of all fields. */
  keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  /** The entry called `name` of a list of named entries, or `undefined`. Two of the same name are refused. */
  entry(list: string, name: string): Section | undefined {
    const found = this.sections(list).filter((entry) => entry.text("name") === name);
    if (found.length > 1) throw this.#duplicate(list, name);
    return found[0] && new Section(found[0].#fields, { ...this.origin, path: `${this.#pathOf(list)}[${name}]` });
  }

  /** The names in a list of named entries, to tell what could have been chosen. Each may be there once. */
  names(list: string): readonly string[] {
    const names = this.sections(list).flatMap((entry) => entry.text("name") ?? []);
    const seen = new Set<string>();
    const duplicate = names.find((name) => seen.size === seen.add(name).size);
    if (duplicate !== undefined) throw this.#duplicate(list, duplicate);
    return names;
  }

  /** The same mapping, whose messages tell through which context it was reached. */
  within(context: string | undefined): Section {
    return new Section(this.#fields, { ...this.origin, context });
  }

  /** Where a field stands, for a message. */
  placeOf(key: string): string {
    return placeIn({ ...this.origin, path: this.#pathOf(key) });
  }

  #pathOf(key: string): string {
    const { path = "" } = this.origin;
    return path === "" ? key : `${path}.${key}`;
  }

  #list(key: string, expected: string): readonly unknown[] {
    if (!this.has(key)) return [];
    const value = this.value(key);
    if (!Array.isArray(value)) throw invalid(this.placeOf(key), `found ${typeName(value)}`, expected);
    return value;
  }

  #duplicate(list: string, name: string): ConfigError {
    return invalid(this.placeOf(list), `found ${quoted(name)} twice`, "each name once");
  }
}

/** The error for a field that is not what it has to be. */
export function invalid(place: string, detail: string, expected: string): ConfigError {
  return new ConfigError({ code: "SETPOINT_CONFIG_INVALID", place, detail, expected });
}

/** A name from a file, on one line and not long. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}

function placeIn({ file, context, path = "" }: SectionOrigin): string {
  const origin = context === undefined ? file : `${file} (context ${quoted(context)})`;
  return path === "" ? origin : `${origin}: ${path}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
