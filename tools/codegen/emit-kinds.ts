import { dirname } from "node:path/posix";
import { formatApiVersion } from "../../src/model/index.ts";
import { braceList } from "./brace-list.ts";
import { compareText } from "./compare-text.ts";
import type { DiscoveredVersion } from "./discovery.ts";
import { CodegenError } from "./errors.ts";
import { folderOf } from "./folders.ts";
import { generatedComment } from "./generated-comment.ts";
import { pascalCase } from "./pascal-case.ts";

const rule = [
  "Every kind as value and as type, in the version that its group prefers: the first of its versions that serves the kind.",
  "Where groups share the name of a kind, the core group has it, else the group that the server lists first. The others",
  "carry the name of their folder in front:",
];

interface ExportedKind {
  readonly kind: string;
  /** `kind`, or with the name of the folder in front. */
  readonly name: string;
  readonly folder: string;
  readonly apiVersion: string;
}

/** Writes `src/kinds.ts`. `groupVersions` are in the server's order, the core group first. */
export function emitKinds(groupVersions: readonly DiscoveredVersion[], serverVersion: string): string {
  const kinds = preferredKinds(groupVersions);
  const renamed = kinds
    .filter(({ kind, name }) => kind !== name)
    .map(({ kind, name, apiVersion }) => `- \`${name}\` is ${kind} of ${apiVersion}`);
  const exports = [...Map.groupBy(kinds, ({ folder }) => folder)]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([folder, own]) => braceList("export", own.map(exportSpecifier), `./types/${folder}/index.ts`));
  return `${generatedComment(serverVersion, [...rule, ...renamed])}\n\n${exports.join("\n")}\n`;
}

function exportSpecifier({ kind, name }: ExportedKind): string {
  return kind === name ? kind : `${kind} as ${name}`;
}

function preferredKinds(groupVersions: readonly DiscoveredVersion[]): readonly ExportedKind[] {
  const kinds = new Map<string, ExportedKind>();
  const seen = new Set<string>();
  for (const served of groupVersions) {
    for (const { kind } of served.resources) {
      const groupKind = `${served.group}/${kind}`;
      if (seen.has(groupKind)) continue;
      seen.add(groupKind);
      const folder = folderOf(served);
      const name = kinds.has(kind) ? `${pascalCase(dirname(folder))}${kind}` : kind;
      if (kinds.has(name)) throw clash(name, folder);
      kinds.set(name, { kind, name, folder, apiVersion: formatApiVersion(served) });
    }
  }
  return [...kinds.values()];
}

function clash(name: string, folder: string): CodegenError {
  return new CodegenError(
    "SETPOINT_CODEGEN_DISCOVERY",
    `Writing src/kinds.ts: ${name} of ${folder} has the name of another kind, expected the folder's name to tell them apart.`,
  );
}
