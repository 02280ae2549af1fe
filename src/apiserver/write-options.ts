import type { StatusCause } from "../model/index.ts";
import type { ServerRequest } from "./http-message.ts";
import { readFlag } from "./query-options.ts";
import { dryRunCauses, isPlainManager, managerCauses, maxFieldManagerBytes, StatusError } from "./registry/index.ts";
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
    ...managerCauses(fieldManager, "fieldManager"),
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
  if (isPlainManager(program)) return program;
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

function validationCauses(mode: string): readonly StatusCause[] {
  if (mode === "" || modes.includes(mode)) return [];
  const supported = ["", ...modes].map((one) => JSON.stringify(one)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(mode)}: supported values: ${supported}`;
  return [{ reason: "FieldValueNotSupported", message, field: "fieldValidation" }];
}
