/**
 * Schemas as JSON texts, and the causes with which kube-apiserver v1.36.3 refused the definition, as in `definition-answers.fixture.ts`.
 *
 * @module
 */

/** Whole schemas of versions with a status. What is empty in a quoted schema is left out. */
export const rootAnswers: readonly (readonly [string, ...string[]])[] = [
  [
    '{"type":"object","allOf":[]}',
    'Invalid #: Invalid value: {"Type":"object","AllOf":[]}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
  ],
  [
    '{"type":"object","enum":[],"definitions":{}}',
    'Invalid #: Invalid value: {"Type":"object","Enum":[],"Definitions":{}}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
  ],
  [
    '{"type":"object","x-kubernetes-list-map-keys":[]}',
    'Invalid #: Invalid value: {"Type":"object","XListMapKeys":[]}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
  ],
  [
    '{"type":"object","additionalProperties":false}',
    'Invalid #: Invalid value: {"Type":"object","AdditionalProperties":{}}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
    "Forbidden #.additionalProperties: Forbidden: must not be used at the root",
  ],
  ['{"type":"object","nullable":false,"id":"","x-kubernetes-int-or-string":false,"required":[],"externalDocs":{}}'],
  [
    '{"type":"array","id":"x","items":{"type":"string"}}',
    'Invalid #: Invalid value: {"ID":"x","Type":"array","Items":{"Schema":{"Type":"string"}}}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
    "Forbidden #.id: Forbidden: id is not supported",
  ],
  [
    '{"type":"array","allOf":[],"items":{"type":"string"}}',
    'Invalid #.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
    'Invalid #.type: Invalid value: "array": must be object at the root',
  ],
  [
    '{"type":"object","not":{},"required":["spec"],"description":"a <b> & \u2028 é","maximum":1e+21,"minimum":1e-7,"example":{"9":1,"10":2,"<":[]},"externalDocs":{"url":"u"},"items":[{}],"enum":[1,"a",null,{"z":1,"a":2}],"dependencies":{"c":{},"a":["b"]},"definitions":{"d":{}},"patternProperties":{"^x":{}},"additionalItems":false,"properties":{"9":{},"10":{},"b":{},"Z":{}},"oneOf":[{},{}],"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-validations":[{"rule":"true","optionalOldSelf":true}]}',
    'Invalid #: Invalid value: {"Description":"a \\u003cb\\u003e \\u0026 \\u2028 é","Type":"object","Maximum":1e+21,"Minimum":1e-7,"Enum":[1,"a",null,{"a":2,"z":1}],"Required":["spec"],"Items":{"JSONSchemas":[{}]},"OneOf":[{},{}],"Not":{},"Properties":{"10":{},"9":{},"Z":{},"b":{}},"PatternProperties":{"^x":{}},"Dependencies":{"a":{"Property":["b"]},"c":{"Schema":{}}},"AdditionalItems":{},"Definitions":{"d":{}},"ExternalDocs":{"URL":"u"},"Example":{"10":2,"9":1,"\\u003c":[]},"XPreserveUnknownFields":true,"XValidations":[{"Rule":"true","OptionalOldSelf":true}]}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
    "Forbidden #.additionalItems: Forbidden: additionalItems is not supported",
    "Forbidden #.patternProperties: Forbidden: patternProperties is not supported",
    "Forbidden #.definitions: Forbidden: definitions is not supported",
    "Forbidden #.dependencies: Forbidden: dependencies is not supported",
    "Forbidden #.items: Forbidden: items must be a schema object and not an array",
  ],
  ['{"type":"object","properties":{"metadata":{"type":"object","allOf":[],"items":[]}}}'],
  [
    '{"type":"object","properties":{"metadata":{"type":"object","required":[]}}}',
    "Forbidden #.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
  ],
  [
    '{"type":"object","properties":{"metadata":{"type":"object","additionalProperties":false}}}',
    "Forbidden #.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
  ],
  [
    '{"type":"object","properties":{"metadata":{"type":"object","$ref":""}}}',
    "Forbidden #.properties[metadata].$ref: Forbidden: $ref is not supported",
  ],
  ['{"type":"object","properties":{"metadata":{"type":"object","description":"","nullable":false,"enum":[]}}}'],
];

/** How an empty schema is quoted. */
export const emptySchema =
  '{"ID":"","Schema":"","Ref":null,"Description":"","Type":"","Nullable":false,"Format":"","Title":"","Default":null,"Maximum":null,"ExclusiveMaximum":false,"Minimum":null,"ExclusiveMinimum":false,"MaxLength":null,"MinLength":null,"Pattern":"","MaxItems":null,"MinItems":null,"UniqueItems":false,"MultipleOf":null,"Enum":null,"MaxProperties":null,"MinProperties":null,"Required":null,"Items":null,"AllOf":null,"OneOf":null,"AnyOf":null,"Not":null,"Properties":null,"AdditionalProperties":null,"PatternProperties":null,"Dependencies":null,"AdditionalItems":null,"Definitions":null,"ExternalDocs":null,"Example":null,"XPreserveUnknownFields":null,"XEmbeddedResource":false,"XIntOrString":false,"XListMapKeys":null,"XListType":null,"XMapType":null,"XValidations":null}';
