import { InvalidInputError } from "../model/index.ts";

/** The error for a text that is no YAML, or none that can be kept. The detail should quote nothing of it that may be a secret. */
export function refusedYaml(detail: string): InvalidInputError {
  return new InvalidInputError({
    code: "SETPOINT_INVALID_JSON",
    attempt: "read YAML",
    detail: `yaml: ${detail}`,
    expected: "one YAML document",
  });
}
