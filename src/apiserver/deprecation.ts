import type { ServerResponse } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";
import type { ServedResource } from "./registry/index.ts";
import { withWarnings } from "./warnings.ts";

/** What whoever uses a resource is told, whatever they do with it. */
const deprecations: Readonly<Record<string, string>> = {
  "/endpoints": "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  "/componentstatuses": "v1 ComponentStatus is deprecated in v1.19+",
};

/** The warning that a built-in resource should no longer be used, if so. */
export function deprecationOf({ collection }: ServedResource): string | undefined {
  return Object.hasOwn(deprecations, collection) ? deprecations[collection] : undefined;
}

/** An answer, or a refusal, with a warning if there is one. */
export function warnedOf(warning: string | undefined, answer: () => Promise<ServerResponse>): Promise<ServerResponse> {
  return warning === undefined ? answer() : warned(warning, answer);
}

async function warned(warning: string, answer: () => Promise<ServerResponse>): Promise<ServerResponse> {
  try {
    return withWarnings(await answer(), [warning]);
  } catch (error) {
    if (StatusError.is(error)) error.warnings = [warning, ...error.warnings];
    throw error;
  }
}
