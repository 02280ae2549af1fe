import type { Expression, Program } from "oxc-parser";
import { nodesOf } from "../../tools/source/nodes.ts";

/** Methods of strings that set `lastIndex` to zero before they begin and leave it there. */
const resettingMethods: readonly string[] = ["match", "matchAll", "replace", "replaceAll", "search", "split"];

/** Whether an expression is a regular expression that keeps `lastIndex` from one use to the next. */
export function isRememberingPattern(value: Expression): boolean {
  if (value.type === "Literal") return "regex" in value && /[gy]/.test(value.regex.flags);
  if (value.type !== "NewExpression" || value.callee.type !== "Identifier" || value.callee.name !== "RegExp")
    return false;
  const [, flags] = value.arguments;
  return flags?.type === "Literal" && typeof flags.value === "string" && /[gy]/.test(flags.value);
}

/** Whether every use of the name in the module is an argument to a method that ignores what a pattern remembers. */
export function isAlwaysReset(name: string, program: Program): boolean {
  return nodesOf(program).every(({ node, ancestors }) => {
    const parent = ancestors.at(-1);
    if (node.type !== "Identifier" || node.name !== name) return true;
    if (parent?.type === "VariableDeclarator" && parent.id === node)
      return !ancestors.some(({ type }) => type.startsWith("Export"));
    if (parent?.type === "MemberExpression" && parent.property === node && !parent.computed) return true;
    if (parent?.type === "Property" && parent.key === node && parent.value !== node) return true;
    if (parent?.type !== "CallExpression" || parent.callee === node) return false;
    const { callee } = parent;
    return (
      callee.type === "MemberExpression" &&
      callee.property.type === "Identifier" &&
      resettingMethods.includes(callee.property.name)
    );
  });
}
