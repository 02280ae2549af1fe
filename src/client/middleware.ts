import { clientDefaults } from "./defaults.ts";
import type { HttpResponse, Middleware, Transport } from "./transport.ts";

/** A transport with others around it: the first sees a request first and its answer last. */
export function throughMiddleware(transport: Transport, middleware: readonly Middleware[]): Transport {
  return middleware.reduceRight((next, wrap) => wrap(next), transport);
}

/** Does away with an answer that nobody wants. A short one is read, so that its connection can be used again; a long one is left. */
export async function discard({ body }: HttpResponse): Promise<void> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > clientDefaults.maxDiscardedBytes) return;
  }
}
