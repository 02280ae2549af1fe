import type { Call, Expression } from "./expression.ts";
import { Builder, quantified, variableProblem } from "./macro-builder.ts";
import type { Issue } from "./source.ts";
import { twoVariableMacro } from "./two-variable-macros.ts";

/** What a macro makes of a call, what is wrong with the call, or `undefined` if it is no macro. */
export function expandMacro(call: Call): Expression | Issue | undefined {
  const { name, target, args } = call;
  if (target === undefined) return name === "has" && args.length === 1 ? has(call) : undefined;
  return oneVariable(name, call) ?? twoVariableMacro(call, target);
}

function oneVariable(name: string, call: Call): Expression | Issue | undefined {
  const { args } = call;
  if (args.length === 2) {
    if (name === "all" || name === "exists" || name === "exists_one" || name === "existsOne") return quantifier(call);
    if (name === "optMap" || name === "optFlatMap") return optional(call);
    if (name === "sortBy") return sortBy(call);
    if (name === "filter") return filter(call);
  }
  return name === "map" && (args.length === 2 || args.length === 3) ? map(call) : undefined;
}

function has({ args, offset }: Call): Expression | Issue {
  const [tested] = args;
  if (tested?.kind === "select") return { ...tested, offset, isTest: true };
  return { offset: tested?.offset ?? offset, message: "invalid argument to has() macro" };
}

function quantifier(call: Call): Expression | Issue | undefined {
  const { target, args, name } = call;
  const [variable, test] = args;
  if (target === undefined || variable === undefined || test === undefined) return undefined;
  const problem = variableProblem(variable, "argument must be a simple name");
  if (problem !== undefined || variable.kind !== "identifier") return problem;
  const build = new Builder(call);
  return build.fold({ range: target, variable: variable.name, ...quantified(build, name, test) });
}

function map(call: Call): Expression | Issue | undefined {
  const { target, args } = call;
  const [variable, second, third] = args;
  if (target === undefined || variable === undefined || second === undefined) return undefined;
  const problem = variableProblem(variable, "argument is not an identifier");
  if (problem !== undefined || variable.kind !== "identifier") return problem;
  const build = new Builder(call);
  const added = build.call("_+_", build.name(), build.list(third ?? second));
  return build.fold({
    range: target,
    variable: variable.name,
    initial: build.list(),
    condition: build.literal(true),
    step: third === undefined ? added : build.call("_?_:_", second, added, build.name()),
    result: build.name(),
  });
}

function filter(call: Call): Expression | Issue | undefined {
  const { target, args } = call;
  const [variable, test] = args;
  if (target === undefined || variable === undefined || test === undefined) return undefined;
  const problem = variableProblem(variable, "argument is not an identifier");
  if (problem !== undefined || variable.kind !== "identifier") return problem;
  const build = new Builder(call);
  return build.fold({
    range: target,
    variable: variable.name,
    initial: build.list(),
    condition: build.literal(true),
    step: build.call("_?_:_", test, build.call("_+_", build.name(), build.list(variable)), build.name()),
    result: build.name(),
  });
}

function optional(call: Call): Expression | Issue | undefined {
  const { target, args, name } = call;
  const [variable, inner] = args;
  if (target === undefined || variable === undefined || inner === undefined) return undefined;
  if (variable.kind !== "identifier") {
    return { offset: variable.offset, message: `${name}() variable name must be a simple identifier` };
  }
  const build = new Builder(call);
  const bound = build.bind(variable.name, build.member("value", target), inner);
  const made = name === "optMap" ? build.call("optional.of", bound) : bound;
  return build.call("_?_:_", build.member("hasValue", target), made, build.call("optional.none"));
}

const sortInput = "@__sortBy_input__";

function sortBy(call: Call): Expression | Issue | undefined {
  const { target, args } = call;
  if (target === undefined) return undefined;
  if (target.kind === "literal" || target.kind === "map" || target.kind === "struct") {
    const kinds = "a list, identifier, comprehension, call or select expression";
    return { offset: target.offset, message: `sortBy can only be applied to ${kinds}` };
  }
  const build = new Builder(call);
  const keys = map({ ...call, target: build.name(sortInput), args });
  if (keys === undefined || !("kind" in keys)) return keys;
  return build.bind(sortInput, target, build.member("@sortByAssociatedKeys", build.name(sortInput), keys));
}
