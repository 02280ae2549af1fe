import type { Resource } from "../../model/index.ts";

/** Whose type is meant. */
export interface GoTyped {
  readonly resource: Pick<Resource, "group" | "kind">;
  readonly isCustom: boolean;
}

/** What Kubernetes' own program calls a type: its messages have it. */
export function goTypeOf({ resource: { group, kind }, isCustom }: GoTyped, suffix = ""): string {
  if (isCustom) return `*unstructured.Unstructured${suffix}`;
  const [first = ""] = group.split(".");
  const name = first === "" || first === "events" ? "core" : first;
  return `*${name}.${kind}${suffix}`;
}
