import { isContainer } from "./container.ts";
import type { Draft } from "./draft.ts";
import { invalidEdit } from "./draft-node.ts";
import { EditSession } from "./edit-session.ts";

/**
 * Runs `recipe` on a writable draft of `object` and returns the object that results. The input, frozen or not, is never written to, and
 * neither is what the recipe assigns. The result shares every part that did not change, and is `object` itself when nothing did; a part
 * that was replaced by an equal one counts as unchanged.
 *
 * A draft behaves like the object in everything but this: it has own members only, `structuredClone` refuses it, and it must not be
 * used after the recipe, which cannot be asynchronous. New parts of the result are not frozen; shared ones are as frozen as they were.
 * If the recipe throws, `edit` throws the same.
 */
export function edit<T extends object>(object: T, recipe: (draft: Draft<T>) => void): T {
  if (!isContainer(object)) throw invalidEdit("the value has no members to edit", "a plain object or an array");
  const session = new EditSession();
  try {
    const draft = session.draftOf(object, true);
    refusePromise(recipe(draft as Draft<T>));
    return session.settle(draft) as T;
  } finally {
    session.end();
  }
}

function refusePromise(returned: unknown): void {
  if (!isThenable(returned)) return;
  // What the recipe still does is lost, and so is its failure: it is this error that the caller sees.
  Promise.resolve(returned).catch(() => {});
  throw invalidEdit("the recipe returned a promise", "a synchronous recipe: await first, then edit");
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
