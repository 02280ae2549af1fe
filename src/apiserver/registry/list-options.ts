import type { StatusCause } from "../../model/index.ts";
import { forbidden, notSupported } from "../crd/index.ts";
import type { ListOptions, WatchOptions } from "./contract.ts";
import { StatusError } from "./errors.ts";

const match = "resourceVersionMatch";

/** Throws when the options of a list contradict each other. */
export function assertListOptions(options: ListOptions): void {
  const { resourceVersion = "", resourceVersionMatch = "", sendInitialEvents } = options;
  const isKnown = resourceVersionMatch === "Exact" || resourceVersionMatch === "NotOlderThan";
  const causes = [
    ...(resourceVersion === "" ? [forbidden(match, `${match} is forbidden unless resourceVersion is provided`)] : []),
    ...(options.continue ? [forbidden(match, `${match} is forbidden when continue is provided`)] : []),
    ...(isKnown ? [] : [notSupported(match, resourceVersionMatch, ["Exact", "NotOlderThan", ""])]),
    ...(resourceVersionMatch === "Exact" && resourceVersion === "0"
      ? [forbidden(match, `${match} "exact" is forbidden for resourceVersion "0"`)]
      : []),
  ];
  assertNone([
    ...(resourceVersionMatch === "" ? [] : causes),
    ...(sendInitialEvents === undefined
      ? []
      : [forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list")]),
  ]);
}

/** Which objects a deletion of many is about. They are read as if in pages, also if they are all wanted. */
export function inPages(which: ListOptions): ListOptions {
  return (which.limit ?? 0) > 0 ? which : { ...which, limit: Number.MAX_SAFE_INTEGER };
}

/** Throws when the options of a watch contradict each other. */
export function assertWatchOptions(options: WatchOptions): void {
  if (options.isOldPath === true) {
    assertListOptions(options);
    return;
  }
  const { sendInitialEvents, resourceVersionMatch = "", resourceVersion = "" } = options;
  const isOpen = sendInitialEvents === undefined && resourceVersionMatch === "";
  const isKnown = resourceVersionMatch === "NotOlderThan" || resourceVersionMatch === "";
  // Who does not say where to begin begins with what there is, which asks for a match that pages know nothing of.
  const hasMatch = resourceVersionMatch !== "" || (isOpen && (resourceVersion === "" || resourceVersion === "0"));
  const needed = `sendInitialEvents requires setting ${match} to NotOlderThan`;
  const unless = `${match} is forbidden for watch unless sendInitialEvents is provided`;
  assertNone([
    ...(sendInitialEvents !== undefined && resourceVersionMatch !== "NotOlderThan" ? [forbidden(match, needed)] : []),
    ...(sendInitialEvents === undefined && resourceVersionMatch !== "" ? [forbidden(match, unless)] : []),
    ...(isKnown ? [] : [notSupported(match, resourceVersionMatch, ["NotOlderThan"])]),
    ...(hasMatch && options.continue ? [forbidden(match, `${match} is forbidden when continue is provided`)] : []),
  ]);
}

function assertNone(causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw StatusError.invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", causes);
}
