import { nextTurn } from "../../async/index.ts";
import type { Change, Commit, Store, StoreKey } from "./store.ts";

/** An object of the collection `things`. */
export function thing(name: string, namespace = "a"): StoreKey {
  return { collection: "things", namespace, name };
}

/** A commit whose bytes are the key and the revision that it got. */
export function commitOf(type: Commit["type"], key: StoreKey, expected: number): Commit {
  return {
    type,
    key,
    expected,
    encode: (revision) => new TextEncoder().encode(`${key.namespace}/${key.name}@${revision}`),
  };
}

/** Encoded bytes as text. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** A change on one line: `put a/x@3`. */
export function told({ type, key, revision }: Change): string {
  return `${type} ${key.namespace}/${key.name}@${revision}`;
}

/** The next batch of a watch, each change on one line; `undefined` at the end. */
export async function nextOf(watch: AsyncIterator<readonly Change[]>): Promise<readonly string[] | undefined> {
  const result = await watch.next();
  return result.done === true ? undefined : result.value.map(told);
}

/** Starts to read a watch by hand. */
export function reading(store: Store, since: number, signal?: AbortSignal): AsyncIterator<readonly Change[]> {
  const range = { collection: "things", since, signal: signal ?? new AbortController().signal };
  return store.watch(range)[Symbol.asyncIterator]();
}

/** Everything that a watch gives that was committed before the call. */
export async function changesSince(store: Store, since: number, namespace?: string): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const batch of store.watch({ collection: "things", namespace, since, signal: AbortSignal.abort() })) {
    seen.push(...batch.map(told));
  }
  return seen;
}

/** Those who follow are told at the end of the turn after the one in which something was committed. */
export async function untilTold(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
