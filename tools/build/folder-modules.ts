import { globSync } from "node:fs";
import { join } from "node:path";

const patterns: readonly string[] = ["*.ts", "*/index.ts", "cli/main.ts", "types/**/index.ts"];

/**
 * The modules of a source folder that other folders may import, as absolute paths: what is published, and the `index.ts` of every folder.
 * What they import of their own folder belongs to them alone.
 */
export function folderModules(source: string): readonly string[] {
  const files = globSync(patterns.map((pattern) => join(source, pattern)));
  return files.filter((file) => !/\.(?:test|fixture)\.ts$/.test(file)).sort();
}
