import { DeviceExpressions } from "./device-expressions.ts";
import { Library } from "./library.ts";
import { PolicyExpressions } from "./policy-expressions.ts";
import type { ExpressionProblem } from "./expression-problem.ts";

/** Reads the expressions of built-in kinds, each in the environment that Kubernetes gives it. What can be called is made once. */
export class Expressions {
  readonly #library = new Library();
  #devices: DeviceExpressions | undefined;

  /** For one policy or webhook: what its variables are called and of which type they are is remembered. */
  policy(): PolicyExpressions {
    return new PolicyExpressions(this.#library);
  }

  /** What is wrong with an expression that chooses devices. */
  deviceProblem(text: string): ExpressionProblem | undefined {
    this.#devices ??= new DeviceExpressions(this.#library);
    return this.#devices.problem(text);
  }
}
