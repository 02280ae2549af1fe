import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { getOwn } from "../model/index.ts";
import type { JsonValue } from "../model/index.ts";
import { changeFile } from "./change-file.ts";
import { ConfigError } from "./errors.ts";
import type { EntryList } from "./kubeconfig.ts";
import { kubeconfigPaths } from "./kubeconfig-paths.ts";
import type { KubeconfigLocation } from "./kubeconfig-paths.ts";
import { formatYaml, parseDocument } from "./parse-document.ts";
import { readLimited } from "./read-limited.ts";
import { checkDocument } from "./read-kubeconfig.ts";
import { withRelativePaths } from "./relative-paths.ts";
import { invalid, quoted } from "./section.ts";

/** The fields of a context, cluster or user, by the names that they have in a kubeconfig. */
export type KubeconfigFields = Readonly<Record<string, JsonValue | undefined>>;

/** Which of the kubeconfigs to open. */
export interface KubeconfigFileOptions extends KubeconfigLocation {
  /** Of several files the first that has this entry, such as `{ context: "dev" }`. */
  readonly holding?: { readonly context?: string; readonly cluster?: string; readonly user?: string } | undefined;
}

type EntryKey = "context" | "cluster" | "user";
type Entry = Readonly<Record<string, unknown>>;

const lists: Readonly<Record<EntryKey, EntryList>> = { context: "contexts", cluster: "clusters", user: "users" };

/**
 * One kubeconfig as it is written, to look at and to change: `KubeconfigFile.edit({}, (file) => file.useContext("dev"))`. Fields that are
 * not known here are kept. Comments and the way in which the YAML was written are lost when it is changed.
 */
export class KubeconfigFile {
  readonly path: string;
  #document: Entry;

  private constructor(path: string, document: unknown) {
    checkDocument(document, { file: path, folder: dirname(path) });
    this.path = path;
    this.#document = document as Entry;
  }

  /**
   * Reads the file at `path`, else the one of `KUBECONFIG` that holds what is asked for, else the first of them that exists, else the one in
   * the home folder. One that is not there is empty. Throws a `ConfigError`.
   */
  static async open(options: KubeconfigFileOptions = {}): Promise<KubeconfigFile> {
    const { paths } = kubeconfigPaths(options);
    for (const path of options.holding === undefined ? [] : paths.filter((name) => existsSync(name))) {
      const file = await KubeconfigFile.#read(path);
      if (file.#holds(options.holding ?? {})) return file;
    }
    const path = paths.find((name) => existsSync(name)) ?? paths.at(-1) ?? "";
    return existsSync(path) ? KubeconfigFile.#read(path) : new KubeconfigFile(path, {});
  }

  /**
   * Opens a file, lets `change` change it and writes it back, all at once: nobody else can write meanwhile, nobody sees half of it, and if
   * `change` throws nothing is written. Gives the file as it was written. Throws a `ConfigError`.
   */
  static async edit(options: KubeconfigFileOptions, change: (file: KubeconfigFile) => void): Promise<KubeconfigFile> {
    const { path } = await KubeconfigFile.open(options);
    let file: KubeconfigFile | undefined;
    await changeFile(path, async (text) => {
      file = await KubeconfigFile.#parse(path, text);
      const before = file.#document;
      change(file);
      return file.#document === before ? text : formatYaml(file.#sorted());
    });
    return file ?? new KubeconfigFile(path, {});
  }

  get currentContext(): string | undefined {
    const name = getOwn(this.#document, "current-context");
    return typeof name === "string" && name !== "" ? name : undefined;
  }

  /** The names of all contexts, clusters or users. */
  names(key: EntryKey): readonly string[] {
    return this.#entries(key).map(nameOf);
  }

  context(name: string): KubeconfigFields | undefined {
    return this.#get("context", name);
  }

  cluster(name: string): KubeconfigFields | undefined {
    return this.#get("cluster", name);
  }

  user(name: string): KubeconfigFields | undefined {
    return this.#get("user", name);
  }

  /** Sets fields of a context, which is made if it is not there. Other fields stay; `undefined` takes one away. */
  setContext(name: string, fields: KubeconfigFields): void {
    this.#set("context", name, fields);
  }

  /** Sets fields of a cluster, as `setContext` does. Absolute paths below the file's folder become relative. */
  setCluster(name: string, fields: KubeconfigFields): void {
    this.#set("cluster", name, fields);
  }

  /** Sets fields of a user, as `setContext` does. Absolute paths below the file's folder become relative. */
  setUser(name: string, fields: KubeconfigFields): void {
    this.#set("user", name, fields);
  }

  /** Makes a context the current one. It must be in this file. */
  useContext(name: string): void {
    this.#index("context", name);
    this.#document = { ...this.#document, "current-context": name };
  }

  /** Renames a context, also as the current one. Refuses a name that is taken. */
  renameContext(from: string, to: string): void {
    const at = this.#index("context", from);
    if (from === to) return;
    if (to === "" || this.names("context").includes(to)) {
      throw invalid(`${this.path}: contexts`, `${quoted(to)} is taken or empty`, "a new name");
    }
    this.#replace("context", this.#entries("context").with(at, { ...this.#entries("context")[at], name: to }));
    if (this.currentContext === from) this.#document = { ...this.#document, "current-context": to };
  }

  /** Takes a context away. If it was the current one, there is none then. */
  deleteContext(name: string): void {
    this.#delete("context", name);
    if (this.currentContext === name) this.#document = { ...this.#document, "current-context": "" };
  }

  /** Takes a cluster away. Contexts that name it are left as they are. */
  deleteCluster(name: string): void {
    this.#delete("cluster", name);
  }

  /** Takes a user away. Contexts that name it are left as they are. */
  deleteUser(name: string): void {
    this.#delete("user", name);
  }

  static async #read(path: string): Promise<KubeconfigFile> {
    return KubeconfigFile.#parse(path, await readLimited({ path, place: path }));
  }

  static async #parse(path: string, text: string): Promise<KubeconfigFile> {
    return new KubeconfigFile(path, (await parseDocument(text, path)) ?? {});
  }

