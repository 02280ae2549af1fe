import { formatApiVersion } from "../../model/index.ts";
import type { ObjectCodec } from "../crd/index.ts";
import { isConverted, shownAs } from "./autoscaler-versions.ts";
import type { ServedResource } from "./contract.ts";
import { decode, encode, inVersion } from "./document.ts";
import type { Document } from "./document.ts";

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
  if (isConverted(served)) {
    const document = decode(bytes);
    // What is in that version already has been read.
    return document.apiVersion === formatApiVersion(resource) ? bytes : codec.encode(shownAs(document, served));
  }
  return inVersion(custom?.readEncoded(bytes, codec) ?? bytes, formatApiVersion(resource));
}
