/** A file that would be published. */
export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

const largestPackage = 4_000_000;

/** What must not be published: too much in all, tests, and whatever is neither built nor one of the usual papers. */
export function packageProblems(files: readonly PackedFile[]): readonly string[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const largest = files
    .toSorted((a, b) => b.size - a.size)
    .slice(0, 5)
    .map(({ path, size }) => `${path} (${size})`);
  const tooLarge =
    total > largestPackage
      ? [
          `Make the package smaller: it unpacks to ${total} bytes of at most ${largestPackage}. Its largest files: ${largest.join(", ")}.`,
        ]
      : [];
  const strangers = files
    .filter(({ path }) => !isExpected(path))
    .map(({ path }) => `Do not publish ${path}: change "files" in package.json.`);
  return [...tooLarge, ...strangers];
}

function isExpected(path: string): boolean {
  if (path.startsWith("bin/")) return true;
  if (path.startsWith("dist/")) return !/\.(?:test|fixture)\.|\.map$|(?:^|\/)(?:test|testdata)\//.test(path);
  return /^(?:package\.json|README\.md|LICENSE|NOTICE|CHANGELOG\.md|SECURITY\.md)$/.test(path);
}