  #holds(wanted: Readonly<Partial<Record<EntryKey, string>>>): boolean {
    return (["context", "cluster", "user"] as const).every(
      (key) => wanted[key] === undefined || this.names(key).includes(wanted[key]),
    );
  }

  #entries(key: EntryKey): readonly Entry[] {
    return (getOwn(this.#document, lists[key]) ?? []) as readonly Entry[];
  }

  #replace(key: EntryKey, entries: readonly Entry[]): void {
    this.#document = { ...this.#document, [lists[key]]: entries };
  }

  #get(key: EntryKey, name: string): KubeconfigFields | undefined {
    const entry = this.#entries(key).find((candidate) => nameOf(candidate) === name);
    return entry && ((getOwn(entry, key) ?? {}) as KubeconfigFields);
  }

  #set(key: EntryKey, name: string, fields: KubeconfigFields): void {
    if (name === "") throw invalid(`${this.path}: ${lists[key]}`, "found no name", "a name");
    const entries = this.#entries(key);
    const at = entries.findIndex((entry) => nameOf(entry) === name);
    const changed = withRelativePaths(
      { ...this.#get(key, name), ...fields },
      { file: this.path, place: `${lists[key]}[${name}]` },
    );
    const kept = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    const entry = { ...(entries[at] ?? { name }), [key]: kept };
    this.#replace(key, at === -1 ? [...entries, entry] : entries.with(at, entry));
  }

  #delete(key: EntryKey, name: string): void {
    this.#replace(key, this.#entries(key).toSpliced(this.#index(key, name), 1));
  }

  #index(key: EntryKey, name: string): number {
    const index = this.names(key).indexOf(name);
    if (index !== -1) return index;
    throw new ConfigError({
      code: "SETPOINT_CONFIG_NOT_FOUND",
      attempt: "change the kubeconfig",
      place: `${this.path}: ${lists[key]}`,
      detail: `there is no ${key} ${quoted(name)}`,
      expected: "one that is in this file",
    });
  }

  /** As kubectl writes it: what it is first, and entries by their names. */
  #sorted(): Entry {
    const [clusters, contexts, users] = (["cluster", "context", "user"] as const).map((key) =>
      byName(this.#entries(key)),
    );
    return { apiVersion: "v1", kind: "Config", ...this.#document, clusters, contexts, users };
  }
}

function nameOf(entry: Entry): string {
  return String(getOwn(entry, "name") ?? "");
}

function byName(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
