/** The letters of scalar types in the tables. */
export const scalarLetters: ReadonlyMap<string, string> = new Map([
  ["string", "s"],
  ["bytes", "y"],
  ["bool", "b"],
  ["int32", "i"],
  ["int64", "l"],
  ["double", "d"],
]);

const machinery = "k8s.io.apimachinery.pkg";
const extensions = "k8s.io.apiextensions_apiserver.pkg.apis.apiextensions";

/** The letters of messages that are something else in JSON: a text, a number, any document. */
export const specialLetters: ReadonlyMap<string, string> = new Map([
  [`${machinery}.api.resource.Quantity`, "q"],
  [`${machinery}.apis.meta.v1.Time`, "t"],
  [`${machinery}.apis.meta.v1.MicroTime`, "u"],
  [`${machinery}.util.intstr.IntOrString`, "o"],
  [`${machinery}.runtime.RawExtension`, "r"],
  [`${machinery}.apis.meta.v1.FieldsV1`, "j"],
  [`${extensions}.v1.JSON`, "j"],
]);

/** Messages that are in JSON the value of one of their fields. */
export const unions: ReadonlySet<string> = new Set([
  `${extensions}.v1.JSONSchemaPropsOrArray`,
  `${extensions}.v1.JSONSchemaPropsOrBool`,
  `${extensions}.v1.JSONSchemaPropsOrStringArray`,
]);
