import { formatApiVersion } from "../../src/model/index.ts";
import type { GroupVersion } from "../../src/model/index.ts";
import { CodegenError } from "./errors.ts";

/** Names in `src/types` that no group may take: shared types, and what is generated beside the types. */
const reservedFolders: ReadonlySet<string> = new Set(["core", "meta", "pack"]);

/** The folder of a group/version below `src/types`: the first label of the group, `core` for the empty one. */
export function folderOf({ group, version }: GroupVersion): string {
  return `${group === "" ? "core" : group.split(".", 1).join("")}/${version}`;
}

/** Refuses an API in which two groups would share a folder. */
export function checkFolders(groupVersions: readonly GroupVersion[]): void {
  const owners = new Map<string, string>();
  for (const { group, version } of groupVersions) {
    const [label = ""] = folderOf({ group, version }).split("/");
    const owner = owners.get(label) ?? group;
    if (owner !== group || (group !== "" && reservedFolders.has(label))) {
      throw new CodegenError(
        "SETPOINT_CODEGEN_DISCOVERY",
        `Placing ${formatApiVersion({ group, version })}: src/types/${label} belongs to ${owner === group ? "codegen" : `the group "${owner}"`} already.`,
      );
    }
    owners.set(label, group);
  }
}
