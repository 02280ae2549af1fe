import { getOwn } from "../../model/index.ts";
import { LazyField, mayWait } from "./lazy-field.ts";
import type { Field, MessageType, ValueType } from "./message-type.ts";
import { sharedPackage } from "./tables.ts";
import type { ProtobufTables } from "./tables.ts";

const letters: ReadonlyMap<string, ValueType> = new Map([
  ["s", "string"],
  ["y", "bytes"],
  ["b", "boolean"],
  ["i", "int32"],
  ["l", "int64"],
  ["d", "double"],
  ["q", "quantity"],
  ["t", "time"],
  ["u", "microTime"],
  ["o", "intOrString"],
  ["r", "object"],
  ["j", "json"],
  ["w", "strings"],
]);

const shapes: ReadonlyMap<string, Field["shape"]> = new Map([
  ["[", "list"],
  ["{", "map"],
]);

const presences: ReadonlyMap<string, Field["presence"]> = new Map([
  ["?", "set"],
  ["!", "always"],
  ["@", "emptyList"],
]);

/** There are so many bits in a number that stays an integer for the platform. */
const bitCount = 30;

/** The message types of some tables, each made when it is first needed. */
export class MessageTypes {
  readonly #tables: ProtobufTables;
  /** The line of each message, by package, then name. */
  readonly #lines = new Map<string, ReadonlyMap<string, string>>();
  readonly #types = new Map<string, MessageType>();

  constructor(tables: ProtobufTables) {
    this.#tables = tables;
  }

  /** The message of a kind, if the tables have it. */
  kind(apiVersion: string, kind: string): MessageType | undefined {
    const own = getOwn(this.#tables.versions, apiVersion);
    if (typeof own !== "string") return undefined;
    return [own, sharedPackage].map((name) => this.#find(name, kind)).find((type) => type?.isKind === true);
  }

  /** The message `name` of a package. The tables name no message that they do not have. */
  message(packageName: string, name: string): MessageType {
    const type = this.#find(packageName, name);
    if (type === undefined) throw new TypeError(`protobuf tables: expected a message ${packageName}.${name}`);
    return type;
  }

  #find(packageName: string, name: string): MessageType | undefined {
    const fullName = `${packageName}.${name}`;
    const known = this.#types.get(fullName);
    if (known !== undefined) return known;
    const line = this.#linesOf(packageName).get(name);
    if (line === undefined) return undefined;
    const type = this.#make(packageName, line);
    this.#types.set(fullName, type);
    return type;
  }

  #linesOf(packageName: string): ReadonlyMap<string, string> {
    const known = this.#lines.get(packageName);
    if (known !== undefined) return known;
    const text = getOwn(this.#tables.packages, packageName);
    const lines = typeof text === "string" ? text.split("\n").filter((line) => line !== "") : [];
    const byName = new Map(lines.map((line) => [/^\w+/.exec(line)?.[0] ?? "", line]));
    this.#lines.set(packageName, byName);
    return byName;
  }

  #make(packageName: string, line: string): MessageType {
    const [head = ""] = line.split(" ", 1);
    const isUnion = head.endsWith("|");
    const always: Field[] = [];
    const fields = this.#fields({ packageName, line, isUnion, always });
    return {
      name: `${packageName}.${head.replace(/\W$/, "")}`,
      isKind: head.endsWith("*"),
      isUnion,
      fields,
      byTag: byTag(fields),
      canWait: fields.some((field) => field !== undefined && mayWait(field)),
      always,
      alwaysBits: always.length > bitCount ? -1 : always.reduce((bits, { bit }) => bits | bit, 0),
    };
  }

  /** Adds those that JSON always has to `always`, also those of inlined messages. */
  #fields({ packageName, line, isUnion, always }: FieldsSource): readonly (Field | undefined)[] {
    const fields: (Field | undefined)[] = [];
    for (const text of line.split(" ").slice(1)) {
      const [number = "", name = "", spec = ""] = text.split(":");
      const isInline = name.startsWith("^");
      const source = isInline ? name : spec;
      const shape = isInline ? "inline" : (shapes.get(source.charAt(0)) ?? "single");
      const rest = shape === "single" ? source : source.slice(1);
      const presence = presences.get(rest.charAt(0)) ?? "nonzero";
      const typeName = presence === "nonzero" ? rest : rest.slice(1);
      const isAlways = presence === "always" || presence === "emptyList";
      const type = letters.get(typeName) ?? "message";
      const field = new LazyField({
        number: Number(number),
        name: isUnion ? number : name,
        shape,
        presence,
        type,
        bit: isAlways && always.length < bitCount ? 1 << always.length : 0,
        resolve: isInline ? this.#inline(packageName, typeName, always) : () => this.#reference(packageName, typeName),
      });
      if (isAlways) always.push(field);
      fields[field.number] = field;
    }
    return fields;
  }

  /** An inlined message has a type of its own for each outer one: its fields have their bits among those of the outer one. */
  #inline(packageName: string, typeName: string, always: Field[]): () => MessageType {
    const { folder, name } = split(packageName, typeName);
    const line = this.#linesOf(folder).get(name) ?? "";
    const fields = this.#fields({ packageName: folder, line, isUnion: false, always });
    const type = {
      name: `${folder}.${name}`,
      isKind: false,
      isUnion: false,
      fields,
      byTag: byTag(fields),
      canWait: false,
      always: [],
      alwaysBits: 0,
    };
    return () => type;
  }

  #reference(packageName: string, typeName: string): MessageType {
    const { folder, name } = split(packageName, typeName);
    return this.message(folder, name);
  }
}

interface FieldsSource {
  readonly packageName: string;
  readonly line: string;
  readonly isUnion: boolean;
  readonly always: Field[];
}

function split(packageName: string, typeName: string): { readonly folder: string; readonly name: string } {
  const dot = typeName.indexOf(".");
  return dot === -1
    ? { folder: packageName, name: typeName }
    : { folder: typeName.slice(0, dot), name: typeName.slice(dot + 1) };
}

function byTag(fields: readonly (Field | undefined)[]): readonly (Field | undefined)[] {
  const table: (Field | undefined)[] = new Array<undefined>(fields.length * 8).fill(undefined);
  for (const field of fields) if (field !== undefined) table[field.number * 8 + field.wireType] = field;
  return table;
}
