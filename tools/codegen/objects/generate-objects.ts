import type { ApiReader } from "../api-reader.ts";
import { compareText } from "../compare-text.ts";
import { CodegenError } from "../errors.ts";
import { generatedComment } from "../generated-comment.ts";

/** The collections of a new server whose objects are the same on every server, and which of them count. */
const collections: readonly string[] = [
  "apiregistration.k8s.io/v1/apiservices?labelSelector=kube-aggregator.kubernetes.io/automanaged=onstart",
  "flowcontrol.apiserver.k8s.io/v1/flowschemas",
  "flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
  "scheduling.k8s.io/v1/priorityclasses",
];

/** An object as the server tells it. */
export interface ServerObject {
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>> | undefined;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
    readonly managedFields?:
      | readonly { readonly manager: string; readonly subresource?: string | undefined }[]
      | undefined;
  };
  readonly status?: { readonly conditions?: readonly object[] | undefined } | undefined;
}

/** The objects that a server has by itself, by `group/version/plural`. */
export type BootstrapObjects = ReadonlyMap<string, readonly ServerObject[]>;

/** Reads what a new server made for itself. */
export async function readBootstrapObjects(reader: ApiReader): Promise<BootstrapObjects> {
  const lists = new Map<string, readonly ServerObject[]>();
  for (const collection of collections) {
    const list = (await reader.get(`/apis/${collection}`)) as { readonly items?: readonly ServerObject[] | undefined };
    if (list.items === undefined || list.items.length === 0) {
      throw new CodegenError("SETPOINT_CODEGEN_RESPONSE", `Reading /apis/${collection}: expected a list with items.`);
    }
    lists.set(collection.split("?", 1).join(""), list.items);
  }
  return lists;
}

/**
 * Makes the file of these objects, by its path below `src`. Each is a line of JSON: where it belongs, who writes it, what is written and, if
 * it has conditions, who writes those, each without its time.
 */
export function generateObjects(objects: BootstrapObjects, serverVersion: string): ReadonlyMap<string, string> {
  const lines = [...objects].flatMap(([at, items]) =>
    items.toSorted((a, b) => compareText(a.metadata.name, b.metadata.name)).map((item) => lineOf(at, item)),
  );
  const text = [
    generatedComment(serverVersion, ["", "@module"]),
    "",
    "/** The objects that every server has and that are the same on all, as lines of JSON that the embedded API server reads. */",
    "export const bootstrapObjects: string = `",
    ...lines.map((line) => line.replaceAll(/[\\`$]/g, (found) => `\\${found}`)),
    "`;",
    "",
  ];
  return new Map([["types/pack/bootstrap-objects.ts", text.join("\n")]]);
}

function lineOf(at: string, { metadata, status, ...members }: ServerObject): string {
  const { name, labels, annotations, managedFields = [] } = metadata;
  const manager = managedFields.find(({ subresource }) => subresource === undefined)?.manager;
  const statusManager = managedFields.find(({ subresource }) => subresource === "status")?.manager;
  const conditions = status?.conditions?.map((condition) => ({ ...condition, lastTransitionTime: undefined }));
  return JSON.stringify({
    at,
    manager,
    body: { metadata: { name, labels, annotations }, ...members },
    statusManager,
    conditions,
  });
}
