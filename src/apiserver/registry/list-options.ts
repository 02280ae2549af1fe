import type { StatusCause } from "../../model/index.ts";
import { forbidden, notSupported } from "../crd/index.ts";
import type { ListOptions, WatchOptions } from "./contract.ts";
import { StatusError } from "./errors.ts";

const match = "resourceVersionMatch";

/** Throws when the options of a list contradict each other. */
export function assertListOptions(options: ListOptions): void {
  const { resourceVersion = "", resourceVersionMatch = "", sendInitialEvents } = options;
  if (sendInitialEvents !== undefined) {
    throw refused(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
  }
  if (resourceVersionMatch === "") return;
  if (resourceVersion === "")
    throw refused(forbidden(match, `${match} is forbidden unless resourceVersion is provided`));
  if (options.continue) throw refused(forbidden(match, `${match} is forbidden when continue is provided`));
  if (resourceVersionMatch !== "Exact" && resourceVersionMatch !== "NotOlderThan") {
    throw refused(notSupported(match, resourceVersionMatch, ["Exact", "NotOlderThan", ""]));
  }
  if (resourceVersionMatch === "Exact" && resourceVersion === "0") {
    throw refused(forbidden(match, `${match} "exact" is forbidden for resourceVersion "0"`));
  }
}

/** Throws when the options of a watch contradict each other. */
export function assertWatchOptions(options: WatchOptions): void {
  const { sendInitialEvents, resourceVersionMatch = "" } = options;
  if (sendInitialEvents === undefined) {
    if (resourceVersionMatch === "") return;
    throw refused(forbidden(match, `${match} is forbidden for watch unless sendInitialEvents is provided`));
  }
  if (resourceVersionMatch === "") {
    throw refused(forbidden(match, `sendInitialEvents requires setting ${match} to NotOlderThan`));
  }
  if (options.continue) throw refused(forbidden(match, `${match} is forbidden when continue is provided`));
  if (resourceVersionMatch !== "NotOlderThan") {
    throw refused(notSupported(match, resourceVersionMatch, ["NotOlderThan"]));
  }
}

function refused(cause: StatusCause): StatusError {
  return StatusError.invalid({ group: "meta.k8s.io", kind: "ListOptions" }, "", [cause]);
}
