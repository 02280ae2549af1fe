import { InvalidInputError } from "./errors.ts";
import { excerpt } from "./quote.ts";
import { invalidSelector, Requirement } from "./requirement.ts";
import { keyProblem } from "./requirement-validation.ts";
import type { SelectorOperator } from "./requirement-validation.ts";
import { everything, Selector } from "./selector.ts";
import { SelectorLexer } from "./selector-lexer.ts";
import type { Token, TokenKind } from "./selector-lexer.ts";
import { compareUtf8 } from "./utf8.ts";

const operators: Readonly<Partial<Record<TokenKind, SelectorOperator>>> = {
  in: "in",
  notin: "notin",
  "=": "=",
  "==": "==",
  "!=": "!=",
  ">": "gt",
  "<": "lt",
};
const operatorNames = Object.values(operators).join(", ");

/**
 * Reads a label selector: `app=web,tier in (front,back),!legacy`. Accepts and refuses exactly what Kubernetes does: the `detail` of the
 * `SETPOINT_INVALID_SELECTOR` it throws is Kubernetes' message, with `place` as the field path in it.
 */
export function parseSelector(text: string, place?: string): Selector {
  if (typeof text !== "string") throw invalidSelector(`found ${excerpt(text)}, expected: string`, place);
  const requirements = new SelectorParser(text, place).parse();
  return requirements.length === 0 ? everything() : new Selector(requirements);
}

/** Recursive descent with one token of look-ahead; it never goes back, so that time grows with the text alone. */
class SelectorParser {
  readonly #lexer: SelectorLexer;
  readonly #place: string | undefined;

  constructor(text: string, place: string | undefined) {
    this.#lexer = new SelectorLexer(text);
    this.#place = place;
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = [];
    const first = this.#lexer.peek();
    if (first.kind === "end") return requirements;
    if (!startsRequirement(first)) throw this.#unexpected(first, ", expected: !, identifier, or 'end of string'");
    for (;;) {
      requirements.push(this.#requirement());
      const separator = this.#lexer.next();
      if (separator.kind === "end") return requirements;
      if (separator.kind !== ",") throw this.#unexpected(separator, ", expected: ',' or 'end of string'");
      const following = this.#lexer.peek();
      if (!startsRequirement(following)) throw this.#unexpected(following, ", expected: identifier after ','");
    }
  }

  #requirement(): Requirement {
    try {
      return this.#requirementOrThrow();
    } catch (error) {
      if (!InvalidInputError.is(error, "SETPOINT_INVALID_SELECTOR")) throw error;
      throw invalidSelector(`unable to parse requirement: ${error.detail}`, this.#place);
    }
  }

  #requirementOrThrow(): Requirement {
    const absent = this.#lexer.peek().kind === "!";
    if (absent) this.#lexer.next();
    const key = this.#key();
    if (absent) return new Requirement({ key, operator: "!", values: [] }, this.#place);
    const { kind } = this.#lexer.peek();
    if (kind === "end" || kind === ",") return new Requirement({ key, operator: "exists", values: [] }, this.#place);
    const operator = this.#operator();
    const values = operator === "in" || operator === "notin" ? this.#values() : [this.#value()];
    return new Requirement({ key, operator, values }, this.#place);
  }

  #key(): string {
    const token = this.#lexer.next();
    if (!isWord(token)) throw this.#unexpected(token, ", expected: identifier");
    const problem = keyProblem(token.text, this.#place);
    if (problem !== undefined) throw invalidSelector(problem, this.#place);
    return token.text;
  }

  #operator(): SelectorOperator {
    const token = this.#lexer.next();
    const operator = operators[token.kind];
    if (operator === undefined) throw this.#unexpected(token, `, expected: ${operatorNames}`);
    return operator;
  }

  #value(): string {
    const { kind } = this.#lexer.peek();
    if (kind === "end" || kind === ",") return "";
    const token = this.#lexer.next();
    if (!isWord(token)) throw this.#unexpected(token, ", expected: identifier");
    return token.text;
  }

  /** What stands in parentheses: words between commas, where nothing between two commas is the empty value. Sorted, each once. */
  #values(): string[] {
    const open = this.#lexer.next();
    if (open.kind !== "(") throw this.#unexpected(open, " expected: '('");
    const first = this.#lexer.peek();
    if (first.kind !== ")" && first.kind !== "," && !isWord(first)) {
      throw this.#unexpected(first, ", expected: ',', ')' or identifier");
    }
    const values = new Set<string>();
    for (;;) {
      const token = this.#lexer.peek();
      if (isWord(token)) {
        values.add(this.#lexer.next().text);
      } else if (token.kind === "," || token.kind === ")") {
        values.add("");
      } else {
        throw this.#unexpected(token, ", expected: ',', or identifier");
      }
      const separator = this.#lexer.peek();
      if (separator.kind !== "," && separator.kind !== ")") throw this.#unexpected(separator, ", expected: ',' or ')'");
      this.#lexer.next();
      if (separator.kind === ")") return [...values].sort(compareUtf8);
    }
  }

  #unexpected(token: Token, expectation: string): InvalidInputError {
    return invalidSelector(`found '${token.text}'${expectation}`, this.#place);
  }
}

/** `in` and `notin` are operators only where an operator is due. */
function isWord({ kind }: Token): boolean {
  return kind === "identifier" || kind === "in" || kind === "notin";
}

function startsRequirement(token: Token): boolean {
  return token.kind === "!" || isWord(token);
}
