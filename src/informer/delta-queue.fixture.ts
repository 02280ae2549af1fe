import type { Delta } from "./delta.ts";
import { DeltaFifo } from "./delta-fifo.ts";
import type { DeltaProcessor } from "./delta-fifo.ts";
import type { Note } from "./scripted-source.fixture.ts";

interface NoteQueue {
  readonly fifo: DeltaFifo<Note>;
  readonly process: DeltaProcessor<Note>;
  /** Pops everything, and says what was told. */
  readonly drain: () => Promise<readonly string[]>;
  readonly store: Map<string, Note>;
}

/** A queue whose consumer keeps what it is told, as an informer does. */
export function queue(...known: readonly Note[]): NoteQueue {
  const store = new Map(known.map((object) => [`shop/${object.metadata.name}`, object]));
  const fifo = new DeltaFifo<Note>(store);
  const told: string[] = [];
  const process = (key: string, deltas: readonly Delta<Note>[]): void => {
    told.push(`${key}: ${deltas.map(shown).join(", ")}`);
    for (const { type, object } of deltas) {
      if (type === "Deleted") store.delete(key);
      else store.set(key, object);
    }
  };
  const drain = async (): Promise<readonly string[]> => {
    while (fifo.size > 0) await fifo.pop(process);
    return told.splice(0);
  };
  return { fifo, process, drain, store };
}

const shown = ({ type, object, isFinalStateUnknown }: Delta<Note>): string =>
  `${type} ${object.text}${isFinalStateUnknown ? "?" : ""}`;
