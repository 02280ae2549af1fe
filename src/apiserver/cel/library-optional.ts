import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration } from "./declaration.ts";
import { Duration, Failure, ListValue, MapValue, Optional, Timestamp, Uint } from "./value.ts";
import type { Value } from "./value.ts";

const none: Readonly<Optional> = new Optional(undefined);

/** What makes and opens values that may be absent. */
export function optionals(): readonly FunctionDeclaration[] {
  return [
    declare(
      "optional.of",
      global("optional_of", "V -> optional(V)", (value) => new Optional(value)),
    ),
    declare(
      "optional.ofNonZeroValue",
      global("optional_ofNonZeroValue", "V -> optional(V)", (value = null) =>
        isZero(value) ? none : new Optional(value),
      ),
    ),
    declare(
      "optional.none",
      global("optional_none", "-> optional(V)", () => none),
    ),
    declare(
      "value",
      member("optional_value", "optional(V) -> V", (own) =>
        own instanceof Optional && own.value !== undefined ? own.value : new Failure("optional.none() dereference"),
      ),
    ),
    declare(
      "hasValue",
      member("optional_hasValue", "optional(V) -> bool", (own) => own instanceof Optional && own.value !== undefined),
    ),
    declare("or", member("optional_or_optional", "optional(V), optional(V) -> optional(V)")),
    declare("orValue", member("optional_orValue_value", "optional(V), V -> V")),
    declare(
      "first",
      member("list_first", "list(V) -> optional(V)", (list) => itemAt(list, 0)),
    ),
    declare(
      "last",
      member("list_last", "list(V) -> optional(V)", (list) => itemAt(list, -1)),
    ),
    declare("optional.unwrap", global("optional_unwrap", "list(optional(V)) -> list(V)", unwrapped)),
    declare("unwrapOpt", member("optional_unwrapOpt", "list(optional(V)) -> list(V)", unwrapped)),
  ];
}

function itemAt(list: Value | undefined, index: number): Value {
  return new Optional(list instanceof ListValue ? list.items().at(index) : undefined);
}

function unwrapped(list: Value | undefined): Value {
  const items = list instanceof ListValue ? list.items() : [];
  return ListValue.of(
    items.flatMap((item) => (item instanceof Optional && item.value !== undefined ? [item.value] : [])),
  );
}

function isZero(value: Value): boolean {
  if (value === null || value === "" || value === 0n || value === 0 || value === false) return true;
  if (value instanceof ListValue || value instanceof MapValue) return value.size === 0 && !value.isData;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Optional) return value.value === undefined;
  return (value instanceof Duration || value instanceof Timestamp) && value.nanos === 0n;
}
