import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository, without a slash at the end. */
export const repositoryRoot: string = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * All files of the repository that git does not ignore, as paths from its root, sorted. It needs no git: of `.gitignore` it
 * understands names at any depth (`dist/`, `*.log`) and refuses anything else.
 */
export function repositoryFiles(root: string = repositoryRoot): readonly string[] {
  const ignored = ignoreRules(readFileSync(join(root, ".gitignore"), "utf8"));
  const found: string[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === ".git" || ignored(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else found.push(path);
    }
  };
  walk("");
  return found.sort();
}

/** The text of a file of the repository. */
export function readRepositoryFile(path: string): string {
  return readFileSync(join(repositoryRoot, path), "utf8");
}

function ignoreRules(text: string): (name: string) => boolean {
  const lines = text.split("\n").map((line) => line.trim());
  const rules = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const unknown = rules.find((rule) => !/^[\w.*-]+\/?$/.test(rule));
  if (unknown !== undefined) {
    throw new Error(`Reading .gitignore: expected a name that may hold \`*\`, found ${JSON.stringify(unknown)}.`);
  }
  const patterns = rules.map(
    (rule) => new RegExp(`^${rule.replace("/", "").replaceAll(".", "\\.").replaceAll("*", ".*")}$`),
  );
  return (name) => patterns.some((pattern) => pattern.test(name));
}
