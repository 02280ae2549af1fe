import { compare } from "./compare.ts";
import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration, Overload, Run } from "./declaration.ts";
import { contains } from "./equality.ts";
import { joined } from "./joined-lists.ts";
import { durationOrFailure, timestampOrFailure } from "./time-text.ts";
import { Duration, Failure, ListValue, MapValue, Timestamp, Uint } from "./value.ts";
import type { Value } from "./value.ts";

const noOverload: Readonly<Failure> = new Failure("no such overload");

function int(value: bigint): Value {
  return BigInt.asIntN(64, value) === value ? value : new Failure("integer overflow");
}

function uint(value: bigint): Value {
  return BigInt.asUintN(64, value) === value ? new Uint(value) : new Failure("unsigned integer overflow");
}

type Numbers = readonly [bigint, bigint];

function ints(work: (...numbers: Numbers) => Value): Run {
  return (one, other) => (typeof one === "bigint" && typeof other === "bigint" ? work(one, other) : noOverload);
}

function uints(work: (...numbers: Numbers) => Value): Run {
  return (one, other) => (one instanceof Uint && other instanceof Uint ? work(one.value, other.value) : noOverload);
}

function doubles(work: (one: number, other: number) => number): Run {
  return (one, other) => (typeof one === "number" && typeof other === "number" ? work(one, other) : noOverload);
}

function nanos(work: (...numbers: Numbers) => Value): Run {
  const isTime = (value: Value | undefined): value is Duration | Timestamp =>
    value instanceof Duration || value instanceof Timestamp;
  return (one, other) => {
    if (!isTime(one) || !isTime(other)) return noOverload;
    const result = work(one.nanos, other.nanos);
    const zone = one instanceof Timestamp ? one.zone : other instanceof Timestamp ? other.zone : 0;
    return result instanceof Timestamp ? new Timestamp(result.nanos, zone) : result;
  };
}

const plusTimestamp: Run = nanos((one, other) => timestampOrFailure(one + other));

/** How far two instants are apart. */
const apart: Run = nanos((one, other) => {
  const duration = durationOrFailure(one - other);
  return duration instanceof Failure ? new Failure("integer overflow") : duration;
});

const divisionByZero: Readonly<Failure> = new Failure("division by zero");
const modulusByZero: Readonly<Failure> = new Failure("modulus by zero");

function arithmetic(): readonly FunctionDeclaration[] {
  return [
    addition(),
    subtraction(),
    declare(
      "_*_",
      global(
        "multiply_double",
        "double, double -> double",
        doubles((one, other) => one * other),
      ),
      global(
        "multiply_int64",
        "int, int -> int",
        ints((one, other) => int(one * other)),
      ),
      global(
        "multiply_uint64",
        "uint, uint -> uint",
        uints((one, other) => uint(one * other)),
      ),
    ),
    declare("_/_", ...division()),
    declare("_%_", ...modulus()),
    declare(
      "-_",
      global("negate_double", "double -> double", (one) => (typeof one === "number" ? -one : noOverload)),
      global("negate_int64", "int -> int", (one) => (typeof one === "bigint" ? int(-one) : noOverload)),
    ),
  ];
}

function division(): readonly Overload[] {
  const whole = ints((one, other) => (other === 0n ? divisionByZero : int(one / other)));
  const unsigned = uints((one, other) => (other === 0n ? divisionByZero : uint(one / other)));
  return [
    global(
      "divide_double",
      "double, double -> double",
      doubles((one, other) => one / other),
    ),
    global("divide_int64", "int, int -> int", whole),
    global("divide_uint64", "uint, uint -> uint", unsigned),
  ];
}

function modulus(): readonly Overload[] {
  const whole = ints((one, other) => (other === 0n ? modulusByZero : int(one % other)));
  const unsigned = uints((one, other) => (other === 0n ? modulusByZero : uint(one % other)));
  return [global("modulo_int64", "int, int -> int", whole), global("modulo_uint64", "uint, uint -> uint", unsigned)];
}

function addition(): FunctionDeclaration {
  const bytes: Run = (one, other) =>
    one instanceof Uint8Array && other instanceof Uint8Array ? Uint8Array.from([...one, ...other]) : noOverload;
  const lists: Run = (one, other) =>
    one instanceof ListValue && other instanceof ListValue ? joined(one, other) : noOverload;
  const texts: Run = (one, other) => (typeof one === "string" && typeof other === "string" ? one + other : noOverload);
  const durations = nanos((one, other) => durationOrFailure(one + other));
  return declare(
    "_+_",
    global("add_bytes", "bytes, bytes -> bytes", bytes),
    global(
      "add_double",
      "double, double -> double",
      doubles((one, other) => one + other),
    ),
    global("add_duration_duration", "duration, duration -> duration", durations),
    global("add_duration_timestamp", "duration, timestamp -> timestamp", plusTimestamp),
    global("add_timestamp_duration", "timestamp, duration -> timestamp", plusTimestamp),
    global(
      "add_int64",
      "int, int -> int",
      ints((one, other) => int(one + other)),
    ),
    global("add_list", "list(A), list(A) -> list(A)", lists),
    global("add_string", "string, string -> string", texts),
    global(
      "add_uint64",
      "uint, uint -> uint",
      uints((one, other) => uint(one + other)),
    ),
  );
}

