import { formatApiVersion } from "../../model/index.ts";
import { ApplyEngine } from "../apply/index.ts";
import { builtInSchemas } from "../schema/index.ts";
import type { ReviewKind } from "./read-review.ts";

/** Who asks something, and when. */
export interface AskedBy {
  readonly manager: string;
  readonly time: string;
  /** Of which subresource it is the body. */
  readonly subresource?: string | undefined;
}

/** Tells who owns the fields of what is answered and not kept: Kubernetes records that for everything that is posted. */
export class ReviewOwners {
  #engine: ApplyEngine | undefined;

  /** The answer to what was asked, with the owner of what was asked if there is anything to own. */
  told(answer: object, asked: object, { kind: type, by }: { readonly kind: ReviewKind; readonly by: AskedBy }): object {
    this.#engine ??= new ApplyEngine({ schemas: builtInSchemas() });
    const kind = { apiVersion: formatApiVersion(type), kind: type.kind };
    const managedFields = this.#engine.recordUpdate({ ...by, kind, after: { ...asked, ...kind } });
    if (managedFields.length === 0) return answer;
    const { metadata = {} } = answer as { readonly metadata?: object };
    return { ...answer, metadata: { ...metadata, managedFields } };
  }
}
