import { formatApiVersion } from "../../model/index.ts";
import { builtInResources } from "./built-in.ts";
import type { Catalog, ServedResource } from "./contract.ts";

const builtIn: ReadonlyMap<string, ServedResource> = byPath(builtInResources);
const builtInGroups: ReadonlySet<string> = new Set(builtInResources.map(({ resource }) => resource.group));
const builtInVersions: ReadonlySet<string> = new Set(
  builtInResources.map(({ resource }) => formatApiVersion(resource)),
);

/** Whether a group has built-in resources: all requests for it are about these, whatever definitions say. */
export function isBuiltInGroup(group: string): boolean {
  return builtInGroups.has(group);
}

/** Whether a version of a group has built-in resources. */
export function isBuiltInVersion(version: { readonly group: string; readonly version: string }): boolean {
  return builtInVersions.has(formatApiVersion(version));
}

/** The versions of a custom resource. */
interface DefinedVersions {
  readonly served: readonly ServedResource[];
  readonly unserved: readonly ServedResource[];
}

/** What is served: the built-in resources and those of definitions. */
export class ServedCatalog implements Catalog {
  /** By the name of the definition. */
  readonly #definitions = new Map<string, DefinedVersions>();
  #custom: ReadonlyMap<string, ServedResource> = new Map();
  #kinds: ReadonlyMap<string, ServedResource> = new Map();

  find(group: string, version: string, plural: string): ServedResource | undefined {
    const path = `${group}/${version}/${plural}`;
    return builtInGroups.has(group) ? builtIn.get(path) : this.#custom.get(path);
  }

  /** The custom resource of a kind, in a version that is served or not. */
  customKind({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): ServedResource | undefined {
    return this.#kinds.get(`${apiVersion} ${kind}`);
  }

  isBuiltIn(group: string): boolean {
    return isBuiltInGroup(group);
  }

  all(): readonly ServedResource[] {
    return [...builtIn.values(), ...this.#custom.values()];
  }

  /** Serves what a definition says now, and knows what it does not serve; nothing more of it when it serves nothing. */
  set(definition: string, versions: DefinedVersions): void {
    if (versions.served.length === 0) this.#definitions.delete(definition);
    else this.#definitions.set(definition, versions);
    const all = [...this.#definitions.values()];
    this.#custom = byPath(all.flatMap(({ served }) => served));
    const known = all.flatMap(({ served, unserved }) => [...served, ...unserved]);
    this.#kinds = new Map(known.map((one) => [`${formatApiVersion(one.resource)} ${one.resource.kind}`, one]));
  }

  /** The version of a resource in which its objects are kept. */
  storageVersionOf({ resource, collection, isStorageVersion }: ServedResource): string {
    if (isStorageVersion) return resource.version;
    const stored = this.all().find((other) => other.collection === collection && other.isStorageVersion);
    return stored?.resource.version ?? resource.version;
  }
}

function byPath(all: readonly ServedResource[]): ReadonlyMap<string, ServedResource> {
  return new Map(
    all.map((served) => [`${served.resource.group}/${served.resource.version}/${served.resource.plural}`, served]),
  );
}
