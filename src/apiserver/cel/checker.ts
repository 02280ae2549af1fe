import { Substitutions, mostGeneral, substitute } from "./assignable.ts";
import type { Checked } from "./checked.ts";
import type { FunctionDeclaration, Overload } from "./declaration.ts";
import { qualifiedName } from "./expression.ts";
import type { Call, Expression, Fold, ListLiteral, MapLiteral, Select, StructLiteral } from "./expression.ts";
import type { Library } from "./library.ts";
import type { Issue } from "./source.ts";
import {
  boolType,
  dynType,
  errorType,
  intType,
  isOptional,
  isSameType,
  listOf,
  mapOf,
  optionalOf,
  typeParameter,
  typeText,
  withoutOptional,
} from "./type.ts";
import type { Type } from "./type.ts";
import { typeOfValue } from "./value-type.ts";

/** What an expression is checked against. */
export interface Environment {
  readonly library: Library;
  readonly variables: ReadonlyMap<string, Type>;
  /** The type of a field of an object; `undefined` if it has no such field. */
  readonly fieldType: (object: Type, field: string) => Type | undefined;
  /** The type of objects that an expression can make by this name; `undefined` if there is none. */
  readonly structNamed?: ((name: string) => Type | undefined) | undefined;
}

/** Finds the types of all parts of an expression, or what is wrong with them. */
export function check(expression: Expression, environment: Environment): Checked | readonly Issue[] {
  const checker = new Checker(environment);
  checker.check(expression);
  return checker.issues.length > 0 ? checker.issues : checker.result(expression);
}

interface Scope {
  readonly names: ReadonlyMap<string, Type>;
  readonly outer: Scope | undefined;
}

/** What is given to a function; of a member the first is what it is called on. */
interface Operands {
  readonly args: readonly Expression[];
  readonly isMember?: boolean;
}

class Checker {
  readonly issues: Issue[] = [];
  readonly #environment: Environment;
  readonly #types = new Map<Expression, Type>();
  readonly #overloads = new Map<Expression, readonly string[]>();
  readonly #names = new Map<Expression, string>();
  readonly #variables = new Set<string>();
  readonly #known = new Substitutions();
  #scope: Scope | undefined;
  #open = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  result(expression: Expression): Checked {
    const types = new Map([...this.#types].map(([part, type]) => [part, substitute(this.#known, type, true)] as const));
    return { expression, types, overloads: this.#overloads, names: this.#names, variables: this.#variables };
  }

  check(part: Expression): Type {
    const known = this.#types.get(part);
    if (known !== undefined) return known;
    const type = this.#check(part);
    this.#types.set(part, type);
    return type;
  }

  #check(part: Expression): Type {
    switch (part.kind) {
      case "literal":
        return typeOfValue(part.value);
      case "identifier":
        return this.#name(part.name, part) ?? this.#undeclared(part, part.name);
      case "select":
        return this.#select(part);
      case "call":
        return this.#call(part);
      case "list":
        return this.#list(part);
      case "map":
        return this.#map(part);
      case "struct":
        return this.#struct(part);
      case "fold":
        return this.#fold(part);
    }
  }

  #report(part: { readonly offset: number }, message: string): Type {
    this.issues.push({ offset: part.offset, message });
    return errorType;
  }

