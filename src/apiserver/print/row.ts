import type { KubeObject } from "../../model/index.ts";

/** A remark about a row, which readers may use for its colour. */
export interface RowCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

/** The cells of one object, in the order of the columns. An object may be empty: that of a bookmark is. */
export type Cells<T extends KubeObject = KubeObject> = (object: T, now: number) => readonly unknown[];

/** What a table needs to know about a kind besides its columns. */
export interface RowPrinter {
  readonly cells: Cells;
  conditions?(object: KubeObject): readonly RowCondition[];
}

/** The printers of some resources, by group and resource: `apps/deployments`. */
export type RowPrinters = Readonly<Record<string, RowPrinter>>;

/** A printer for objects of one kind. Only objects of that kind are given to it. */
export function printer<T extends KubeObject>(cells: Cells<T>): RowPrinter {
  return { cells: cells as Cells };
}
