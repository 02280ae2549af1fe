import type { CallExpression, Expression, NewExpression, TSType } from "oxc-parser";
import { makesFreezable, makesPrimitive } from "./maker.ts";
import { isReadonlyName, isReadonlyType, isSpelledFunction } from "./readonly-type.ts";
import type { Scope } from "./readonly-type.ts";

/** Built-in classes whose instances have no state that a caller could change. */
const statelessClasses: readonly string[] = ["TextEncoder", "TextDecoder", "Intl.*", "RegExp"];
/** Built-in functions and methods that return primitives. */
const primitiveMakers: readonly string[] =
  "BigInt Boolean Date.UTC JSON.stringify Math.* Number Number.* String String.* Symbol Symbol.*".split(" ");
const stringMethods: readonly string[] = "join repeat replace replaceAll toLowerCase toUpperCase trim".split(" ");

/** The initial value of a constant, with its declared type and the module that it stands in. */
export interface Initial {
  readonly value: Expression;
  readonly type?: TSType | undefined;
  readonly scope: Scope;
}

/**
 * Says what is mutable in a constant, or `undefined` if nothing is. What a call returns is mutable unless a declared type says
 * otherwise, whoever wrote the function. A parser can't see what a function closes over, so a made function (a counter, or a predicate
 * from a table) needs a named type, by which its author states that it keeps nothing; a type spelled out there is too easily
 * written to state anything. That word is trusted, and so are the methods of a readonly interface, a cast, and the value that
 * another name or an argument brings in.
 */
export function mutableValue(initial: Initial): string | undefined {
  const { value, type, scope } = initial;
  if (value.type === "TSAsExpression") {
    if (isConstAssertion(value.typeAnnotation)) return mutableInside({ ...initial, value: value.expression }, "deep");
    return mutableValue({ value: value.expression, type: type ?? value.typeAnnotation, scope });
  }
  if (type !== undefined && isReadonlyType(type, scope) && !isSpelledFunction(type)) return undefined;
  const inner = (...values: readonly Expression[]): string | undefined =>
    firstOf(values.map((part) => mutableValue({ ...initial, value: part })));
  switch (value.type) {
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ChainExpression":
      return inner(value.expression);
    case "ArrayExpression":
      return "an array";
    case "ObjectExpression":
      return "an object";
    case "NewExpression":
      return mutableInstance(value, scope);
    case "CallExpression":
      return mutableResult(value, scope);
    case "ConditionalExpression":
      return inner(value.consequent, value.alternate);
    case "LogicalExpression":
      return inner(value.left, value.right);
    case "MemberExpression":
      return inner(value.object);
    case "TaggedTemplateExpression":
      return isListed(dottedName(value.tag), primitiveMakers) ? undefined : "the result of a tag";
    case "AwaitExpression":
      return inner(value.argument);
    default:
      return undefined;
  }
}

/** Looks at the parts of a literal. `as const` makes its nested literals readonly (`deep`), `Object.freeze` does not. */
function mutableInside({ value, scope }: Initial, depth: "deep" | "shallow"): string | undefined {
  const parts = partsOf(value);
  if (depth === "shallow" && value.type === "CallExpression" && makesFreezable(value.callee, scope)) return undefined;
  if (parts === undefined) return mutableValue({ value, scope });
  const look = depth === "deep" ? mutableInside : mutableValue;
  const found = firstOf(parts.map((part) => look({ value: part, scope }, depth)));
  return found === undefined || found.startsWith("inside, ") ? found : `inside, ${found}`;
}

function partsOf(value: Expression): readonly Expression[] | undefined {
  if (value.type === "ArrayExpression") {
    return value.elements.flatMap((element) => (element === null || element.type === "SpreadElement" ? [] : [element]));
  }
  if (value.type !== "ObjectExpression") return undefined;
  return value.properties.flatMap((property) => (property.type === "Property" ? [property.value] : []));
}

function mutableInstance({ callee }: NewExpression, scope: Scope): string | undefined {
  const name = dottedName(callee);
  if (isListed(name, statelessClasses) || (name !== undefined && isReadonlyName(name, scope))) return undefined;
  return `an instance of ${name ?? "a class"}`;
}

function mutableResult({ callee, arguments: [argument] }: CallExpression, scope: Scope): string | undefined {
  const name = dottedName(callee);
  if (name === "Object.freeze" && argument !== undefined && argument.type !== "SpreadElement") {
    return mutableInside({ value: argument, scope }, "shallow");
  }
  if (isListed(name, primitiveMakers) || makesPrimitive(callee, scope) || isStringMethod(callee)) return undefined;
  return `the result of ${name ?? "a call"}`;
}

function isStringMethod(callee: Expression): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    stringMethods.includes(callee.property.name)
  );
}

function firstOf(reasons: readonly (string | undefined)[]): string | undefined {
  return reasons.find((reason) => reason !== undefined);
}

function isListed(name: string | undefined, list: readonly string[]): boolean {
  return name !== undefined && (list.includes(name) || list.includes(`${name.split(".")[0]}.*`));
}

function dottedName(callee: Expression): string | undefined {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.computed) return undefined;
  const object = dottedName(callee.object);
  return object && `${object}.${callee.property.name}`;
}

function isConstAssertion(type: TSType): boolean {
  return type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
}
