import type { Checked } from "./checked.ts";
import type { Call } from "./expression.ts";
import type { Library } from "./library.ts";
import { fits, noOverload } from "./step.ts";
import { Duration, Failure } from "./value.ts";
import type { Value } from "./value.ts";
import { typeOfValue } from "./value-type.ts";

/** The work of a call: of the first signature that the values fit. */
export function runOf(part: Call, checked: Checked, library: Library): (args: readonly Value[]) => Value {
  const name = checked.names.get(part) ?? part.name;
  const ids = checked.overloads.get(part) ?? [];
  const overloads = ids.map((id) => library.overload(id)).filter((one) => one !== undefined);
  const [only] = overloads;
  // The types of most operands are known before anything runs.
  if (only?.run !== undefined && overloads.length === 1 && isTyped(part, checked)) {
    const { run } = only;
    return (args) => run(...args);
  }
  return (args) => {
    const found = overloads.find((one) => fits(one, args));
    return found?.run === undefined ? withoutOverload(name, args) : found.run(...args);
  };
}

function isTyped({ target, args }: Call, { types }: Checked): boolean {
  const operands = target === undefined ? args : [target, ...args];
  return operands.every((operand) => {
    const kind = types.get(operand)?.kind;
    return kind !== undefined && kind !== "dyn" && kind !== "parameter" && kind !== "null";
  });
}

const ordered = "bool bytes double duration int string timestamp uint";

/** The types that an operator does something with, and so explains itself otherwise if the other operand does not fit. */
const operands: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    "_+_": "bytes double duration int list string timestamp uint",
    "_-_": "double duration int timestamp uint",
    "_*_": "double int uint",
    "_/_": "double int uint",
    "_%_": "int uint",
    "_<_": ordered,
    "_<=_": ordered,
    "_>_": ordered,
    "_>=_": ordered,
    "-_": "bool double int",
    size: "bytes list map string",
  }).map(([name, kinds]) => [name, new Set(kinds.split(" "))] as const),
);

/** Types that are asked themselves what they can do with an operator, and say no in fewer words. */
const askedThemselves: ReadonlySet<string> = new Set(["string", "timestamp", "duration"]);

const plainNames: ReadonlySet<string> = new Set(["contains", "endsWith", "startsWith", "matches"]);

/** What comes of a call whose values fit no signature. */
function withoutOverload(name: string, args: readonly Value[]): Value {
  const [first = null] = args;
  // It is declared nowhere, but works.
  if (name === "-_" && first instanceof Duration) return new Duration(-first.nanos);
  const known = operands.get(name);
  if (known !== undefined) {
    const { kind } = typeOfValue(first);
    const isPlain = askedThemselves.has(kind) || (known.has(kind) && name !== "size");
    return isPlain ? noOverload : new Failure(`no such overload: ${name}`);
  }
  if (/^[_!@]/.test(name) || plainNames.has(name)) return noOverload;
  return new Failure(`no such overload: ${name}(${args.map((arg) => typeOfValue(arg).name).join(", ")})`);
}