  #undeclared(part: Expression, name: string): Type {
    return this.#report(part, `undeclared reference to '${name}' (in container '')`);
  }

  #mismatch(part: Expression, expected: Type, found: Type): Type {
    return this.#report(part, `expected type '${typeText(expected)}' but found '${typeText(found)}'`);
  }

  #name(name: string, part: Expression): Type | undefined {
    const bare = name.replace(/^\./, "");
    for (let scope = this.#scope; scope !== undefined; scope = scope.outer) {
      const found = scope.names.get(bare);
      if (found !== undefined) return found;
    }
    const variable = this.#environment.variables.get(bare);
    if (variable !== undefined) {
      this.#variables.add(bare);
      return variable;
    }
    const type = this.#environment.library.typeNamed(name);
    if (type !== undefined) this.#names.set(part, name);
    return type;
  }

  #select(part: Select): Type {
    const name = qualifiedName(part);
    const variable = name === undefined ? undefined : this.#environment.variables.get(name);
    if (variable !== undefined) return variable;
    const type = name === undefined ? undefined : this.#environment.library.typeNamed(name);
    if (type !== undefined && name !== undefined) {
      this.#names.set(part, name);
      return type;
    }
    const found = this.#field(part, part.operand, part.field);
    return part.isTest ? boolType : substitute(this.#known, found);
  }

  #field(part: Expression, operand: Expression, field: string): Type {
    const own = substitute(this.#known, this.check(operand));
    const target = withoutOptional(own);
    const found = this.#fieldOf(part, target, field);
    return isOptional(own) ? optionalOf(found) : found;
  }

  #fieldOf(part: Expression, target: Type, field: string): Type {
    switch (target.kind) {
      case "map":
        return target.parameters[1] ?? dynType;
      case "struct":
        return this.#environment.fieldType(target, field) ?? this.#report(part, `undefined field '${field}'`);
      case "parameter":
        this.#assign(dynType, target);
        return dynType;
      case "dyn":
      case "error":
        return dynType;
      default:
        this.#report(part, `type '${typeText(target)}' does not support field selection`);
        return dynType;
    }
  }

  #call(part: Call): Type {
    const { name, target, args } = part;
    const [operand, field] = args;
    if (name === "_?._" && operand !== undefined && field?.kind === "literal") {
      this.#overloads.set(part, ["select_optional_field"]);
      this.check(field);
      const found = this.#field(part, operand, String(field.value));
      return substitute(this.#known, isOptional(found) ? found : optionalOf(found));
    }
    for (const arg of args) this.check(arg);
    const { library } = this.#environment;
    if (target === undefined) {
      const found = library.find(name);
      return found === undefined ? this.#undeclared(part, name) : this.#resolve(part, found, { args });
    }
    const prefix = qualifiedName(target);
    const qualified = prefix === undefined ? undefined : library.find(`${prefix}.${name}`);
    if (qualified !== undefined) {
      this.#names.set(part, qualified.name);
      return this.#resolve(part, qualified, { args });
    }
    this.check(target);
    const found = library.find(name);
    return found === undefined
      ? this.#undeclared(part, name)
      : this.#resolve(part, found, { args: [target, ...args], isMember: true });
  }

  #resolve(part: Call, { name, overloads }: FunctionDeclaration, { args, isMember = false }: Operands): Type {
    const types = args.map((arg) => this.check(arg));
    if (name === "_&&_" || name === "_||_") return this.#logical(part, name, args);
    const fitting: string[] = [];
    let result: Type | undefined;
    for (const overload of overloads.filter((one) => one.isMember === isMember)) {
      const own = this.#fresh(overload);
      if (!this.#known.assign(types, own.args)) continue;
      fitting.push(overload.id);
      const type = substitute(this.#known, own.result);
      if (result === undefined) result = type;
      else if (result.kind !== "dyn" && !isSameType(type, result)) result = dynType;
    }
    if (result !== undefined) {
      this.#overloads.set(part, fitting);
      return result;
    }
    const texts = types.map((type) => typeText(substitute(this.#known, type, true)));
    const applied = isMember ? `${texts[0] ?? ""}.(${texts.slice(1).join(", ")})` : `(${texts.join(", ")})`;
    return this.#report(part, `found no matching overload for '${name}' applied to '${applied}'`);
  }

  #logical(part: Call, name: string, args: readonly Expression[]): Type {
    this.#overloads.set(part, [name === "_&&_" ? "logical_and" : "logical_or"]);
    let isWrong = false;
    for (const arg of args) {
      const type = this.check(arg);
      if (this.#assign(type, boolType)) continue;
      this.#mismatch(arg, boolType, type);
      isWrong = true;
    }
    return isWrong ? errorType : boolType;
  }

  /** The types of a signature with type parameters that nobody else uses. */
  #fresh({ args, result, open }: Overload): { readonly args: readonly Type[]; readonly result: Type } {
    if (open.length === 0) return { args, result };
    const fresh = new Map(open.map((name) => [name, this.#parameter()] as const));
    return { args: args.map((arg) => substitute(fresh, arg)), result: substitute(fresh, result) };
  }

  #parameter(): Type {
    this.#open += 1;
    return typeParameter(`_var${this.#open - 1}`);
  }

  #assign(given: Type, wanted: Type): boolean {
    return this.#known.assign([given], [wanted]);
  }

  #list({ items, optional }: ListLiteral): Type {
    let joined: Type | undefined;
    for (const [index, item] of items.entries()) {
      const type = this.check(item);
      joined = this.#joined(joined, optional.includes(index) ? this.#opened(item, type) : type);
    }
    return listOf(joined ?? this.#parameter());
  }

  #map({ entries }: MapLiteral): Type {
    let [keys, values]: [Type | undefined, Type | undefined] = [undefined, undefined];
    for (const { key, value, isOptional: isMaybe } of entries) {
      keys = this.#joined(keys, this.check(key));
      const type = this.check(value);
      values = this.#joined(values, isMaybe ? this.#opened(value, type) : type);
    }
    return mapOf(keys ?? this.#parameter(), values ?? this.#parameter());
  }

  /** What an optional item has inside. */
  #opened(part: Expression, type: Type): Type {
    if (!isOptional(type) && type.kind !== "dyn") this.#mismatch(part, optionalOf(type), type);
    return withoutOptional(type);
  }

  #joined(before: Type | undefined, next: Type): Type {
    if (before === undefined) return next;
    return this.#assign(before, next) ? mostGeneral(before, next) : dynType;
  }

  #struct(part: StructLiteral): Type {
    const type = this.#environment.structNamed?.(part.name.replace(/^\./, ""));
    if (type === undefined) return this.#undeclared(part, part.name);
    for (const { offset, name, value, isOptional: isMaybe } of part.fields) {
      const given = this.check(value);
      const found = isMaybe ? this.#opened(value, given) : given;
      const wanted = this.#environment.fieldType(type, name);
      if (wanted === undefined) this.#report({ offset }, `undefined field '${name}'`);
      else if (!this.#assign(wanted, found)) {
        const message = `expected type of field '${name}' is '${typeText(wanted)}' but provided type is '${typeText(found)}'`;
        this.#report({ offset }, message);
      }
    }
    return type;
  }

  #fold(part: Fold): Type {
    const range = this.check(part.range);
    const initial = this.check(part.initial);
    const [first, second] = this.#rangeTypes(part, substitute(this.#known, range));
    const outer = this.#scope;
    const inner = { names: new Map([[part.accumulator, initial]]), outer };
    const variables = new Map([[part.variable, first]]);
    if (part.second !== undefined) variables.set(part.second, second);
    this.#scope = { names: variables, outer: inner };
    this.#expect(part.condition, boolType);
    this.#expect(part.step, initial);
    this.#scope = inner;
    const result = this.check(part.result);
    this.#scope = outer;
    return substitute(this.#known, result);
  }

  #rangeTypes({ range, second }: Fold, type: Type): readonly [Type, Type] {
    const [first = dynType, other = dynType] = type.parameters;
    if (type.kind === "list") return second === undefined ? [first, first] : [intType, first];
    if (type.kind === "map") return [first, other];
    if (type.kind === "dyn" || type.kind === "error" || type.kind === "parameter") {
      this.#assign(dynType, type);
      return [dynType, dynType];
    }
    const rule = "cannot be range of a comprehension (must be list, map, or dynamic)";
    this.#report(range, `expression of type '${typeText(type)}' ${rule}`);
    return [errorType, errorType];
  }

  #expect(part: Expression, wanted: Type): void {
    const type = this.check(part);
    if (!this.#assign(wanted, type)) this.#mismatch(part, wanted, type);
  }
}
