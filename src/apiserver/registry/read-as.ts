import { formatApiVersion } from "../../model/index.ts";
import type { ObjectCodec } from "../crd/index.ts";
import { isConverted, shownAs } from "./autoscaler-versions.ts";
import type { ServedResource } from "./contract.ts";
import { decode, encode, inVersion } from "./document.ts";
import type { Document } from "./document.ts";
import { asNewerEvent, isNewerEvents } from "./event-versions.ts";

const codec: Readonly<ObjectCodec> = {
  decode,
  encode: (object) => encode(object as Document, (object as Document).metadata.resourceVersion),
};

/**
 * An encoded object as a version of its resource shows it: a custom one with the defaults of the schema as it is now, and without what the
 * schema does not know any more. The same bytes when nothing differs.
 */
export function readAs(bytes: Uint8Array, served: ServedResource): Uint8Array {
  const { resource, custom } = served;
  if (served.collection === "/persistentvolumeclaims") return withPhase(bytes);
  if (isConverted(served) || isNewerEvents(served)) {
    if (served.isReadAsKept === true) return bytes;
    const document = decode(bytes);
    // What is in that version already has been read.
    if (document.apiVersion === formatApiVersion(resource)) return bytes;
    return codec.encode(isNewerEvents(served) ? asNewerEvent(document) : shownAs(document, served));
  }
  return inVersion(custom?.readEncoded(bytes, codec) ?? bytes, formatApiVersion(resource));
}

/** An object that was read as it is kept, as its version shows it. */
export function wholeOf(bytes: Uint8Array, served: ServedResource): Uint8Array {
  return isConverted(served) ? readAs(bytes, served) : bytes;
}

const closed = 0x7d; // `}`
const status: Readonly<Uint8Array> = new TextEncoder().encode(`"status":{}`);
const phase: Readonly<Uint8Array> = new TextEncoder().encode(`"phase":"Pending"`);

/**
 * A claim of a volume is kept without a phase until it is written for the second time, which is therefore never without effect; it is shown
 * with one from the beginning.
 */
function withPhase(bytes: Uint8Array): Uint8Array {
  const end = endOfEmptyStatus(bytes);
  if (end < 0) return bytes;
  const result = new Uint8Array(bytes.length + phase.length);
  result.set(bytes.subarray(0, end));
  result.set(phase, end);
  result.set(bytes.subarray(end), end + phase.length);
  return result;
}

/** Where the empty status of an object is closed. In a text of JSON this can only be the member: quotation marks in texts are escaped. */
function endOfEmptyStatus(bytes: Uint8Array): number {
  let at = bytes.lastIndexOf(closed);
  while (at >= 0 && !status.every((byte, index) => bytes[at - status.length + 1 + index] === byte)) {
    at = at === 0 ? -1 : bytes.lastIndexOf(closed, at - 1);
  }
  return at;
}
