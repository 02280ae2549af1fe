import type { Class, Expression, Node, Statement, VariableDeclaration, VariableDeclarator } from "oxc-parser";
import type { LoadModule } from "../../tools/source/modules.ts";
import { nodesOf } from "../../tools/source/nodes.ts";
import { Problem } from "../../tools/source/problem.ts";
import { lineAt } from "../../tools/source/source.ts";
import type { Source } from "../../tools/source/source.ts";
import { mutableValue } from "./mutable-value.ts";
import type { Scope } from "./readonly-type.ts";
import { isAlwaysReset, isRememberingPattern } from "./remembering-pattern.ts";

const stateAdvice = "keep state in an instance that the caller makes, so that a thousand can live in one process";
const constantAdvice =
  "if it is a constant, declare it so (`readonly T[]`, `Readonly<…>`, `ReadonlyMap`, `as const`, `Object.freeze`)";
const patternAdvice = "use it in `replaceAll`, `matchAll` and their like only, or write it where it is used";

/** A rule that a node breaks, in words. */
interface Finding {
  readonly node: Node;
  readonly advice: string;
}

/** Whatever in a module can change after it was loaded, and writes to the global object. */
export function stateProblems(source: Source, load: LoadModule): readonly Problem[] {
  const { file, text, program } = source;
  const scope: Scope = { source, load };
  const writes = nodesOf(program).flatMap(({ node }) => globalWrite(node));
  const findings = [...program.body.flatMap((statement) => stateInStatement(statement, scope)), ...writes];
  return findings.map(({ node, advice }) => new Problem({ file, line: lineAt(text, node.start) }, advice));
}

function stateInStatement(statement: Statement, scope: Scope): readonly Finding[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration === null ? [] : stateInStatement(statement.declaration, scope);
    case "VariableDeclaration":
      return statement.declare === true ? [] : stateInVariables(statement, scope);
    case "ClassDeclaration":
      return stateInClass(statement, scope);
    case "ExpressionStatement":
      return changes(statement.expression)
        ? [{ node: statement, advice: `Remove this write at module level: ${stateAdvice}.` }]
        : [];
    default:
      return [];
  }
}

function stateInVariables({ kind, declarations }: VariableDeclaration, scope: Scope): readonly Finding[] {
  if (kind === "let" || kind === "var") {
    return declarations.map((node) => ({ node, advice: `Remove this module-level \`${kind}\`: ${stateAdvice}.` }));
  }
  return declarations.flatMap((node) => stateInConstant(node, scope));
}

function stateInConstant(node: VariableDeclarator, scope: Scope): readonly Finding[] {
  const { id, init } = node;
  if (init === null) return [];
  if (init.type === "ClassExpression") return stateInClass(init, scope);
  if (isRememberingPattern(init)) {
    const isSafe = id.type === "Identifier" && isAlwaysReset(id.name, scope.source.program);
    return isSafe ? [] : [{ node, advice: `This pattern remembers where it matched last: ${patternAdvice}.` }];
  }
  const what = mutableValue({ value: init, type: id.typeAnnotation?.typeAnnotation, scope });
  return what === undefined
    ? []
    : [{ node, advice: `This module-level constant is mutable (${what}): ${stateAdvice}; ${constantAdvice}.` }];
}

function stateInClass({ body }: Class, scope: Scope): readonly Finding[] {
  return body.body.flatMap((node): readonly Finding[] => {
    if (node.type === "AccessorProperty" && node.static)
      return [{ node, advice: `Remove this static accessor: ${stateAdvice}.` }];
    if (node.type !== "PropertyDefinition" || !node.static || node.declare === true) return [];
    if (node.readonly !== true) return [{ node, advice: `Make this static field \`readonly\`: ${stateAdvice}.` }];
    const what = node.value && mutableValue({ value: node.value, type: node.typeAnnotation?.typeAnnotation, scope });
    return typeof what === "string"
      ? [{ node, advice: `This static field is mutable (${what}): ${stateAdvice}; ${constantAdvice}.` }]
      : [];
  });
}

function changes(expression: Expression): boolean {
  const isDelete = expression.type === "UnaryExpression" && expression.operator === "delete";
  return isDelete || expression.type === "AssignmentExpression" || expression.type === "UpdateExpression";
}

function globalWrite(node: Node): readonly Finding[] {
  const target =
    node.type === "AssignmentExpression" ? node.left : node.type === "CallExpression" ? definedOn(node) : undefined;
  return target && isGlobalObject(target)
    ? [{ node, advice: `Do not write to the global object: ${stateAdvice}.` }]
    : [];
}

function definedOn({ callee, arguments: [target] }: Node & { type: "CallExpression" }): Node | undefined {
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
  return ["assign", "defineProperty", "defineProperties", "set"].includes(callee.property.name) ? target : undefined;
}

function isGlobalObject(node: Node): boolean {
  if (node.type === "MemberExpression") return isGlobalObject(node.object);
  if (node.type === "TSAsExpression" || node.type === "TSNonNullExpression") return isGlobalObject(node.expression);
  return node.type === "Identifier" && ["globalThis", "global"].includes(node.name);
}
