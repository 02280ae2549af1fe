import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { invalid, required } from "./causes.ts";
import { labelProblem } from "./label-problem.ts";
import type { ValueSchema } from "./value-schema.ts";

/** The first resource inside a value whose `apiVersion`, `kind` or `metadata` has the wrong type, in Kubernetes' words. */
export function embeddedTypeProblem(value: unknown, schema: ValueSchema): string | undefined {
  const cause = checkEmbedded(value, schema).find(({ message }) => typeRule.test(message ?? ""));
  return cause && `${cause.field}: ${cause.message}`;
}

const typeRule = /: (?:must be a string|json: cannot unmarshal \w+ into Go value of type v1\.ObjectMeta)$/;

/** What is wrong with the types of the resources that stand inside a value. Their metadata has to be an object; nothing else is asked of it. */
export function checkEmbedded(value: unknown, schema: ValueSchema | undefined, path = ""): readonly StatusCause[] {
  if (schema === undefined || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => checkEmbedded(item, schema.items, `${path}[${index}]`));
  }
  const own = schema.isEmbeddedResource === true ? checkResource(value, path) : [];
  const inner = Object.keys(value).flatMap((key) => {
    const property = schema.properties === undefined ? undefined : getOwn(schema.properties, key);
    const at = path === "" ? key : `${path}.${key}`;
    if (property !== undefined) return checkEmbedded(getOwn(value, key), property as ValueSchema, at);
    return checkEmbedded(getOwn(value, key), schema.values, `${path}[${key}]`);
  });
  return [...own, ...inner];
}

function checkResource(value: object, path: string): readonly StatusCause[] {
  const metadata = getOwn(value, "metadata");
  const isObject = typeof metadata === "object" && !Array.isArray(metadata);
  const what = Array.isArray(metadata) ? "array" : typeof metadata;
  return [
    ...checkName(value, `${path}.apiVersion`, "apiVersion"),
    ...checkName(value, `${path}.kind`, "kind"),
    ...(metadata === undefined || isObject
      ? []
      : [invalid(`${path}.metadata`, metadata, `json: cannot unmarshal ${what} into Go value of type v1.ObjectMeta`)]),
  ];
}

function checkName(value: object, field: string, key: "apiVersion" | "kind"): readonly StatusCause[] {
  if (!Object.hasOwn(value, key)) return [required(field)];
  const name = getOwn(value, key);
  if (typeof name !== "string") return [invalid(field, name, "must be a string")];
  if (name === "") return [invalid(field, name, "must not be empty")];
  if (key === "apiVersion") {
    const isWrong = name.split("/").length > 2;
    return isWrong ? [invalid(field, name, `unexpected GroupVersion string: ${name}`)] : [];
  }
  const problem = labelProblem(name.toLowerCase());
  return problem === undefined
    ? []
    : [invalid(field, name, `may have mixed case, but should otherwise match: ${problem}`)];
}