function subtraction(): FunctionDeclaration {
  const durations = nanos((one, other) => durationOrFailure(one - other));
  const earlier = nanos((one, other) => timestampOrFailure(one - other));
  return declare(
    "_-_",
    global(
      "subtract_double",
      "double, double -> double",
      doubles((one, other) => one - other),
    ),
    global("subtract_duration_duration", "duration, duration -> duration", durations),
    global(
      "subtract_int64",
      "int, int -> int",
      ints((one, other) => int(one - other)),
    ),
    global("subtract_timestamp_duration", "timestamp, duration -> timestamp", earlier),
    global("subtract_timestamp_timestamp", "timestamp, timestamp -> duration", apart),
    global(
      "subtract_uint64",
      "uint, uint -> uint",
      uints((one, other) => uint(one - other)),
    ),
  );
}

const comparisons: readonly (readonly [string, string, (order: number) => boolean])[] = [
  ["_<_", "less", (order) => order < 0],
  ["_<=_", "less_equals", (order) => order <= 0],
  ["_>_", "greater", (order) => order > 0],
  ["_>=_", "greater_equals", (order) => order >= 0],
];

const comparable: readonly (readonly [string, string])[] = [
  ["bool", "bool, bool"],
  ["int64", "int, int"],
  ["int64_double", "int, double"],
  ["int64_uint64", "int, uint"],
  ["uint64", "uint, uint"],
  ["uint64_double", "uint, double"],
  ["uint64_int64", "uint, int"],
  ["double", "double, double"],
  ["double_int64", "double, int"],
  ["double_uint64", "double, uint"],
  ["string", "string, string"],
  ["bytes", "bytes, bytes"],
  ["timestamp", "timestamp, timestamp"],
  ["duration", "duration, duration"],
];

function ordering(): readonly FunctionDeclaration[] {
  return comparisons.map(([name, id, isSo]) => {
    const run: Run = (one = null, other = null) => {
      const order = compare(one, other);
      if (order === undefined) return noOverload;
      return Number.isNaN(order) ? new Failure("NaN values cannot be ordered") : isSo(order);
    };
    return declare(name, ...comparable.map(([types, args]) => global(`${id}_${types}`, `${args} -> bool`, run)));
  });
}

function indexing(): readonly FunctionDeclaration[] {
  return [
    declare(
      "_[_]",
      global("index_list", "list(A), int -> A"),
      global("index_map", "map(A, B), A -> B"),
      global("optional_list_index_int", "optional(list(A)), int -> optional(A)"),
      global("optional_map_index_value", "optional(map(A, B)), A -> optional(B)"),
    ),
    declare(
      "_[?_]",
      global("list_optindex_optional_int", "list(A), int -> optional(A)"),
      global("optional_list_optindex_optional_int", "optional(list(A)), int -> optional(A)"),
      global("map_optindex_optional_value", "map(A, B), A -> optional(B)"),
      global("optional_map_optindex_optional_value", "optional(map(A, B)), A -> optional(B)"),
    ),
    declare("_?._", global("select_optional_field", "dyn, string -> optional(A)")),
  ];
}

/** The operators of the language. Those without work of their own are done by the interpreter. */
export function operators(): readonly FunctionDeclaration[] {
  return [
    declare("_?_:_", global("conditional", "bool, A, A -> A")),
    declare("_&&_", global("logical_and", "bool, bool -> bool")),
    declare("_||_", global("logical_or", "bool, bool -> bool")),
    declare(
      "!_",
      global("logical_not", "bool -> bool", (one) => (typeof one === "boolean" ? !one : noOverload)),
    ),
    declare("@not_strictly_false", global("not_strictly_false", "bool -> bool")),
    declare("_==_", global("equals", "A, A -> bool")),
    declare("_!=_", global("not_equals", "A, A -> bool")),
    ...arithmetic(),
    ...ordering(),
    ...indexing(),
    declare(
      "@in",
      global("in_list", "A, list(A) -> bool", (item = null, list = null) =>
        list instanceof ListValue ? contains(list, item) : noOverload,
      ),
      global("in_map", "A, map(A, B) -> bool", (key = null, map = null) => {
        const found = map instanceof MapValue ? map.find(key) : noOverload;
        return found instanceof Failure ? found : found !== undefined;
      }),
    ),
    sizes(),
  ];
}

function sizes(): FunctionDeclaration {
  const run: Run = (value) => {
    if (typeof value === "string") return BigInt(Array.from(value).length);
    if (value instanceof Uint8Array) return BigInt(value.length);
    return value instanceof ListValue || value instanceof MapValue ? BigInt(value.size) : noOverload;
  };
  const kinds = [
    ["bytes", "bytes"],
    ["list", "list(A)"],
    ["map", "map(A, B)"],
    ["string", "string"],
  ] as const;
  return declare(
    "size",
    ...kinds.flatMap(([name, type]) => [
      global(`size_${name}`, `${type} -> int`, run),
      member(`${name}_size`, `${type} -> int`, run),
    ]),
  );
}
