/** What answers have room for, as `warningLimits` of the server says: longer texts are cut, and those beyond all of it left out. */
const room: Readonly<{ all: number; each: number }> = Object.freeze({ all: 4096, each: 256 });

/** A path in a volume and where its file comes from. */
export interface PlacedFile {
  readonly path: string;
  readonly from: string;
}

/**
 * Each file of a volume with each earlier one that is the same, that it is in, or that is in it, in words; the same
 * words only once. It ends when answers have no room for more. Whoever asks chooses the paths, so the time that this
 * takes grows with their length, not with the number of pairs.
 */
export function overlapsOf(files: readonly PlacedFile[]): readonly string[] {
  const given = files.filter(({ path }) => path !== "");
  if (given.length < 2) return [];
  const late = overlappingEarlier(given.map(({ path }) => path));
  if (late.size === 0) return [];
  const told = new Set<string>();
  let left = room.all;
  const distinct: PlacedFile[] = [];
  /** How many of the distinct files each was compared with. */
  const compared = new Map<string, number>();
  for (const [index, file] of given.entries()) {
    const name = shown(file);
    const start = compared.get(name);
    if (late.has(index)) {
      for (const other of distinct.slice(start ?? 0)) {
        if (!areOverlapping(file.path, other.path)) continue;
        const text = `${name} with ${shown(other)}`;
        left -= told.has(text) ? 0 : Math.min(text.length, room.each);
        told.add(text);
        if (left < 0) return [...told];
      }
    }
    compared.set(name, distinct.length);
    if (start === undefined) distinct.push(file);
  }
  return [...told];
}

function shown({ path, from }: PlacedFile): string {
  return `${JSON.stringify(path)}${from === "" ? "" : ` (${from})`}`;
}

function areOverlapping(one: string, other: string): boolean {
  return one.length < other.length ? isIn(other, one) : isIn(one, other);
}

function isIn(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === "/");
}

/** A path among those that it is in, in the order of their texts: what is in it comes after it at once. */
interface Nested {
  readonly index: number;
  readonly path: string;
  /** The first of the paths that it is in, itself among them. */
  readonly outermost: number;
  /** The first of the paths that are in it, itself among them. */
  innermost: number;
}

/** The positions of paths that overlap one before them. */
function overlappingEarlier(paths: readonly string[]): ReadonlySet<number> {
  const sorted = paths
    .map((path, index) => ({ index, path, key: `${path}/` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
  const late = new Set<number>();
  const open: Nested[] = [];
  const close = (): void => {
    const done = open.pop();
    const outer = open.at(-1);
    if (done === undefined) return;
    if (done.outermost < done.index || done.innermost < done.index) late.add(done.index);
    if (outer !== undefined) outer.innermost = Math.min(outer.innermost, done.innermost);
  };
  for (const { index, path } of sorted) {
    while (open.length > 0 && !isIn(path, open.at(-1)?.path ?? "")) close();
    const outermost = Math.min(index, open.at(-1)?.outermost ?? index);
    open.push({ index, path, outermost, innermost: index });
  }
  while (open.length > 0) close();
  return late;
}
