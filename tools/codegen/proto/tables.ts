import { CodegenError } from "../errors.ts";
import type { GoField, GoStruct } from "./go-package.ts";
import type { ProtoField, ProtoMessage } from "./proto-file.ts";
import type { TypePackage } from "./read-packages.ts";
import { scalarLetters, specialLetters, unions } from "./special-types.ts";

/** The tables that the codec reads. Their form is described where the codec declares them, `ProtobufTables` in `src/wire`. */
export interface Tables {
  /** The package of each API version, both in the order of the packages. */
  readonly versions: ReadonlyMap<string, string>;
  /** The lines of each package, one for each message that a kind needs. */
  readonly packages: ReadonlyMap<string, readonly string[]>;
}

interface Type {
  readonly package: TypePackage;
  readonly message: ProtoMessage;
  /** `core/v1`. */
  readonly folder: string;
  /** `k8s.io.api.core.v1.Pod`. */
  readonly fullName: string;
}

/** Kinds that do not say so: what a watch sends has no kind of its own. */
const otherKinds: ReadonlySet<string> = new Set(["k8s.io.apimachinery.pkg.apis.meta.v1.WatchEvent"]);

/** Makes the tables of all kinds in `packages`, and of what they are made of. */
export function makeTables(packages: readonly TypePackage[]): Tables {
  const declared = new Map(packages.flatMap(typesOf).map((type) => [type.fullName, type]));
  const types = new Map([...declared, ...packages.flatMap((source) => borrowedKinds(source, declared))]);
  const needed = new Map<string, string>();
  const pending = [...types.values()].filter((type) => isKind(type, types));
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    if (needed.has(type.fullName)) continue;
    needed.set(type.fullName, lineOf(type, types));
    for (const { type: name } of type.message.fields) {
      const used = types.get(name);
      if (used !== undefined && letterOf(name, types) === undefined) pending.push(used);
    }
  }
  const lines = new Map<string, readonly string[]>();
  const versions = new Map<string, string>();
  for (const source of packages) {
    const folder = folderOf(source);
    const borrowed = borrowedKinds(source, declared).map(([, type]) => type);
    const own = [...borrowed, ...typesOf(source)].flatMap(({ fullName }) => needed.get(fullName) ?? []);
    if (own.length === 0) continue;
    lines.set(folder, own);
    if (source.go.groupName !== undefined) versions.set(apiVersionOf(source.go.groupName, folder), folder);
  }
  return { versions, packages: lines };
}

function apiVersionOf(groupName: string, folder: string): string {
  const version = folder.slice(folder.indexOf("/") + 1);
  return groupName === "" ? version : `${groupName}/${version}`;
}

function folderOf({ proto }: TypePackage): string {
  return proto.package.split(".").slice(-2).join("/");
}

function typesOf(source: TypePackage): readonly Type[] {
  return source.proto.messages.map((message) => ({
    package: source,
    message,
    folder: folderOf(source),
    fullName: `${source.proto.package}.${message.name}`,
  }));
}

type Types = ReadonlyMap<string, Type>;

/** Kinds that are those of another package under the version of this one, which has no messages of them. */
function borrowedKinds(source: TypePackage, types: Types): readonly (readonly [string, Type])[] {
  return [...source.go.aliases].flatMap(([name, target]) => {
    const original = types.get(target);
    const fullName = `${source.proto.package}.${name}`;
    if (original === undefined || types.has(fullName) || !isKind(original, types)) return [];
    const message = { ...original.message, name };
    return [[fullName, { package: source, message, folder: folderOf(source), fullName }] as const];
  });
}

function isKind(type: Type, types: Types): boolean {
  return structOf(type, types)?.isKind === true || otherKinds.has(type.fullName);
}

function structOf({ package: { go }, message: { name } }: Type, types: Types): GoStruct | undefined {
  const original = types.get(go.aliases.get(name) ?? "");
  return original === undefined ? go.structs.get(name) : structOf(original, types);
}

function lineOf(type: Type, types: Types): string {
  const { go } = type.package;
  const { name } = type.message;
  const isUnion = unions.has(type.fullName);
  if (go.marshalers.has(name) && !isUnion) throw refusal(type, "a type whose JSON is known, but it writes its own");
  const fields = type.message.fields.toSorted((left, right) => left.number - right.number);
  const marks = isKind(type, types) ? "*" : isUnion ? "|" : "";
  return [`${name}${marks}`, ...fields.map((field) => fieldText(field, type, types))].join(" ");
}

function fieldText(field: ProtoField, type: Type, types: Types): string {
  const goField = goFieldOf(field, type, types);
  const letter = letterOf(field.type, types);
  const target = letter ?? nameOf(field.type, type, types);
  if (goField.jsonName === "" && !unions.has(type.fullName)) return `${field.number}:^${target}`;
  const isStruct = letter === undefined || "qtuorj".includes(letter);
  const isListOfKind = goField.jsonName === "items" && type.message.name.endsWith("List") && isKind(type, types);
  const shape = { optional: "", repeated: "[", map: "{" }[field.label];
  return `${field.number}:${goField.jsonName}:${shape}${presenceOf(field, { ...goField, isStruct, isListOfKind })}${target}`;
}

/** Whether JSON has the field when the message does not, or has it as zero. */
function presenceOf({ label }: ProtoField, go: GoField & Record<"isStruct" | "isListOfKind", boolean>): string {
  if (label !== "optional") return go.isListOfKind ? "@" : go.omitsEmpty ? "" : "!";
  if (go.isPointer) return "?";
  return (go.isStruct ? go.omitsZero : go.omitsEmpty) ? "" : "!";
}

function goFieldOf(field: ProtoField, type: Type, types: Types): GoField {
  const found = structOf(type, types)?.fields.get(field.number);
  if (found === undefined) throw refusal(type, `a Go field with number ${field.number}`);
  return found;
}

function letterOf(name: string, types: Types): string | undefined {
  const type = types.get(name);
  const isList = type?.package.go.lists.has(type.message.name) === true;
  return isList ? "w" : (scalarLetters.get(name) ?? specialLetters.get(name));
}

function nameOf(name: string, user: Type, types: Types): string {
  const type = types.get(name);
  if (type === undefined) throw refusal(user, `a package that declares ${name}`);
  return type.folder === user.folder ? type.message.name : `${type.folder}.${type.message.name}`;
}

function refusal({ fullName }: Type, expected: string): CodegenError {
  return new CodegenError(
    "SETPOINT_CODEGEN_PROTOBUF",
    `Making the protobuf table of ${fullName}: expected ${expected}`,
  );
}
