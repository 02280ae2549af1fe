import type { Checked } from "./checked.ts";
import { partsOf } from "./expression.ts";
import type { Call, Expression } from "./expression.ts";
import type { Library } from "./library.ts";
import { patternProblem } from "./library-text-search.ts";
import type { Issue } from "./source.ts";
import { clauseRule, readFormat } from "./string-format.ts";
import { dynType, isSameType, typeText, withoutOptional } from "./type.ts";
import { Failure } from "./value.ts";

/** What can be told of the literals of an expression before it runs: durations, instants, patterns and formats that are none. */
export function checkLiterals(checked: Checked, library: Library): readonly Issue[] {
  const calls = callsIn(checked.expression);
  const mixed = new MixedLiterals(checked).issues();
  return [
    ...mixed,
    ...calls.flatMap((call) => conversionIssues(call, "duration", library)),
    ...calls.flatMap((call) => conversionIssues(call, "timestamp", library)),
    ...calls.flatMap(patternIssues),
    ...calls.flatMap((call) => formatIssues(call, checked)),
  ];
}

/** Lists and maps whose members have not all one type. What is formatted may be mixed. */
class MixedLiterals {
  readonly #checked: Checked;
  readonly #seen = new Set<Expression>();
  readonly #issues: Issue[] = [];

  constructor(checked: Checked) {
    this.#checked = checked;
  }

  issues(): readonly Issue[] {
    this.#visit(this.#checked.expression);
    return this.#issues;
  }

  #visit(part: Expression): void {
    if (this.#seen.has(part) || (part.kind === "call" && part.name === "format")) return;
    this.#seen.add(part);
    if (part.kind === "list") {
      this.#compare(
        part.items.map((item, index) => ({ item, isOptional: part.optional.includes(index) })),
        true,
      );
    }
    if (part.kind === "map") {
      this.#compare(part.entries.map(({ key }) => ({ item: key, isOptional: false })));
      this.#compare(part.entries.map(({ value, isOptional }) => ({ item: value, isOptional })));
    }
    for (const inner of partsOf(part)) this.#visit(inner);
  }

  #compare(items: readonly { readonly item: Expression; readonly isOptional: boolean }[], isFirstOnly = false): void {
    const typed = items.map(({ item, isOptional }) => {
      const type = this.#checked.types.get(item) ?? dynType;
      return { item, type: isOptional ? withoutOptional(type) : type };
    });
    const expected = typed[0]?.type ?? dynType;
    const wrong = typed.filter(({ type }) => !isSameType(expected, type));
    for (const { item, type } of isFirstOnly ? wrong.slice(0, 1) : wrong) {
      const message = `expected type '${typeText(expected)}' but found '${typeText(type)}'`;
      this.#issues.push({ offset: item.offset, message });
    }
  }
}

/** Each once: parts can be in an expression twice. */
function callsIn(root: Expression): readonly Call[] {
  const seen = new Set<Expression>();
  const found: Call[] = [];
  const visit = (part: Expression): void => {
    if (seen.has(part)) return;
    seen.add(part);
    if (part.kind === "call") found.push(part);
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(root);
  return found;
}

function conversionIssues({ name, args }: Call, wanted: string, library: Library): readonly Issue[] {
  const [arg] = args;
  if (name !== wanted || arg?.kind !== "literal") return [];
  const isWrong = library.find(wanted)?.overloads[0]?.run?.(arg.value) instanceof Failure;
  return isWrong ? [{ offset: arg.offset, message: `invalid ${wanted} argument` }] : [];
}

function patternIssues({ name, args }: Call): readonly Issue[] {
  const [arg] = args;
  if (name !== "matches" || arg?.kind !== "literal" || typeof arg.value !== "string") return [];
  return patternProblem(arg.value) === undefined ? [] : [{ offset: arg.offset, message: "invalid matches argument" }];
}

const allowed: Readonly<Record<string, readonly string[]>> = {
  b: ["int", "uint", "bool"],
  d: ["int", "uint"],
  e: ["double", "string"],
  f: ["double", "string"],
  o: ["int", "uint"],
  s: "list map int uint double bool string timestamp bytes duration type null".split(" "),
  x: ["int", "uint", "string", "bytes"],
};

function formatIssues(call: Call, { types }: Checked): readonly Issue[] {
  const [list] = call.args;
  if (call.name !== "format" || call.target?.kind !== "literal" || list?.kind !== "list") return [];
  if (typeof call.target.value !== "string") return [];
  const { parts, problem } = readFormat(call.target.value);
  const clauses = parts.filter((part) => typeof part !== "string");
  for (const [index, clause] of clauses.entries()) {
    const arg = list.items[index];
    if (arg === undefined) return [{ offset: call.offset, message: `index ${index} out of range` }];
    const type = types.get(arg) ?? dynType;
    const isFine = type.kind === "dyn" || (allowed[clause.verb.toLowerCase()] ?? []).includes(type.kind);
    if (!isFine) return [{ offset: arg.offset, message: clauseRule(clause.verb, type.name) }];
  }
  if (problem !== undefined) return [{ offset: call.offset, message: problem }];
  if (list.items.length <= clauses.length) return [];
  const counts = `(expected ${clauses.length}, got ${list.items.length})`;
  return [{ offset: call.offset, message: `too many arguments supplied to string.format ${counts}` }];
}
