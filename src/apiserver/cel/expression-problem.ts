/** What is wrong with an expression: it cannot be read, costs too much, or cannot be run although it can be read. */
export interface ExpressionProblem {
  readonly kind: "invalid" | "costly" | "internal";
  readonly detail: string;
}
