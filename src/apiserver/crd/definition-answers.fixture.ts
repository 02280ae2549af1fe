/**
 * Schemas as JSON texts, and the causes with which kube-apiserver v1.36.3 refused the definition: reason, field and message, sorted. `~` is
 * the place of the schema of a field and `#` that of the whole schema. No cause: it was taken.
 *
 * @module
 */

/** Schemas of a field of `spec`. */
export const fieldAnswers: readonly (readonly [string, ...string[]])[] = [
  ['{"type":"string"}'],
  ["{}", "Required ~.type: Required value: must not be empty for specified object fields"],
  ['{"type":"array"}', "Required ~.items: Required value: must be specified"],
  ['{"type":"array","items":{}}', "Required ~.items.type: Required value: must not be empty for specified array items"],
  [
    '{"type":"array","items":[{"type":"string"}]}',
    "Forbidden ~.items: Forbidden: items must be a schema object and not an array",
  ],
  [
    '{"type":"strin"}',
    'NotSupported ~.type: Unsupported value: "strin": supported values: "array", "boolean", "integer", "number", "object", "string"',
  ],
  [
    '{"type":"null"}',
    "Forbidden ~.type: Forbidden: type cannot be set to null, use nullable as an alternative",
    'NotSupported ~.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
  ],
  ['{"$ref":"#/x"}', "Forbidden ~.$ref: Forbidden: $ref is not supported"],
  ['{"type":"string","$ref":"#/x"}', "Forbidden ~.$ref: Forbidden: $ref is not supported"],
  ['{"type":"string","id":"x"}', "Forbidden ~.id: Forbidden: id is not supported"],
  [
    '{"type":"array","uniqueItems":true,"items":{"type":"string"}}',
    "Forbidden ~.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
  ],
  [
    '{"type":"object","patternProperties":{"a":{"type":"string"}}}',
    "Forbidden ~.patternProperties: Forbidden: patternProperties is not supported",
  ],
  [
    '{"type":"object","definitions":{"a":{"type":"string"}}}',
    "Forbidden ~.definitions: Forbidden: definitions is not supported",
  ],
  [
    '{"type":"object","dependencies":{"a":["b"]}}',
    "Forbidden ~.dependencies: Forbidden: dependencies is not supported",
  ],
  [
    '{"type":"array","items":{"type":"string"},"additionalItems":{"type":"string"}}',
    "Forbidden ~.additionalItems: Forbidden: additionalItems is not supported",
  ],
  [
    '{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}}',
    "Forbidden ~.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
  ],
  ['{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true}'],
  ['{"type":"object","additionalProperties":false}'],
  [
    '{"type":"string","pattern":"(?=x)"}',
    'Invalid ~.pattern: Invalid value: "(?=x)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
  ],
  [
    '{"type":"string","pattern":"\\\\1"}',
    'Invalid ~.pattern: Invalid value: "\\\\1": must be a valid regular expression, but isn\'t: error parsing regexp: invalid escape sequence: `\\1`',
  ],
  [
    '{"type":"string","anyOf":[{"type":"string"}]}',
    "Forbidden ~.anyOf[0].type: Forbidden: must be empty to be structural",
  ],
  [
    '{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{"title":"x","description":"y","nullable":true,"default":{},"additionalProperties":{"type":"string"},"properties":{"metadata":{"minProperties":1},"a":{"minLength":1}},"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-embedded-resource":true,"x-kubernetes-int-or-string":true,"x-kubernetes-list-map-keys":["a"],"x-kubernetes-list-type":"map","x-kubernetes-map-type":"atomic","x-kubernetes-validations":[{"rule":"true"}]}]}',
    "Forbidden ~.allOf[0].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
    "Forbidden ~.allOf[0].additionalProperties: Forbidden: must be undefined to be structural",
    "Forbidden ~.allOf[0].default: Forbidden: must be undefined to be structural",
    "Forbidden ~.allOf[0].description: Forbidden: must be empty to be structural",
    "Forbidden ~.allOf[0].nullable: Forbidden: must be false to be structural",
    "Forbidden ~.allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context",
    "Forbidden ~.allOf[0].title: Forbidden: must be empty to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-embedded-resource: Forbidden: must be false to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-int-or-string: Forbidden: must be false to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-list-map-keys: Forbidden: must be empty to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-list-type: Forbidden: must be undefined to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-map-type: Forbidden: must be undefined to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural",
    "Forbidden ~.allOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural",
    "Required ~.allOf[0].items: Required value: must have a schema if x-kubernetes-list-type is map",
    "Required ~.allOf[0].type: Required value: must be array if x-kubernetes-list-type is specified",
    "Required ~.allOf[0].type: Required value: must be object if x-kubernetes-map-type is specified",
  ],
  ['{"type":"string","not":{"type":"integer"}}', "Forbidden ~.not.type: Forbidden: must be empty to be structural"],
  ['{"type":"object","properties":{"a":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}'],
  ['{"type":"object","anyOf":[{"properties":{"x":{"minLength":1}}}]}'],
  ['{"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]}'],
  ['{"x-kubernetes-int-or-string":true,"allOf":[{"anyOf":[{"type":"integer"},{"type":"string"}]},{"pattern":"a"}]}'],
  [
    '{"x-kubernetes-int-or-string":true,"x-kubernetes-preserve-unknown-fields":true}',
    "Invalid ~.x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true",
  ],
  [
    '{"x-kubernetes-int-or-string":true,"x-kubernetes-embedded-resource":true,"type":"object"}',
    "Invalid ~.x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true",
    "Required ~.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
  ],
  [
    '{"x-kubernetes-embedded-resource":true}',
    "Required ~.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
    "Required ~.type: Required value: must be object if x-kubernetes-embedded-resource is true",
  ],
  [
    '{"type":"string","x-kubernetes-embedded-resource":true}',
    'Invalid ~.type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
    "Required ~.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
  ],
  ['{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}'],
  [
    '{"type":"object","x-kubernetes-embedded-resource":true,"additionalProperties":{"type":"string"}}',
    "Forbidden ~.additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set",
    "Required ~.properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
  ],
  [
    '{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"kind":{"type":"integer"},"metadata":{"type":"string"}}}',
    'Invalid ~.properties[kind].type: Invalid value: "integer": must be string',
    'Invalid ~.properties[metadata].type: Invalid value: "string": must be object',
  ],
  [
    '{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"metadata":{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"labels":{"type":"object","additionalProperties":{"type":"string","default":"x"}}}}}}',
    "Forbidden ~.properties[metadata].properties[labels].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata",
    "Forbidden ~.properties[metadata].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta",
  ],
  [
    '{"type":"object","x-kubernetes-preserve-unknown-fields":false}',
    "Invalid ~.x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined",
  ],
  [
    '{"type":"string","x-kubernetes-map-type":"atomic"}',
    'Invalid ~.type: Invalid value: "string": must be object if x-kubernetes-map-type is specified',
  ],
  [
    '{"type":"object","x-kubernetes-map-type":"x"}',
    'NotSupported ~.x-kubernetes-map-type: Unsupported value: "x": supported values: "atomic", "granular"',
  ],
  [
    '{"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-map-type":"atomic"}',
    "Required ~.type: Required value: must be object if x-kubernetes-map-type is specified",
  ],
  [
    '{"type":"string","x-kubernetes-list-type":"set"}',
    'Invalid ~.type: Invalid value: "string": must be array if x-kubernetes-list-type is specified',
  ],
  [
    '{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"x"}',
    'NotSupported ~.x-kubernetes-list-type: Unsupported value: "x": supported values: "atomic", "set", "map"',
  ],
  [
    '{"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-list-type":"set"}',
    "Required ~.type: Required value: must be array if x-kubernetes-list-type is specified",
  ],
  [
    '{"type":"array","items":{"type":"object"},"x-kubernetes-list-type":"set"}',
    "Invalid ~.items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set",
  ],
  [
    '{"type":"array","items":{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"},"x-kubernetes-list-type":"set"}',
    'Invalid ~.items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
  ],
  [
    '{"type":"array","items":{"type":"string","nullable":true},"x-kubernetes-list-type":"set"}',
    "Forbidden ~.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set",
  ],
  [
    '{"type":"array","items":{"type":"object"},"x-kubernetes-list-map-keys":["a"]}',
    "Required ~.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty",
  ],
  [
    '{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set","x-kubernetes-list-map-keys":["a"]}',
    'Invalid ~.x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
  ],
  [
    '{"type":"array","items":{"type":"object"},"x-kubernetes-list-type":"map"}',
    "Required ~.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map",
  ],
  [
    '{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]}',
    "Required ~.items: Required value: must be specified",
    "Required ~.items: Required value: must have a schema if x-kubernetes-list-type is map",
  ],
  [
    '{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]}',
    'Invalid ~.items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
  ],
  [
    '{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a","b","b"]}',
    'Invalid ~.x-kubernetes-list-map-keys: Invalid value: ["a","b","b"]: entries must all be names of item properties',
    'Invalid ~.x-kubernetes-list-map-keys: Invalid value: ["a","b","b"]: must not contain duplicate entries',
    "Required ~.items.properties[b].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
    "Required ~.items.properties[b].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property",
  ],
  [
    '{"type":"array","items":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]}',
  ],
  [
    '{"type":"array","items":{"type":"object","nullable":true,"required":["a"],"properties":{"a":{"type":"string","nullable":true}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]}',
    "Forbidden ~.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map",
    "Forbidden ~.items.properties[a].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable",
  ],
  [
    '{"type":"array","items":{"type":"object","required":["a"],"properties":{"a":{"type":"object"}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"]}',
    'Invalid ~.items.properties[a].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
  ],
  [
    '{"type":"string","default":5}',
    'TypeInvalid ~.default: Invalid value: "integer":  in body must be of type string: "integer"',
  ],
  ['{"type":"string","default":"a"}'],
  [
    '{"type":"object","properties":{"a":{"type":"string"}},"default":{"a":"x","b":1}}',
    'Invalid ~.default: Invalid value: {"a":"x","b":1}: must not have unknown fields',
  ],
  [
    '{"type":"object","required":["a"],"properties":{"a":{"type":"string"}},"default":{}}',
    "Required ~.default.a: Required value",
  ],
  [
    '{"type":"integer","minimum":5,"default":1}',
    "Invalid ~.default: Invalid value: 1:  in body should be greater than or equal to 5",
  ],
  [
    '{"type":"array","items":{"type":"string","default":3}}',
    'TypeInvalid ~.items.default: Invalid value: "integer":  in body must be of type string: "integer"',
  ],
  ['{"type":"object","additionalProperties":{"type":"integer","default":"x"}}'],
  ['{"type":"string","default":null}'],
  [
    '{"type":"object","properties":{"a":{"type":"integer"}},"default":{"a":"x"}}',
    'TypeInvalid ~.default.a: Invalid value: "string": a in body must be of type integer: "string"',
  ],
  [
    '{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true,"default":{"kind":"a"}}',
    "Required ~.default.apiVersion: Required value",
  ],
  [
    '{"type":"string","enum":["a"],"default":"b"}',
    'NotSupported ~.default: Unsupported value: "b": supported values: "a"',
  ],
  [
    '{"type":"string","anyOf":[{"minLength":3}],"default":"b"}',
    'Invalid ~.default: Invalid value: "": "" must validate at least one schema (anyOf)',
    'Invalid ~.default: Invalid value: "b":  in body should be at least 3 chars long',
  ],
  ["null", "Required ~.type: Required value: must not be empty for specified object fields"],
  ['{"type":"string","pattern":null,"minLength":null,"enum":null,"items":null,"not":null}'],
  ['{"type":"string","format":"nope"}'],
  ['{"type":"integer","multipleOf":0}'],
  ['{"type":"string","enum":[]}'],
  ['{"type":"object","dependencies":{}}', "Forbidden ~.dependencies: Forbidden: dependencies is not supported"],
  ['{"type":"string","$schema":"x"}', "Invalid #: Invalid value: \"\": OpenAPIV3Schema 'schema' is not supported"],
  ['{"type":"string","$schema":"x","$ref":"y"}', "Forbidden ~.$ref: Forbidden: $ref is not supported"],
  [
    '{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a"],"items":[{}]}',
    "Forbidden ~.items: Forbidden: items must be a schema object and not an array",
    'Invalid ~.items: Invalid value: {"JSONSchemas":[{}]}: must only have a single schema if x-kubernetes-list-type is map',
  ],
  [
    '{"x-kubernetes-int-or-string":true,"default":{"a":1}}',
    'Invalid ~.default: Invalid value: {"a":1}: must not have unknown fields',
  ],
  ['{"x-kubernetes-int-or-string":true,"default":true}'],
  ['{"type":"object","default":{"a":[]},"properties":{"a":{"x-kubernetes-int-or-string":true}}}'],
  ['{"type":"array","default":[1.5],"items":{"x-kubernetes-int-or-string":true}}'],
  ['{"type":"object","allOf":[],"enum":[],"patternProperties":{}}'],
];

