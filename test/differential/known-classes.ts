/** A class of differences that is known, and why there is one. */
export interface KnownClass {
  /** Like `accepts/Pod`. */
  readonly name: string;
  readonly reason: string;
}

/**
 * The classes in the tables of a page: rows whose first cell is one or more names in backquotes. A name ends with the kind, or with `*` for
 * all kinds.
 */
export function knownClasses(page: string): readonly KnownClass[] {
  return page.split("\n").flatMap((line) => {
    const [, first = "", reason = ""] = line.split("|").map((cell) => cell.trim());
    return [...first.matchAll(/`([\w-]+\/[\w*-]+)`/g)].map(([, name = ""]) => ({ name, reason }));
  });
}

/** Whether a class is among the known ones. */
export function isKnown(className: string, known: readonly KnownClass[]): boolean {
  const aspect = className.slice(0, className.indexOf("/"));
  return known.some(({ name }) => name === className || name === `${aspect}/*`);
}
