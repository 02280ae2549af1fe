import type { StatusCause } from "../../model/index.ts";

/** What is wrong with the `dryRun` of a request: `All` is the only one that there is. */
export function dryRunCauses(dryRun: readonly string[]): readonly StatusCause[] {
  if (dryRun.every((one) => one === "All")) return [];
  const message = `Unsupported value: ${JSON.stringify(dryRun)}: supported values: "All"`;
  return [{ reason: "FieldValueNotSupported", message, field: "dryRun" }];
}
