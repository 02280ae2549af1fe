import type { Expression, Node } from "oxc-parser";
import { nodesOf } from "../source/nodes.ts";
import { Problem } from "../source/problem.ts";
import { lineAt, parseSource } from "../source/source.ts";
import type { Fence } from "./fences.ts";

/** A change of the text between two offsets. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The module that runs an example: its code on the same lines as in the page, with each `// => value` turned into an assertion that
 * the expression before it, or the constant, deeply equals the value. Throws a `Problem` if a `// =>` follows neither.
 */
export function moduleOf(fence: Fence): string {
  const { program, comments } = parseFence(fence);
  const visits = nodesOf(program).toArray();
  const edits = comments.flatMap(({ value, start }) => {
    const expected = /^\s*=>\s*(.+)$/.exec(value)?.[1];
    if (expected === undefined) return [];
    const line = lineAt(fence.code, start);
    const node = visits.findLast((visit) => isBefore(visit.node, { start, line, code: fence.code }))?.node;
    return assertion(node, { expected, line: fence.line + line - 1, fence });
  });
  const code = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), fence.code);
  return `import { assertShown } from "./assert-shown.ts";${"\n".repeat(fence.line - 1)}${code}\n`;
}

function parseFence({ file, line, code }: Fence): ReturnType<typeof parseSource> {
  // The lines of the page stand before the code, so that a problem has the page's line.
  parseSource(file, "\n".repeat(line - 1) + code);
  return parseSource(file, code);
}

function isBefore(node: Node, { start, line, code }: { start: number; line: number; code: string }): boolean {
  const isStatement = node.type === "ExpressionStatement" || node.type === "VariableDeclaration";
  return isStatement && node.end <= start && lineAt(code, node.end - 1) === line;
}

function assertion(
  node: Node | undefined,
  { expected, line, fence }: { expected: string; line: number; fence: Fence },
): readonly Edit[] {
  const check = (actual: string): string => `assertShown(${actual}, (${expected}), ${line})`;
  if (node?.type === "ExpressionStatement") {
    const { start, end } = node.expression;
    const shown = shownIn(node.expression);
    return [{ start, end, text: check(fence.code.slice(shown.start, shown.end)) }];
  }
  const constant = node?.type === "VariableDeclaration" ? node.declarations.at(-1)?.id : undefined;
  if (node !== undefined && constant?.type === "Identifier") {
    return [{ start: node.end, end: node.end, text: ` ${check(constant.name)};` }];
  }
  throw new Problem({ file: fence.file, line }, "Put `// =>` on the last line of an expression or of a constant.");
}

/** What `console.log(x)` shows is `x`. */
function shownIn(expression: Expression): Expression {
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") return expression;
  const { object, property } = expression.callee;
  const isLog =
    object.type === "Identifier" &&
    object.name === "console" &&
    property.type === "Identifier" &&
    property.name === "log";
  const [argument, ...others] = expression.arguments;
  return isLog && argument !== undefined && argument.type !== "SpreadElement" && others.length === 0
    ? argument
    : expression;
}
