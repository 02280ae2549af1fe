import type { Transport } from "../../src/client/index.ts";

/** Says which lines come instead of one, given those that may come again. */
export type SpoilLine = (line: string, before: readonly string[]) => readonly string[];

/**
 * The transport with other lines in its watches than the server sends. Among the initial events of a watch only its own come again: nobody
 * could tell what was there in the past from what is there.
 */
export function spoilLines(transport: Transport, spoil: SpoilLine): Transport {
  const past: string[] = [];
  return async (request) => {
    const response = await transport(request);
    if (!request.path.includes("watch=") || response.status !== 200) return response;
    const isInitial = request.path.includes("sendInitialEvents=");
    return { ...response, body: spoiled(response.body, { spoil, past, isInitial }) };
  };
}

async function* spoiled(
  body: AsyncIterable<Uint8Array>,
  { spoil, past, isInitial }: { readonly spoil: SpoilLine; readonly past: string[]; readonly isInitial: boolean },
): AsyncGenerator<Uint8Array, void, void> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let before = isInitial ? [] : past;
  let rest = "";
  for await (const chunk of body) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      for (const instead of spoil(line, before)) yield encoder.encode(`${instead}\n`);
      if (line.includes("k8s.io/initial-events-end")) {
        past.push(...before);
        before = past;
      }
      before.push(line);
    }
  }
}
