import { configKeyProblems, deepEqual, getOwn, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid, required, tooLong } from "../../crd/index.ts";
import { goJsonProblem } from "../go-json-problem.ts";
import { fieldsOf, textOf } from "./field-checks.ts";
import type { Fields, Place } from "./places.ts";
import { check, completed, defaults, immutable } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** How many bytes the values of one object may have together. */
const maxBytes = 1_048_576;

/** A text as the bytes of a secret are written. */
function base64(text: unknown): string {
  return btoa(Array.from(new TextEncoder().encode(String(text)), (byte) => String.fromCharCode(byte)).join(""));
}

/** The text that bytes of a secret stand for. */
function plain(written: unknown): string {
  return new TextDecoder().decode(Uint8Array.from(atob(textOf(written)), (character) => character.charCodeAt(0)));
}

function keyCauses(key: string, field: string): readonly StatusCause[] {
  return configKeyProblems(key).map((problem) => invalid(`${field}[${key}]`, key, problem));
}

function keys(at: string): Rule {
  return check(at, ({ value, field }) => Object.keys(value ?? {}).flatMap((key) => keyCauses(key, field)));
}

/** A key of texts is not one of bytes as well. */
const texts: Rule = check("data", ({ value, field, root }) =>
  Object.keys(value ?? {}).flatMap((key) => {
    const isTwice = Object.hasOwn(fieldsOf(root["binaryData"]), key);
    const words = "duplicate of key present in binaryData";
    return [...keyCauses(key, field), ...(isTwice ? [invalid(`${field}[${key}]`, key, words)] : [])];
  }),
);

function sizeOf(written: unknown): number {
  const text = textOf(written);
  return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

function total(values: unknown, size: (value: unknown) => number): number {
  return Object.values(fieldsOf(values)).reduce<number>((sum, value) => sum + size(value), 0);
}

const textBytes = (value: unknown): number => utf8Length(textOf(value));

/** Members that stay as they are once the object says that it is immutable; it cannot take that back. */
function frozen(members: readonly string[]): readonly Rule[] {
  const words = "field is immutable when `immutable` is set";
  const isFrozen = ({ root }: Place): boolean => root["immutable"] === true;
  return [
    {
      at: "immutable",
      checkUpdate: (next, old) => (old.value === true && next.value !== true ? [forbidden(next.field, words)] : []),
    },
    ...members.map((at): Rule => ({
      at,
      checkUpdate: (next, old) => (isFrozen(old) && !deepEqual(next.value, old.value) ? [forbidden(at, words)] : []),
    })),
  ];
}

/** Config maps. */
export const configMap: readonly Rule[] = [
  texts,
  keys("binaryData"),
  check("", ({ root: { data, binaryData } }) =>
    total(data, textBytes) + total(binaryData, sizeOf) > maxBytes ? [tooLong("[]", maxBytes)] : [],
  ),
  ...frozen(["data", "binaryData"]),
];

/** What a secret of a type has in its data: all of some keys, or one of them. */
const typed: Readonly<Record<string, { readonly all?: readonly string[]; readonly some?: readonly string[] }>> = {
  "kubernetes.io/basic-auth": { some: ["username", "password"] },
  "kubernetes.io/ssh-auth": { all: ["ssh-privatekey"] },
  "kubernetes.io/tls": { all: ["tls.crt", "tls.key"] },
};

/** Types of which one key is the configuration of a registry's client, in JSON. */
const configured: Readonly<Record<string, string>> = {
  "kubernetes.io/dockercfg": ".dockercfg",
  "kubernetes.io/dockerconfigjson": ".dockerconfigjson",
};

/** Words in which Go tells what a JSON text is, if it is no object. */
function shapeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
}

function configCauses(written: unknown, field: string): readonly StatusCause[] {
  if (written === undefined) return [required(field)];
  const wrong = (words: string): readonly StatusCause[] => [invalid(field, "<secret contents redacted>", words)];
  try {
    const value: unknown = JSON.parse(plain(written));
    const words = `json: cannot unmarshal ${shapeOf(value)} into Go value of type map[string]interface {}`;
    return shapeOf(value) === "object" ? [] : wrong(words);
  } catch {
    return wrong(goJsonProblem(plain(written)));
  }
}

const accountName = "kubernetes.io/service-account.name";

function typeCauses({ type, metadata, data: given }: Fields): readonly StatusCause[] {
  const data = fieldsOf(given);
  const name = textOf(type);
  if (name === "kubernetes.io/service-account-token") {
    const account = getOwn(fieldsOf(fieldsOf(metadata)["annotations"]), accountName);
    return textOf(account) === "" ? [required(`metadata.annotations[${accountName}]`)] : [];
  }
  const config = getOwn(configured, name) as string | undefined;
  if (config !== undefined) return configCauses(getOwn(data, config), `data[${config}]`);
  const { all = [], some = [] } = (getOwn(typed, name) ?? {}) as (typeof typed)[string];
  const missing = (key: string): boolean => !Object.hasOwn(data, key);
  return [...all.filter(missing), ...(some.every(missing) ? some : [])].map((key) => required(`data[${key}]`));
}

function withStringData({ stringData, ...object }: Fields): Fields {
  if (typeof stringData !== "object" || stringData === null) return object;
  const added = Object.entries(stringData).map(([key, text]) => [key, base64(text)] as const);
  return { ...object, data: { ...(object["data"] as object | undefined), ...Object.fromEntries(added) } };
}

/** Secrets: texts become data. */
export const secret: readonly Rule[] = [
  completed("", withStringData),
  defaults("", { type: "Opaque" }),
  keys("data"),
  check("data", ({ value, field }) => (total(value, sizeOf) > maxBytes ? [tooLong(field, maxBytes)] : [])),
  check("", ({ root }) => typeCauses(root)),
  immutable("type"),
  ...frozen(["data"]),
];
