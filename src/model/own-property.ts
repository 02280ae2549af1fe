/**
 * Sets an own property, whatever its name. Plain assignment would reach a prototype for `__proto__`, and would fail for the name of any
 * inherited property once the intrinsics are frozen.
 */
export function setOwn(target: object, key: PropertyKey, value: unknown): void {
  if (key in target && !Object.hasOwn(target, key)) {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (target as Record<PropertyKey, unknown>)[key] = value;
  }
}

/** The own property, or `undefined`. An inherited one, such as `constructor`, is never data. */
export function getOwn(target: object, key: PropertyKey): unknown {
  return Object.hasOwn(target, key) ? (target as Record<PropertyKey, unknown>)[key] : undefined;
}
