import type { GroupVersion } from "../../model/index.ts";
import type { ServedResource } from "../registry/index.ts";
import type { ApiPath } from "./api-path.ts";
import type { BuiltInDocuments } from "./built-in-documents.ts";
import { Components } from "./components.ts";
import { customSchemas } from "./custom-schemas.ts";
import type { CustomKind } from "./custom-schemas.ts";
import { discoveryPath, resourcePaths } from "./resource-paths.ts";
import type { SchemaDocument } from "./schema-document.ts";

/** What is known of the API of one group and version, in no version of OpenAPI yet but for the schemas, which are in the third. */
export interface ApiDocument {
  readonly isCustom: boolean;
  readonly paths: readonly ApiPath[];
  readonly schemas: Readonly<Record<string, SchemaDocument>>;
}

/** The API of a built-in group and version. Custom resources in it are not told of. */
export function builtInDocument(
  version: GroupVersion,
  served: readonly ServedResource[],
  builtIn: BuiltInDocuments,
): ApiDocument {
  const own = served.filter(({ isCustom }) => !isCustom);
  const paths = [discoveryPath(version), ...own.flatMap((one) => resourcePaths(one, builtIn.schemas))];
  const components = new Components(builtIn, version);
  referToAll(paths, components);
  return { isCustom: false, paths: sorted(paths), schemas: components.all() };
}

/** The API of the resources of definitions in one group and version. */
export function customDocument(kinds: readonly CustomKind[], builtIn: BuiltInDocuments): ApiDocument {
  const paths = kinds.flatMap(({ served, listKind }) => resourcePaths(served, builtIn.schemas, listKind));
  // What every group shares is told here as of the core group.
  const components = new Components(builtIn, { group: "", version: "v1" });
  for (const kind of kinds) {
    for (const [name, schema] of customSchemas(kind, components.refer)) components.set(name, schema);
  }
  referToAll(paths, components);
  return { isCustom: true, paths: sorted(paths), schemas: components.all() };
}

function referToAll(paths: readonly ApiPath[], { refer }: Components): void {
  for (const { body, answers } of paths.flatMap(({ operations }) => operations)) {
    if (body !== undefined) refer(body.schema);
    for (const schema of Object.values(answers)) refer(schema);
  }
}

function sorted(paths: readonly ApiPath[]): readonly ApiPath[] {
  return paths.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}
