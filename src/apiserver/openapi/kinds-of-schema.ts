import { parseApiVersion } from "../../model/index.ts";
import { schemaPack } from "../../types/pack/index.ts";
import type { GroupVersion, GroupVersionKind } from "../../model/index.ts";
import type { SchemaSource } from "../schema/index.ts";
import { metaSchema } from "./schema-names.ts";

/** In which version the schemas of a package are. */
const versionsByPackage: ReadonlyMap<string, string> = new Map(
  Object.entries(schemaPack.versions).map(([apiVersion, path]) => [path, apiVersion]),
);

/** As which kinds a built-in schema is known in the document of a version: none for a part of a kind. */
export function kindsOfSchema(
  name: string,
  schemas: SchemaSource,
  { group, version }: GroupVersion,
): readonly GroupVersionKind[] {
  const dot = name.lastIndexOf(".");
  const kind = name.slice(dot + 1);
  if (name === metaSchema(kind)) return sharedKinds(kind, { group, version });
  const apiVersion = versionsByPackage.get(name.slice(0, dot));
  if (apiVersion === undefined || schemas.schemaOf({ apiVersion, kind })?.name !== name) return [];
  const own = parseApiVersion(apiVersion);
  return [{ group: own.group, kind, version: own.version }];
}

const inEveryGroup: readonly string[] = ["DeleteOptions", "WatchEvent"];

/** Whether a schema is known as a kind of every group. */
export function isShared(name: string): boolean {
  return inEveryGroup.some((kind) => name === metaSchema(kind));
}

/** What a request carries besides objects is known in every group; what answers it, in the core group. */
function sharedKinds(kind: string, { group, version }: GroupVersion): readonly GroupVersionKind[] {
  const core = { group: "", kind, version: "v1" };
  if (kind === "Status" || kind === "APIResourceList") return [core];
  if (!inEveryGroup.includes(kind)) return [];
  return group === "" ? [core] : [core, { group, kind, version }];
}
