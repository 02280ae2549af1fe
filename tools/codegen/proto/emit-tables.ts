import { generatedComment } from "../generated-comment.ts";
import type { Tables } from "./tables.ts";

/** Writes the module that holds the tables: texts that nobody reads before a kind is needed, so that loading costs next to nothing. */
export function emitTables({ versions, packages }: Tables, serverVersion: string): string {
  const comment = generatedComment(serverVersion, ["", "@module"]);
  const versionLines = [...versions].map(([apiVersion, folder]) => `    ${quote(apiVersion)}: ${quote(folder)},`);
  const packageLines = [...packages].map(([folder, lines]) => `    ${quote(folder)}: \`\n${lines.join("\n")}\n\`,`);
  return [
    comment,
    "",
    "interface Tables {",
    "  readonly versions: Readonly<Record<string, string>>;",
    "  readonly packages: Readonly<Record<string, string>>;",
    "}",
    "",
    "/** The fields of every built-in kind in protobuf and in JSON, as the protobuf codec reads them. */",
    "export const protobufTables: Tables = {",
    "  versions: {",
    ...versionLines,
    "  },",
    "  packages: {",
    ...packageLines,
    "  },",
    "};",
    "",
  ].join("\n");
}

function quote(text: string): string {
  return JSON.stringify(text);
}
