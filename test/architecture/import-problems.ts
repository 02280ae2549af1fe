import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { Problem } from "../../tools/source/problem.ts";
import type { Source } from "../../tools/source/source.ts";
import { folderOf, namesFolder } from "./folder-of.ts";
import type { Located } from "./folder-of.ts";
import { importsOf } from "./imports.ts";
import type { Import } from "./imports.ts";
import { isTest } from "./placement.ts";

/** An import with the file that it stands in and the folder of that file. */
interface Use extends Import {
  readonly file: string;
  readonly from: Located;
}

/** Every import of a source that the architecture does not allow. A file in no folder has no rules and so no problems here. */
export function importProblems(source: Source): readonly Problem[] {
  const { file } = source;
  const from = folderOf(file);
  if (from === undefined) return [];
  return importsOf(source).flatMap((found) => {
    const advice = adviceFor({ ...found, file, from });
    return advice === undefined ? [] : [new Problem({ file, line: found.line }, advice)];
  });
}

function adviceFor(use: Use): string | undefined {
  const { specifier, from, file } = use;
  if (use.isRequire) return "Use `import`: the package is ESM only.";
  if (specifier === undefined) return "Write the imported module as a plain string, so that this check can read it.";
  if (/^\.{0,2}(?:\/|$)/.test(specifier)) return adviceForFile(use, posix.join(posix.dirname(file), specifier));
  if (isBuiltin(specifier)) return adviceForBuiltin(use, specifier);
  if (specifier === "setpoint" || specifier.startsWith("setpoint/")) {
    return from.folder.usesPublishedEntries
      ? undefined
      : `Import ${specifier} by its relative path: ${from.path} is not built before it runs.`;
  }
  return adviceForPackage(use, packageName(specifier));
}

function adviceForBuiltin({ from, file }: Use, specifier: string): string | undefined {
  if (!from.folder.isPortable || isTest(file)) return undefined;
  return `Do without ${specifier}: ${from.path} is portable. Declare the interface that is needed and let a folder that is not portable supply it.`;
}

function adviceForPackage({ from, file }: Use, name: string): string | undefined {
  const { packages, testPackages } = from.folder;
  if (packages === "any" || packages.includes(name) || (isTest(file) && testPackages.includes(name))) return undefined;
  return `Do without the package ${name}, or declare it for ${from.path} in test/architecture/folders.ts.`;
}

function adviceForFile(use: Use, target: string): string | undefined {
  const { from, file, isTypeOnly } = use;
  const to = folderOf(target);
  if (isTest(target) && !isTest(file))
    return `Do not import ${target} here: it is for tests and not part of the package.`;
  if (to === undefined) return `Import nothing from ${target}: it lies in no folder of test/architecture/folders.ts.`;
  if (to.path === from.path) return undefined;
  const isAllowed = from.folder.imports.some((pattern) => namesFolder(pattern, to.path));
  // Time is everywhere: a test of any folder may own it.
  const isClockOfTest = isTest(file) && to.path === "src/async";
  if (!isAllowed && !isClockOfTest) return `Do not import ${to.path} from ${from.path}: ${allowance(from)}.`;
  if (from.folder.isPortable && !to.folder.isPortable && !isTypeOnly && !isTest(file)) {
    return `Import only types from ${to.path} (\`import type\`): ${from.path} is portable and ${to.path} is not.`;
  }
  return isEntry(to, target)
    ? undefined
    : `Import ${to.path}/index.ts instead of ${target}: a folder is used through its index.`;
}

function allowance({ path, folder }: Located): string {
  const list = folder.imports.map((name) => name.replace(/^src\//, "")).join(", ");
  return list === "" ? `${path} imports nothing` : `${path} may import ${list}`;
}

/** Folders of `src` are entered through their index, generated types through the index of a group and version. */
function isEntry({ path, folder }: Located, target: string): boolean {
  if (!path.startsWith("src/") || target === path) return true;
  return folder.path === "src/types" ? target.endsWith("/index.ts") : target === `${path}/index.ts`;
}

function packageName(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
