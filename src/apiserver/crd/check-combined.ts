import { deepEqual } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { forbidden, invalid } from "./causes.ts";
import { compilePattern } from "./pattern.ts";
import { itemsOf, propertiesOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** What is wrong with the schemas that a schema combines, and with its pattern: they may restrict values, not say what they are. */
export function checkCombined(schema: SchemaProps, path: string): readonly StatusCause[] {
  const [first] = schema.allOf ?? [];
  const isInFirst = first !== undefined && isIntOrString(first);
  return checkValues(schema, path, { skipsAny: isIntOrString(schema), skipsFirst: isInFirst });
}

/** The way to say that a value is an integer or a text, which is allowed although it says types. */
function isIntOrString({ anyOf }: SchemaProps): boolean {
  return anyOf !== undefined && deepEqual(anyOf, [{ type: "integer" }, { type: "string" }]);
}

interface Exceptions {
  readonly skipsAny: boolean;
  readonly skipsFirst: boolean;
}

const none: Exceptions = { skipsAny: false, skipsFirst: false };

function checkValues(schema: SchemaProps, path: string, { skipsAny, skipsFirst }: Exceptions): readonly StatusCause[] {
  const { anyOf = [], allOf = [], oneOf = [], not, pattern = "" } = schema;
  const problem = pattern === "" ? undefined : compilePattern(pattern).problem;
  return [
    ...(skipsAny ? [] : anyOf.flatMap((one, index) => checkNested(one, `${path}.anyOf[${index}]`))),
    ...allOf.flatMap((one, index) =>
      checkNested(one, `${path}.allOf[${index}]`, { skipsAny: skipsFirst && index === 0, skipsFirst: false }),
    ),
    ...oneOf.flatMap((one, index) => checkNested(one, `${path}.oneOf[${index}]`)),
    ...(not === undefined ? [] : checkNested(not, `${path}.not`)),
    ...(problem === undefined
      ? []
      : [invalid(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${problem}`)]),
  ];
}

const kept: readonly (readonly [keyof SchemaProps, "empty" | "undefined" | "false"])[] = [
  ["type", "empty"],
  ["additionalProperties", "undefined"],
  ["default", "undefined"],
  ["title", "empty"],
  ["description", "empty"],
  ["nullable", "false"],
  ["x-kubernetes-preserve-unknown-fields", "false"],
  ["x-kubernetes-embedded-resource", "false"],
  ["x-kubernetes-int-or-string", "false"],
  ["x-kubernetes-list-map-keys", "empty"],
  ["x-kubernetes-list-type", "undefined"],
  ["x-kubernetes-map-type", "undefined"],
  ["x-kubernetes-validations", "empty"],
];

function checkNested(schema: SchemaProps, path: string, exceptions: Exceptions = none): readonly StatusCause[] {
  const items = itemsOf(schema);
  const properties = propertiesOf(schema);
  return [
    ...checkValues(schema, path, exceptions),
    ...(items === undefined ? [] : checkNested(items, `${path}.items`)),
    ...properties.flatMap(([name, inner]) => checkNested(inner, `${path}.properties[${name}]`)),
    ...kept
      .filter(([key]) => isSet(schema[key]))
      .map(([key, rule]) => forbidden(`${path}.${key}`, `must be ${rule} to be structural`)),
    ...(properties.some(([name]) => name === "metadata")
      ? [forbidden(`${path}.properties[metadata]`, "must not be specified in a nested context")]
      : []),
  ];
}

function isSet(member: unknown): boolean {
  if (Array.isArray(member)) return member.length > 0;
  return member !== undefined && member !== null && member !== "" && member !== false;
}
