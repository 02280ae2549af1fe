import { typeProblem } from "./json-shape.ts";
import type { Shape } from "./json-shape.ts";

const names: Shape = {
  plural: "string",
  singular: "string",
  kind: "string",
  listKind: "string",
  shortNames: ["string"],
  categories: ["string"],
};
const rule: Shape = {
  rule: "string",
  message: "string",
  messageExpression: "string",
  reason: "string",
  fieldPath: "string",
  optionalOldSelf: "bool",
};
/** A schema that is `null` says nothing. */
const inner = (value: unknown): Shape => (value === null ? "any" : schema);
const schemas: Shape = { "*": inner };
const schemaOrBool = (value: unknown): Shape => (typeof value === "boolean" ? "bool" : schema);
/** What is neither an object nor a list is passed over. */
function schemaOrList(list: Shape): Shape {
  return (value) => (Array.isArray(value) ? list : typeof value === "object" ? schema : "any");
}
const schema: Shape = {
  $ref: "string",
  id: "string",
  type: "string",
  format: "string",
  pattern: "string",
  title: "string",
  description: "string",
  nullable: "bool",
  uniqueItems: "bool",
  exclusiveMaximum: "bool",
  exclusiveMinimum: "bool",
  maximum: "float64",
  minimum: "float64",
  multipleOf: "float64",
  maxLength: "int64",
  minLength: "int64",
  maxItems: "int64",
  minItems: "int64",
  maxProperties: "int64",
  minProperties: "int64",
  required: ["string"],
  enum: ["any"],
  properties: schemas,
  patternProperties: schemas,
  definitions: schemas,
  dependencies: { "*": schemaOrList(["string"]) },
  additionalProperties: schemaOrBool,
  additionalItems: schemaOrBool,
  items: schemaOrList([inner]),
  allOf: [inner],
  anyOf: [inner],
  oneOf: [inner],
  not: inner,
  "x-kubernetes-preserve-unknown-fields": "bool",
  "x-kubernetes-embedded-resource": "bool",
  "x-kubernetes-int-or-string": "bool",
  "x-kubernetes-list-map-keys": ["string"],
  "x-kubernetes-list-type": "string",
  "x-kubernetes-map-type": "string",
  "x-kubernetes-validations": [rule],
};
const column: Shape = {
  name: "string",
  type: "string",
  format: "string",
  description: "string",
  priority: "int64",
  jsonPath: "string",
};
const scale: Shape = { specReplicasPath: "string", statusReplicasPath: "string", labelSelectorPath: "string" };
const versions: Shape = [
  {
    name: "string",
    served: "bool",
    storage: "bool",
    deprecated: "bool",
    deprecationWarning: "string",
    schema: { openAPIV3Schema: schema },
    subresources: { status: "object", scale },
    additionalPrinterColumns: [column],
    selectableFields: [{ jsonPath: "string" }],
  },
];
const condition: Shape = { type: "string", status: "string", reason: "string", message: "string" };
const definition: Shape = {
  spec: {
    group: "string",
    scope: "string",
    names,
    versions,
    conversion: { strategy: "string" },
    preserveUnknownFields: "bool",
  },
  status: { acceptedNames: names, storedVersions: ["string"], conditions: [condition] },
};

const schemaPlace = "spec.versions.schema.openAPIV3Schema.";

/** What is one of several things inside of a schema, which Go reads on its own. */
const readAlone: Readonly<RegExp> =
  /struct field JSONSchemaProps\.spec\.\S*?\.(?:additionalItems|additionalProperties|dependencies|items)((?:\.\S+)?) of/;

/**
 * Which member of a definition has the wrong type, in the words of Kubernetes' decoder, or of its converter, which says less of the place.
 * What has no problem can be used as a definition.
 */
export function definitionTypeProblem(document: object, isConverted = false): string | undefined {
  const problem = typeProblem(document, definition, "CustomResourceDefinition");
  // Go names the innermost type that has a name.
  if (problem?.includes(` CustomResourceDefinition.${schemaPlace}`) !== true) return problem;
  if (/\.additional(?:Items|Properties) of type struct$/.test(problem)) return "boolean or JSON schema expected";
  const told = problem
    .replace("CustomResourceDefinition", "JSONSchemaProps")
    .replace(/\bstruct$/, "v1.JSONSchemaProps");
  return isConverted
    ? told.replace(readAlone, (_, rest: string) =>
        rest === "" ? "value of" : `struct field JSONSchemaProps${rest} of`,
      )
    : told;
}
