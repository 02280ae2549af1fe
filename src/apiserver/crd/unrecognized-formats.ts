import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import { supportedFormat } from "./formats.ts";
import { itemsOf, propertiesOf, valuesOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** The warnings of formats that a definition names and nobody knows, each once; those that an older one of it names are not told again. */
export function formatWarnings(next: CustomResourceDefinition, old?: CustomResourceDefinition): readonly string[] {
  const before = old === undefined ? new Set<string>() : formatsOf(old);
  return [...formatsOf(next)]
    .filter((format) => !before.has(format))
    .map((format) => `unrecognized format "${format}"`);
}

function formatsOf({ spec }: CustomResourceDefinition): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { schema } of spec.versions) {
    if (schema?.openAPIV3Schema !== undefined) visit(schema.openAPIV3Schema, found);
  }
  return found;
}

function visit(schema: SchemaProps, found: Set<string>): void {
  const { format = "", not, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (format !== "" && supportedFormat(schema) === undefined) found.add(format);
  const single = [itemsOf(schema), valuesOf(schema), not].filter((one) => one !== undefined);
  const named = propertiesOf(schema).map(([, one]) => one);
  for (const inner of [...single, ...named, ...allOf, ...anyOf, ...oneOf]) visit(inner, found);
}
