import type { StatusCause } from "../../model/index.ts";
import { forbidden, invalid } from "./causes.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkStructure } from "./check-structure.ts";
import type { SchemaTools } from "./metadata-rules.ts";
import { hasUnsupported } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";
import { valueSchema } from "./value-schema.ts";

/** A schema to check, and where it stands in its definition. */
export interface SchemaToCheck {
  readonly schema: SchemaProps;
  readonly path: string;
  /** `status` is written by itself, so that its schema must be found by itself. */
  readonly hasStatus: boolean;
  readonly tools: SchemaTools;
}

/** What is wrong with the schema of a version. */
export function checkSchema({ schema, path, hasStatus, tools }: SchemaToCheck): readonly StatusCause[] {
  const { compiler } = tools;
  const isReadable = !hasUnsupported(schema);
  const structure = isReadable ? checkStructure(schema, path) : [];
  const causes = [
    ...(hasStatus ? checkRoot(schema, path) : []),
    ...(schema.nullable === true ? [forbidden(`${path}.nullable`, "nullable cannot be true at the root")] : []),
    ...structure,
    ...(isReadable && structure.length === 0 ? checkDefaults(schema, path, tools) : []),
    ...checkKeywords(schema, path),
  ];
  return causes.length > 0 || compiler === undefined
    ? causes
    : checkExpressions({ ...valueSchema(schema), isEmbeddedResource: true }, path, compiler);
}

/** In the order in which Kubernetes looks at them. */
const allowed: readonly string[] = [
  ..."description type format title maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength".split(" "),
  ..."pattern maxItems minItems uniqueItems multipleOf required items properties externalDocs example".split(" "),
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-validations",
];

const goNames =
  "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations";

function checkRoot(schema: SchemaProps, path: string): readonly StatusCause[] {
  if (schema.type !== undefined && schema.type !== "" && schema.type !== "object") {
    const rule = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${path}.type`, schema.type, rule)];
  }
  const isAllowed = Object.keys(schema).every(
    (key) => allowed.includes(key) || (!pointers.includes(key) && isEmpty(schema[key as keyof SchemaProps])),
  );
  if (isAllowed) return [];
  const rule = `only [${goNames}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, schema, rule)];
}

/** Keywords that say something as soon as they are there. */
const pointers: readonly string[] = ["$ref", "additionalItems", "x-kubernetes-list-type", "x-kubernetes-map-type"];

function isEmpty(member: unknown): boolean {
  return member === undefined || member === false || member === "";
}
