import { dynType, isSameType } from "./type.ts";
import type { Type } from "./type.ts";

/** What is known of the type parameters met so far. */
export class Substitutions {
  readonly #known = new Map<string, Type>();
  /** What was known before each change since the last success, newest last. */
  #before: (readonly [string, Type | undefined])[] = [];

  get(name: string): Type | undefined {
    return this.#known.get(name);
  }

  set(name: string, type: Type): void {
    this.#before.push([name, this.#known.get(name)]);
    this.#known.set(name, type);
  }

  /** Whether values of one list of types can stand where those of another are wanted. What is learnt on the way is forgotten if not. */
  assign(given: readonly Type[], wanted: readonly Type[]): boolean {
    const isFine = areAssignable(this, given, wanted);
    if (!isFine) {
      for (const [name, type] of this.#before.toReversed()) {
        if (type === undefined) this.#known.delete(name);
        else this.#known.set(name, type);
      }
    }
    this.#before = [];
    return isFine;
  }
}

/** Where the types of parameters are found. */
export interface KnownTypes {
  get(name: string): Type | undefined;
}

/** A type with what is known put in place of its parameters. */
export function substitute(known: KnownTypes, type: Type, isFinal = false): Type {
  if (type.kind === "parameter") {
    const found = known.get(type.name);
    if (found !== undefined) return substitute(known, found, isFinal);
    return isFinal ? dynType : type;
  }
  if (type.parameters.length === 0) return type;
  return { ...type, parameters: type.parameters.map((inner) => substitute(known, inner, isFinal)) };
}

/** Of two types of which one can stand for the other: the one that says less. */
export function mostGeneral(one: Type, other: Type): Type {
  return isLessSpecific(one, other) ? one : other;
}

function areAssignable(known: Substitutions, given: readonly Type[], wanted: readonly Type[]): boolean {
  if (given.length !== wanted.length) return false;
  return given.every((type, index) => isAssignable(known, type, wanted[index] ?? dynType));
}

function isAssignable(known: Substitutions, given: Type, wanted: Type): boolean {
  if (wanted.kind === "parameter") {
    const answer = learn(known, given, wanted);
    if (answer !== "unknown") return answer === "fits";
  }
  if (given.kind === "parameter") return learn(known, wanted, given) === "fits";
  if (isLoose(given) || isLoose(wanted)) return true;
  if (given.kind === "null") return isNullable(wanted);
  if (wanted.kind === "null") return isNullable(given);
  if (given.kind === "type") return wanted.kind === "type";
  if (given.kind !== wanted.kind || given.name !== wanted.name) return false;
  return areAssignable(known, given.parameters, wanted.parameters);
}

/** `unknown`: nothing was known of the parameter, and nothing could be learnt. */
function learn(known: Substitutions, type: Type, parameter: Type): "fits" | "differs" | "unknown" {
  if (isSameType(type, parameter)) return "fits";
  const found = known.get(parameter.name);
  if (found === undefined) {
    if (!isFree(known, parameter, type)) return "unknown";
    known.set(parameter.name, type);
    return "fits";
  }
  if (isSameType(type, found)) return "fits";
  if (!isAssignable(known, type, found)) return "differs";
  const general = mostGeneral(type, found);
  if (isFree(known, parameter, general)) known.set(parameter.name, general);
  return "fits";
}

/** Whether a parameter does not occur within a type. */
function isFree(known: Substitutions, parameter: Type, type: Type): boolean {
  if (isSameType(parameter, type)) return false;
  if (type.kind !== "parameter") return type.parameters.every((inner) => isFree(known, parameter, inner));
  const found = known.get(type.name);
  return found === undefined || isFree(known, parameter, found);
}

function isLoose({ kind }: Type): boolean {
  return kind === "dyn" || kind === "error";
}

function isNullable({ kind }: Type): boolean {
  return kind === "null" || kind === "opaque" || kind === "struct" || kind === "duration" || kind === "timestamp";
}

function isLessSpecific(one: Type, other: Type): boolean {
  if (one.kind === "dyn" || one.kind === "parameter") return true;
  if (other.kind === "dyn" || other.kind === "parameter") return false;
  if (one.kind !== other.kind || one.name !== other.name) return false;
  if (one.kind === "type") return true;
  if (one.parameters.length !== other.parameters.length) return false;
  return one.parameters.every((inner, index) => isLessSpecific(inner, other.parameters[index] ?? dynType));
}
