import { Mutex } from "../../async/index.ts";
import type { Resource } from "../../model/index.ts";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { isConditionTrue, servedVersions, storageVersion } from "../crd/index.ts";
import { collectionOf } from "./built-in.ts";
import { isBuiltInCollection } from "./catalog.ts";
import type { ServedCatalog } from "./catalog.ts";
import type { ServedResource } from "./contract.ts";

interface Entry {
  readonly definition: CustomResourceDefinition;
  /** Its resource in the version in which objects are kept; `undefined` when it overlaps a built-in one and has no objects of its own. */
  readonly stored: ServedResource | undefined;
  /** Aborted when nothing of the definition is served any more. */
  readonly ended: AbortController;
}

/** The CustomResourceDefinitions that there are, by name, and what they make the catalog serve. */
export class Definitions {
  /** Held while a definition is written: each depends on the names of the others. */
  readonly turn: Mutex = new Mutex();
  readonly #catalog: ServedCatalog;
  readonly #entries = new Map<string, Entry>();

  constructor(catalog: ServedCatalog) {
    this.#catalog = catalog;
  }

  /** Serves what the definition says. One that overlaps a built-in resource is kept and serves nothing. */
  set(definition: CustomResourceDefinition): void {
    const { name } = definition.metadata;
    const { group, names } = definition.spec;
    const collection = collectionOf({ group, plural: names.plural });
    const isOwn = !isBuiltInCollection(collection);
    const version = isOwn ? storageVersion(definition) : undefined;
    const stored = version && { ...version, collection, isCustom: true };
    const ended = this.#entries.get(name)?.ended ?? new AbortController();
    this.#entries.set(name, { definition, stored, ended });
    const served = isOwn ? servedVersions(definition) : [];
    this.#catalog.set(
      name,
      served.map((one) => ({ ...one, collection, isCustom: true })),
    );
  }

  /** Serves nothing of it any more; its watches end. */
  delete(name: string): void {
    this.#catalog.set(name, []);
    this.#entries.get(name)?.ended.abort();
    this.#entries.delete(name);
  }

  /** All but one. */
  others(name: string): readonly CustomResourceDefinition[] {
    return [...this.#entries.values()]
      .map(({ definition }) => definition)
      .filter(({ metadata }) => metadata.name !== name);
  }

  /** The names of those whose names were refused because another has them. */
  withConflicts(): readonly string[] {
    return this.#namesOf(({ definition }) => !isConditionTrue(definition, "NamesAccepted"));
  }

  /** The names of those that wait until their objects are gone. */
  terminating(): readonly string[] {
    return this.#namesOf(isTerminating);
  }

  /** Whether the definition of a resource waits until its objects are gone. */
  isTerminating(resource: Resource): boolean {
    const entry = this.#entries.get(definitionName(resource));
    return entry !== undefined && isTerminating(entry);
  }

  /** A definition's resource in the version in which its objects are kept. */
  storedOf(name: string): ServedResource | undefined {
    return this.#entries.get(name)?.stored;
  }

  /** Aborted when nothing of this resource is served any more; `undefined` for a built-in one. */
  endOf(resource: Resource): AbortSignal | undefined {
    return this.#entries.get(definitionName(resource))?.ended.signal;
  }

  #namesOf(isWanted: (entry: Entry) => boolean): readonly string[] {
    return [...this.#entries].filter(([, entry]) => isWanted(entry)).map(([name]) => name);
  }
}

/** The name that the definition of a resource must have. */
export function definitionName({ group, plural }: Pick<Resource, "group" | "plural">): string {
  return `${plural}.${group}`;
}

function isTerminating({ definition }: Entry): boolean {
  return definition.metadata.deletionTimestamp !== undefined;
}
