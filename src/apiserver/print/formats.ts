import type { KubeObject, LabelSelector } from "../../model/index.ts";
import type { Container } from "../../types/core/v1/index.ts";
import { since } from "./human-duration.ts";

/** What stands where there is nothing. */
export const none = "<none>";

/** How old an object is. */
export function age({ metadata }: Partial<KubeObject>, now: number): string {
  return since(metadata?.creationTimestamp, now);
}

/** The name of an object; empty for a bookmark. */
export function nameOf({ metadata }: Partial<KubeObject>): string {
  return metadata?.name ?? "";
}

/** The first text that is not empty, or an empty one. */
export function firstText(...texts: readonly (string | null | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== null && text !== "") ?? "";
}

/** A text, or that there is none. */
export function orNone(text: string | null | undefined): string {
  return firstText(text, none);
}

/** Texts in a row, or that there are none. */
export function joined(texts: readonly string[] | undefined, separator = ","): string {
  return texts === undefined || texts.length === 0 ? none : texts.join(separator);
}

/** Pairs of keys and values in the order of the keys. */
export function formatLabels(labels: Readonly<Record<string, string>> | undefined): string {
  const pairs = Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`);
  return joined(pairs.toSorted());
}

/** A selector as people write it. */
export function formatSelector(selector: LabelSelector | null | undefined): string {
  if (selector === undefined || selector === null) return none;
  const { matchLabels = {}, matchExpressions = [] } = selector;
  const requirements = [
    ...Object.entries(matchLabels).map(([key, value]) => ({ key, text: `${key}=${value}` })),
    ...matchExpressions.map(({ key, operator, values = [] }) => ({
      key,
      text: formatRequirement(key, operator, values),
    })),
  ];
  return joined(requirements.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ text }) => text));
}

function formatRequirement(key: string, operator: string, values: readonly string[]): string {
  switch (operator) {
    case "Exists":
      return key;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return `${key} ${operator.toLowerCase()} (${values.toSorted().join(",")})`;
  }
}

/** The names of containers, and their images. */
export function containerCells(containers: readonly Container[] | undefined): readonly [string, string] {
  const all = containers ?? [];
  return [all.map(({ name }) => name).join(","), all.map(({ image }) => image ?? "").join(",")];
}

/** A switch as Kubernetes' tables have it. */
export function flag(value: boolean | null | undefined): string {
  if (value === undefined || value === null) return "<unset>";
  return value ? "True" : "False";
}
