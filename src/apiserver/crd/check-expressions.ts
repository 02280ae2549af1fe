import type { StatusCause } from "../../model/index.ts";
import type { RuleCompiler } from "./rule-compiler.ts";
import type { ValueSchema } from "./value-schema.ts";

/** What is wrong with the expressions of the CEL rules in a schema, at any depth. */
export function checkExpressions(schema: ValueSchema, path: string, compiler: RuleCompiler): readonly StatusCause[] {
  const { validations = [] } = schema.rules;
  const own = validations.length === 0 ? [] : compiler.compile(validations, schema).problems;
  const inner: readonly (readonly [ValueSchema | undefined, string])[] = [
    ...Object.entries(schema.properties ?? {}).map(([name, one]) => [one, `${path}.properties[${name}]`] as const),
    [schema.values, `${path}.additionalProperties`],
    [schema.items, `${path}.items`],
  ];
  return [
    ...own.map((cause) => ({ ...cause, field: `${path}.${cause.field}` })),
    ...inner.flatMap(([one, at]) => (one === undefined ? [] : checkExpressions(one, at, compiler))),
  ];
}
