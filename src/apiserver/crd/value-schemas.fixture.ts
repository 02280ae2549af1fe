/**
 * The schemas of the custom resource whose objects kube-apiserver v1.36.3 was asked about.
 *
 * @module
 */

/** The schemas of the fields of `spec`, as a JSON text for each. */
export const fieldSchemas: Readonly<Record<string, string>> = {
  s: '{"type":"string"}',
  i: '{"type":"integer"}',
  n: '{"type":"number"}',
  b: '{"type":"boolean"}',
  o: '{"type":"object","properties":{"a":{"type":"string"},"d":{"type":"string","default":"dd"}}}',
  l: '{"type":"array","items":{"type":"string"}}',
  ios: '{"x-kubernetes-int-or-string":true}',
  ns: '{"type":"string","nullable":true}',
  ni: '{"type":"integer","nullable":true,"default":7}',
  nd: '{"type":"string","default":"x"}',
  lim: '{"type":"string","minLength":2,"maxLength":3,"pattern":"^[a-c]+$"}',
  num: '{"type":"integer","minimum":2,"maximum":8,"multipleOf":2}',
  ex: '{"type":"number","minimum":1,"maximum":2.5,"exclusiveMinimum":true,"exclusiveMaximum":true,"multipleOf":0.5}',
  li: '{"type":"array","minItems":1,"maxItems":2,"items":{"type":"integer"}}',
  mp: '{"type":"object","minProperties":1,"maxProperties":2,"additionalProperties":{"type":"string","maxLength":2}}',
  en: '{"type":"string","enum":["a","b"]}',
  eni: '{"type":"integer","enum":[1,2]}',
  i32: '{"type":"integer","format":"int32"}',
  i64: '{"type":"integer","format":"int64"}',
  fl: '{"type":"number","format":"float"}',
  req: '{"type":"object","required":["x","y"],"properties":{"x":{"type":"string"},"y":{"type":"object","required":["z"],"properties":{"z":{"type":"integer"}}}}}',
  any: '{"type":"string","anyOf":[{"minLength":3},{"pattern":"^x"}]}',
  all: '{"type":"string","allOf":[{"minLength":3},{"pattern":"^x"}]}',
  one: '{"type":"string","oneOf":[{"minLength":3},{"pattern":"^x"}]}',
  no: '{"type":"string","not":{"pattern":"^x"}}',
  oneR: '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"oneOf":[{"required":["a"]},{"required":["b"]}]}',
  set: '{"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"}',
  lm: '{"type":"array","items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"p":{"type":"string","default":"TCP"},"v":{"type":"integer","minimum":5}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k","p"]}',
  lm1: '{"type":"array","items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"v":{"type":"integer","minimum":5}}},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"]}',
  emb: '{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}',
  embp: '{"type":"object","x-kubernetes-embedded-resource":true,"properties":{"spec":{"type":"object","properties":{"q":{"type":"string"}}}}}',
  pres: '{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"in":{"type":"object","properties":{"a":{"type":"string"}}}}}',
  anyv: '{"x-kubernetes-preserve-unknown-fields":true}',
  addT: '{"type":"object","additionalProperties":true}',
  addF: '{"type":"object","additionalProperties":false}',
  presL:
    '{"type":"array","x-kubernetes-preserve-unknown-fields":true,"items":{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}}',
  mnull: '{"type":"object","additionalProperties":{"type":"string"}}',
  defo: '{"type":"object","default":{},"properties":{"a":{"type":"integer","default":3}}}',
  lnull: '{"type":"array","items":{"type":"string","nullable":true}}',
};
