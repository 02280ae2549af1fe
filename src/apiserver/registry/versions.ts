import type { Clock } from "../../async/index.ts";
import type { Store } from "../storage/index.ts";
import type { ServedResource } from "./contract.ts";
import { versionPatienceMs, versionPollMs } from "./defaults.ts";
import { StatusError } from "./errors.ts";

/** What is wrong with a text that should be a version, in Kubernetes' words. */
export function versionProblem(text: string): string | undefined {
  return /^\d{1,15}$/.test(text) ? undefined : `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`;
}

/** The version that a read asks for: `undefined` for the newest, 0 for any. For what is none Kubernetes has no reason but in lists. */
export function readVersion(
  text: string | undefined,
  { isList = false }: { readonly isList?: boolean | undefined } = {},
): number | undefined {
  if (text === undefined || text === "") return undefined;
  const problem = versionProblem(text);
  if (problem === undefined) return Number(text);
  const message = `resourceVersion: Invalid value: ${JSON.stringify(text)}: ${problem}`;
  throw isList ? StatusError.badRequest(`invalid resource version: ${message}`) : StatusError.withoutReason(message);
}

/** A read that may have to wait for a version. */
export interface VersionWait {
  readonly store: Store;
  readonly clock: Clock;
  readonly served: ServedResource;
  /** Aborted when nobody is to wait any longer. */
  readonly ended: AbortSignal;
}

/**
 * Resolves when the state is not older than a read asks for, and rejects with 504 when it does not become so for some seconds. Of events
 * Kubernetes keeps no cache, and nothing waits for them.
 */
export async function reached({ store, clock, served, ended }: VersionWait, wanted: number | undefined): Promise<void> {
  if (wanted === undefined || wanted <= store.revision) return;
  const isKept = served.resource.kind !== "Event";
  const end = clock.monotonic() + (isKept ? versionPatienceMs : 0);
  while (store.revision < wanted && clock.monotonic() < end && !ended.aborted) await clock.sleep(versionPollMs);
  if (store.revision < wanted) throw StatusError.tooLargeVersion(wanted, store.revision, isKept ? 1 : undefined);
}
