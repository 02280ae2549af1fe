import { basename, dirname } from "node:path/posix";
import { formatApiVersion } from "../../../src/model/index.ts";
import { braceList } from "../brace-list.ts";
import { compareText } from "../compare-text.ts";
import type { DiscoveredVersion } from "../discovery.ts";
import { folderOf } from "../folders.ts";
import { generatedComment } from "../generated-comment.ts";
import { pascalCase } from "../pascal-case.ts";
import { emitGroupClient } from "./emit-group-client.ts";

/** A group/version and the names that stand for it. */
interface NamedVersion {
  readonly served: DiscoveredVersion;
  /** The property of the client set: `apps`. */
  readonly group: string;
  /** The property of the group: `v1`. */
  readonly version: string;
  readonly className: string;
  /** Its place in `src/clientset`: `apps-v1-client.ts`. */
  readonly file: string;
}

const promise = [
  'The built-in kinds as methods: `new ClientSet(client).apps.v1.deployments("default").get("web")`.',
  "",
  "Promises: a method for every resource of every version that the API names above, typed, and nothing more than",
  "`client.resource(Deployment, { namespace })` in other words; no request and no state of its own, the client is borrowed.",
  "Does not: know what a server really serves (ask it with a `DiscoveryClient`), or custom resources.",
  "",
  "@module",
];

/** Writes the files of `src/clientset`, by their path below `src`. Groups and resources stand in the order of their names. */
export function emitClientSet(
  groupVersions: readonly DiscoveredVersion[],
  serverVersion: string,
): ReadonlyMap<string, string> {
  const versions = groupVersions.map(named).toSorted((left, right) => compareText(left.file, right.file));
  const files = new Map<string, string>();
  for (const { served, className, file } of versions)
    files.set(`clientset/${file}`, emitGroupClient({ served, className, serverVersion }));
  const exports = [
    ...versions.map(({ className, file }) => ({ name: className, file })),
    { name: "ClientSet", file: "client-set.ts" },
  ]
    .toSorted((left, right) => compareText(left.file, right.file))
    .map(({ name, file }) => `export { ${name} } from "./${file}";`);
  files.set("clientset/client-set.ts", clientSet(versions, serverVersion));
  return files.set("clientset/index.ts", `${generatedComment(serverVersion, promise)}\n${exports.join("\n")}\n`);
}

function named(served: DiscoveredVersion): NamedVersion {
  const folder = folderOf(served);
  const group = pascalCase(dirname(folder));
  return {
    served,
    group: `${group.charAt(0).toLowerCase()}${group.slice(1)}`,
    version: basename(folder),
    className: `${pascalCase(folder)}Client`,
    file: `${folder.replace("/", "-")}-client.ts`,
  };
}

function clientSet(versions: readonly NamedVersion[], serverVersion: string): string {
  const groups = [...Map.groupBy(versions, ({ group }) => group)];
  const fields = groups.flatMap(([group, own]) => {
    const types = own.map(({ version, className }) => `readonly ${version}: ${className}`);
    return [`  /** ${apiVersions(own)} */`, `  readonly ${group}: { ${types.join("; ")} };`];
  });
  const values = groups.map(([group, own]) => {
    const made = own.map(({ version, className }) => `${version}: new ${className}(client)`);
    return `    this.${group} = { ${made.join(", ")} };`;
  });
  return [
    generatedComment(serverVersion, ["The built-in kinds by group and version."]),
    "",
    ...versions.map(({ className, file }) => braceList("import", [className], `./${file}`)),
    'import type { Client } from "../client/index.ts";',
    "",
    "/**",
    ' * Every built-in kind of Kubernetes: `clientset.apps.v1.deployments("default").get("web")`. Borrows the client and sends nothing by itself.',
    " */",
    "export class ClientSet {",
    ...fields,
    "",
    "  constructor(client: Client) {",
    ...values,
    "  }",
    "}",
    "",
  ].join("\n");
}

function apiVersions(versions: readonly NamedVersion[]): string {
  const names = versions.map(({ served }) =>
    served.group === "" ? `The core group, ${served.version}` : formatApiVersion(served),
  );
  return `${names.join(", ")}.`;
}
