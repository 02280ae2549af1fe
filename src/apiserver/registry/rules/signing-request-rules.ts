import { dns1123LabelProblems, dns1123SubdomainProblems, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, invalid, notSupported, required, tooLong } from "../../crd/index.ts";
import {
  among,
  distinct,
  every,
  fieldsOf,
  from,
  items,
  itemsOf,
  members,
  needed,
  optional,
  repeats,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck, Problems } from "./field-checks.ts";
import { pemKinds } from "./pem-kinds.ts";
import type { Fields } from "./places.ts";

const usages: readonly string[] = [
  "any",
  "cert sign",
  "client auth",
  "code signing",
  "content commitment",
  "crl sign",
  "data encipherment",
  "decipher only",
  "digital signature",
  "email protection",
  "encipher only",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "key agreement",
  "key encipherment",
  "microsoft sgc",
  "netscape sgc",
  "ocsp signing",
  "s/mime",
  "server auth",
  "signing",
  "timestamping",
];

const pathWords = "must be a fully qualified domain and path of the form 'example.com/signer-name'";

const maxSignerBytes = 571;

/** What is wrong with the first part that is no name. */
function labelCauses(text: string, field: string, problems: Problems): readonly StatusCause[] {
  const wrong = text.split(".").find((part) => problems(part).length > 0);
  if (wrong === undefined) return [];
  return problems(wrong).map((problem) =>
    invalid(field, text, `validating label ${JSON.stringify(wrong)}: ${problem}`),
  );
}

/** Who is to sign: a path below a domain. */
const signerName: FieldCheck = needed((value, field) => {
  const text = textOf(value);
  const [domain = "", path, ...rest] = text.split("/");
  if (path === undefined || rest.length > 0) return [invalid(field, text, pathWords)];
  const words = "the legacy signerName is not allowed via this API version";
  if (text === "kubernetes.io/legacy-unknown") return [invalid(field, text, words)];
  const isShort = domain.split(".").length < 2;
  return [
    ...(domain.length > 253 ? [tooLong(field, 253)] : []),
    ...labelCauses(domain, field, dns1123LabelProblems),
    ...(isShort ? [invalid(field, domain, "should be a domain with at least two segments separated by dots")] : []),
    ...labelCauses(path, field, dns1123SubdomainProblems),
    ...(utf8Length(text) > maxSignerBytes ? [tooLong(field, maxSignerBytes)] : []),
  ];
});

/** Decisions about a request, which only its approval makes, and of which it has only one unless it had both before. */
export const decisions: readonly string[] = ["Approved", "Denied"];

/** Conditions that are true, and stay: a failure as well. */
export const lasting: readonly string[] = [...decisions, "Failed"];

function typesOf(conditions: unknown): readonly string[] {
  return itemsOf(conditions).map((one) => textOf(fieldsOf(one)["type"]));
}

function isContradictory(types: readonly string[]): boolean {
  return decisions.every((type) => types.includes(type));
}

const conditions =
  (before: readonly string[]): FieldCheck =>
  (value, field) => {
    const types = typesOf(value);
    const again = repeats(types);
    const isWrong = isContradictory(types) && !isContradictory(before);
    const second = isWrong ? Math.max(...decisions.map((type) => types.indexOf(type))) : Infinity;
    return items((one, at) => {
      const index = Number(/\[(\d+)\]$/.exec(at)?.[1]);
      const type = types[index] ?? "";
      const status = textOf(fieldsOf(one)["status"]);
      const states = lasting.includes(type) ? ["True"] : ["False", "True", "Unknown"];
      return [
        ...(type === "" ? [required(`${at}.type`)] : []),
        ...(status === "" ? [required(`${at}.status`)] : []),
        ...(status !== "" && !states.includes(status) ? [notSupported(`${at}.status`, status, states)] : []),
        ...(index >= second && decisions.includes(type)
          ? [invalid(field, type, "Approved and Denied conditions are mutually exclusive")]
          : []),
        ...(again.has(index) ? [duplicate(`${at}.type`, type)] : []),
      ];
    })(value, field);
  };

/** What is to be signed, as far as its frame goes. */
const request: FieldCheck = (value, field) =>
  pemKinds(decoded(textOf(value)))[0] === "CERTIFICATE REQUEST"
    ? []
    : [invalid(field, textOf(value) === "" ? null : value, "PEM block type must be CERTIFICATE REQUEST")];

function decoded(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)));
}

/** What was signed, as far as its frame goes. */
const certificate: FieldCheck = (value, field) => {
  const text = decoded(textOf(value));
  if (text === "") return [];
  const kinds = pemKinds(text);
  const other = kinds.find((kind) => kind !== "CERTIFICATE");
  if (kinds.length > 0 && other === undefined) return [];
  const words =
    other === undefined
      ? "must contain at least one CERTIFICATE PEM block"
      : `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(other)}`;
  return [invalid(field, "<certificate data>", words)];
};

const spec: FieldCheck = members({
  request,
  usages: every(needed(), items(among(usages)), distinct()),
  signerName,
  expirationSeconds: optional(from(600, "may not specify a duration less than 600 seconds (10 minutes)")),
});

/** What is wrong with a request for a certificate. Whether what is to be signed is right is not looked at. */
export function signingRequestCauses(next: Fields, old: Fields = {}): readonly StatusCause[] {
  const before = typesOf(fieldsOf(old["status"])["conditions"]);
  return members({ spec, status: members({ conditions: conditions(before), certificate }) })(next, "");
}
