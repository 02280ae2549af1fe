import type { StatusCause } from "../../model/index.ts";
import type { Document } from "./document.ts";

/** What a kind does besides what all kinds do. Pure: nothing is changed in place. */
export interface KindRules {
  /** Which member has the wrong type, in the words of Kubernetes' decoder. */
  readonly typeProblem?: (document: Document) => string | undefined;
  /** What whoever writes an object of the kind is told. */
  readonly warning?: string;
  /** Fills in what a body leaves open, whoever sends it and whatever it is for. The writer owns that, too. */
  readonly defaulted?: (document: Document) => Document;
  /** A stored object as it is read now. */
  readonly read?: (document: Document) => Document;
  /** Fills in what the server owns in a new object. */
  readonly created?: (document: Document) => Document;
  /** Keeps, in a write of the main resource, what may not be changed through it. */
  readonly updated?: (next: Document, old: Document) => Document;
  /** Completes the object after any write of it. */
  readonly completed?: (document: Document, old: Document | undefined) => Document;
  /** What is wrong with the object besides its metadata. */
  readonly check?: (next: Document, old: Document | undefined) => readonly StatusCause[];
  /** Whether something besides finalizers keeps an object that is being deleted. */
  readonly isHeld?: (document: Document) => boolean;
  /** For kinds that go gracefully: how many seconds an object gets, if so many are asked for. */
  readonly grace?: (document: Document, asked: number | undefined) => number;
  /** The object with the mark that it is being deleted. Not called for one that has it. */
  readonly terminated?: (document: Document, now: string) => Document;
}

/** How most kinds mark an object that is being deleted. */
export function markTerminating(document: Document, now: string): Document {
  const { generation = 0 } = document.metadata;
  const next = generation > 0 ? { generation: generation + 1 } : {};
  return {
    ...document,
    metadata: { ...document.metadata, ...next, deletionTimestamp: now, deletionGracePeriodSeconds: 0 },
  };
}
