import type { GroupVersionKind } from "../../model/index.ts";
import type { CustomResourceDefinitionVersion, JSONSchemaProps } from "../../types/apiextensions/v1/index.ts";
import type { ServedResource } from "../registry/index.ts";
import type { Refer, SchemaDocument } from "./schema-document.ts";
import { customSchemaName, metaSchema } from "./schema-names.ts";

/** A custom resource in one version, and what its definition says of that. */
export interface CustomKind {
  readonly served: ServedResource;
  readonly definition: CustomResourceDefinitionVersion;
  readonly listKind: string;
}

type Entry = readonly [name: string, schema: SchemaDocument];

/** The schemas of the objects of a custom resource and of their lists. They say all that the definition says. */
export function customSchemas({ served, definition, listKind }: CustomKind, refer: Refer): readonly Entry[] {
  const { group, version, kind } = served.resource;
  const listed = { group, version, kind: listKind };
  const name = customSchemaName(served.resource);
  const { schema, selectableFields = [] } = definition;
  const fields = selectableFields.map(({ jsonPath }) => ({ fieldPath: jsonPath.replace(/^\./, "") }));
  const selectable = fields.length === 0 ? {} : { "x-kubernetes-selectable-fields": fields };
  const object = valueDocument(schema?.openAPIV3Schema ?? { type: "object" }, refer);
  const properties = { ...(object["properties"] as object | undefined), ...objectFields("ObjectMeta", refer) };
  const items = { type: "array", items: refer(name) };
  const list = { type: "object", required: ["items"], properties: { ...objectFields("ListMeta", refer), items } };
  return [
    [name, { ...object, properties, ...knownAs({ group, version, kind }), ...selectable }],
    [customSchemaName(listed), { ...list, ...knownAs(listed), ...selectable }],
  ];
}

/** What every object has. */
function objectFields(metadata: string, refer: Refer): SchemaDocument {
  return { apiVersion: { type: "string" }, kind: { type: "string" }, metadata: refer(metaSchema(metadata)) };
}

function knownAs({ group, version, kind }: GroupVersionKind): SchemaDocument {
  return { "x-kubernetes-group-version-kind": [{ group, kind, version }] };
}

const embeddedRequires: readonly string[] = ["kind", "apiVersion"];

/** A schema of a definition, in which it is said in words of OpenAPI what embedded resources and integers-or-strings are. */
function valueDocument(props: JSONSchemaProps, refer: Refer): SchemaDocument {
  const { properties, items, additionalProperties, ...own } = props;
  const isEmbedded = props["x-kubernetes-embedded-resource"] === true;
  const inner = Object.entries(properties ?? {}).map(([name, one]): Entry => [name, valueDocument(one, refer)]);
  const fields = { ...Object.fromEntries(inner), ...(isEmbedded ? objectFields("ObjectMeta", refer) : {}) };
  const required = [...new Set([...(props.required ?? []), ...(isEmbedded ? embeddedRequires : [])])];
  return {
    ...own,
    ...(isUnsaidIntOrString(props) ? { anyOf: integerOrString } : {}),
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(fields).length === 0 ? {} : { properties: fields }),
    ...(isSchema(items) ? { items: valueDocument(items, refer) } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties: mapValues(additionalProperties, refer) }),
  };
}

/** Whether a schema says by the extension alone that a value is an integer or a text. */
function isUnsaidIntOrString({ anyOf, allOf, ...props }: JSONSchemaProps): boolean {
  return props["x-kubernetes-int-or-string"] === true && (anyOf ?? allOf?.[0]?.anyOf) === undefined;
}

const integerOrString: readonly SchemaDocument[] = [{ type: "integer" }, { type: "string" }];

function mapValues(values: unknown, refer: Refer): unknown {
  return isSchema(values) ? valueDocument(values, refer) : values;
}

function isSchema(value: unknown): value is JSONSchemaProps {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
