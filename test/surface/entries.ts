/** One import path of the package and the module in `src` that it stands for. */
export interface Entry {
  /** `setpoint/queue`. */
  readonly name: string;
  /** `src/queue/index.ts`. */
  readonly file: string;
}

/** The `exports` of a package.json: a path, or conditions that lead to one. */
export type PackageExports = Readonly<Record<string, string | { readonly default: string }>>;

/** The entries that `exports` publishes, a pattern (`./types/*`) once for each of the `files` that it matches. Data files are none. */
export function publishedEntries(exports: PackageExports, files: readonly string[]): readonly Entry[] {
  return Object.entries(exports).flatMap(([path, conditions]) => {
    const target = typeof conditions === "string" ? conditions : conditions.default;
    const file = target.replace(/^\.\/dist\//, "src/").replace(/\.js$/, ".ts");
    if (!file.endsWith(".ts")) return [];
    const name = path.replace(/^\./, "setpoint");
    const [start = "", end] = file.split("*");
    if (end === undefined) return [{ name, file }];
    const matching = files.filter((candidate) => candidate.startsWith(start) && candidate.endsWith(end));
    return matching.map((match) => ({ name: name.replace("*", match.slice(start.length, -end.length)), file: match }));
  });
}
