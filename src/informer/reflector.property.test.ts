import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { NoteServer } from "./note-server.fixture.ts";
import { Reflector } from "./reflector.ts";
import type { ReflectorDelta } from "./reflector-delta.ts";
import { connectionFailure, Notes, refusal } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";

type Step =
  | { readonly do: "write" | "remove"; readonly name: string }
  | { readonly do: "bookmark" | "compact" | "end" | "backUp" | "restore" }
  | { readonly do: "cut" | "fail"; readonly error: Error }
  | { readonly do: "wait"; readonly ms: number };

const name = fc.constantFrom("a", "b", "c", "d", "e");
const error = fc.constantFrom(
  refusal("Expired"),
  refusal("TooManyRequests", 5_000),
  refusal("InternalError"),
  refusal("BadRequest"),
  refusal("Timeout"),
  connectionFailure("ECONNREFUSED"),
  connectionFailure("ECONNRESET"),
  new Error("not JSON"),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("write" as const, "remove" as const), name }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("bookmark" as const, "compact", "end", "backUp", "restore") }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("cut" as const, "fail" as const), error }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(0, 1_000, 40_000) }) },
);

/** What somebody knows who believes what a reflector yields. */
function believe(known: Map<string, Note>, delta: ReflectorDelta<Note>): void {
  if (delta.type === "replaced") {
    known.clear();
    for (const object of delta.objects) known.set(object.metadata.name, object);
  } else if (delta.type === "deleted") known.delete(delta.object.metadata.name);
  else if (delta.type === "added" || delta.type === "updated") known.set(delta.object.metadata.name, delta.object);
}

async function play(server: NoteServer, clock: VirtualClock, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.do === "wait") await clock.advance(step.ms);
    else if (step.do === "write" || step.do === "remove") server[step.do](step.name);
    else if (step.do === "cut") server.cut(step.error);
    else if (step.do === "fail") server.failNext(2, step.error);
    else if (step.do === "end") server.cut("end");
    else server[step.do]();
  }
}

for (const [how, options] of [
  ["streamed", { streamsLists: true }],
  ["in pages", { hasPages: true }],
  ["streamed or in pages", { streamsLists: true, hasPages: true }],
] as const) {
  test(`whatever fails, who believes a reflector knows what the server has, with lists ${how} [informer/reflector-converges]`, async () => {
    let lists = 0;
    let failures = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.nat(), async (steps, seed) => {
        const clock = new VirtualClock();
        const server = new NoteServer(options);
        const stop = new AbortController();
        const known = new Map<string, Note>();
        const reflector = new Reflector(Notes, server, { clock, random: seededRandom(seed), pageSize: 2 });
        const reading = (async () => {
          for await (const delta of reflector.deltas({ signal: stop.signal })) {
            believe(known, delta);
            if (delta.type === "replaced") lists += 1;
            if (delta.type === "interrupted") failures += 1;
          }
        })();
        await play(server, clock, steps);
        server.heal();
        await clock.advance(11 * 60_000);
        server.write("last");
        await clock.advance(60_000);
        const versions = (notes: Iterable<Note>): readonly string[] => [...notes].map(({ text }) => text ?? "").sort();
        assert.deepEqual(versions(known.values()), versions(server.objects));
        stop.abort();
        await reading;
        assert.equal(clock.pending, 0);
      }),
      { numRuns: 150 },
    );
    assert.ok(lists > 150 && failures > 100, "the faults fired");
  });
}
