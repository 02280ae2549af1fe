import type { KubeObject, Resource } from "../../model/index.ts";
import { clusterPrinters } from "./cluster-rows.ts";
import { corePrinters } from "./core-rows.ts";
import { nameOf } from "./formats.ts";
import { networkPrinters } from "./network-rows.ts";
import { printer } from "./row.ts";
import type { RowCondition, RowPrinter, RowPrinters } from "./row.ts";
import { storagePrinters } from "./storage-rows.ts";
import { tableColumns } from "./table-columns.ts";
import { workloadPrinters } from "./workload-rows.ts";

/** One column of a table. Kubernetes describes what it holds; this server leaves that empty. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** Above 0 only wide tables show it. */
  readonly priority: number;
}

/** The columns of a kind, and what stands in them. */
export interface TableKind extends RowPrinter {
  readonly columns: readonly TableColumn[];
  conditions?(object: KubeObject): readonly RowCondition[];
}

const printers: RowPrinters = {
  ...corePrinters,
  ...workloadPrinters,
  ...networkPrinters,
  ...storagePrinters,
  ...clusterPrinters,
};

const created = "Name:string:name, Created At:date";
/** When nothing was made, such as a bookmark: the moment at which Go's time begins. */
const never = "0001-01-01T00:00:00Z";
const createdPrinter: RowPrinter = printer((object) => [nameOf(object), object.metadata?.creationTimestamp ?? never]);

/** The table of a built-in kind. Those that Kubernetes has no columns for show their names and when they were made. */
export function tableKindOf({ group, plural }: Pick<Resource, "group" | "plural">): TableKind {
  const key = `${group}/${plural}`;
  const printed = Object.hasOwn(tableColumns, key) && Object.hasOwn(printers, key) ? printers[key] : undefined;
  const columns = printed === undefined ? created : (tableColumns[key] ?? created);
  return { ...(printed ?? createdPrinter), columns: columns.split(", ").map(columnOf) };
}

function columnOf(text: string): TableColumn {
  const isWide = text.endsWith("*");
  const [name = "", type = "string", format = ""] = (isWide ? text.slice(0, -1) : text).split(":");
  return { name, type, format, description: "", priority: isWide ? 1 : 0 };
}
