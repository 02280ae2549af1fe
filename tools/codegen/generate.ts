import type { ApiDescription } from "./api-description.ts";
import { emitClientSet } from "./clientset/emit-clientset.ts";
import { emitKinds } from "./emit-kinds.ts";
import { emitTypes } from "./emit-types.ts";
import { folderOf } from "./folders.ts";
import { collectTypes } from "./type-table.ts";

/** Makes the text of every generated file, by its path below `src`. Equal descriptions give equal bytes. */
export function generate(api: ApiDescription): ReadonlyMap<string, string> {
  const { serverVersion, groupVersions } = api;
  const types = collectTypes(api);
  const served = new Map(groupVersions.map((version) => [folderOf(version), version]));
  const folders = new Set([...types.values()].map(({ folder }) => folder));
  const files = new Map<string, string>();
  for (const folder of folders) {
    files.set(`types/${folder}/index.ts`, emitTypes({ folder, serverVersion, types, served: served.get(folder) }));
  }
  for (const [path, text] of emitClientSet(groupVersions, serverVersion)) files.set(path, text);
  return files.set("kinds.ts", emitKinds(groupVersions, serverVersion));
}
