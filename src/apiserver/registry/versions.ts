import { StatusError } from "./errors.ts";

/** What is wrong with a text that should be a version, in Kubernetes' words. */
export function versionProblem(text: string): string | undefined {
  return /^\d{1,15}$/.test(text) ? undefined : `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
}

/** The version that a read asks for: `undefined` for the newest, 0 for any. */
export function readVersion(text: string | undefined, prefix = ""): number | undefined {
  if (text === undefined || text === "") return undefined;
  const problem = versionProblem(text);
  if (problem === undefined) return Number(text);
  throw StatusError.badRequest(`${prefix}resourceVersion: Invalid value: ${JSON.stringify(text)}: ${problem}`);
}

/** Throws when the state is older than a read asks for. Kubernetes waits some seconds first. */
export function assertReached(wanted: number | undefined, current: number): void {
  if (wanted !== undefined && wanted > current) throw StatusError.tooLargeVersion(wanted, current);
}
