import type { FunctionDeclaration, Overload } from "./declaration.ts";
import { authorization } from "./library-authorization.ts";
import { conversions } from "./library-conversions.ts";
import { formats } from "./library-formats.ts";
import { amountsAndVersions } from "./library-kubernetes.ts";
import { lists } from "./library-lists.ts";
import { networks } from "./library-network.ts";
import { operators } from "./library-operators.ts";
import { optionals } from "./library-optional.ts";
import { strings } from "./library-strings.ts";
import { textSearch } from "./library-text-search.ts";
import { times } from "./library-times.ts";
import { structType, typeOf } from "./type.ts";
import type { Type } from "./type.ts";
import { typeNamed } from "./declaration.ts";

/** All that expressions can call, and the types that they can name. */
export class Library {
  readonly #functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly #overloads: ReadonlyMap<string, Overload>;

  /** With functions of its own, where there are more than anywhere. */
  constructor(own: readonly FunctionDeclaration[] = []) {
    const all = [
      ...operators(),
      ...conversions(),
      ...strings(),
      ...lists(),
      ...optionals(),
      ...times(),
      ...networks(),
      ...amountsAndVersions(),
      ...formats(),
      ...textSearch(),
      ...authorization(),
      ...own,
    ];
    this.#functions = new Map(all.map((one) => [one.name, one]));
    this.#overloads = new Map(all.flatMap(({ overloads }) => overloads.map((one) => [one.id, one] as const)));
  }

  find(name: string): FunctionDeclaration | undefined {
    return this.#functions.get(name.replace(/^\./, ""));
  }

  overload(id: string): Overload | undefined {
    return this.#overloads.get(id);
  }

  /** The type that an identifier names, as the type of that identifier. */
  typeNamed(name: string): Type | undefined {
    const bare = name.replace(/^\./, "");
    if (/^kubernetes\.(?:NamedFormat|Quantity|Semver|URL)$/.test(bare)) return typeOf(structType(bare));
    const text = names.get(bare);
    return text === undefined ? undefined : typeOf(typeNamed(text));
  }
}

const names: ReadonlyMap<string, string> = new Map([
  ..."bool bytes double duration int string timestamp uint".split(" ").map((name) => [name, name] as const),
  ["list", "list(dyn)"],
  ["map", "map(dyn, dyn)"],
  ["null_type", "null"],
  ["type", "type(dyn)"],
  ["optional_type", "optional(dyn)"],
  ["google.protobuf.Duration", "duration"],
  ["google.protobuf.Timestamp", "timestamp"],
  ["net.IP", "IP"],
  ["net.CIDR", "CIDR"],
] as const);
