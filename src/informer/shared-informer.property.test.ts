import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { seededRandom, VirtualClock } from "../async/index.ts";
import { compareResourceVersions } from "../model/index.ts";
import { NoteServer } from "./note-server.fixture.ts";
import type { ResourceEventHandler } from "./resource-event-handler.ts";
import { connectionFailure, Notes, refusal } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { SharedInformer } from "./shared-informer.ts";

const name = fc.constantFrom("a", "b", "c");
const failure = fc.constantFrom(
  refusal("Expired"),
  refusal("TooManyRequests", 5_000),
  refusal("InternalError"),
  connectionFailure("ECONNREFUSED"),
  new Error("not JSON"),
);

type Step = (server: NoteServer) => void | number;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: name.map(
      (key): Step =>
        (server) =>
          void server.write(key),
    ),
  },
  {
    weight: 4,
    arbitrary: name.map(
      (key): Step =>
        (server) =>
          void server.remove(key),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((server) => server.bookmark()) },
  {
    weight: 2,
    arbitrary: fc.nat(50).map(
      (which): Step =>
        (server) =>
          server.repeat(which),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((server) => server.compact()) },
  {
    weight: 2,
    arbitrary: failure.map(
      (error): Step =>
        (server) =>
          server.cut(error),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>((server) => server.cut("end")) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 4 }), failure).map(
      ([count, error]): Step =>
        (server) =>
          server.failNext(count, error),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(0, 1, 1_000, 40_000, 700_000).map(
      (ms): Step =>
        () =>
          ms,
    ),
  },
);

const restoring: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: step },
  { weight: 1, arbitrary: fc.constant<Step>((server) => server.backUp()) },
  { weight: 1, arbitrary: fc.constant<Step>((server) => server.restore()) },
);

/** What a handler knows from what it was told. Complains as soon as that is no life of an object. */
class Witness implements ResourceEventHandler<Note> {
  readonly present = new Map<string, Note>();
  readonly #mayGoBack: boolean;

  constructor(mayGoBack: boolean) {
    this.#mayGoBack = mayGoBack;
  }

  add(object: Note): void {
    assert.equal(this.present.get(object.metadata.name), undefined, "an add of what is there");
    this.present.set(object.metadata.name, object);
  }

  update(old: Note, current: Note): void {
    assert.equal(this.present.get(current.metadata.name), old, "an update from another state");
    assert.equal(old.metadata.uid, current.metadata.uid, "an update to another object");
    if (!this.#mayGoBack) assert.ok(compareResourceVersions(versionOf(current), versionOf(old)) >= 0, "back in time");
    this.present.set(current.metadata.name, current);
  }

  delete(object: Note): void {
    assert.equal(
      this.present.get(object.metadata.name)?.metadata.uid,
      object.metadata.uid,
      "an end of what is not there",
    );
    this.present.delete(object.metadata.name);
  }
}

const versionOf = ({ metadata }: Note): string => metadata.resourceVersion ?? "";

/** A handler that takes its time. */
function slow(witness: Witness, clock: VirtualClock): ResourceEventHandler<Note> {
  return {
    add: async (object) => {
      witness.add(object);
      await clock.sleep(300);
    },
    update: async (old, current) => {
      await clock.sleep(300);
      witness.update(old, current);
    },
    delete: (object) => witness.delete(object),
  };
}

const byName = (objects: Iterable<Note>): readonly Note[] =>
  [...objects].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));

async function follow(steps: readonly Step[], lateAt: number, mayGoBack: boolean): Promise<void> {
  const clock = new VirtualClock();
  const server = new NoteServer();
  const stop = new AbortController();
  const complaints: unknown[] = [];
  const informer = new SharedInformer(Notes, server, { clock, random: seededRandom(1), resyncMs: 30_000 });
  const witnesses = Array.from({ length: 4 }, () => new Witness(mayGoBack));
  const [plain, slowOne, failing, late] = witnesses as [Witness, Witness, Witness, Witness];
  const contained = (handler: ResourceEventHandler<Note>, isFailing: boolean): ResourceEventHandler<Note> => {
    const call = async (work: () => unknown): Promise<void> => {
      try {
        await work();
      } catch (error) {
        complaints.push(error);
      }
      if (isFailing) throw new Error("a handler's own");
    };
    return {
      add: (...args) => call(() => handler.add?.(...args)),
      update: (...args) => call(() => handler.update?.(...args)),
      delete: (...args) => call(() => handler.delete?.(...args)),
    };
  };
  informer.addHandler(contained(plain, false));
  informer.addHandler(contained(slow(slowOne, clock), false));
  informer.addHandler(contained(failing, true));
  const running = informer.run({ signal: stop.signal });
  for (const [index, act] of steps.entries()) {
    if (index === lateAt % steps.length) informer.addHandler(contained(late, false));
    await clock.advance(act(server) ?? 0);
  }
  server.heal();
  await clock.advance(1_000_000);

  const expected = byName(server.objects);
  assert.deepEqual(byName(informer.lister.list()), expected);
  assert.deepEqual(byName(informer.indexer.byIndex("namespace", "shop")), expected);
  assert.deepEqual(complaints, []);
  for (const { present } of witnesses) assert.deepEqual(byName(present.values()), expected);
  stop.abort();
  await running;
  // A call of the slow handler may still be under way.
  await clock.advance(300);
  assert.equal(clock.pending, 0);
}

test("whatever happens to server and network, the cache becomes what the server has and every handler was told a life of each object [informer/converges, informer/complete-life-cycle]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), fc.nat(), (steps, lateAt) =>
      follow(steps, lateAt, false),
    ),
    { numRuns: 150 },
  );
}, 60_000);

test("a server that was restored from a backup is believed [informer/converges, informer/list-authoritative]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(restoring, { minLength: 1, maxLength: 25 }), fc.nat(), (steps, lateAt) =>
      follow(steps, lateAt, true),
    ),
    { numRuns: 100 },
  );
}, 60_000);
