/** One folder of the repository and what its files may import. A folder is a name in `src` (`queue`) or a path (`tools`). */
export interface Folder {
  /** From the repository's root: `src/queue`. One `*` stands for one name. */
  readonly path: string;
  /** Runs on any platform: no `node:` module, and values only from other portable folders. */
  readonly isPortable: boolean;
  /** Paths of the folders that it may import. Itself is always allowed. */
  readonly imports: readonly string[];
  /** npm packages that it may import. */
  readonly packages: readonly string[] | "any";
  /** npm packages that its test files may import besides. */
  readonly testPackages: readonly string[];
  /** Whether it may import the package by its published entry points (`setpoint/queue`). */
  readonly usesPublishedEntries: boolean;
}

interface Row {
  readonly folder: string;
  readonly isPortable?: true;
  readonly imports: readonly string[] | AllUpTo;
  readonly packages?: readonly string[];
  readonly testPackages?: readonly string[];
}

/** Every row from the first to this one. */
interface AllUpTo {
  readonly upTo: string;
  readonly but?: readonly string[];
}

const testRunner: readonly string[] = ["vitest", "fast-check"];

const server: readonly string[] = [
  "async",
  "model",
  "wire",
  "observe",
  "types",
  "schema",
  "certificates",
  "apiserver/storage",
];
/** What the objects of any kind are checked and changed by. */
const objectRules: readonly string[] = ["apiserver/schema", "apiserver/apply"];
const crdPackages: readonly string[] = ["re2js"];

/** The folders of `src`. Imports point to rows above only; the parts of the API server are one exception, among themselves. */
const rows: readonly Row[] = [
  { folder: "async", isPortable: true, imports: [] },
  { folder: "model", isPortable: true, imports: [] },
  { folder: "wire", isPortable: true, imports: ["model"] },
  { folder: "types", isPortable: true, imports: ["model"] },
  { folder: "schema", isPortable: true, imports: ["model"], testPackages: ["zod"] },
  { folder: "observe", isPortable: true, imports: ["async"] },
  { folder: "queue", isPortable: true, imports: ["async", "observe"] },
  { folder: "certificates", imports: ["async"] },
  { folder: "config", imports: ["async", "model", "observe"], packages: ["yaml"] },
  {
    folder: "client",
    imports: ["async", "model", "wire", "observe", "config", "types", "schema"],
    packages: ["undici", "ws"],
  },
  { folder: "clientset", imports: ["client", "types"] },
  { folder: "informer", isPortable: true, imports: ["async", "model", "wire", "observe"] },
  { folder: "controller", isPortable: true, imports: { upTo: "informer", but: ["config", "certificates"] } },
  { folder: "manager", imports: { upTo: "controller" } },
  { folder: "webhook", imports: { upTo: "controller" } },
  { folder: "apiserver/storage", isPortable: true, imports: ["async", "model"] },
  { folder: "apiserver/schema", isPortable: true, imports: server },
  { folder: "apiserver/apply", isPortable: true, imports: [...server, "apiserver/schema"] },
  {
    folder: "apiserver/crd",
    isPortable: true,
    imports: [...server, ...objectRules, "apiserver"],
    packages: crdPackages,
  },
  {
    folder: "apiserver/cel",
    isPortable: true,
    imports: [...server, ...objectRules, "apiserver/crd"],
    packages: crdPackages,
  },
  {
    folder: "apiserver/registry",
    isPortable: true,
    imports: [...server, ...objectRules, "apiserver/crd", "apiserver/cel", "apiserver"],
  },
  {
    folder: "apiserver/auth",
    imports: [...server, ...objectRules, "apiserver/crd", "apiserver/registry", "apiserver"],
  },
  {
    folder: "apiserver/print",
    isPortable: true,
    imports: [...server, ...objectRules, "apiserver/crd", "apiserver/registry", "apiserver"],
  },
  {
    folder: "apiserver/discovery",
    imports: [...server, ...objectRules, "apiserver/crd", "apiserver/registry", "apiserver"],
  },
  {
    folder: "apiserver/openapi",
    imports: [...server, ...objectRules, "apiserver/crd", "apiserver/registry", "apiserver/discovery", "apiserver"],
  },
  {
    folder: "apiserver",
    imports: [
      ...server,
      ...objectRules,
      "apiserver/crd",
      "apiserver/registry",
      "apiserver/auth",
      "apiserver/print",
      "apiserver/discovery",
      "apiserver/openapi",
    ],
    packages: [...crdPackages, "yaml"],
  },
  { folder: "controller-manager", imports: { upTo: "manager" } },
  { folder: "node-agent", imports: { upTo: "manager" } },
  { folder: "cluster", imports: { upTo: "node-agent" }, testPackages: ["zod"] },
  { folder: "testing", imports: { upTo: "cluster" }, testPackages: ["zod"] },
  { folder: "dashboard", imports: ["model", "observe", "client", "informer"] },
  { folder: "cli", imports: { upTo: "dashboard" }, packages: ["yaml"] },
  { folder: "index.ts", imports: { upTo: "cli" } },
  { folder: "kinds.ts", imports: ["types"] },
];

function expanded(imports: Row["imports"]): readonly string[] {
  if (!("upTo" in imports)) return imports;
  const end = rows.findIndex(({ folder }) => folder === imports.upTo);
  return rows.slice(0, end + 1).flatMap(({ folder }) => (imports.but?.includes(folder) === true ? [] : [folder]));
}

const sourceFolders: readonly Folder[] = rows.map((row) => ({
  path: `src/${row.folder}`,
  isPortable: row.isPortable ?? false,
  imports: expanded(row.imports).map((folder) => `src/${folder}`),
  packages: row.packages ?? [],
  testPackages: [...testRunner, ...(row.testPackages ?? [])],
  usesPublishedEntries: false,
}));

const sourcePaths: readonly string[] = sourceFolders.map(({ path }) => path);

function outside(path: string, rules: Partial<Folder> = {}): Folder {
  const nothing = {
    isPortable: false,
    imports: [],
    packages: "any",
    testPackages: [],
    usesPublishedEntries: false,
  } as const;
  return { path, ...nothing, ...rules };
}

const forTests: Partial<Folder> = {
  imports: [...sourcePaths, "tools", "test/*", "examples/*"],
  usesPublishedEntries: true,
};

/** The architecture: every folder that may hold a file. What is nested deeper wins. */
export const folders: readonly Folder[] = [
  ...sourceFolders,
  outside("tools", { imports: sourcePaths }),
  outside("bench", { imports: [...sourcePaths, "tools"], usesPublishedEntries: true }),
  outside("examples/*", { usesPublishedEntries: true }),
  outside("ui", { usesPublishedEntries: true }),
  outside("bin", { packages: [], usesPublishedEntries: true }),
  ...["architecture", "surface", "conformance", "consistency", "differential", "robustness", "e2e"].map((name) =>
    outside(`test/${name}`, forTests),
  ),
  ...["docs", "designs", ".changeset", ".ci", ".github"].map((path) => outside(path)),
];
