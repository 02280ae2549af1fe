import type { CustomVersion } from "../crd/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

/** The rules of a custom resource in one of its versions, for writes of the object or of a part of it. */
export function customRules(custom: CustomVersion, subresource?: string): KindRules {
  const read = (document: Document): Document => custom.read(document);
  return {
    typeProblem: (document) => custom.typeProblem(document),
    defaulted: read,
    read,
    check: (next, old, warn) => custom.check({ next, old, subresource, warn }),
    checkInTurns: (next, old, warn) => custom.checkInTurns({ next, old, subresource, warn }),
  };
}
