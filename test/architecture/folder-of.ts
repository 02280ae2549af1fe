import { folders } from "./folders.ts";
import type { Folder } from "./folders.ts";

/** A folder together with the path that matched it: `examples/07-workqueue` for `examples/*`. */
export interface Located {
  readonly folder: Folder;
  readonly path: string;
}

/** The innermost folder of the architecture that holds `file`, or `undefined` if none does. */
export function folderOf(file: string): Located | undefined {
  const names = file.split("/");
  const around = folders.filter(({ path }) => path === file || (startsWith(names, path) && names.length > depth(path)));
  const [folder] = around.sort((a, b) => depth(b.path) - depth(a.path));
  return folder && { folder, path: names.slice(0, depth(folder.path)).join("/") };
}

/** Whether the pattern of a folder (`test/*`) names the folder at `path`. */
export function namesFolder(pattern: string, path: string): boolean {
  const names = path.split("/");
  return startsWith(names, pattern) && names.length === depth(pattern);
}

function depth(path: string): number {
  return path.split("/").length;
}

function startsWith(names: readonly string[], pattern: string): boolean {
  return pattern.split("/").every((step, index) => step === "*" || step === names[index]);
}
