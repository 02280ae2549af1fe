import type { CallExpression, Expression, NewExpression, TSType } from "oxc-parser";
import { isReadonlyName, isReadonlyType } from "./readonly-type.ts";
import type { Scope } from "./readonly-type.ts";

/** Built-in classes whose instances have no state that a caller could change. */
const statelessClasses: readonly string[] = ["TextEncoder", "TextDecoder", "Intl.*", "RegExp"];
const builders: readonly string[] = [
  "Array.*",
  "Object.assign",
  "Object.create",
  "Object.fromEntries",
  "Map.groupBy",
  "structuredClone",
];
const arrayMethods: readonly string[] =
  "concat fill filter flat flatMap map reverse slice sort split toArray toReversed toSorted with".split(" ");

/** The initial value of a constant, with its declared type and the module that it stands in. */
export interface Initial {
  readonly value: Expression;
  readonly type?: TSType | undefined;
  readonly scope: Scope;
}

/** Says what is mutable in a constant, or `undefined` if nothing is. What an unknown function returns is trusted. */
export function mutableValue(initial: Initial): string | undefined {
  const { value, type, scope } = initial;
  if (value.type === "TSAsExpression") {
    if (isConstAssertion(value.typeAnnotation)) return mutableInside({ ...initial, value: value.expression }, "deep");
    return mutableValue({ value: value.expression, type: type ?? value.typeAnnotation, scope });
  }
  if (type !== undefined && isReadonlyType(type, scope)) return undefined;
  const inner = (...values: readonly Expression[]): string | undefined =>
    firstOf(values.map((part) => mutableValue({ ...initial, value: part })));
  switch (value.type) {
    case "TSSatisfiesExpression":
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
    case "AwaitExpression":
      return inner(value.argument);
    default:
      return undefined;
  }
}

/** Looks at the parts of a literal. `as const` makes its nested literals readonly (`deep`), `Object.freeze` does not. */
function mutableInside({ value, scope }: Initial, depth: "deep" | "shallow"): string | undefined {
  const parts = partsOf(value);
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
  if (isListed(name, builders)) return `the result of ${name}`;
  if (callee.type === "FunctionExpression" || callee.type === "ArrowFunctionExpression")
    return "what a function called at once closes over";
  const isArray =
    callee.type === "MemberExpression" &&
    callee.property.type === "Identifier" &&
    arrayMethods.includes(callee.property.name);
  return isArray ? "an array" : undefined;
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
