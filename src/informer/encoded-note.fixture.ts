import { scanObject } from "../wire/index.ts";
import type { Note } from "./scripted-source.fixture.ts";

/** The note as it comes over the wire: a view over bytes. */
export function encoded(object: Note): Note {
  return scanObject(new TextEncoder().encode(JSON.stringify(object))).view() as Note;
}
