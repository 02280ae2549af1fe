import type { GroupVersion } from "../../src/model/index.ts";
import { compareText } from "./compare-text.ts";
import type { DiscoveredResource } from "./discovery.ts";

/** Writes the value of a resource: a literal without calls, so that a bundler can leave it out. Lists that name a set are sorted. */
export function resourceValue(
  resource: DiscoveredResource,
  { group, version }: GroupVersion,
  resourceType: string,
): string {
  const { kind, plural, singular, scope, shortNames, categories, verbs, subresources } = resource;
  const fields = {
    group,
    version,
    kind,
    plural,
    singular,
    scope,
    shortNames,
    categories: categories.toSorted(compareText),
    verbs: verbs.toSorted(compareText),
    subresources: subresources.map(({ name }) => name).toSorted(compareText),
  };
  const lines = Object.entries(fields).map(([field, value]) => `  ${field}: ${literal(value)},`);
  return [`export const ${kind}: ${resourceType}<${kind}> = {`, ...lines, "};"].join("\n");
}

function literal(value: string | readonly string[]): string {
  return typeof value === "string"
    ? JSON.stringify(value)
    : `[${value.map((text) => JSON.stringify(text)).join(", ")}]`;
}
