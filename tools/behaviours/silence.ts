import type { CallExpression, Node, ObjectExpression } from "oxc-parser";
import { nodesOf } from "../source/nodes.ts";

const silentModifiers: readonly string[] = ["skip", "skipIf", "runIf", "todo", "fails"];
const silentOptions: readonly string[] = ["skip", "todo", "fails"];

/**
 * Whether a test, or every test of a group, may be skipped, planned or meant to fail: by a modifier, an option, a call of `skip` in
 * the body, or for want of a body. What can't be read counts as silent. It does not see a `skip` in a hook or in a function that the
 * body calls.
 */
export function isSilent(call: CallExpression, { modifiers, isGroup }: Manner): boolean {
  if (modifiers.some((modifier) => silentModifiers.includes(modifier)) || hasSilentOption(call)) return true;
  return !isGroup && (call.arguments.length < 2 || call.arguments.some(skipsItself));
}

/** How a test or a group is declared: the words between the dots (`skip` and `for` in `test.skip.for`), and which of the two it is. */
export interface Manner {
  readonly modifiers: readonly string[];
  readonly isGroup: boolean;
}

function hasSilentOption({ arguments: [, options, body] }: CallExpression): boolean {
  if (options?.type === "ObjectExpression") return options.properties.some(isSilentOption);
  const isTimeLimit = body?.type === "Literal";
  return body !== undefined && !isTimeLimit && !isFunction(options);
}

function isSilentOption(option: ObjectExpression["properties"][number]): boolean {
  if (option.type === "SpreadElement" || option.computed) return true;
  const { key, value } = option;
  const name = key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : "";
  return silentOptions.includes(name) && !(value.type === "Literal" && value.value === false);
}

/** The context's `skip` may be called by its name, as a method, or under the name that a parameter gives it. */
function skipsItself(body: Node): boolean {
  return nodesOf(body).some(({ node, ancestors }) => {
    if (node.type === "Property") return ancestors.at(-1)?.type === "ObjectPattern" && isSkip(node.key);
    if (node.type !== "CallExpression") return false;
    return isSkip(node.callee.type === "MemberExpression" ? node.callee.property : node.callee);
  });
}

function isSkip(name: Node): boolean {
  return (name.type === "Identifier" && name.name === "skip") || (name.type === "Literal" && name.value === "skip");
}

function isFunction(node: Node | undefined): boolean {
  return node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";
}
