import { maxExpressionDepth, maxExpressionLength, maxExpressionTokens, maxShownIssues } from "./defaults.ts";
import type { Expression, MapEntry, StructField } from "./expression.ts";
import { tokenize } from "./lexer.ts";
import type { Token } from "./lexer.ts";
import { literalOf } from "./literal.ts";
import { expandMacro } from "./macros.ts";
import { SyntaxFault } from "./parse-error.ts";
import type { Issue, Source } from "./source.ts";

/** An expression that was read, or what is wrong with its syntax. */
export type Parsed =
  | { readonly expression: Expression; readonly issues?: undefined }
  | { readonly issues: readonly Issue[]; readonly expression?: undefined };

/** Reads an expression; macros are expanded on the way. */
export function parse(source: Source): Parsed {
  if (source.length > maxExpressionLength) {
    const size = `size: ${source.length}, limit ${maxExpressionLength}`;
    return { issues: [{ offset: -1, message: `expression code point size exceeds limit: ${size}` }] };
  }
  const { tokens, issues } = tokenize(source);
  // With so much that is no word at all Kubernetes reads no further, and counts one more.
  if (issues.length > maxShownIssues) return { issues: issues.slice(0, maxShownIssues + 1) };
  if (tokens.length > maxExpressionTokens) {
    const size = `size: ${tokens.length}, limit ${maxExpressionTokens}`;
    return { issues: [{ offset: -1, message: `expression token count exceeds limit: ${size}` }] };
  }
  const parser = new Parser(tokens, source);
  try {
    const expression = parser.parse();
    const all = [...issues, ...parser.issues].toSorted((one, other) => one.offset - other.offset);
    return all.length > 0 ? { issues: all } : { expression };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return { issues: [...issues, ...parser.issues, error.issue] };
  }
}

const relations: readonly string[] = ["<", "<=", ">=", ">", "==", "!=", "in"];
const sums: readonly string[] = ["+", "-"];
const products: readonly string[] = ["*", "/", "%"];

const starts =
  "'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER";
const begins: ReadonlySet<string> = new Set(
  "[ { ( . - ! true false null double int uint string bytes identifier".split(" "),
);
const continues: ReadonlySet<string> = new Set("== != in < <= >= > && || [ ] { } ) . , - ? : + * / % end".split(" "));

/** Whether a token can stand behind another one, were that there. */
function canFollow(kind: string, next: string): boolean {
  if (kind === ")" || kind === "]") return continues.has(next);
  return kind === ":" && begins.has(next);
}

const reserved: ReadonlySet<string> = new Set(
  "as break const continue else for function if import in let loop package namespace return var void while".split(" "),
);

