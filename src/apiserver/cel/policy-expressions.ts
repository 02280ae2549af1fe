import type { Environment } from "./checker.ts";
import { Constants } from "./constants.ts";
import { declare, global } from "./declaration.ts";
import type { ExpressionProblem } from "./expression-problem.ts";
import { Library } from "./library.ts";
import { patchTypeNamed, policyFieldType } from "./policy-types.ts";
import { analyse } from "./program.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  isSameType,
  listOf,
  mapOf,
  nullType,
  stringType,
  structType,
  timestampType,
  uintType,
} from "./type.ts";
import type { Type } from "./type.ts";
import { typeName } from "./type-name.ts";

/** What an expression of a policy has to give. */
export type PolicyResult = "bool" | "string" | "string or null" | "anything" | "patches" | "object";

/** What an expression of a policy sees besides the request, its namespace and its objects, and what it has to give. */
export interface PolicyExpression {
  readonly text: string;
  readonly result: PolicyResult;
  readonly hasParams?: boolean;
  readonly hasAuthorizer?: boolean;
  /** Whether it can name the types of patches. */
  readonly hasPatchTypes?: boolean;
}

const results: Readonly<Record<PolicyResult, readonly Type[]>> = {
  bool: [boolType],
  string: [stringType],
  "string or null": [stringType, nullType],
  anything: [],
  patches: [listOf(structType("JSONPatch"))],
  object: [structType("Object")],
};

const variablesName = "kubernetes.variables";

/** Reads the expressions of one policy or webhook, in the order in which they stand. */
export class PolicyExpressions {
  readonly #library: Library;
  /** What can be called where the types of patches can be named; made by the first expression that needs it. */
  #patchLibrary: Library | undefined;
  /** The types of the variables so far; absent where there can be none. */
  #variables: Map<string, Type> | undefined;

  constructor(library: Library) {
    this.#library = library;
  }

  /** From now on expressions see `variables`, be there any or not. */
  compose(): void {
    this.#variables ??= new Map();
  }

  /** Reads the expression of a variable, which later expressions see. */
  define(name: string, expression: PolicyExpression): ExpressionProblem | undefined {
    this.compose();
    const { type, problem } = this.#read(expression, this.#variables);
    this.#variables?.set(name, lasting(type));
    return problem;
  }

  /** What is wrong with an expression. */
  problem(expression: PolicyExpression): ExpressionProblem | undefined {
    return this.#read(expression, this.#variables).problem;
  }

  /** What is wrong with a condition: conditions see no variables. */
  conditionProblem(expression: PolicyExpression): ExpressionProblem | undefined {
    return this.#read(expression, undefined).problem;
  }

  #read(
    expression: PolicyExpression,
    variables: ReadonlyMap<string, Type> | undefined,
  ): { readonly type: Type; readonly problem?: ExpressionProblem } {
    const environment = this.#environment(expression, variables);
    const analysis = analyse(expression.text, environment);
    const wrong = (detail: string): { readonly type: Type; readonly problem: ExpressionProblem } => ({
      type: dynType,
      problem: { kind: "invalid", detail },
    });
    if (typeof analysis === "string") return wrong(`compilation failed: ${analysis}`);
    const { type, checked } = analysis;
    const wanted = results[expression.result];
    if (wanted.length > 0 && !wanted.some((one) => isSameType(one, type))) {
      const names = wanted.map(typeName).join(" ");
      const one = wanted.length === 1 ? names : `one of [${names}]`;
      return wrong(`must evaluate to ${one} but got ${typeName(type)}`);
    }
    const detail = new Constants(checked, environment.library).problem();
    if (detail === undefined) return { type };
    return { type: dynType, problem: { kind: "internal", detail: `program instantiation failed: ${detail}` } };
  }

  #patchLibraryOnce(): Library {
    this.#patchLibrary ??= new Library([escapeKey]);
    return this.#patchLibrary;
  }

  #environment(
    { hasParams = false, hasAuthorizer = false, hasPatchTypes = false }: PolicyExpression,
    composed: ReadonlyMap<string, Type> | undefined,
  ): Environment {
    const variables = new Map<string, Type>([
      ["object", dynType],
      ["oldObject", dynType],
      ["namespaceObject", structType("kubernetes.Namespace")],
      ["request", structType("kubernetes.AdmissionRequest")],
    ]);
    if (hasParams) variables.set("params", dynType);
    if (hasAuthorizer) {
      variables.set("authorizer", structType("kubernetes.authorization.Authorizer"));
      variables.set("authorizer.requestResource", structType("kubernetes.authorization.ResourceCheck"));
    }
    if (composed !== undefined) variables.set("variables", structType(variablesName));
    return {
      library: hasPatchTypes ? this.#patchLibraryOnce() : this.#library,
      variables,
      fieldType: ({ name }, field) => (name === variablesName ? composed?.get(field) : policyFieldType(name, field)),
      structNamed: hasPatchTypes ? patchTypeNamed : undefined,
    };
  }
}

const escapeKey: Readonly<ReturnType<typeof declare>> = declare(
  "jsonpatch.escapeKey",
  global("string_jsonpatch_escapeKey_string", "string -> string"),
);

const simple: readonly Type[] = [
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  nullType,
  stringType,
  timestampType,
  uintType,
];

/** A type as a variable keeps it: of lists and maps what they hold, of other types that are not simple nothing. */
function lasting(type: Type): Type {
  const [first, second] = type.parameters.map(lasting);
  if (type.kind === "list" && first !== undefined) return listOf(first);
  if (type.kind === "map" && first !== undefined && second !== undefined) return mapOf(first, second);
  return simple.some((one) => isSameType(one, type)) ? type : dynType;
}
