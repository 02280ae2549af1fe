import { scene, Notes } from "./scripted-source.fixture.ts";
import type { Note, Script } from "./scripted-source.fixture.ts";
import { Reflector } from "./reflector.ts";
import type { ReflectorOptions } from "./reflector.ts";
import type { ReflectorDelta } from "./reflector-delta.ts";

/** Follows a script on virtual time, collecting what the reflector yields. */
export function reflect(script: Script, options: ReflectorOptions = {}) {
  const { clock, random, source, stop } = scene(script);
  const reflector = new Reflector(Notes, source, { clock, random, ...options });
  const deltas: ReflectorDelta<Note>[] = [];
  const read = async (): Promise<void> => {
    for await (const delta of reflector.deltas({ signal: stop.signal })) deltas.push(delta);
  };
  const reading = read();
  const end = async (): Promise<void> => {
    stop.abort();
    await reading;
  };
  return { clock, source, stop, reflector, deltas, reading, end };
}

/** Each delta on one line. */
export const summary = (deltas: readonly ReflectorDelta<Note>[]): readonly string[] =>
  deltas.map((delta) => {
    if (delta.type === "replaced") return `replaced ${delta.objects.map(({ metadata }) => metadata.name).join(" ")}`;
    if (delta.type === "interrupted") return `interrupted ${(delta.error as { code?: string }).code ?? "no answer"}`;
    return delta.type === "bookmark" ? "bookmark" : `${delta.type} ${delta.object.text}`;
  });
