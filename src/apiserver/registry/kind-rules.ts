import type { StatusCause } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { generationOf, withNextGeneration } from "./generation.ts";

/** What a kind does besides what all kinds do. Pure: nothing is changed in place. */
export interface KindRules {
  /** Which member has the wrong type, in the words of Kubernetes' decoder, or of its converter if a strategic merge patch made the document. */
  readonly typeProblem?: (document: Document, isConverted?: boolean) => string | undefined;
  /** What whoever deletes an object of the kind is told, unless the options say what becomes of its dependents. */
  readonly deleteWarning?: string;
  /** Fills in what a body leaves open, whoever sends it and whatever it is for. The writer owns that, too. */
  readonly defaulted?: (document: Document, isApplied?: boolean) => Document;
  /** A stored object as it is read now. */
  readonly read?: (document: Document) => Document;
  /** Fills in what the server owns in a new object, which is kept unless it is a dry run. Its writer is warned of what that changes. */
  readonly created?: (document: Document, isDryRun?: boolean, warn?: (text: string) => void) => Document;
  /** Keeps, in a write of the main resource, what may not be changed through it. What comes of it is kept unless it is a dry run. */
  readonly updated?: (next: Document, old: Document, isDryRun?: boolean) => Document;
  /** The object as it is kept, after all was checked: without what the version in which it is kept does not know. */
  readonly kept?: (document: Document) => Document;
  /** Completes the object after any write of it. `now` is the time as objects have it. */
  readonly completed?: (document: Document, old: Document | undefined, now: string) => Document;
  /** The object as `check` is to see it, where its one form does not tell all of what was sent that counts. */
  readonly checkedAs?: (next: Document, sent: unknown) => Document;
  /** Fields that `check` knows more of than the schema, whose findings about them and what is in them are not told. `[]` stands for any item. */
  readonly covered?: readonly string[];
  /** What the schema finds is told of new objects only. */
  readonly isUpdateUnchecked?: boolean;
  /** What is wrong with the object besides its metadata. The writer is warned of what was wrong before. */
  readonly check?: (next: Document, old: Document | undefined, warn?: (text: string) => void) => readonly StatusCause[];
  /** In place of `check`, for kinds of which what the schema found, `found`, is not simply told first. */
  readonly checkFound?: (
    found: readonly StatusCause[],
    next: Document,
    old: Document | undefined,
  ) => readonly StatusCause[];
  /** The same in turns with others, for what can take long; `undefined` if it does not, and `check` is to be asked. */
  readonly checkInTurns?: (
    next: Document,
    old: Document | undefined,
    warn?: (text: string) => void,
  ) => Promise<readonly StatusCause[]> | undefined;
  /** What the writer of an object with which nothing is wrong is told of it. */
  readonly warnings?: (next: Document, old: Document | undefined) => readonly string[];
  /** Whether something besides finalizers keeps an object that is being deleted. */
  readonly isHeld?: (document: Document) => boolean;
  /** For kinds that go gracefully: how many seconds an object gets, if so many are asked for. */
  readonly grace?: (document: Document, asked: number | undefined) => bigint;
  /** The object with the mark that it is being deleted. Not called for one that has it. */
  readonly terminated?: (document: Document, now: string) => Document;
}

/** How most kinds mark an object that is being deleted. */
export function markTerminating(document: Document, now: string): Document {
  const { metadata } = document;
  const counted = generationOf(metadata) > 0n ? withNextGeneration(metadata) : metadata;
  return { ...document, metadata: { ...counted, deletionTimestamp: now, deletionGracePeriodSeconds: 0 } };
}
