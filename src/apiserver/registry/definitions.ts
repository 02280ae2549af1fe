import { Mutex } from "../../async/index.ts";
import type { Resource } from "../../model/index.ts";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { isConditionTrue, servedVersions, storageVersion, unservedVersions } from "../crd/index.ts";
import type { ResourceVersion, RuleCompiler } from "../crd/index.ts";
import { collectionOf } from "./built-in.ts";
import { isBuiltInCollection } from "./catalog.ts";
import type { ServedCatalog } from "./catalog.ts";
import type { ServedResource } from "./contract.ts";
import { StatusError } from "./errors.ts";

interface Entry {
  readonly definition: CustomResourceDefinition;
  /** Its resource in the version in which objects are kept; `undefined` when it overlaps a built-in one and has no objects of its own. */
  readonly stored: ServedResource | undefined;
  /** By served version: aborted when it is served no more. */
  readonly ends: ReadonlyMap<string, AbortController>;
}

/** The CustomResourceDefinitions that there are, by name, and what they make the catalog serve. */
export class Definitions {
  /** Held while a definition is written: each depends on the names of the others. */
  readonly turn: Mutex = new Mutex();
  readonly #catalog: ServedCatalog;
  readonly #compiler: RuleCompiler;
  readonly #entries = new Map<string, Entry>();

  constructor(catalog: ServedCatalog, compiler: RuleCompiler) {
    this.#catalog = catalog;
    this.#compiler = compiler;
  }

  /** Serves what the definition says; watches of a version that it no longer serves end. One that overlaps a built-in resource is kept and serves nothing. */
  set(definition: CustomResourceDefinition): void {
    const { name } = definition.metadata;
    const { group, names } = definition.spec;
    const collection = collectionOf({ group, plural: names.plural });
    const isOwn = !isBuiltInCollection(collection);
    const version = isOwn ? storageVersion(definition, this.#compiler) : undefined;
    const stored = version && { ...version, collection, isCustom: true };
    const served = isOwn ? servedVersions(definition, this.#compiler) : [];
    const before = this.#entries.get(name)?.ends ?? new Map<string, AbortController>();
    const versions = served.map(({ resource }) => resource.version);
    const ends = new Map(versions.map((one) => [one, before.get(one) ?? new AbortController()]));
    this.#entries.set(name, { definition, stored, ends });
    const ofCollection = (one: ResourceVersion): ServedResource => ({ ...one, collection, isCustom: true });
    this.#catalog.set(name, {
      served: served.map(ofCollection),
      unserved: unservedVersions(definition).map(ofCollection),
    });
    for (const [one, end] of before) if (!ends.has(one)) end.abort();
  }

  /** Serves nothing of it any more; its watches end. */
  delete(name: string): void {
    this.#catalog.set(name, { served: [], unserved: [] });
    const { ends } = this.#entries.get(name) ?? {};
    this.#entries.delete(name);
    for (const end of ends?.values() ?? []) end.abort();
  }

  /** All but one. */
  others(name: string): readonly CustomResourceDefinition[] {
    return [...this.#entries.values()]
      .map(({ definition }) => definition)
      .filter(({ metadata }) => metadata.name !== name);
  }

  /** Whether any has CEL rules. */
  haveRules(): boolean {
    const specs = [...this.#entries.values()].map(({ definition }) => definition.spec);
    return specs.some((spec) => JSON.stringify(spec).includes('"x-kubernetes-validations"'));
  }

  /** The names of those whose names were refused because another has them. */
  withConflicts(): readonly string[] {
    return this.#namesOf(({ definition }) => !isConditionTrue(definition, "NamesAccepted"));
  }

  /** The names of those that wait until their objects are gone. */
  terminating(): readonly string[] {
    return this.#namesOf(isTerminating);
  }

  /** Throws 403 when the definition of a resource waits until its objects are gone: there may be no more of them. */
  assertOpen(resource: Resource, name: string): void {
    const entry = this.#entries.get(definitionName(resource));
    if (entry === undefined || !isTerminating(entry)) return;
    const because = "create not allowed while custom resource definition is terminating";
    throw StatusError.forbidden(resource, name, { because });
  }

  /** A definition's resource in the version in which its objects are kept. */
  storedOf(name: string): ServedResource | undefined {
    return this.#entries.get(name)?.stored;
  }

  /** Aborted when the resource is served no more in its version; `undefined` for a built-in one. */
  endOf(resource: Resource): AbortSignal | undefined {
    return this.#entries.get(definitionName(resource))?.ends.get(resource.version)?.signal;
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
