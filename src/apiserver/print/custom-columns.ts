import { getOwn } from "../../model/index.ts";
import type { KubeObject } from "../../model/index.ts";
import { inGoOrder } from "../crd/index.ts";
import { firstText, nameOf } from "./formats.ts";
import { since } from "./human-duration.ts";
import { JsonPath } from "./json-path.ts";
import type { TableColumn, TableKind } from "./table-kind.ts";

/** A column of a CustomResourceDefinition. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly priority?: number | undefined;
  readonly jsonPath: string;
}

const nameColumn: TableColumn = { name: "Name", type: "string", format: "name", description: "", priority: 0 };
const ageColumn: PrinterColumn = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

/** The table of a custom resource: the name, then the columns of one version of its definition, or the age when it has none. */
export function customTableKind(definition: object, version: string): TableKind {
  const given = columnsOf(definition, version);
  const columns = given.length === 0 ? [ageColumn] : given;
  const paths = columns.map(({ jsonPath }) => new JsonPath(jsonPath));
  const cells = (object: KubeObject, now: number): readonly unknown[] => [
    nameOf(object),
    ...columns.map(({ type }, index) => cellOf(type, paths[index]?.find(object)[0], now)),
  ];
  return { cells, columns: [nameColumn, ...columns.map(tableColumn)] };
}

function columnsOf(definition: object, version: string): readonly PrinterColumn[] {
  const { spec } = definition as { readonly spec?: { readonly versions?: readonly object[] } };
  const found = spec?.versions?.find((one) => getOwn(one, "name") === version);
  const columns = found === undefined ? undefined : getOwn(found, "additionalPrinterColumns");
  return Array.isArray(columns) ? (columns as readonly PrinterColumn[]) : [];
}

function tableColumn({ name, type, format = "", description, priority = 0, jsonPath }: PrinterColumn): TableColumn {
  const told = firstText(description, `Custom resource definition column (in JSONPath format): ${jsonPath}`);
  return { name, type, format, description: told, priority };
}

/** What does not have the type of its column is left empty. */
function cellOf(type: string, value: unknown, now: number): unknown {
  if (value === null && type === "string") return "<no value>";
  if (value === undefined || value === null) return null;
  switch (type) {
    case "string":
      return typeof value === "object" ? JSON.stringify(inGoOrder(value)) : String(value);
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : null;
    case "number":
      return typeof value === "number" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? since(value, now) : null;
    default:
      return null;
  }
}
