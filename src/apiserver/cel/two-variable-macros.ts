import type { Call, Expression, Fold } from "./expression.ts";
import { Builder, quantified, variableProblem } from "./macro-builder.ts";
import type { Issue } from "./source.ts";

/** What a macro with a variable for keys and one for values makes of a call, what is wrong with it, or `undefined` if it is none. */
export function twoVariableMacro(call: Call, target: Expression): Expression | Issue | undefined {
  const { name, args } = call;
  const [first, second, third, fourth] = args;
  const isQuantifier = /^(?:all|exists|exists_one|existsOne)$/.test(name) && args.length === 3;
  const isTransform = /^transform(?:List|Map|MapEntry)$/.test(name) && (args.length === 3 || args.length === 4);
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (!isQuantifier && !isTransform) return undefined;
  const problem = variablesProblem(first, second);
  if (problem !== undefined || first.kind !== "identifier" || second.kind !== "identifier") return problem;
  const build = new Builder(call);
  const parts = isQuantifier
    ? quantified(build, name, third)
    : transformed(build, { name, key: first.name, filter: fourth && third, made: fourth ?? third });
  return build.fold({ range: target, variable: first.name, second: second.name, ...parts });
}

function variablesProblem(first: Expression, second: Expression): Issue | undefined {
  const rule = "argument must be a simple name";
  if (first.kind !== "identifier") return variableProblem(first, rule);
  if (second.kind !== "identifier") return variableProblem(second, rule);
  if (first.name === second.name) {
    return { offset: second.offset, message: `duplicate variable name: ${first.name}` };
  }
  return variableProblem(first, rule) ?? variableProblem(second, rule);
}

interface Transform {
  readonly name: string;
  readonly key: string;
  readonly filter: Expression | undefined;
  readonly made: Expression;
}

function transformed(
  build: Builder,
  { name, key, filter, made }: Transform,
): Pick<Fold, "initial" | "condition" | "step" | "result"> {
  const step = (): Expression => {
    if (name === "transformList") return build.call("_+_", build.name(), build.list(made));
    if (name === "transformMap") return build.call("cel.@mapInsert", build.name(), build.name(key), made);
    return build.call("cel.@mapInsert", build.name(), made);
  };
  return {
    initial: name === "transformList" ? build.list() : build.map(),
    condition: build.literal(true),
    step: filter === undefined ? step() : build.call("_?_:_", filter, step(), build.name()),
    result: build.name(),
  };
}
