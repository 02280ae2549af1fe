import type { Expression, Node, TSType } from "oxc-parser";
import { localDeclarations, unexported } from "../../tools/source/modules.ts";
import { isFreezableType, isPrimitiveType } from "./readonly-type.ts";
import type { Scope } from "./readonly-type.ts";

/** Whether a function of ours, here or imported, declares that it returns a primitive. */
export function makesPrimitive(callee: Expression, scope: Scope): boolean {
  return returns(callee, { scope, accepts: isPrimitiveType });
}

/** Whether a function of ours, here or imported, declares that it returns what `Object.freeze` makes constant. */
export function makesFreezable(callee: Expression, scope: Scope): boolean {
  return returns(callee, { scope, accepts: isFreezableType });
}

function returns(
  callee: Expression,
  { scope, accepts }: { readonly scope: Scope; readonly accepts: (type: TSType) => boolean },
): boolean {
  if (callee.type !== "Identifier") return false;
  const declarations = localDeclarations(scope.source, callee.name, scope.load);
  const types = declarations.map(({ node }) => declaredResult(unexported(node), callee.name));
  return types.length > 0 && types.every((type) => type !== undefined && accepts(type));
}

function declaredResult(declared: Node, name: string): TSType | undefined {
  if (declared.type === "FunctionDeclaration" || declared.type === "TSDeclareFunction")
    return declared.returnType?.typeAnnotation;
  if (declared.type !== "VariableDeclaration") return undefined;
  const init = declared.declarations.find(({ id }) => id.type === "Identifier" && id.name === name)?.init;
  return init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression"
    ? init.returnType?.typeAnnotation
    : undefined;
}
