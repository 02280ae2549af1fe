import type { ServerResponse } from "./http-message.ts";
import { StatusError } from "./registry/index.ts";
import type { ServedResource } from "./registry/index.ts";
import { withWarnings } from "./warnings.ts";

/** What whoever uses a resource is told, whatever they do with it. */
const deprecations: Readonly<Record<string, string>> = {
  "/endpoints": "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
  "/componentstatuses": "v1 ComponentStatus is deprecated in v1.19+",
};

/** An answer, or a refusal, with the warning that the resource should no longer be used. */
export async function warningOfDeprecation(
  { collection }: ServedResource,
  answer: () => Promise<ServerResponse>,
): Promise<ServerResponse> {
  const warning = Object.hasOwn(deprecations, collection) ? deprecations[collection] : undefined;
  if (warning === undefined) return answer();
  try {
    return withWarnings(await answer(), [warning]);
  } catch (error) {
    if (StatusError.is(error)) error.warnings = [warning, ...error.warnings];
    throw error;
  }
}
