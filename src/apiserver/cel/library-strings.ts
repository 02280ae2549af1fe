import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration, Run } from "./declaration.ts";
import { indexIn, lastIndexIn, quoted, replaced, splitText, substring, trimmed } from "./text.ts";
import { formatted } from "./string-format.ts";
import { positionOf } from "./list-items.ts";
import { Failure, ListValue } from "./value.ts";
import type { Value } from "./value.ts";

function text(value: Value | undefined): string {
  return typeof value === "string" ? value : "";
}

function number(value: Value | undefined, otherwise: number): number {
  return typeof value === "bigint" ? Number(value) : otherwise;
}

function onText(work: (own: string, ...rest: (Value | undefined)[]) => Value): Run {
  return (own, ...rest) => work(text(own), ...rest);
}

const part: Readonly<Record<string, Run>> = {
  contains: onText((own, other) => own.includes(text(other))),
  endsWith: onText((own, other) => own.endsWith(text(other))),
  startsWith: onText((own, other) => own.startsWith(text(other))),
};

/** What texts can be asked, and what can be made of them. */
export function strings(): readonly FunctionDeclaration[] {
  return [
    declare("contains", member("contains_string", "string, string -> bool", part["contains"])),
    declare("endsWith", member("ends_with_string", "string, string -> bool", part["endsWith"])),
    declare("startsWith", member("starts_with_string", "string, string -> bool", part["startsWith"])),
    declare("charAt", member("string_char_at_int", "string, int -> string", onText(charAt))),
    ...changes(),
    ...positions(),
    declare("format", member("string_format", "string, list(dyn) -> string", onText(format))),
    declare("strings.quote", global("strings_quote", "string -> string", onText(quoted))),
    declare(
      "join",
      member("list_join", "list(string) -> string", join),
      member("list_join_string", "list(string), string -> string", join),
    ),
  ];
}

function changes(): readonly FunctionDeclaration[] {
  const lower = onText((own) => own.replace(/[A-Z]+/g, (found) => found.toLowerCase()));
  const upper = onText((own) => own.replace(/[a-z]+/g, (found) => found.toUpperCase()));
  const trim = onText((own) => trimmed(own));
  const replace: Run = onText((own, ...[old, next, count]) =>
    replaced(own, { old: text(old), next: text(next), count: number(count, -1) }),
  );
  const split: Run = onText((own, by, count) => ListValue.of(splitText(own, text(by), number(count, -1))));
  return [
    declare("lowerAscii", member("string_lower_ascii", "string -> string", lower)),
    declare("upperAscii", member("string_upper_ascii", "string -> string", upper)),
    declare("trim", member("string_trim", "string -> string", trim)),
    declare(
      "replace",
      member("string_replace_string_string", "string, string, string -> string", replace),
      member("string_replace_string_string_int", "string, string, string, int -> string", replace),
    ),
    declare(
      "split",
      member("string_split_string", "string, string -> list(string)", split),
      member("string_split_string_int", "string, string, int -> list(string)", split),
    ),
  ];
}

function positions(): readonly FunctionDeclaration[] {
  const int = (found: number | Failure): Value => (typeof found === "number" ? BigInt(found) : found);
  const first = onText((own, other, from) => int(indexIn(own, text(other), number(from, 0))));
  const last = onText((own, other, from) =>
    int(lastIndexIn(own, text(other), from === undefined ? undefined : number(from, 0))),
  );
  const piece = onText((own, start, end) =>
    substring(own, number(start, 0), end === undefined ? undefined : number(end, 0)),
  );
  return [
    declare(
      "indexOf",
      member("string_index_of_string", "string, string -> int", first),
      member("string_index_of_string_int", "string, string, int -> int", first),
      member("list_a_index_of_int", "list(A), A -> int", (list, item) => positionOf(list, item, false)),
    ),
    declare(
      "lastIndexOf",
      member("string_last_index_of_string", "string, string -> int", last),
      member("string_last_index_of_string_int", "string, string, int -> int", last),
      member("list_a_last_index_of_int", "list(A), A -> int", (list, item) => positionOf(list, item, true)),
    ),
    declare(
      "substring",
      member("string_substring_int", "string, int -> string", piece),
      member("string_substring_int_int", "string, int, int -> string", piece),
    ),
  ];
}

function format(own: string, args: Value | undefined): Value {
  return formatted(own, args instanceof ListValue ? args.items() : []);
}

function charAt(own: string, at: Value | undefined): Value {
  const points = Array.from(own);
  const index = number(at, 0);
  return index < 0 || index > points.length ? new Failure(`index out of range: ${index}`) : (points[index] ?? "");
}

const join: Run = (list, by) => {
  const items = list instanceof ListValue ? list.items() : [];
  const wrong = items.find((item) => typeof item !== "string");
  return wrong === undefined ? items.join(text(by)) : new Failure("join: invalid input");
};
