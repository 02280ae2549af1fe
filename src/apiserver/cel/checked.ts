import type { Expression } from "./expression.ts";
import type { Type } from "./type.ts";

/** An expression and what the check found out about its parts. */
export interface Checked {
  readonly expression: Expression;
  readonly types: ReadonlyMap<Expression, Type>;
  /** Of a call, the signatures that fit; of a select or a call with a qualified name, nothing else is said. */
  readonly overloads: ReadonlyMap<Expression, readonly string[]>;
  /** Parts that are one name although they look like fields of something: `net.IP`, and the function in `lists.range(3)`. */
  readonly names: ReadonlyMap<Expression, string>;
  /** The variables that the expression mentions. */
  readonly variables: ReadonlySet<string>;
}
