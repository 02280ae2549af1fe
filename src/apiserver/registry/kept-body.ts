import { formatApiVersion } from "../../model/index.ts";
import { isConverted, keptAs, shownAs } from "./autoscaler-versions.ts";
import type { ServedResource } from "./contract.ts";
import type { Document } from "./document.ts";
import { isSameButOwners, withOwners } from "./field-owners.ts";
import type { FieldOwners, WrittenBy, WrittenPart } from "./field-owners.ts";
import { asSent } from "./sent-values.ts";
import type { SentBody } from "./sent-values.ts";

/** A body, in the version of the request, and where there is one the object: as it is kept, and as that version shows it. */
export interface GivenBody {
  readonly body: Document;
  readonly old?: { readonly kept: Document; readonly shown: Document } | undefined;
}

/** How the owners of the fields are found; without `by` the body names them, as that of an apply does. */
export interface OwnersOfBody {
  readonly owners: FieldOwners;
  readonly part: WrittenPart;
  readonly by: WrittenBy | undefined;
  readonly sent: SentBody | undefined;
}

/** What was sent, as the object is kept, with the owners of its fields. */
export function keptBody(
  served: ServedResource,
  { body, old }: GivenBody,
  { owners, part, by, sent }: OwnersOfBody,
): Document {
  if (by === undefined) {
    // An apply that changes nothing leaves also what its version does not show.
    const isIdle = isConverted(served) && isSameButOwners(body, old?.shown);
    return isIdle && old ? withOwners(old.kept, body.metadata.managedFields ?? []) : keptAs(body, served);
  }
  const kept = keptAs(body, served);
  const before = old && { ...old.shown, apiVersion: formatApiVersion(served.resource) };
  return owners.recorded(part, { before, body: kept, by, written: asSent(shownAs(kept, served), sent) });
}
