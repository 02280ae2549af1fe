/** A class of differences that is known, and why there is one. */
export interface KnownClass {
  /** Like `accepts/Pod`. */
  readonly name: string;
  readonly reason: string;
}

/** An item of a list: one or more names in backquotes, and what is to be said of them alone. */
const item = /^- ((?:`[\w-]+\/[\w*-]+` ?)+)(?:: (.*))?$/;

/**
 * The classes in the lists of a page. The reason is the heading above, unless the item has one of its own. A name ends with the kind, or
 * with `*` for all kinds.
 */
export function knownClasses(page: string): readonly KnownClass[] {
  let heading = "";
  return page.split("\n").flatMap((line) => {
    if (line.startsWith("### ")) heading = line.slice(4);
    const [, names = "", reason = heading] = item.exec(line.trimEnd()) ?? [];
    return [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => ({ name, reason }));
  });
}

/** Whether a class is among the known ones. */
export function isKnown(className: string, known: readonly KnownClass[]): boolean {
  const aspect = className.slice(0, className.indexOf("/"));
  return known.some(({ name }) => name === className || name === `${aspect}/*`);
}
