/**
 * Updates of an object that its schema, tightened since, does not fit, and the causes with which kube-apiserver v1.36.3 refused each.
 *
 * @module
 */

/** The schema, as a JSON text. */
export const tightSchema: string =
  '{"type":"object","properties":{"spec":{"type":"object","required":["must"],"properties":{"must":{"type":"string"},"s":{"type":"string","maxLength":2},"t":{"type":"string","pattern":"^a"},"o":{"type":"object","required":["q"],"properties":{"q":{"type":"string"},"r":{"type":"string","maxLength":1}}},"l":{"type":"array","items":{"type":"string","maxLength":1}},"set":{"type":"array","items":{"type":"string","maxLength":1},"x-kubernetes-list-type":"set"},"lm":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"},"v":{"type":"integer","minimum":5},"w":{"type":"string"}}}},"m":{"type":"object","additionalProperties":{"type":"string","maxLength":1}},"d":{"type":"string","default":"dd"}}},"status":{"type":"object","properties":{"n":{"type":"integer","maximum":3},"x":{"type":"string"}}}}}';

/** `spec` and `status` of the object, as a JSON text. */
export const looseObject: string =
  '{"spec":{"d":"dd","l":["long","a"],"lm":[{"k":"a","v":1},{"k":"b","v":9}],"m":{"a":"long","b":"b"},"o":{"r":"long"},"s":"long","set":["long","a","a"],"t":"bad"},"status":{"n":9}}';

/** Changes of `spec` as JSON texts. */
export const specUpdates: readonly (readonly [string, ...string[]])[] = [
  ["{}"],
  ['{"z":1}'],
  ['{"s":"longer"}', "Required spec.must: Required value", "TooLong spec.s: Too long: may not be more than 2 bytes"],
  [
    '{"t":"worse"}',
    "Invalid spec.t: Invalid value: \"worse\": spec.t in body should match '^a'",
    "Required spec.must: Required value",
  ],
  ['{"o":{"r":"long","q":"q"}}', "Required spec.must: Required value"],
  [
    '{"o":{"r":"longer"}}',
    "Required spec.must: Required value",
    "Required spec.o.q: Required value",
    "TooLong spec.o.r: Too long: may not be more than 1 byte",
  ],
  ['{"o":{"r":"long","z":1}}'],
  [
    '{"l":["long","b"]}',
    "Required spec.must: Required value",
    "TooLong spec.l[0]: Too long: may not be more than 1 byte",
  ],
  [
    '{"l":["a","long"]}',
    "Required spec.must: Required value",
    "TooLong spec.l[1]: Too long: may not be more than 1 byte",
  ],
  [
    '{"set":["long","a","a","b"]}',
    "Required spec.must: Required value",
    "TooLong spec.set[0]: Too long: may not be more than 1 byte",
  ],
  ['{"set":["a","a"]}', "Required spec.must: Required value"],
  ['{"lm":[{"k":"a","v":1,"w":"x"},{"k":"b","v":9}]}', "Required spec.must: Required value"],
  [
    '{"lm":[{"k":"b","v":9},{"k":"a","v":1},{"k":"c","v":2}]}',
    "Invalid spec.lm[2].v: Invalid value: 2: spec.lm[2].v in body should be greater than or equal to 5",
    "Required spec.must: Required value",
  ],
  [
    '{"lm":[{"k":"a","v":2}]}',
    "Invalid spec.lm[0].v: Invalid value: 2: spec.lm[0].v in body should be greater than or equal to 5",
    "Required spec.must: Required value",
  ],
  ['{"m":{"a":"long","b":"c"}}', "Required spec.must: Required value"],
  [
    '{"m":{"a":"long","c":"long"}}',
    "Required spec.must: Required value",
    "TooLong spec.m.c: Too long: may not be more than 1 byte",
  ],
  ['{"must":"x"}'],
  ['{"d":"ee"}', "Required spec.must: Required value"],
];

/** What is written to `status`, as JSON texts. */
export const statusUpdates: readonly (readonly [string, ...string[]])[] = [
  ['{"n":9}'],
  ['{"n":8}', "Invalid status.n: Invalid value: 8: n in body should be less than or equal to 3"],
  ['{"n":9,"x":"y"}'],
  ['{"n":9,"x":5}', 'TypeInvalid status.x: Invalid value: "integer": x in body must be of type string: "integer"'],
  ['{"n":"a"}', 'TypeInvalid status.n: Invalid value: "string": n in body must be of type integer: "string"'],
  ['"x"', 'TypeInvalid status: Invalid value: "string":  in body must be of type object: "string"'],
];
