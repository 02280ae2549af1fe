import type { Clock } from "../../async/index.ts";
import { getOwn } from "../../model/index.ts";
import type { KubeObject, ListMeta, ObjectMeta } from "../../model/index.ts";
import type { TableKind } from "../print/index.ts";
import { initialEventsEnd, StatusError } from "../registry/index.ts";
import type { EncodedList } from "./encoded-list.ts";
import type { Form } from "./form.ts";
import { parseDocument } from "./json.ts";
import { partialMetadata } from "./metadata-form.ts";

/** What of each object goes with its row. */
export type IncludeObject = "Metadata" | "Object" | "None";

/** Which table is asked for. */
export interface TableFormOptions {
  /** Of the table, and of metadata in it. */
  readonly apiVersion: string;
  readonly kind: TableKind;
  /** Gives the whole of an object, of which what was read shows parts. */
  readonly whole: (json: Uint8Array) => Uint8Array;
  readonly include: IncludeObject;
  readonly clock: Clock;
}

/** The option of a query that says what goes with each row. Throws 400 for what it does not know. */
export function readIncludeObject(query: URLSearchParams): IncludeObject {
  const given = query.get("includeObject") ?? "";
  if (given === "") return "Metadata";
  if (given === "Metadata" || given === "Object" || given === "None") return given;
  const wrong = `includeObject: Invalid value: ${JSON.stringify(given)}: must be 'Metadata', 'Object', 'None', or empty`;
  throw StatusError.badRequest(`Unable to convert to Table as requested: ${wrong}`);
}

/** Objects as rows of a table. A Status is passed on as it is. */
export class TableForm implements Form {
  readonly showsParts = true;
  readonly #options: TableFormOptions;

  constructor(options: TableFormOptions) {
    this.#options = options;
  }

  object(json: Uint8Array): Uint8Array {
    return this.#single(json, this.#options.kind.columns);
  }

  list({ metadata, items }: EncodedList): Uint8Array {
    return this.#table(metadata, this.#options.kind.columns, items);
  }

  /** Only the first event of a watch has the columns. */
  follow(): (json: Uint8Array) => Uint8Array {
    let columns: TableKind["columns"] | null = this.#options.kind.columns;
    return (json) => {
      const shown = this.#single(json, columns);
      columns = null;
      return shown;
    };
  }

  #single(json: Uint8Array, columns: TableKind["columns"] | null): Uint8Array {
    const document = parseDocument(json);
    if (document["kind"] === "Status") return json;
    const { resourceVersion } = (document["metadata"] ?? {}) as ListMeta;
    return this.#table({ resourceVersion }, columns, [json]);
  }

  #table(metadata: ListMeta, columnDefinitions: TableKind["columns"] | null, items: readonly Uint8Array[]): Uint8Array {
    const table = JSON.stringify({
      kind: "Table",
      apiVersion: this.#options.apiVersion,
      metadata,
      columnDefinitions,
    });
    const rows = items.map((json) => this.#row(json));
    return new TextEncoder().encode(`${table.slice(0, -1)},"rows":[${rows.join(",")}]}`);
  }

  #row(json: Uint8Array): string {
    const { kind, clock } = this.#options;
    const document: object = parseDocument(json);
    const conditions = kind.conditions?.(document as KubeObject) ?? [];
    const row = JSON.stringify({
      cells: kind.cells(document as KubeObject, clock.now()),
      ...(conditions.length === 0 ? {} : { conditions }),
    });
    return `${row.slice(0, -1)},"object":${this.#included(json, document)}}`;
  }

  /** A whole object goes with its row as its version shows it. */
  #included(json: Uint8Array, document: object): string {
    const { include, apiVersion, whole } = this.#options;
    // Who asks for nothing is still told where the objects end that there are.
    if (include === "None" && !isEndOfInitial(document)) return "null";
    return include === "Object"
      ? new TextDecoder().decode(whole(json))
      : JSON.stringify(partialMetadata(document, apiVersion));
  }
}

function isEndOfInitial(document: object): boolean {
  const { annotations } = (getOwn(document, "metadata") ?? {}) as ObjectMeta;
  return annotations?.[initialEventsEnd] === "true";
}
