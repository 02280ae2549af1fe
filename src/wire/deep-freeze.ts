import { ViewContent } from "./view-content.ts";

/**
 * Freezes a value of a document and everything below it, where it stands. Takes no stack, so that no depth can overflow it, and ends also
 * on a value that contains itself. Views are so already, and stay bytes.
 */
export function deepFreeze(value: unknown): void {
  if (!isFreezable(value)) return;
  const pending: object[] = [value];
  // A level that was frozen before may have open levels below it. It is walked all the same, but only once.
  let met: Set<object> | undefined;
  for (let level = pending.pop(); level !== undefined; level = pending.pop()) {
    if (Object.isFrozen(level)) {
      met ??= new Set();
      if (met.has(level)) continue;
      met.add(level);
    } else {
      Object.freeze(level);
    }
    for (const member of Object.values(level) as readonly unknown[]) if (isFreezable(member)) pending.push(member);
  }
}

/** Bytes can't be frozen, and no document holds them. */
function isFreezable(value: unknown): value is object {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !ViewContent.isIn(value);
}
