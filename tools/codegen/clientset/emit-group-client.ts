import { formatApiVersion } from "../../../src/model/index.ts";
import { braceList } from "../brace-list.ts";
import { compareText } from "../compare-text.ts";
import type { DiscoveredResource, DiscoveredVersion } from "../discovery.ts";
import { CodegenError } from "../errors.ts";
import { folderOf } from "../folders.ts";
import { generatedComment } from "../generated-comment.ts";
import { ImportScope } from "../import-scope.ts";
import { methodName } from "./method-name.ts";

/** What the file of one group/version is made from. */
export interface GroupClientFile {
  readonly served: DiscoveredVersion;
  readonly className: string;
  readonly serverVersion: string;
}

/** Writes the class with one method for each resource of a group/version. */
export function emitGroupClient({ served, className, serverVersion }: GroupClientFile): string {
  const resources = served.resources.toSorted((left, right) => compareText(left.plural, right.plural));
  checkNames(served);
  const kinds = resources.map(({ kind }) => kind);
  const scope = new ImportScope([...kinds, className]);
  const ofClient = (name: string): string => scope.use({ module: "../client/index.ts", name, prefix: "Api" });
  const client = ofClient("Client");
  const methods = resources.map((resource) => method(resource, ofClient("ResourceClient")));
  const title = served.group === "" ? `the core group, ${served.version}` : formatApiVersion(served);
  return [
    generatedComment(serverVersion, [`The resources of ${title}, as methods.`]),
    "",
    ...scope.print(),
    braceList("import", kinds, `../types/${folderOf(served)}/index.ts`),
    "",
    `/** The resources of ${title}. Without a namespace: as \`Client.resource\` says. */`,
    `export class ${className} {`,
    `  readonly #client: ${client};`,
    "",
    `  constructor(client: ${client}) {`,
    "    this.#client = client;",
    "  }",
    ...methods.flatMap((lines) => ["", ...lines]),
    "}",
    "",
  ].join("\n");
}

function method(resource: DiscoveredResource, resourceClient: string): readonly string[] {
  const { kind, scope } = resource;
  const [parameter, options] = scope === "Namespaced" ? ["namespace?: string", ", { namespace }"] : ["", ""];
  return [
    `  ${methodName(resource)}(${parameter}): ${resourceClient}<${kind}> {`,
    `    return this.#client.resource(${kind}${options});`,
    "  }",
  ];
}

function checkNames(served: DiscoveredVersion): void {
  const names = served.resources.map(methodName);
  const twice = names.find((name, index) => names.indexOf(name) !== index || name === "constructor");
  if (twice === undefined) return;
  throw new CodegenError(
    "SETPOINT_CODEGEN_DISCOVERY",
    `Writing the client of ${formatApiVersion(served)}: ${twice} can not be the name of a method of its own.`,
  );
}
