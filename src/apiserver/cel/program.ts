import type { Checked } from "./checked.ts";
import { check } from "./checker.ts";
import type { Environment } from "./checker.ts";
import { Constants } from "./constants.ts";
import { maxCallCost } from "./defaults.ts";
import { estimateCost } from "./estimate.ts";
import type { SizeAt } from "./estimate.ts";
import { plan } from "./interpreter.ts";
import { CostExceeded, Meter } from "./meter.ts";
import { parse } from "./parser.ts";
import { Source } from "./source.ts";
import type { Issue } from "./source.ts";
import { dynType } from "./type.ts";
import type { Type } from "./type.ts";
import { checkLiterals } from "./validators.ts";
import { Failure } from "./value.ts";
import type { Value } from "./value.ts";

/** What an evaluation gave, and what it cost. */
export interface Evaluation {
  readonly value: Value;
  readonly cost: number;
  /** It was ended because it cost too much; the value says so. */
  readonly isExceeded: boolean;
}

/** An expression that is ready to run. */
export interface Program {
  readonly type: Type;
  /** Why it cannot run although it has a type: something in it never works. */
  readonly problem: string | undefined;
  /** What it costs at most, as far as the schema tells. */
  readonly maxCost: number;
  /** The variables that it mentions. */
  readonly variables: ReadonlySet<string>;
  evaluate(variables: Readonly<Record<string, Value>>): Evaluation;
}

/** An expression that is right, and its type. */
export interface Analysis {
  readonly checked: Checked;
  readonly type: Type;
}

/** Reads an expression and finds its type. A text is what is wrong with it, as Kubernetes writes it. */
export function analyse(text: string, environment: Environment): Analysis | string {
  const source = new Source(text);
  const shown = (issues: readonly Issue[]): string => source.display(issues);
  const { expression, issues } = parse(source);
  if (expression === undefined) return shown(issues);
  const checked = check(expression, environment);
  if (!("expression" in checked)) return shown(checked);
  const wrong = checkLiterals(checked, environment.library);
  return wrong.length > 0 ? shown(wrong) : { checked, type: checked.types.get(expression) ?? dynType };
}

/** Reads and checks an expression. A text is what is wrong with it, as Kubernetes writes it. */
export function compile(text: string, environment: Environment, sizeAt: SizeAt): Program | string {
  const analysis = analyse(text, environment);
  if (typeof analysis === "string") return analysis;
  const { checked, type } = analysis;
  const constants = new Constants(checked, environment.library);
  const step = plan(checked, environment.library, constants);
  return {
    type,
    problem: constants.problem(),
    maxCost: estimateCost(checked, sizeAt),
    variables: checked.variables,
    evaluate: (variables) => evaluate(step, variables),
  };
}

function evaluate(step: ReturnType<typeof plan>, variables: Readonly<Record<string, Value>>): Evaluation {
  const meter = new Meter(maxCallCost);
  try {
    const value = step({ variables, meter, locals: [] });
    return { value, cost: meter.cost, isExceeded: false };
  } catch (error) {
    if (!(error instanceof CostExceeded)) throw error;
    return { value: new Failure(error.message), cost: meter.cost, isExceeded: true };
  }
}
