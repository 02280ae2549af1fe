import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { invalid, required } from "./causes.ts";
import { inGoOrder } from "./in-go-order.ts";
import { labelProblem } from "./label-problem.ts";
import type { MetadataRules } from "./metadata-rules.ts";
import type { ValueSchema } from "./value-schema.ts";

/** A value in which resources stand. */
export interface ValueWithResources {
  readonly value: unknown;
  readonly schema: ValueSchema | undefined;
  /** Where the value stands; empty for an object. */
  readonly path?: string | undefined;
}

/** The first thing in a value because of which a resource inside it cannot be read as one. */
export function embeddedTypeProblem(given: ValueWithResources, rules: MetadataRules): StatusCause | undefined {
  for (const { resource, path } of resourcesIn(given)) {
    const [problem] = typeCauses(resource, path, rules);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What is wrong with the types and metadata of the resources that stand inside a value. */
export function checkEmbedded(given: ValueWithResources, rules: MetadataRules): readonly StatusCause[] {
  return [...resourcesIn(given)].flatMap(({ resource, path }) => {
    const wrong = typeCauses(resource, path, rules);
    const metadata = getOwn(resource, "metadata");
    const isWrong = wrong.some(({ field }) => field === memberOf(path, "metadata"));
    const isRead = typeof metadata === "object" && metadata !== null && !isWrong;
    return [
      ...(["apiVersion", "kind"] as const).flatMap((key) => nameCauses(resource, memberOf(path, key), key)),
      ...wrong,
      ...(isRead ? rules.check(metadata).map((cause) => ({ ...cause, field: memberOf(path, cause.field ?? "") })) : []),
    ];
  });
}

/** Whether values of a schema can have resources inside them, or be one: others need not be gone through. */
export function holdsResources({ isEmbeddedResource, properties = {}, values, items }: ValueSchema): boolean {
  if (isEmbeddedResource === true) return true;
  return [...Object.values(properties), values, items].some((inner) => inner !== undefined && holdsResources(inner));
}

interface FoundResource {
  readonly resource: object;
  readonly path: string;
}

function* resourcesIn({ value, schema, path = "" }: ValueWithResources): Generator<FoundResource> {
  if (schema === undefined || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* resourcesIn({ value: item, schema: schema.items, path: `${path}[${index}]` });
    }
    return;
  }
  if (schema.isEmbeddedResource === true) yield { resource: value, path };
  for (const key of Object.keys(value)) {
    const property = schema.properties === undefined ? undefined : getOwn(schema.properties, key);
    const inner = (property as ValueSchema | undefined) ?? schema.values;
    const at = property === undefined ? `${path}[${key}]` : memberOf(path, key);
    yield* resourcesIn({ value: getOwn(value, key), schema: inner, path: at });
  }
}

function memberOf(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

function typeCauses(resource: object, path: string, rules: MetadataRules): readonly StatusCause[] {
  const names = (["apiVersion", "kind"] as const).flatMap((key) => {
    const name = getOwn(resource, key);
    return name === undefined || typeof name === "string"
      ? []
      : [invalid(memberOf(path, key), inGoOrder(name), "must be a string")];
  });
  if (!Object.hasOwn(resource, "metadata")) return names;
  const metadata = getOwn(resource, "metadata");
  const problem = rules.typeProblem(metadata);
  return problem === undefined ? names : [...names, invalid(memberOf(path, "metadata"), inGoOrder(metadata), problem)];
}

function nameCauses(resource: object, field: string, key: "apiVersion" | "kind"): readonly StatusCause[] {
  if (!Object.hasOwn(resource, key)) return [required(field)];
  const name = getOwn(resource, key);
  if (typeof name !== "string") return [];
  if (name === "") return [invalid(field, name, "must not be empty")];
  if (key === "apiVersion") {
    const isWrong = name.split("/").length > 2;
    return isWrong ? [invalid(field, name, `unexpected GroupVersion string: ${name}`)] : [];
  }
  const problem = labelProblem(name.toLowerCase());
  return problem === undefined
    ? []
    : [invalid(field, name, `may have mixed case, but should otherwise match: ${problem}`)];
}
