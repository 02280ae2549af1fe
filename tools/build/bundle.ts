import { dirname, relative, resolve, sep } from "node:path";
import { rolldown } from "rolldown";
import type { OutputChunk, Plugin } from "rolldown";
import { folderModules } from "./folder-modules.ts";

/** From where to where a bundle is made. */
export interface BundleOptions {
  readonly source: string;
  readonly output: string;
}

/**
 * Writes every folder of `source` as one module of the same name, `client/index.js`: Node takes longer to find and link a module than to
 * compile it. Folders import each other's module and hold nothing of each other, so that a class is there once whoever imports it, and an
 * entry loads only the folders that it needs. Names stay as they are; contract comments are in the declarations.
 */
export async function bundle({ source, output }: BundleOptions): Promise<readonly OutputChunk[]> {
  const modules = folderModules(source);
  const nameOf = (file: string): string => relative(source, file).replaceAll(sep, "/").replace(/\.ts$/, "");
  await using build = await rolldown({
    // Paths between folders are the same in the output as here.
    cwd: source,
    input: Object.fromEntries(modules.map((file) => [nameOf(file), file])),
    platform: "neutral",
    tsconfig: false,
    plugins: [otherFolders(new Set(modules))],
    onLog: (_level, { message }) => {
      throw new Error(`bundling ${source}: expected nothing to remark, but: ${message}`);
    },
  });
  const written = await build.write({
    dir: output,
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    comments: { annotation: true, jsdoc: false, legal: true },
  });
  return written.output.filter((file) => file.type === "chunk");
}

/** Leaves alone what is imported of other folders, of npm packages and of the platform. */
function otherFolders(modules: ReadonlySet<string>): Plugin {
  return {
    name: "other-folders",
    resolveId(specifier, importer) {
      if (importer === undefined) return null;
      if (!specifier.startsWith(".")) return { id: specifier, external: true };
      const file = resolve(dirname(importer), specifier);
      return modules.has(file) ? { id: file.replace(/\.ts$/, ".js"), external: "relative" } : null;
    },
  };
}
