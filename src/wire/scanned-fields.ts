import { getOwn, setOwn } from "../model/index.ts";
import { openBrace, openBracket } from "./json-bytes.ts";
import { parseAt, parseWithout } from "./json-text.ts";
import type { FieldSpan, ObjectScan } from "./object-scan.ts";

/** The fields of a scanned object, parsed when they are read. */
export class ScannedFields {
  /** Gone once everything is parsed. */
  #scan: ObjectScan | undefined;
  /** What was parsed. */
  #values: Record<string, unknown> = {};
  /** The one array or object among the values, until all are parsed. */
  #first: FieldSpan | undefined;

  constructor(scan: ObjectScan) {
    this.#scan = scan;
  }

  /** The value of a field that the object has; the same one each time. */
  read(field: string): unknown {
    if (this.#scan !== undefined && !Object.hasOwn(this.#values, field)) this.#parse(this.#scan, field);
    return getOwn(this.#values, field);
  }

  #parse(scan: ObjectScan, field: string): void {
    const span = scan.fields.find(({ name }) => name === field);
    if (span === undefined) return;
    if (isSubtree(scan, span)) {
      if (this.#first !== undefined) {
        this.#parseRest(scan, this.#first);
        return;
      }
      this.#first = span;
    }
    setOwn(this.#values, field, parseAt(scan.bytes, span, scan));
  }

  /** Parses the whole object, but for the value that was handed out already: that one stays. */
  #parseRest(scan: ObjectScan, first: FieldSpan): void {
    const values = parseWithout(scan.bytes, first, scan) as Record<string, unknown>;
    setOwn(values, first.name, getOwn(this.#values, first.name));
    this.#values = values;
    this.#scan = undefined;
  }
}

function isSubtree({ bytes }: ObjectScan, { start }: FieldSpan): boolean {
  return bytes[start] === openBrace || bytes[start] === openBracket;
}
