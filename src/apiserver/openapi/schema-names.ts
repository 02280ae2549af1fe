import { formatApiVersion } from "../../model/index.ts";
import type { GroupVersionKind } from "../../model/index.ts";
import type { SchemaSource } from "../schema/index.ts";

const metaPackage = "io.k8s.apimachinery.pkg.apis.meta.v1";

/** The name of the schema of what all groups share: `Status`. */
export function metaSchema(kind: string): string {
  return `${metaPackage}.${kind}`;
}

/** The name of the schema of a kind: that of a built-in one, or one made from the group of a custom one. */
export function schemaName(kind: GroupVersionKind, schemas: SchemaSource): string {
  const builtIn = schemas.schemaOf({ apiVersion: formatApiVersion(kind), kind: kind.kind });
  return builtIn?.name ?? customSchemaName(kind);
}

/** The name of the schema of a custom kind: `dev.example.v1.Network`. */
export function customSchemaName({ group, version, kind }: GroupVersionKind): string {
  return [...group.split(".").reverse(), version, kind].join(".");
}

/** Stands for a schema without a name: any text. */
export const textSchema = "string";
