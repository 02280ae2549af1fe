import { parseQuantity } from "../../model/index.ts";
import type { Quantity } from "../../model/index.ts";
import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration, Overload, Run } from "./declaration.ts";
import { SemanticVersion, parseVersion } from "./semantic-version.ts";
import { structType } from "./type.ts";
import type { Type } from "./type.ts";
import { Failure, Opaque } from "./value.ts";
import type { Value } from "./value.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

/** An amount, as a value of expressions. */
class Amount extends Opaque {
  readonly type: Type = amountType;
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    super();
    this.quantity = quantity;
  }

  equals(other: Opaque): boolean {
    return other instanceof Amount && this.quantity.equals(other.quantity);
  }

  text(): undefined {
    return undefined;
  }
}

const amountType: Readonly<Type> = structType("kubernetes.Quantity");

function amount(text: Value | undefined): Amount | Failure {
  if (typeof text !== "string") return noOverload;
  try {
    return new Amount(parseQuantity(text));
  } catch {
    const isWritten = /^[+-]?\d*(?:\.\d*)?[eEinumkKMGTP]*[-+]?\d*$/.test(text) && text !== "";
    const pattern = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    const rule = isWritten ? "unable to parse quantity's suffix" : pattern;
    return new Failure(rule);
  }
}

function onAmount(work: (own: Quantity, other: Quantity) => Value): Run {
  return (own, other) => {
    if (!(own instanceof Amount)) return noOverload;
    const second =
      typeof other === "bigint"
        ? parseQuantity(String(other))
        : other instanceof Amount
          ? other.quantity
          : own.quantity;
    return work(own.quantity, second);
  };
}

function integer({ nano, value }: Quantity): bigint | undefined {
  return nano % 1_000_000_000n === 0n && BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Amounts and versions: they share the names of some functions. */
export function amountsAndVersions(): readonly FunctionDeclaration[] {
  const sign = onAmount(({ nano }) => (nano > 0n ? 1n : nano < 0n ? -1n : 0n));
  const whole = onAmount((own) => integer(own) ?? new Failure("cannot convert value to integer"));
  const isWhole = onAmount((own) => integer(own) !== undefined);
  const isAmount: Run = (text) => amount(text) instanceof Amount;
  return [
    declare("quantity", global("string_to_quantity", "string -> Quantity", amount)),
    declare("isQuantity", global("is_quantity_string", "string -> bool", isAmount)),
    declare("sign", global("quantity_sign", "Quantity -> int", sign)),
    declare(
      "asApproximateFloat",
      member(
        "quantity_get_float",
        "Quantity -> double",
        onAmount((own) => own.toNumber()),
      ),
    ),
    declare("asInteger", member("quantity_get_int", "Quantity -> int", whole)),
    declare("isInteger", member("quantity_is_integer", "Quantity -> bool", isWhole)),
    declare("add", ...changing("add", (own, other) => own.add(other))),
    declare("sub", ...changing("sub", (own, other) => own.subtract(other))),
    declare("isGreaterThan", ...ordered("is_greater_than", "bool", (order) => order > 0)),
    declare("isLessThan", ...ordered("is_less_than", "bool", (order) => order < 0)),
    declare("compareTo", ...ordered("compare_to", "int", (order) => BigInt(order))),
    ...versions(),
  ];
}

function changing(name: string, change: (own: Quantity, other: Quantity) => Quantity): readonly Overload[] {
  const run = onAmount((own, other) => new Amount(change(own, other)));
  return [
    member(`quantity_${name}`, "Quantity, Quantity -> Quantity", run),
    member(`quantity_${name}_int`, "Quantity, int -> Quantity", run),
  ];
}

function ordered(id: string, result: string, answer: (order: number) => Value): readonly Overload[] {
  return [
    member(
      `quantity_${id}`,
      `Quantity, Quantity -> ${result}`,
      onAmount((own, other) => answer(own.compare(other))),
    ),
    member(`semver_${id}`, `Semver, Semver -> ${result}`, (own, other) =>
      own instanceof SemanticVersion && other instanceof SemanticVersion ? answer(own.compare(other)) : noOverload,
    ),
  ];
}

function versions(): readonly FunctionDeclaration[] {
  const parse: Run = (text, isLoose) => {
    if (typeof text !== "string") return noOverload;
    const parsed = parseVersion(text, isLoose === true);
    return typeof parsed === "string" ? new Failure(parsed) : parsed;
  };
  const test: Run = (text, isLoose) =>
    typeof text === "string" && typeof parseVersion(text, isLoose === true) !== "string";
  const part = (id: string, read: (own: SemanticVersion) => bigint): Overload =>
    member(id, "Semver -> int", (own) => (own instanceof SemanticVersion ? read(own) : noOverload));
  return [
    declare(
      "semver",
      global("string_to_semver", "string -> Semver", parse),
      global("string_bool_to_semver", "string, bool -> Semver", parse),
    ),
    declare(
      "isSemver",
      global("is_semver_string", "string -> bool", test),
      global("is_semver_string_bool", "string, bool -> bool", test),
    ),
    declare(
      "major",
      part("semver_major", ({ numbers }) => numbers[0]),
    ),
    declare(
      "minor",
      part("semver_minor", ({ numbers }) => numbers[1]),
    ),
    declare(
      "patch",
      part("semver_patch", ({ numbers }) => numbers[2]),
    ),
  ];
}
