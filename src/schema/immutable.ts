/** The type with everything in it read-only: what comes from a server is shared, and whoever changes it makes a new one. */
export type Immutable<T> = T extends (...parameters: never) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Immutable<T[K]> }
    : T;
