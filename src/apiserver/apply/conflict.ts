import type { StatusCause } from "../../model/index.ts";
import { firstToTell } from "../schema/index.ts";
import type { FieldSet } from "./field-set.ts";
import { compareTexts } from "./json-kind.ts";
import type { Owners, Ownership } from "./managed-fields.ts";
import { formatPath, lengthOf } from "./path-element.ts";
import type { Path } from "./path-element.ts";

/** Why an apply is refused: others own what it would change. As the Status of Kubernetes says it. */
export interface ApplyConflict {
  readonly message: string;
  readonly causes: readonly StatusCause[];
}

/** One field that two want otherwise. */
export interface FieldConflict {
  readonly owner: Ownership;
  readonly path: Path;
}

/** All conflicts one by one, by owner. */
export function conflictsOf(owners: Owners): readonly FieldConflict[] {
  return [...owners]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .flatMap(([, owner]) => [...owner.fields.paths()].map((path) => ({ owner, path })));
}

/** The conflicts at other paths than these. */
export function conflictsOutside(conflicts: readonly FieldConflict[], allowed: FieldSet): readonly FieldConflict[] {
  return conflicts.filter(({ path }) => !allowed.has(path));
}

/** Says what the conflicts are. There is at least one. */
export function describeConflicts(all: readonly FieldConflict[]): ApplyConflict {
  const conflicts = firstToTell(all, ({ path }) => lengthOf(path));
  const causes = conflicts.map(({ owner, path }) => ({
    reason: "FieldManagerConflict",
    message: `conflict with ${ownerText(owner)}`,
    field: formatPath(path),
  }));
  const [first] = causes;
  if (first !== undefined && all.length === 1) {
    return { message: `Apply failed with 1 conflict: ${first.message}: ${first.field}`, causes };
  }
  const lines = conflicts.flatMap(({ owner, path }, index) => [
    ...(owner === conflicts[index - 1]?.owner ? [] : [`conflicts with ${ownerText(owner)}:`]),
    `- ${formatPath(path)}`,
  ]);
  if (conflicts.length < all.length) lines.push("- and more");
  return { message: `Apply failed with ${all.length} conflicts: ${lines.join("\n")}`, causes };
}

/** Kubernetes has forgotten the time by then. */
function ownerText({ manager, subresource, operation, apiVersion }: Ownership): string {
  const through = subresource === undefined ? "" : ` with subresource ${JSON.stringify(subresource)}`;
  return `${JSON.stringify(manager)}${through}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}
