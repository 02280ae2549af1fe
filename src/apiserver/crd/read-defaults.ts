import { getOwn, setOwn } from "../../model/index.ts";
import type { MetadataRules } from "./metadata-rules.ts";
import { prune } from "./prune.ts";
import type { ValueSchema } from "./value-schema.ts";

/**
 * The schema with its defaults as Kubernetes reads them: without what the metadata of a resource inside an object, once read, do not have any
 * more, such as an empty map. A default of which nothing is left is none.
 */
export function withReadDefaults(schema: ValueSchema, metadata: MetadataRules): ValueSchema {
  return readSite({ schema, metadata, way: undefined });
}

/** A schema on the way down. */
interface Site {
  readonly schema: ValueSchema;
  readonly metadata: MetadataRules;
  /** How to come here from the metadata of the resource around, if this is inside them. */
  readonly way: readonly string[] | undefined;
}

/** The step to the items of a list, which is also the key of the only item. */
const item = "0";

function readSite(site: Site): ValueSchema {
  const { schema, way } = site;
  const { properties, items, values, default: _given, ...rest } = schema;
  const inside = (inner: ValueSchema, step: string): ValueSchema => {
    const isMetadata = schema.isEmbeddedResource === true && step === "metadata";
    return readSite({
      ...site,
      schema: inner,
      way: way === undefined ? (isMetadata ? [] : undefined) : [...way, step],
    });
  };
  const fallback = readDefault(site);
  return {
    ...rest,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(properties === undefined ? {} : { properties: eachOf(properties, inside) }),
    ...(items === undefined ? {} : { items: inside(items, item) }),
    ...(values === undefined ? {} : { values: inside(values, "*") }),
  };
}

function eachOf(
  properties: Readonly<Record<string, ValueSchema>>,
  read: (inner: ValueSchema, name: string) => ValueSchema,
): Readonly<Record<string, ValueSchema>> {
  const result: Record<string, ValueSchema> = {};
  for (const [name, inner] of Object.entries(properties)) setOwn(result, name, read(inner, name));
  return result;
}

function readDefault({ schema, metadata, way }: Site): ValueSchema["default"] {
  const { default: given } = schema;
  if (given === undefined || given === null) return given;
  // In a list, so that its metadata are not taken for those of an object.
  if (way === undefined) return prune([given], { rules: { types: [] }, items: schema }, metadata).value[0];
  let found: unknown = metadata.read(
    way.reduceRight<unknown>((inner, step) => (step === item ? [inner] : { [step]: inner }), given),
  );
  for (const step of way) found = typeof found === "object" && found !== null ? getOwn(found, step) : undefined;
  return found;
}