/** Reads tokens from left to right; what binds weakest is read first. */
class Parser {
  readonly issues: Issue[] = [];
  readonly #tokens: readonly Token[];
  readonly #source: Source;
  #index = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], source: Source) {
    this.#tokens = tokens;
    this.#source = source;
  }

  parse(): Expression {
    const expression = this.#expression();
    this.#expect("end", "<EOF>");
    return expression;
  }

  get #token(): Token {
    return this.#tokens[this.#index] ?? { kind: "end", text: "<EOF>", offset: 0 };
  }

  #take(): Token {
    const token = this.#token;
    this.#index += 1;
    return token;
  }

  #takeIf(kind: string): Token | undefined {
    return this.#token.kind === kind ? this.#take() : undefined;
  }

  /** `expected` says what else could stand there. With a token too much or too few the rest can be understood. */
  #expect(kind: string, expected = `'${kind}'`): Token {
    const token = this.#takeIf(kind);
    if (token !== undefined) return token;
    const { text, offset } = this.#token;
    const fault = (wrong: string): SyntaxFault => new SyntaxFault(offset, `Syntax error: ${wrong}`);
    if (this.#tokens[this.#index + 1]?.kind === kind) {
      this.issues.push(fault(`extraneous input '${text}' expecting ${expected}`).issue);
      this.#take();
      return this.#take();
    }
    if (expected.startsWith("{") || !canFollow(kind, this.#token.kind)) {
      throw fault(`mismatched input '${text}' expecting ${expected}`);
    }
    this.issues.push(fault(`missing ${expected} at '${text}'`).issue);
    return { kind, text: "", offset };
  }

  /** The name behind a dot. */
  #identifier(dot: number): Token {
    const token = this.#takeIf("identifier");
    if (token !== undefined) return token;
    const { kind, text, offset } = this.#token;
    const input = this.#source.slice(dot, kind === "end" ? offset : offset + text.length);
    const wrong = /^(?:true|false|null)$/.test(kind)
      ? `mismatched input '${text}' expecting IDENTIFIER`
      : `no viable alternative at input '${input}'`;
    throw new SyntaxFault(offset, `Syntax error: ${wrong}`);
  }

  /** Nothing is read deeper than Kubernetes reads. */
  #enter(): void {
    this.#depth += 1;
    if (this.#depth > maxExpressionDepth) {
      throw new SyntaxFault(-1, `expression recursion limit exceeded: ${maxExpressionDepth}`);
    }
  }

  #expression(): Expression {
    this.#enter();
    const condition = this.#logical("||", () => this.#logical("&&", () => this.#relation()));
    const mark = this.#takeIf("?");
    if (mark === undefined) {
      this.#depth -= 1;
      return condition;
    }
    const yes = this.#logical("||", () => this.#logical("&&", () => this.#relation()));
    this.#expect(":");
    const no = this.#expression();
    this.#depth -= 1;
    return call(mark.offset, "_?_:_", [condition, yes, no]);
  }

  /** Long chains become balanced trees, so that none is deep. */
  #logical(operator: string, next: () => Expression): Expression {
    const terms = [next()];
    const marks: Token[] = [];
    while (this.#token.kind === operator) {
      marks.push(this.#take());
      terms.push(next());
    }
    return balanced({ name: `_${operator}_`, terms, marks }, 0, terms.length - 1);
  }

  #relation(): Expression {
    return this.#leftToRight(relations, () => this.#sum());
  }

  #sum(): Expression {
    return this.#leftToRight(sums, () => this.#leftToRight(products, () => this.#unary()));
  }

  #leftToRight(operators: readonly string[], next: () => Expression): Expression {
    let result = next();
    let count = 0;
    while (operators.includes(this.#token.kind)) {
      const { kind, offset } = this.#take();
      count += 1;
      if (count > maxExpressionDepth) {
        throw new SyntaxFault(-1, `expression recursion limit exceeded: ${maxExpressionDepth}`);
      }
      result = call(offset, kind === "in" ? "@in" : `_${kind}_`, [result, next()]);
    }
    return result;
  }

  #unary(): Expression {
    const { kind, offset } = this.#token;
    if (kind !== "!" && kind !== "-") return this.#member(this.#primary());
    let count = 0;
    while (this.#token.kind === kind) {
      const following = this.#tokens[this.#index + 1];
      if (kind === "-" && (following?.kind === "int" || following?.kind === "double")) break;
      this.#take();
      count += 1;
    }
    const operand = this.#member(this.#primary());
    return count % 2 === 0 ? operand : call(offset, kind === "!" ? "!_" : "-_", [operand]);
  }

  #member(start: Expression): Expression {
    let result = start;
    for (let count = 0; ; count += 1) {
      if (count > maxExpressionDepth) {
        throw new SyntaxFault(-1, `expression recursion limit exceeded: ${maxExpressionDepth}`);
      }
      const { kind } = this.#token;
      if (kind === ".") result = this.#selected(result, this.#take().offset);
      else if (kind === "[") result = this.#indexed(result, this.#take().offset);
      else return result;
    }
  }

  #selected(operand: Expression, offset: number): Expression {
    const isOptional = this.#takeIf("?") !== undefined;
    const quoted = this.#takeIf("quoted identifier");
    if (quoted !== undefined) this.issues.push({ offset: quoted.offset, message: "unsupported syntax: '`'" });
    const name = quoted ?? this.#identifier(offset);
    const open = isOptional ? undefined : this.#takeIf("(");
    if (open !== undefined) return this.#called({ name: name.text, target: operand, offset: open.offset });
    if (!isOptional) return { kind: "select", offset, operand, field: name.text, isTest: false };
    const field: Expression = { kind: "literal", offset: name.offset, value: name.text };
    return call(offset, "_?._", [operand, field]);
  }

  #indexed(operand: Expression, offset: number): Expression {
    const isOptional = this.#takeIf("?") !== undefined;
    const index = this.#expression();
    this.#expect("]");
    return call(offset, isOptional ? "_[?_]" : "_[_]", [operand, index]);
  }

  #called(one: {
    readonly name: string;
    readonly target: Expression | undefined;
    readonly offset: number;
  }): Expression {
    const args: Expression[] = [];
    if (this.#token.kind !== ")") {
      do args.push(this.#expression());
      while (this.#takeIf(",") !== undefined);
    }
    this.#expect(")");
    const made = { kind: "call", ...one, args } as const;
    const expanded = expandMacro(made);
    if (expanded === undefined) return made;
    if ("kind" in expanded) return expanded;
    this.issues.push(expanded);
    return { kind: "literal", offset: one.offset, value: null };
  }

  #primary(): Expression {
    const token = this.#take();
    const { kind, offset, text } = token;
    if (kind === "(") {
      const inner = this.#expression();
      this.#expect(")");
      return inner;
    }
    if (kind === "[") return this.#list(offset);
    if (kind === "{") return this.#map(offset);
    if (kind === "identifier" || kind === ".") return this.#name(token);
    const sign = kind === "-" && /^(?:int|double)$/.test(this.#token.kind) ? "-" : "";
    const made = literalOf(sign === "" ? token : { ...this.#take(), offset }, sign);
    if (typeof made === "string") this.issues.push({ offset, message: made });
    if (made !== undefined) return typeof made === "string" ? { kind: "literal", offset, value: null } : made;
    const fault = (wrong: string): SyntaxFault =>
      new SyntaxFault(offset, `Syntax error: ${wrong} input '${text}' expecting {${starts}}`);
    if (!begins.has(this.#token.kind)) throw fault("mismatched");
    // Without it the rest can be understood.
    this.issues.push(fault("extraneous").issue);
    this.#enter();
    const rest = this.#unary();
    this.#depth -= 1;
    return rest;
  }

  #name(token: Token): Expression {
    const isRooted = token.kind === ".";
    const { text, offset } = isRooted ? this.#identifier(token.offset) : token;
    if (reserved.has(text)) {
      this.issues.push({ offset: token.offset, message: `reserved identifier: ${text}` });
    }
    const name = isRooted ? `.${text}` : text;
    const open = this.#takeIf("(");
    if (open !== undefined) return this.#called({ name, target: undefined, offset: open.offset });
    return this.#struct(name) ?? { kind: "identifier", offset, name };
  }

  /** `Name{field: value}`, also of a qualified name. */
  #struct(name: string): Expression | undefined {
    let end = this.#index;
    while (this.#tokens[end]?.kind === "." && this.#tokens[end + 1]?.kind === "identifier") end += 2;
    const open = this.#tokens[end];
    if (open?.kind !== "{") return undefined;
    const rest = this.#tokens.slice(this.#index, end).map(({ text }) => text);
    this.#index = end + 1;
    const fields: StructField[] = [];
    while (this.#token.kind !== "}") {
      const isOptional = this.#takeIf("?") !== undefined;
      const { text } = this.#takeIf("quoted identifier") ?? this.#expect("identifier", "IDENTIFIER");
      const colon = this.#expect(":");
      fields.push({
        offset: colon.offset,
        name: text.replaceAll("`", ""),
        value: this.#expression(),
        isOptional,
      });
      if (this.#takeIf(",") === undefined) break;
    }
    this.#expect("}");
    return { kind: "struct", offset: open.offset, name: `${name}${rest.join("")}`, fields };
  }

  #list(offset: number): Expression {
    const items: Expression[] = [];
    const optional: number[] = [];
    while (this.#token.kind !== "]") {
      if (this.#takeIf("?") !== undefined) optional.push(items.length);
      items.push(this.#expression());
      if (this.#takeIf(",") === undefined) break;
    }
    this.#expect("]", "{']', ','}");
    return { kind: "list", offset, items, optional };
  }

  #map(offset: number): Expression {
    const entries: MapEntry[] = [];
    while (this.#token.kind !== "}") {
      const isOptional = this.#takeIf("?") !== undefined;
      const key = this.#expression();
      const colon = this.#expect(":");
      entries.push({ offset: colon.offset, key, value: this.#expression(), isOptional });
      if (this.#takeIf(",") === undefined) break;
    }
    this.#expect("}", "{'}', ','}");
    return { kind: "map", offset, entries };
  }
}

function call(offset: number, name: string, args: readonly Expression[]): Expression {
  return { kind: "call", offset, name, target: undefined, args };
}

interface Chain {
  readonly name: string;
  readonly terms: readonly Expression[];
  readonly marks: readonly Token[];
}

function balanced(chain: Chain, low: number, high: number): Expression {
  const { terms, marks, name } = chain;
  const [only] = terms.slice(low, low + 1);
  if (low === high && only !== undefined) return only;
  const middle = Math.ceil((low + high) / 2);
  const args = [balanced(chain, low, middle - 1), balanced(chain, middle, high)];
  return call(marks[middle - 1]?.offset ?? 0, name, args);
}
