import { getOwn } from "../model/index.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { EncodedObject } from "./encoded-object.ts";
import { openBrace, openBracket } from "./json-bytes.ts";
import { parseAt, parseWithout } from "./json-text.ts";
import type { Span } from "./json-text.ts";
import type { ObjectScanParts } from "./object-scan-parts.ts";
import type { NamedFieldSource } from "./view.ts";

/** The fields of a scanned object, parsed when they are read. */
export class ScannedFields implements NamedFieldSource {
  readonly names: readonly string[];
  readonly encoded: EncodedObject;
  readonly #scan: ObjectScanParts;
  /** What was read, by position. */
  #values: unknown[] | undefined;
  /** The one array or object among the values, until all are parsed. */
  #first: Span | undefined;
  /** The whole object, once it is parsed. What was read before counts more. */
  #whole: object | undefined;

  constructor(scan: ObjectScanParts, encoded: EncodedObject) {
    this.encoded = encoded;
    this.#scan = scan;
    this.names = scan.names;
  }

  read(position: number): unknown {
    this.#values ??= this.names.map(() => undefined);
    // JSON has no undefined values.
    let value = this.#values[position];
    if (value === undefined) {
      value = this.#parse(position);
      deepFreeze(value);
      this.#values[position] = value;
    }
    return value;
  }

  #parse(position: number): unknown {
    const scan = this.#scan;
    const name = scan.names[position] as string;
    const span = placeOf(scan, position);
    if (span.start < 0) return givenValue(scan, name);
    if (this.#first !== undefined && this.#whole === undefined && isSubtree(scan, span)) {
      this.#whole = parseWithout(scan.bytes, this.#first, scan) as object;
    }
    if (this.#whole !== undefined) return getOwn(this.#whole, name);
    if (isSubtree(scan, span)) this.#first = span;
    return parseAt(scan.bytes, span, scan);
  }
}

/** The value of a field that is not in the bytes but given. */
export function givenValue({ given }: ObjectScanParts, name: string): string | undefined {
  return name === "kind" ? given?.kind : given?.apiVersion;
}

/** Where the field at a position is: at -1 when it is not in the bytes, but given. */
export function placeOf({ places }: ObjectScanParts, position: number): Span {
  return { start: places[position * 2] as number, end: places[position * 2 + 1] as number };
}

function isSubtree({ bytes }: ObjectScanParts, { start }: Span): boolean {
  return bytes[start] === openBrace || bytes[start] === openBracket;
}
