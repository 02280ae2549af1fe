import type { ExportedName } from "./surface.ts";

/** The names of one entry. */
export interface EntrySurface {
  readonly entry: string;
  readonly names: readonly ExportedName[];
}

/** The surface as text: one line a name, and one line for all generated names of an entry. */
export function printSurface(entries: readonly EntrySurface[]): string {
  return entries.map(({ entry, names }) => [entry, ...linesOf(entry, names)].join("\n")).join("\n\n") + "\n";
}

function linesOf(entry: string, names: readonly ExportedName[]): readonly string[] {
  const isUnstableEntry = entry.startsWith("setpoint/unstable/");
  const marked = names.map((found) => ({ ...found, mark: found.isStable && !isUnstableEntry ? "stable" : "unstable" }));
  const own = marked
    .filter(({ isGenerated }) => !isGenerated)
    .map(({ name, kind, mark }) => `  ${mark} ${kind} ${name}`);
  const generated = Map.groupBy(
    marked.filter(({ isGenerated }) => isGenerated),
    ({ mark }) => mark,
  );
  return [
    ...own,
    ...[...generated].map(([mark, group]) => `  ${mark} generated ${group.map(({ name }) => name).join(", ")}`),
  ];
}
