/** So many problems of a request are told at most, and so much text. */
const most = { count: 1000, length: 1_000_000 } as const;

/**
 * The first of all problems, which are those that are told: a small request has no large answer, and nobody waits for it to be written. The
 * very first is always one of them. `lengthOf` says how long the text about a problem is.
 */
export function firstToTell<T>(all: readonly T[], lengthOf: (problem: T) => number): readonly T[] {
  let length = 0;
  const end = all.findIndex((problem, index) => {
    length += lengthOf(problem);
    return index === most.count || (index > 0 && length > most.length);
  });
  return end < 0 ? all : all.slice(0, end);
}
