import type { StatusCause } from "../../../model/index.ts";
import type { ExpressionProblem, Expressions, PolicyExpressions } from "../../cel/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import type { KindRules } from "../kind-rules.ts";

/** Reads the expressions of one policy or webhook. */
export type PolicyReader = Pick<PolicyExpressions, "compose" | "conditionProblem" | "define" | "problem">;

/** Reads the expressions of built-in kinds. */
export interface ExpressionReader extends Pick<Expressions, "deviceProblem"> {
  policy(): PolicyReader;
}

/** What is wrong with an object whose expressions somebody can read. */
export type ExpressedCheck = (
  next: Document,
  old: Document | undefined,
  expressions: ExpressionReader,
) => readonly StatusCause[];

/** What is wrong with an expression at a field, as causes. */
export function expressionCauses(
  problem: ExpressionProblem | undefined,
  text: string,
  field: string,
): readonly StatusCause[] {
  switch (problem?.kind) {
    case "invalid":
      return [invalid(field, text, problem.detail)];
    case "costly":
      return [forbidden(field, problem.detail)];
    case "internal":
      return [{ reason: "InternalError", message: `Internal error: ${problem.detail}`, field }];
    default:
      return [];
  }
}

/** Takes every expression for right, and remembers that there was one. */
class UnreadExpressions implements ExpressionReader {
  isAsked = false;

  deviceProblem(): undefined {
    this.isAsked = true;
  }

  policy(): PolicyReader {
    const ask = (): undefined => void (this.isAsked = true);
    return { compose: () => {}, conditionProblem: ask, define: ask, problem: ask };
  }
}

/** The rules of a kind that has expressions. The language is loaded when the first is met: most servers never need it. */
export function withExpressions(own: KindRules, causes: ExpressedCheck): KindRules {
  return {
    ...own,
    check: (next, old) => causes(next, old, new UnreadExpressions()),
    checkInTurns: (next, old) => {
      const unread = new UnreadExpressions();
      causes(next, old, unread);
      return unread.isAsked ? readCauses(causes, next, old) : undefined;
    },
  };
}

async function readCauses(
  causes: ExpressedCheck,
  next: Document,
  old: Document | undefined,
): Promise<readonly StatusCause[]> {
  const { Expressions: Loaded } = await import("../../cel/index.ts");
  return causes(next, old, new Loaded());
}
