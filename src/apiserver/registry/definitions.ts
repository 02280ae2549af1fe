import { Mutex } from "../../async/index.ts";
import { deepEqual } from "../../model/index.ts";
import type { Resource } from "../../model/index.ts";
import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { definedVersions, isConditionTrue } from "../crd/index.ts";
import type { ResourceVersion, SchemaTools } from "../crd/index.ts";
import { collectionOf } from "./built-in.ts";
import { isBuiltInGroup, isBuiltInVersion } from "./catalog.ts";
import type { ServedCatalog } from "./catalog.ts";
import type { ServedResource } from "./contract.ts";
import { StatusError } from "./errors.ts";

interface Entry {
  readonly definition: CustomResourceDefinition;
  /** Its resource in the version in which objects are kept; `undefined` in a group of built-in ones, where it has no objects. */
  readonly stored: ServedResource | undefined;
  /** Aborted when the resource is served otherwise, or no more. */
  readonly end: AbortController;
}

/** The CustomResourceDefinitions that there are, by name, and what they make the catalog serve. */
export class Definitions {
  /** Held while a definition is written: each depends on the names of the others. */
  readonly turn: Mutex = new Mutex();
  readonly #catalog: ServedCatalog;
  readonly #tools: SchemaTools;
  readonly #entries = new Map<string, Entry>();

  constructor(catalog: ServedCatalog, tools: SchemaTools) {
    this.#catalog = catalog;
    this.#tools = tools;
  }

  /** Serves what the definition says. If it says something new, the watches of its resource end. One in a group of built-in resources serves nothing: only discovery tells of versions that it adds. */
  set(definition: CustomResourceDefinition): void {
    const { name } = definition.metadata;
    const { group, names } = definition.spec;
    const collection = collectionOf({ group, plural: names.plural });
    const ofCollection = (one: ResourceVersion): ServedResource => ({ ...one, collection, isCustom: true });
    const { served, unserved, stored } = definedVersions(definition, this.#tools);
    const isOwn = !isBuiltInGroup(group);
    const before = this.#entries.get(name);
    const isSame = before !== undefined && saysTheSame(definition, before.definition);
    const end = isSame ? before.end : new AbortController();
    this.#entries.set(name, { definition, stored: isOwn && stored ? ofCollection(stored) : undefined, end });
    this.#catalog.set(name, {
      served: served.filter(({ resource }) => !isBuiltInVersion(resource)).map(ofCollection),
      unserved: unserved.map(ofCollection),
    });
    if (!isSame) before?.end.abort();
  }

  /** Serves nothing of it any more; its watches end. */
  delete(name: string): void {
    this.#catalog.set(name, { served: [], unserved: [] });
    const before = this.#entries.get(name);
    this.#entries.delete(name);
    before?.end.abort();
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

  /** Whether there is a definition of this name, and may be more of its objects. */
  isOpen(name: string): boolean {
    const entry = this.#entries.get(name);
    return entry !== undefined && !isTerminating(entry);
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

  /** Aborted when the resource is served otherwise, or no more; `undefined` for a built-in one. */
  endOf(resource: Resource): AbortSignal | undefined {
    return this.#entries.get(definitionName(resource))?.end.signal;
  }

  #namesOf(isWanted: (entry: Entry) => boolean): readonly string[] {
    return [...this.#entries].filter(([, entry]) => isWanted(entry)).map(([name]) => name);
  }
}

/** The name that the definition of a resource must have. */
export function definitionName({ group, plural }: Pick<Resource, "group" | "plural">): string {
  return `${plural}.${group}`;
}

/** Whether two states of a definition make the same served. */
function saysTheSame(one: CustomResourceDefinition, other: CustomResourceDefinition): boolean {
  return (
    one.metadata.uid === other.metadata.uid &&
    deepEqual(one.spec, other.spec) &&
    deepEqual(one.status?.acceptedNames, other.status?.acceptedNames) &&
    isConditionTrue(one, "Established") === isConditionTrue(other, "Established")
  );
}

function isTerminating({ definition }: Entry): boolean {
  return definition.metadata.deletionTimestamp !== undefined;
}
