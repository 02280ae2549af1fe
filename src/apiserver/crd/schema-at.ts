import { propertiesOf, valuesOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";

/** The schema at a path such as `.spec.color` or `.spec['a.b']`, or why there is none, in Kubernetes' words. */
export function schemaAt(path: string, props: SchemaProps): SchemaProps | string {
  let rest = path;
  let schema = props;
  while (rest !== "") {
    const step = /^\.([^.[\]]+)|^\['((?:[^'\\]|\\.)*)'\]/.exec(rest);
    if (step === null) return pathProblem(rest);
    const name = step[1] ?? (step[2] ?? "").replaceAll(/\\(.)/g, "$1");
    const properties = propertiesOf(schema);
    const next = properties.length === 0 ? valuesOf(schema) : new Map(properties).get(name);
    if (next === undefined) return "does not refer to a valid field";
    schema = next;
    rest = rest.slice(step[0].length);
  }
  return schema;
}

function pathProblem(rest: string): string {
  if (rest === "." || rest === "[") return "unexpected end of JSON path";
  const token = /^[^.[\]]+/.exec(rest)?.[0];
  if (token !== undefined) return `expected [ or . but got: ${token}`;
  if (rest.startsWith("[")) return `expected single quoted string but got ${/^\[([^.[\]]+|.)/.exec(rest)?.[1] ?? ""}`;
  return "does not refer to a valid field";
}
