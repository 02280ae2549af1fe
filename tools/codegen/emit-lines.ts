import { generatedComment } from "./generated-comment.ts";

/** Lines about the kinds of an API, and the module that holds them. */
export interface LinesModule {
  readonly serverVersion: string;
  /** The name of the constant and of its type. */
  readonly constant: string;
  readonly type: string;
  /** The constant's contract. */
  readonly contract: string;
  /** The package of each API version. */
  readonly versions: ReadonlyMap<string, string>;
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

/** Writes the module: texts that nobody reads before a kind is needed, so that loading costs next to nothing. */
export function emitLines({ serverVersion, constant, type, contract, versions, packages }: LinesModule): string {
  const versionLines = [...versions].map(([apiVersion, name]) => `    ${quote(apiVersion)}: ${quote(name)},`);
  const packageLines = [...packages].map(([name, lines]) => `    ${quote(name)}: \`\n${lines.join("\n")}\n\`,`);
  return [
    generatedComment(serverVersion, ["", "@module"]),
    "",
    `interface ${type} {`,
    "  readonly versions: Readonly<Record<string, string>>;",
    "  readonly packages: Readonly<Record<string, string>>;",
    "}",
    "",
    `/** ${contract} */`,
    `export const ${constant}: ${type} = {`,
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
