import type { EncodedKind } from "./encoded-object.ts";
import { closeBrace, comma, openBrace } from "./json-bytes.ts";
import { JsonWalker } from "./json-walker.ts";
import { ObjectScan } from "./object-scan.ts";
import { TextCache } from "./protobuf/text-cache.ts";
import { noMetadata, scanMetadata } from "./scan-metadata.ts";
import type { MetadataEnd, ScannedMetadata } from "./scan-metadata.ts";
import { ScannedTexts } from "./scanned-texts.ts";

/** What the objects of a scanner have in common. */
export interface ObjectScannerOptions {
  /** What an object is that does not say it. */
  readonly given?: EncodedKind | undefined;
  /** Whether many objects follow each other: what they share is kept once then. Default: false. */
  readonly isForMany?: boolean | undefined;
}

/** The fields that most kinds have. */
const fieldNames: readonly string[] = ["kind", "apiVersion", "metadata", "spec", "status", "data", "type"];

/** Scans objects as `scanObject` does, those of one list or watch for instance. */
export class ObjectScanner {
  readonly #given: EncodedKind | undefined;
  readonly #cache: TextCache | undefined;
  /** The names of the last object: those of the next are mostly the same, and take no memory then. */
  #names: readonly string[] = [];

  constructor({ given, isForMany = false }: ObjectScannerOptions) {
    this.#given = given;
    this.#cache = isForMany ? new TextCache() : undefined;
  }

  /** Throws a `DecodeError` for what is not one JSON object in UTF-8 or nests too deep. Keeps the bytes: nobody may write to them. */
  scan(bytes: Uint8Array): ObjectScan {
    const walker = new JsonWalker(bytes, "scan a JSON object");
    const pass = new Pass(walker, new ScannedTexts(bytes, this.#cache), this.#names);
    walker.document(pass.object);
    const given = this.#given;
    if (given !== undefined) pass.addGiven();
    const { names, places, metadata } = pass;
    if (!isSame(names, this.#names)) this.#names = names;
    // Copied, because what has grown has room for more.
    const parts = { bytes, names: this.#names, places: places.slice(), metadata, given };
    return new ObjectScan({ ...parts, hasLongNumber: walker.hasLongNumber });
  }
}

/** One pass over one object. */
class Pass {
  readonly names: string[] = [];
  readonly places: number[] = [];
  metadata: ScannedMetadata = noMetadata;
  readonly #walker: JsonWalker;
  readonly #texts: ScannedTexts;
  readonly #expected: readonly string[];
  /** From names to their positions, once there are many: to search the list each time would take the square of their number. */
  #positions: Map<string, number> | undefined;

  constructor(walker: JsonWalker, texts: ScannedTexts, expected: readonly string[]) {
    this.#walker = walker;
    this.#texts = texts;
    this.#expected = expected.length > 0 ? expected : fieldNames;
  }

  readonly object = (start: number): number => {
    const walker = this.#walker;
    const { bytes } = walker;
    if (bytes[start] !== openBrace) walker.fail(start, "an object");
    let at = walker.space(start + 1);
    if (bytes[at] === closeBrace) return at + 1;
    for (;;) {
      const keyEnd = walker.text(at);
      const name = this.#texts.key(at + 1, keyEnd - 1, this.#expected);
      const valueStart = walker.colon(keyEnd);
      const end = this.#value(name, valueStart);
      this.#put(name, valueStart, end);
      at = walker.space(end);
      if (bytes[at] === closeBrace) return at + 1;
      if (bytes[at] !== comma) walker.fail(at, "a comma or the end of the object");
      at = walker.space(at + 1);
    }
  };

  /** What is given goes before what the document has. */
  addGiven(): void {
    for (const name of ["kind", "apiVersion"]) {
      if (this.names.includes(name)) continue;
      this.names.unshift(name);
      this.places.unshift(-1, -1);
    }
  }

  #value(name: string, start: number): number {
    const walker = this.#walker;
    if (name !== "metadata") return walker.value(start, 1);
    if (walker.bytes[start] !== openBrace) {
      this.metadata = noMetadata;
      return walker.value(start, 1);
    }
    const found: MetadataEnd = scanMetadata(walker, this.#texts, start);
    this.metadata = found.metadata;
    return found.end;
  }

  /** Of a field that occurs twice the last value counts, at the first place. */
  #put(name: string, start: number, end: number): void {
    const position = this.#positionOf(name);
    if (position === -1) {
      this.#positions?.set(name, this.names.length);
      this.names.push(name);
      this.places.push(start, end);
    } else {
      this.places[position * 2] = start;
      this.places[position * 2 + 1] = end;
    }
  }

  #positionOf(name: string): number {
    if (this.names.length < fewNames) return this.names.indexOf(name);
    this.#positions ??= new Map(this.names.map((known, position) => [known, position]));
    return this.#positions.get(name) ?? -1;
  }
}

/** So many names are searched one by one: that is faster than to make a map. */
const fewNames = 32;

function isSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let position = 0; position < names.length; position++) if (names[position] !== others[position]) return false;
  return true;
}
