import type { Document } from "./document.ts";
import { withEphemeralContainers, withResources } from "./pod-spec-parts.ts";
import { prepareApproval, prepareFinalize, prepareStatus, prepareUpdate } from "./prepare.ts";
import type { Treatment } from "./prepare.ts";

/** The object that comes of a write of it, or of a part of it. */
export function prepared(
  subresource: string | undefined,
  body: Document,
  { old, treatment }: { readonly old: Document; readonly treatment: Treatment },
): Document {
  switch (subresource) {
    case "status":
      return prepareStatus(body, old, treatment);
    case "finalize":
      return prepareFinalize(body, old);
    case "approval":
      return prepareApproval(body, old);
    case "ephemeralcontainers":
      return prepareUpdate(withEphemeralContainers(body, old), old, treatment);
    case "resize":
      return prepareUpdate(withResources(body, old), old, treatment);
    default:
      return prepareUpdate(body, old, treatment);
  }
}
