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

/** Knows what it was told, and complains of a UID that begins or ends twice, of a step back and of a version that is told twice. */
class Witness implements ResourceEventHandler<Note> {
  readonly present = new Map<string, Note>();
  readonly complaints: string[] = [];
  readonly #begun = new Set<unknown>();

  add(object: Note): void {
    const { name, uid } = object.metadata;
    if (this.present.has(name)) this.complaints.push(`add of what is there: ${shown(object)}`);
    if (this.#begun.has(uid)) this.complaints.push(`second beginning: ${shown(object)}`);
    this.#begun.add(uid);
    this.present.set(name, object);
  }

  update(old: Note, current: Note): void {
    const known = this.present.get(current.metadata.name);
    const isSame = old === current || shown(old) === shown(current);
    const order = compareResourceVersions(versionOf(current), versionOf(old));
    if (known === undefined || shown(known) !== shown(old)) this.complaints.push(`update from another: ${shown(old)}`);
    if (old.metadata.uid !== current.metadata.uid) this.complaints.push(`update to another: ${shown(current)}`);
    if (!isSame && order <= 0) this.complaints.push(`told again, or back: ${shown(old)} ${shown(current)}`);
    this.present.set(current.metadata.name, current);
  }

  delete(object: Note): void {
    const { name, uid } = object.metadata;
    if (this.present.get(name)?.metadata.uid !== uid)
      this.complaints.push(`end of what is not there: ${shown(object)}`);
    this.present.delete(name);
  }
}

const versionOf = ({ metadata }: Note): string => metadata.resourceVersion ?? "";
const shown = (object: Note): string => `${object.metadata.uid ?? ""} ${object.text}`;
const shownAll = (objects: Iterable<Note>): readonly string[] => [...objects].map(shown).sort();

/** A server, an informer of it, and somebody who writes and tells the informer the answers, whenever they come. */
class World {
  readonly clock = new VirtualClock();
  readonly server = new NoteServer();
  readonly informer: SharedInformer<Note>;
  readonly quick = new Witness();
  readonly slow = new Witness();
  readonly fired = new Set<string>();
  readonly #answers: (() => void)[] = [];

  constructor() {
    const { clock } = this;
    this.informer = new SharedInformer(Notes, this.server, { clock, random: seededRandom(1) });
    this.informer.addHandler(this.quick);
    const { slow } = this;
    const late = async (tell: () => void): Promise<void> => {
      await clock.sleep(700);
      tell();
    };
    this.informer.addHandler(
      {
        add: (object) => late(() => slow.add(object)),
        update: (old, current) => late(() => slow.update(old, current)),
        delete: (object) => late(() => slow.delete(object)),
      },
      { maxPending: 2 },
    );
  }

  write(name: string, isOwn: boolean): void {
    const answer = this.server.write(name);
    if (isOwn) this.#answers.push(() => this.#written(answer));
  }

  remove(name: string, isOwn: boolean): void {
    // Whoever deletes may know an older state than the last.
    const known = this.informer.lister.get(`shop/${name}`);
    const last = this.server.remove(name);
    if (last === undefined || !isOwn) return;
    const told = known !== undefined && known.metadata.uid === last.metadata.uid ? known : last;
    if (told !== last && versionOf(told) !== versionOf(last)) this.fired.add("delete of an older state");
    this.#answers.push(() => this.#removed(told));
  }

  answer(which: number): void {
    const [answer] = this.#answers.splice(which % Math.max(1, this.#answers.length), 1);
    answer?.();
  }

  async settle(): Promise<void> {
    this.server.heal();
    this.server.mute(false);
    while (this.#answers.length > 0) this.answer(0);
    await this.clock.advance(1_000_000);
  }

  check(): void {
    const { informer, quick, slow, server } = this;
    assert.deepEqual([quick.complaints, slow.complaints], [[], []]);
    const expected = shownAll(server.objects);
    assert.deepEqual(shownAll(informer.lister.list()), expected);
    assert.deepEqual(shownAll(quick.present.values()), expected);
    assert.deepEqual(shownAll(slow.present.values()), expected);
  }

  #written(answer: Note): void {
    const { name } = answer.metadata;
    const before = this.informer.lister.get(`shop/${name}`);
    if (before === undefined || compareResourceVersions(versionOf(before), versionOf(answer)) < 0)
      this.fired.add("early");
    else this.fired.add("late");
    this.informer.observe(answer);
    if (!this.informer.hasSynced || !this.server.objects.includes(answer)) return;
    assert.equal(this.informer.lister.get(`shop/${name}`)?.text, answer.text, "an own write is read at once");
  }

  #removed(told: Note): void {
    this.informer.observeDeleted(told);
    if (!this.informer.hasSynced) return;
    const now = this.informer.lister.get(`shop/${told.metadata.name}`);
    assert.notEqual(now?.metadata.uid, told.metadata.uid, "an own delete is read at once");
  }
}

type Step = (world: World) => void | number;

const name = fc.constantFrom("a", "b");
const failure = fc.constantFrom(
  refusal("Expired"),
  refusal("InternalError"),
  refusal("TooManyRequests", 5_000),
  connectionFailure("ECONNREFUSED"),
);

function weighted<V>(weight: number, of: fc.Arbitrary<V>, step: (value: V) => Step): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary: of.map(step) };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    7,
    fc.tuple(name, fc.boolean()),
    ([of, own]) =>
      (world) =>
        world.write(of, own),
  ),
  weighted(
    4,
    fc.tuple(name, fc.boolean()),
    ([of, own]) =>
      (world) =>
        world.remove(of, own),
  ),
  weighted(7, fc.nat(5), (which) => (world) => world.answer(which)),
  weighted(3, fc.boolean(), (isMute) => (world) => world.server.mute(isMute)),
  weighted(2, fc.oneof(failure, fc.constant<"end">("end")), (how) => (world) => world.server.cut(how)),
  weighted(1, fc.constant(0), () => (world) => world.server.compact()),
  weighted(1, fc.constant(0), () => (world) => world.server.bookmark()),
  weighted(1, fc.nat(50), (which) => (world) => world.server.repeat(which)),
  weighted(
    1,
    fc.tuple(fc.integer({ min: 1, max: 3 }), failure),
    ([count, error]) =>
      (world) =>
        world.server.failNext(count, error),
  ),
  weighted(6, fc.constantFrom(1, 1_000, 11_000, 40_000, 700_000), (ms) => () => ms),
);

async function live(steps: readonly Step[]): Promise<World> {
  const world = new World();
  const stop = new AbortController();
  const running = world.informer.run(stop);
  await world.clock.advance(0);
  for (const act of steps) await world.clock.advance(act(world) ?? 0);
  await world.settle();
  world.check();
  stop.abort();
  await running;
  await world.clock.advance(700);
  assert.equal(world.clock.pending, 0);
  if (world.server.reads.length > 0) world.fired.add("read");
  return world;
}

test("own writes and deletes, answered whenever, with whatever streams and lists: each version is told once, each UID begins and ends once, and the server has the last word [informer/own-writes-lives]", async ({
  expect,
}) => {
  const fired = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: "max" }), async (steps) => {
      for (const what of (await live(steps)).fired) fired.add(what);
    }),
    { numRuns: 400, seed: 20_261_116 },
  );
  expect([...fired].sort()).toEqual(["delete of an older state", "early", "late", "read"]);
}, 120_000);
