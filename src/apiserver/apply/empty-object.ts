import type { Schema } from "../schema/index.ts";
import type { JsonMap } from "./json-kind.ts";

/** What Kubernetes has of a built-in kind before anything is set: the fields that are written even if they are empty. */
export function emptyObject({ properties = {} }: Schema): JsonMap {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      field.emptyValue === "written" ? [[name, emptyValue(field)] as const] : [],
    ),
  );
}

function emptyValue(schema: Schema): unknown {
  if (schema.properties !== undefined) return emptyObject(schema);
  if (schema.format === "quantity") return "0";
  if (schema.isIntOrString === true) return 0;
  if (schema.format !== undefined && textFormats.has(schema.format)) return null;
  return { string: "", integer: 0, number: 0, boolean: false }[schema.type as string] ?? null;
}

/** Texts that Go keeps as something that can be absent. */
const textFormats: ReadonlySet<string> = new Set(["byte", "date-time"]);
