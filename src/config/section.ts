import { getOwn } from "../model/index.ts";
import { ConfigError } from "./errors.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One mapping of a kubeconfig and where it stands. Looks at own properties only; an absent, empty or `null` field is none. */
export class Section {
  readonly #file: string;
  readonly #path: string;
  readonly #fields: Fields;

  /** `path` is where it stands in the file: `users[admin].user`, empty for the whole document. */
  constructor(value: unknown, { file, path = "" }: { readonly file: string; readonly path?: string }) {
    if (!isFields(value)) throw invalid(placeIn(file, path), `found ${typeName(value)}`, "a mapping");
    this.#file = file;
    this.#path = path;
    this.#fields = value;
  }

  /** Whether the field is there and says anything but no. */
  has(key: string): boolean {
    const value = getOwn(this.#fields, key);
    return value !== undefined && value !== null && value !== false && value !== "";
  }

  text(key: string): string | undefined {
    if (!this.has(key)) return undefined;
    const value = getOwn(this.#fields, key);
    // The value itself is not told: it may be a secret.
    if (typeof value !== "string") throw invalid(this.placeOf(key), `found ${typeName(value)}`, "a text");
    return value;
  }

  section(key: string): Section {
    return new Section(getOwn(this.#fields, key), { file: this.#file, path: this.#pathOf(key) });
  }

  /** The entry called `name` of a list of named entries, or `undefined`. Two of the same name are refused. */
  entry(list: string, name: string): Section | undefined {
    const found = this.#entries(list).filter((entry) => entry.text("name") === name);
    if (found.length > 1) throw invalid(this.placeOf(list), `found ${quoted(name)} twice`, "each name once");
    return found[0] && new Section(found[0].#fields, { file: this.#file, path: `${this.#pathOf(list)}[${name}]` });
  }

  /** The names in a list of named entries, to tell what could have been chosen. */
  names(list: string): readonly string[] {
    return this.#entries(list).flatMap((entry) => entry.text("name") ?? []);
  }

  /** Where a field stands, for a message. */
  placeOf(key: string): string {
    return placeIn(this.#file, this.#pathOf(key));
  }

  #pathOf(key: string): string {
    return this.#path === "" ? key : `${this.#path}.${key}`;
  }

  #entries(list: string): readonly Section[] {
    if (!this.has(list)) return [];
    const value = getOwn(this.#fields, list);
    if (!Array.isArray(value)) throw invalid(this.placeOf(list), `found ${typeName(value)}`, "a list of named entries");
    const path = this.#pathOf(list);
    return value.map((entry: unknown, index) => new Section(entry, { file: this.#file, path: `${path}[${index}]` }));
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

function placeIn(file: string, path: string): string {
  return path === "" ? file : `${file}: ${path}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
