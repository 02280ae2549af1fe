import { createLogger } from "../observe/index.ts";
import type { SharedInformerOptions } from "./informer-options.ts";
import type { ResourceEventHandler } from "./resource-event-handler.ts";
import { Notes, scene } from "./scripted-source.fixture.ts";
import type { Note, Script } from "./scripted-source.fixture.ts";
import { SharedInformer } from "./shared-informer.ts";

/** An informer of notes over a scripted source, on virtual time. */
export function inform(script: Script, options: SharedInformerOptions<Note> = {}) {
  const { clock, random, source, stop } = scene(script);
  const lines: string[] = [];
  const log = createLogger({ clock, write: (line) => lines.push(line) });
  const informer = new SharedInformer(Notes, source, { clock, random, log, ...options });
  const start = (): Promise<void> => informer.run({ signal: stop.signal });
  return { clock, source, stop, informer, start, lines };
}

/** A handler that writes down its calls. */
export function recorder(): { calls: string[]; handler: ResourceEventHandler<Note> } {
  const calls: string[] = [];
  const handler: ResourceEventHandler<Note> = {
    add: ({ text }, { isInitial }) => void calls.push(`add ${text}${isInitial ? " initially" : ""}`),
    update: (old, current, { isResync }) => {
      const again = isResync ? "resync" : "again";
      calls.push(old === current ? `${again} ${current.text}` : `update ${old.text} ${current.text}`);
    },
    delete: ({ text }, { isFinalStateUnknown }) => void calls.push(`delete ${text}${isFinalStateUnknown ? "?" : ""}`),
  };
  return { calls, handler };
}
