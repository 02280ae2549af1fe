import { DecodeError } from "../errors.ts";
import type { ListLimits } from "../list-splitter.ts";
import { Pieces } from "../pieces.ts";
import { bytesTag, hasEnvelope } from "./envelope.ts";
import { readHead } from "./field-head.ts";
import type { FieldHead } from "./field-head.ts";

const magicBytes = 4;
const contentTag = bytesTag(2);
/** An envelope's content of no bytes. */
const noContent: readonly number[] = [contentTag, 0];

/** What a splitter asks for when it meets the content of the list: the number of the field of its items. */
export type ItemsNumber = (envelope: Uint8Array) => number;

/**
 * Finds the items of a list in its bytes, however these are cut. What is in an item is left to whoever decodes it. All the rest is the
 * envelope without its content, and the content without its items.
 */
export class ProtobufListSplitter {
  readonly #limits: ListLimits;
  readonly #itemsNumber: ItemsNumber;
  readonly #envelope = new Pieces();
  readonly #content = new Pieces();
  /** What has arrived of a part that is not whole. */
  readonly #begun = new Pieces();
  /** How many bytes that part has, as far as is known. */
  #needed = magicBytes;
  /** How many bytes precede that part. */
  #offset = 0;
  #place: "magic" | "envelope" | "content" | "tail" = "magic";
  /** How much of the content has not been read. */
  #contentLeft = 0;
  #itemsTag = 0;

  constructor(limits: ListLimits, itemsNumber: ItemsNumber) {
    this.#limits = limits;
    this.#itemsNumber = itemsNumber;
  }

  /** The items that a chunk completes. One that lies within the chunk is a view of it. Must be read to the end. */
  *push(chunk: Uint8Array): Generator<Uint8Array, void, void> {
    let at = 0;
    while (this.#begun.length > 0 && this.#begun.length + chunk.length - at >= this.#needed) {
      const missing = this.#needed - this.#begun.length;
      const part = this.#begun.complete(chunk.subarray(at, at + missing));
      at += missing;
      // Now that more of it is there, it may turn out to be longer.
      if (this.#partEnd(part, 0) > part.length) this.#begun.add(part);
      else yield* this.#items(part, 0);
    }
    if (this.#begun.length > 0) this.#begun.add(chunk.subarray(at));
    else yield* this.#items(chunk, at);
  }

  /** Takes all parts that are whole, from `start` on. The rest has begun. */
  *#items(bytes: Uint8Array, start: number): Generator<Uint8Array, void, void> {
    let at = start;
    for (let end = this.#partEnd(bytes, at); end <= bytes.length; end = this.#partEnd(bytes, at)) {
      const item = this.#take(bytes, at, end);
      this.#offset += end - at;
      at = end;
      if (item !== undefined) yield item;
    }
    this.#begun.add(bytes.subarray(at));
  }

  /** After the last chunk: the list without its items. Throws when the list has not ended. */
  finish(): { readonly envelope: Uint8Array; readonly content: Uint8Array } {
    if (this.#place !== "tail" || this.#begun.length > 0) this.#fail("the rest of the list");
    const envelope = this.#envelope.complete(Uint8Array.from(noContent));
    return { envelope, content: this.#content.complete(new Uint8Array()) };
  }

  /** Where the part ends that begins at `at`. Beyond the bytes, also when that is not known yet: then it needs one byte more at least. */
  #partEnd(bytes: Uint8Array, at: number): number {
    const end = at + this.#partLength(bytes, at);
    this.#needed = end - at;
    return end;
  }

  #partLength(bytes: Uint8Array, at: number): number {
    if (this.#place === "magic") return magicBytes;
    const head = readHead(bytes, at) ?? this.#fail("a field of protobuf");
    if (!head.isWhole) return bytes.length - at + 1;
    const isContent = this.#place === "envelope" && head.tag === contentTag;
    const length = (isContent ? head.start : head.end) - at;
    this.#check(head, length);
    return length;
  }

  #check({ tag, start, end }: FieldHead, length: number): void {
    const { maxItemBytes, maxHeadBytes } = this.#limits;
    if (this.#place === "content" && length > this.#contentLeft) this.#fail("fields that end where the list ends");
    if (this.#place === "content" && tag === this.#itemsTag) {
      if (end - start > maxItemBytes) this.#fail(`at most ${maxItemBytes} bytes in an item`);
    } else if (this.#envelope.length + this.#content.length + length > maxHeadBytes) {
      this.#fail(`at most ${maxHeadBytes} bytes outside of the items`);
    }
  }

  /** Takes a whole part. Answers the content of an item. */
  #take(bytes: Uint8Array, at: number, end: number): Uint8Array | undefined {
    const part = bytes.subarray(at, end);
    if (this.#place === "content") return this.#takeFromContent(part);
    if (this.#place === "magic") {
      if (!hasEnvelope(part)) this.#fail("an object in its envelope");
      this.#place = "envelope";
    } else {
      const head = readHead(part, 0);
      if (head?.tag === contentTag) {
        if (this.#place === "tail") this.#fail("one content");
        this.#open(head.end - head.start);
        return undefined;
      }
    }
    this.#envelope.add(part);
    return undefined;
  }

  /** The content begins: now the envelope has to say what it is. */
  #open(length: number): void {
    const envelope = this.#envelope.complete(new Uint8Array());
    this.#envelope.add(envelope);
    this.#itemsTag = bytesTag(this.#itemsNumber(Uint8Array.from([...envelope, ...noContent])));
    this.#contentLeft = length;
    this.#place = length === 0 ? "tail" : "content";
  }

  #takeFromContent(part: Uint8Array): Uint8Array | undefined {
    const head = readHead(part, 0);
    this.#contentLeft -= part.length;
    if (this.#contentLeft === 0) this.#place = "tail";
    if (head?.tag === this.#itemsTag) return part.subarray(head.start);
    this.#content.add(part);
    return undefined;
  }

  #fail(expected: string): never {
    throw new DecodeError({ attempt: "read a protobuf list", expected, offset: this.#offset });
  }
}
