/** A schema document, or a part of one. */
export type Document = Readonly<Record<string, unknown>>;

/** Where a conversion is. */
export interface Place {
  /** What a user would call it: `spec.routes[].port`. */
  readonly path: string;
  /** The whole document, in which local references are looked up. */
  readonly root: Document;
  /** The references that led here. One that comes up again would never end. */
  readonly followed: readonly string[];
}

/** The place one step further down. */
export function below(at: Place, step: string): Place {
  return { ...at, path: `${at.path}${step}` };
}
