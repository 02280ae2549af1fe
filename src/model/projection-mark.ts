/**
 * Marks an object that is not the whole of what the server has: writing it back would delete the rest. The same symbol in every copy of
 * the package, and it survives a spread.
 */
export const projected: unique symbol = Symbol.for("setpoint.projected") as typeof projected;

/** What every projected object carries. */
export interface ProjectionMark {
  readonly [projected]: true;
}

/** Whether an object is only a part of what the server has. */
export function isProjected(object: object): object is ProjectionMark {
  return (object as Partial<ProjectionMark>)[projected] === true;
}
