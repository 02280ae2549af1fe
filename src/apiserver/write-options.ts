import { utf8Length } from "../model/index.ts";
import type { StatusCause } from "../model/index.ts";
import { maxFieldManagerBytes } from "./defaults.ts";
import type { ServerRequest } from "./http-message.ts";
import { readFlag } from "./query-options.ts";
import { dryRunCauses, StatusError } from "./registry/index.ts";
import type { PatchType, WriteOptions } from "./registry/index.ts";

/** The options of a write as Kubernetes calls them. */
export type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions";

const modes: readonly string[] = ["Ignore", "Strict", "Warn"];

/** How a request wants something to be written. Throws 422 for options that there are not. */
export function readWriteOptions(
  { headers }: ServerRequest,
  query: URLSearchParams,
  { kind, patch }: { readonly kind: OptionsKind; readonly patch?: PatchType | undefined },
): WriteOptions {
  const dryRun = query.getAll("dryRun");
  const fieldManager = query.get("fieldManager") ?? "";
  const fieldValidation = query.get("fieldValidation") ?? "";
  const causes = [
    ...(patch === undefined ? [] : patchCauses(query, patch, fieldManager)),
    ...managerCauses(fieldManager),
    ...dryRunCauses(dryRun),
    ...validationCauses(fieldValidation),
  ];
  if (causes.length > 0) throw StatusError.invalid({ group: "meta.k8s.io", kind }, "", causes);
  return {
    isDryRun: dryRun.length > 0,
    fieldManager: fieldManager === "" ? managerOf(headers["user-agent"]) : fieldManager,
    fieldValidation: fieldValidation === "" ? undefined : (fieldValidation as WriteOptions["fieldValidation"]),
  };
}

/** Who writes without saying a name is called after the program it uses. */
function managerOf(userAgent = ""): string {
  const program = userAgent.split("/", 1)[0] ?? "";
  if (isPlain(program)) return program;
  const bytes = new TextEncoder().encode(program.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, ""));
  return new TextDecoder().decode(bytes.subarray(0, maxFieldManagerBytes));
}

function patchCauses(query: URLSearchParams, patch: PatchType, fieldManager: string): readonly StatusCause[] {
  if (patch !== "apply") {
    if (readFlag(query, "force") === undefined) return [];
    const message = "Forbidden: may not be specified for non-apply patch";
    return [{ reason: "FieldValueForbidden", message, field: "force" }];
  }
  if (fieldManager !== "") return [];
  return [
    { reason: "FieldValueRequired", message: "Required value: is required for apply patch", field: "fieldManager" },
  ];
}

function managerCauses(manager: string): readonly StatusCause[] {
  if (isPlain(manager)) return [];
  const field = "fieldManager";
  const size = utf8Length(manager);
  if (size > maxFieldManagerBytes) {
    const message = `Too long: may not be more than ${maxFieldManagerBytes} bytes`;
    return [{ reason: "FieldValueTooLong", message, field }];
  }
  const shown = goQuoted(manager);
  return Array.from(manager, (character, index) => ({ character, index })).flatMap(({ character, index }) => {
    if (isPrintable(character)) return [];
    const code = codeOf(character).toString(16).toUpperCase().padStart(4, "0");
    const position = utf8Length(Array.from(manager).slice(0, index).join(""));
    const message = `Invalid value: ${shown}: invalid character U+${code} (at position ${position})`;
    return [{ reason: "FieldValueInvalid", message, field }];
  });
}

/** Whether a name is one that nothing has to be said of, as nearly all are. */
function isPlain(name: string): boolean {
  return name.length <= maxFieldManagerBytes && /^[ -~]*$/.test(name);
}

function isPrintable(character: string): boolean {
  return !/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character);
}

const goEscapes: Readonly<Record<string, string>> = {
  "\u0007": "a",
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\v": "v",
  '"': '"',
  "\\": "\\",
};

/** A text in quotation marks, as Go shows it. */
function goQuoted(text: string): string {
  const shown = Array.from(text, (character) => {
    if (Object.hasOwn(goEscapes, character)) return `\\${goEscapes[character]}`;
    if (isPrintable(character)) return character;
    const code = codeOf(character).toString(16);
    if (code.length <= 2 && codeOf(character) < 0x80) return `\\x${code.padStart(2, "0")}`;
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
  return `"${shown.join("")}"`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function validationCauses(mode: string): readonly StatusCause[] {
  if (mode === "" || modes.includes(mode)) return [];
  const supported = ["", ...modes].map((one) => JSON.stringify(one)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(mode)}: supported values: ${supported}`;
  return [{ reason: "FieldValueNotSupported", message, field: "fieldValidation" }];
}