/** Versions, without their name. */
export const versionAnswers: readonly (readonly [string, ...string[]])[] = [
  [
    '{"schema":{"openAPIV3Schema":{"type":"string"}}}',
    'Invalid #.type: Invalid value: "string": must be object at the root',
  ],
  ['{"schema":{"openAPIV3Schema":{}}}', "Required #.type: Required value: must not be empty at the root"],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","additionalProperties":{"type":"string"}}}}',
    "Forbidden #.additionalProperties: Forbidden: must not be used at the root",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","nullable":true}}}',
    "Forbidden #.nullable: Forbidden: nullable cannot be true at the root",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object"}},"anyOf":[{"properties":{"spec":{"properties":{"x":{"minLength":1}}}}},{"properties":{"y":{"items":{"minimum":1}}}}]}}}',
    "Required #.properties[spec].properties[x]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[0].properties[spec].properties[x]",
    "Required #.properties[y]: Required value: because it is defined in spec.validation.openAPIV3Schema.anyOf[1].properties[y]",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object","properties":{"name":{"type":"string"}}}}}}}',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object","properties":{"labels":{"type":"object"}}}}}}}',
    "Forbidden #.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"string"}}}}}',
    'Invalid #.properties[metadata].type: Invalid value: "string": must be object',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"kind":{"type":"integer"},"apiVersion":{"type":"object"}}}}}',
    'Invalid #.properties[apiVersion].type: Invalid value: "object": must be string',
    'Invalid #.properties[kind].type: Invalid value: "integer": must be string',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object","description":"x"}}}}}',
    "Forbidden #.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object","default":{}}}}}}',
    "Forbidden #.properties[metadata].default: Forbidden: must not be set in top-level metadata",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object","properties":{"name":{"type":"string","default":"x"}}}}}}}',
    "Forbidden #.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"metadata":{"type":"object","properties":{"name":{"type":"string","pattern":"^a"}}}}}}}',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","default":{}}}}',
    "Required #.default.apiVersion: Required value",
    "Required #.default.kind: Required value",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"array","items":{"type":"object"}}},"subresources":{"status":{}}}',
    'Invalid #.type: Invalid value: "array": must be object at the root',
    'Invalid #.type: Invalid value: "array": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"subresources":{"scale":{}}}',
    "Required spec.subresources.scale.specReplicasPath: Required value",
    "Required spec.subresources.scale.statusReplicasPath: Required value",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"subresources":{"scale":{"specReplicasPath":"spec.x","statusReplicasPath":".spec.x","labelSelectorPath":".x.y"}}}',
    'Invalid spec.subresources.scale.labelSelectorPath: Invalid value: ".x.y": should be a json path under either .spec or .status',
    'Invalid spec.subresources.scale.specReplicasPath: Invalid value: "spec.x": must be a simple json path starting with .',
    'Invalid spec.subresources.scale.statusReplicasPath: Invalid value: ".spec.x": should be a json path under .status',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"subresources":{"scale":{"specReplicasPath":".spec.x","statusReplicasPath":".status.x","labelSelectorPath":"x"}}}',
    'Invalid spec.subresources.scale.labelSelectorPath: Invalid value: "x": must be a simple json path starting with .',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"additionalPrinterColumns":[{},{"name":"a","type":"x","format":"y","jsonPath":"z"},{"name":"ok","type":"string","jsonPath":".spec.f"}]}',
    'Invalid spec.additionalPrinterColumns[1].JSONPath: Invalid value: "z": must be a simple json path starting with .',
    'Invalid spec.additionalPrinterColumns[1].format: Invalid value: "y": must be one of byte,date,date-time,double,float,int32,int64,password',
    'Invalid spec.additionalPrinterColumns[1].type: Invalid value: "x": must be one of boolean,date,integer,number,string',
    "Required spec.additionalPrinterColumns[0].JSONPath: Required value",
    "Required spec.additionalPrinterColumns[0].name: Required value",
    "Required spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"selectableFields":[{"jsonPath":".spec.f"},{"jsonPath":""},{"jsonPath":".spec.x"},{"jsonPath":"spec.f"},{"jsonPath":".spec"},{"jsonPath":".spec[0]"},{"jsonPath":".spec.f"},{"jsonPath":".metadata.name"},{"jsonPath":".spec."}]}',
    'Duplicate spec.selectableFields[6].jsonPath: Duplicate value: ".spec.f"',
    'Invalid spec.selectableFields[2].jsonPath: Invalid value: ".spec.x": is an invalid path: does not refer to a valid field',
    'Invalid spec.selectableFields[3].jsonPath: Invalid value: "spec.f": is an invalid path: expected [ or . but got: spec',
    'Invalid spec.selectableFields[4].jsonPath: Invalid value: ".spec": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
    'Invalid spec.selectableFields[5].jsonPath: Invalid value: ".spec[0]": is an invalid path: array notation is not allowed',
    'Invalid spec.selectableFields[7].jsonPath: Invalid value: ".metadata.name": is an invalid path: does not refer to a valid field',
    'Invalid spec.selectableFields[8].jsonPath: Invalid value: ".spec.": is an invalid path: unexpected end of JSON path',
    "Required spec.selectableFields[1].jsonPath: Required value",
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"deprecationWarning":"x"}',
    'Invalid spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions',
  ],
  [
    '{"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{"f":{"type":"string"}}}}}},"deprecated":true,"deprecationWarning":""}',
    'Invalid spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string',
  ],
];
