import { bytesTag } from "./envelope.ts";

const contentTag = bytesTag(2);

/**
 * The envelope that was read last, and what it said. Those of one stream are the same, byte for byte, but for the length of the content: to
 * see that takes less time than to read it again.
 */
export class RepeatedEnvelope<K> {
  #kind: K | undefined;
  /** All before the length of the content. */
  #head: Uint8Array = new Uint8Array();
  /** All behind the content. */
  #tail: Uint8Array = new Uint8Array();

  /** What the remembered envelope said. `undefined`: none is remembered. */
  get kind(): K | undefined {
    return this.#kind;
  }

  /** Remembers what the envelope around the content from `start` to `end` says. */
  remember(bytes: Uint8Array, { start, end }: { readonly start: number; readonly end: number }, kind: K): void {
    let lengthStart = start - 1;
    for (let rest = (end - start) >>> 7; rest > 0; rest >>>= 7) lengthStart--;
    // Nobody writes a length longer than it has to be.
    if (bytes[lengthStart - 1] !== contentTag) return;
    this.#kind = kind;
    this.#head = Uint8Array.prototype.slice.call(bytes, 0, lengthStart);
    this.#tail = Uint8Array.prototype.slice.call(bytes, end);
  }

  /** The content, if what is around it is what is remembered. */
  contentIn(bytes: Uint8Array): Uint8Array | undefined {
    const head = this.#head;
    const tail = this.#tail;
    if (this.#kind === undefined || !isAt(bytes, 0, head)) return undefined;
    let at = head.length;
    let length = 0;
    for (let shift = 0; (bytes[at] as number) >= 0x80; shift += 7) {
      // So long a content is read the long way.
      if (shift > 14) return undefined;
      length |= ((bytes[at++] as number) & 0x7f) << shift;
    }
    length |= (bytes[at] as number) << (7 * (at - head.length));
    const start = at + 1;
    const end = start + length;
    return end + tail.length === bytes.length && isAt(bytes, end, tail) ? bytes.subarray(start, end) : undefined;
  }
}

function isAt(bytes: Uint8Array, start: number, part: Uint8Array): boolean {
  for (let index = 0; index < part.length; index++) if (bytes[start + index] !== part[index]) return false;
  return true;
}
