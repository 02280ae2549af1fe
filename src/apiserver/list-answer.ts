import { formatApiVersion } from "../model/index.ts";
import type { Resource } from "../model/index.ts";
import { streamAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import type { ServerResponse } from "./http-message.ts";
import { joinBytes } from "./join-bytes.ts";
import type { ObjectList } from "./registry/index.ts";

/** The answer to a list. The stored bytes of the items go into it as they are. */
export function listAnswer(resource: Resource, { resourceVersion, items }: ObjectList): ServerResponse {
  const encoder = new TextEncoder();
  const head = JSON.stringify({
    kind: `${resource.kind}List`,
    apiVersion: formatApiVersion(resource),
    metadata: { resourceVersion },
  });
  const comma = encoder.encode(",");
  const parts: Uint8Array[] = [encoder.encode(`${head.slice(0, -1)},"items":[`)];
  for (const [index, item] of items.entries()) {
    if (index > 0) parts.push(comma);
    parts.push(item);
  }
  parts.push(encoder.encode("]}\n"));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return streamAnswer(inChunks(parts), length);
}

/** As few pieces as the size of a piece allows; an item is never split. */
async function* inChunks(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, void> {
  let start = 0;
  let size = 0;
  for (const [index, part] of parts.entries()) {
    size += part.length;
    if (size < serverDefaults.listChunkBytes && index < parts.length - 1) continue;
    yield joinBytes(parts.slice(start, index + 1));
    start = index + 1;
    size = 0;
  }
}
