import { deepEqual } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";
import type { SentBody } from "./sent-values.ts";

/** How an object is looked at. */
interface CheckOptions {
  readonly old?: Document | undefined;
  readonly warn?: ((text: string) => void) | undefined;
  readonly sent?: SentBody | undefined;
}

/** What is wrong with an object besides its metadata: at once if that can be told at once. */
export function causesOf(
  { check, checkInTurns, checkedAs }: KindRules,
  next: Document,
  { old, warn, sent }: CheckOptions,
): readonly StatusCause[] | Promise<readonly StatusCause[]> {
  const seen = checkedAs === undefined || sent?.body === undefined ? next : checkedAs(next, sent.body);
  return checkInTurns?.(seen, old, warn) ?? check?.(seen, old, warn) ?? [];
}

/** How many of the causes, from the first on, a new object would have as well. */
export function asNewCount(causes: readonly StatusCause[], asNew: readonly StatusCause[]): number {
  const isFirst = asNew.every((cause, index) => deepEqual(cause, causes[index]));
  return isFirst ? asNew.length : causes.length;
}
