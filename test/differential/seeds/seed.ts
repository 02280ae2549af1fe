import type { JsonObject } from "../../../src/model/index.ts";

/** A valid object of a kind, and where objects of the kind are. Its name is replaced by one of the run's own. */
export interface Seed {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  /** All but type and name. Several are several valid forms. */
  readonly bodies: readonly JsonObject[];
  /** The name of the object that stands for this number; `g<number>`, after the namespace's name for what is in none, unless given. */
  readonly nameOf?: (number: number) => string;
  /** The body for this name, where one part must agree with the name. */
  readonly withName?: (body: JsonObject, name: string) => JsonObject;
  /** What defines the kind, if it is not built in: it is made first. */
  readonly definition?: JsonObject;
  /** Objects of the kind change what the server does with others: they are made when nothing else is going on. */
  readonly isGlobal?: boolean;
  /** The real server writes to new objects of the kind in the background. */
  readonly settles?: boolean;
}

/** A seed of a kind that lives in namespaces: `apps/v1 Deployment deployments`. */
export function namespaced(type: string, ...bodies: readonly JsonObject[]): Seed {
  return { ...typeOf(type), isNamespaced: true, bodies };
}

/** A seed of a kind that does not. */
export function clusterWide(type: string, ...bodies: readonly JsonObject[]): Seed {
  return { ...typeOf(type), isNamespaced: false, bodies };
}

function typeOf(type: string): Pick<Seed, "apiVersion" | "kind" | "plural"> {
  const [apiVersion = "", kind = "", plural = ""] = type.split(" ");
  return { apiVersion, kind, plural };
}

/** The path of a collection. */
export function collectionPath({ apiVersion, plural, isNamespaced }: Seed, namespace: string): string {
  const root = `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion}`;
  return isNamespaced ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`;
}

/** The name of the object of this number. */
export function nameOf(seed: Seed, number: number): string {
  return seed.nameOf?.(number) ?? (seed.isNamespaced ? `g${number}` : `{ns}-g${number}`);
}

/** A valid object of this name. */
export function objectOf(seed: Seed, name: string, body: JsonObject = seed.bodies[0] ?? {}): JsonObject {
  const { apiVersion, kind } = seed;
  const object = {
    apiVersion,
    kind,
    metadata: { name, labels: { case: "valid" }, annotations: { note: "a" } },
    ...body,
  };
  return seed.withName?.(object, name) ?? object;
}
