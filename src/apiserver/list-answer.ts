import { formatApiVersion } from "../model/index.ts";
import type { Resource } from "../model/index.ts";
import { streamAnswer } from "./answer.ts";
import type { ServerResponse } from "./http-message.ts";
import { inChunks } from "./in-chunks.ts";
import type { ObjectList } from "./registry/index.ts";

/** The answer to a list. The stored bytes of the items go into it as they are. */
export function listAnswer(resource: Resource, { items, ...metadata }: ObjectList): ServerResponse {
  const encoder = new TextEncoder();
  const head = JSON.stringify({
    kind: `${resource.kind}List`,
    apiVersion: formatApiVersion(resource),
    metadata,
  });
  const comma = encoder.encode(",");
  const parts: Uint8Array[] = [encoder.encode(`${head.slice(0, -1)},"items":[`)];
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(item);
  }
  parts.push(encoder.encode("]}\n"));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return streamAnswer(chunks(parts), length);
}

async function* chunks(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  yield* inChunks(parts);
}
