import type { StatusCause } from "../../model/index.ts";
import { forbidden, invalid } from "./causes.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkExpressions } from "./check-expressions.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkStructure } from "./check-structure.ts";
import type { SchemaTools } from "./metadata-rules.ts";
import { keywordsOf, quotedSchema } from "./quoted-schema.ts";
import { hasUnsupported } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";
import { valueSchema } from "./value-schema.ts";

/** A schema to check, and where it stands in its definition. */
export interface SchemaToCheck {
  readonly schema: SchemaProps;
  readonly path: string;
  /** `status` is written by itself, so that its schema must be found by itself. */
  readonly hasStatus: boolean;
  /** The schema of that version was the same before. */
  readonly isUnchanged: boolean;
  readonly tools: SchemaTools;
}

/** What is wrong with the schema of a version. */
export function checkSchema({ schema, path, hasStatus, isUnchanged, tools }: SchemaToCheck): readonly StatusCause[] {
  const { compiler } = tools;
  const isReadable = !hasUnsupported(schema);
  const structure = isReadable ? checkStructure(schema, path) : [];
  const keywords = checkKeywords(schema, path);
  const causes = [
    ...(hasStatus ? checkRoot(schema, path) : []),
    ...(schema.nullable === true ? [forbidden(`${path}.nullable`, "nullable cannot be true at the root")] : []),
    ...structure,
    ...(isReadable && structure.length === 0 ? checkDefaults(schema, path, tools) : []),
    ...keywords,
  ];
  if (causes.length > keywords.length) return causes;
  // Everything else that makes a schema unreadable was told by its own place.
  if (!isReadable) return causes.length > 0 ? causes : [invalid(path, "", "OpenAPIV3Schema 'schema' is not supported")];
  if (compiler === undefined) return causes;
  const options = { compiler, isUnchanged, wrong: keywords };
  return [...causes, ...checkExpressions({ ...valueSchema(schema), isEmbeddedResource: true }, path, options)];
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

/** Kubernetes looks at these before it looks at the type. */
const beforeType: readonly string[] = ["id", "$schema", "$ref"];

function checkRoot(schema: SchemaProps, path: string): readonly StatusCause[] {
  const set = keywordsOf(schema).filter((key) => isSet(schema, key));
  const wrong = set.filter((key) => !allowed.includes(key));
  const isTyped = schema.type === undefined || schema.type === "" || schema.type === "object";
  if (!isTyped && !wrong.some((key) => beforeType.includes(key))) {
    const rule = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${path}.type`, schema.type, rule)];
  }
  if (wrong.length === 0) return [];
  const rule = `only [${goNames}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [{ reason: "FieldValueInvalid", message: `Invalid value: ${quotedSchema(schema)}: ${rule}`, field: path }];
}

/** Keywords that say nothing if they are empty. All others do as soon as they are there. */
const plain: readonly string[] = [
  "id",
  "$schema",
  "nullable",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
];

function isSet(schema: SchemaProps, key: keyof SchemaProps): boolean {
  const member = schema[key];
  return member !== undefined && !(plain.includes(key) && (member === "" || member === false));
}
