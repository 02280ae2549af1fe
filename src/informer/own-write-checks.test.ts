import { test } from "vitest";
import { Channel, seededRandom, VirtualClock } from "../async/index.ts";
import { ApiError } from "../model/index.ts";
import type { WatchEvent } from "../model/index.ts";
import type { SharedInformerOptions } from "./informer-options.ts";
import { recorder } from "./informing.fixture.ts";
import type { ListWatch } from "./list-watch.ts";
import { NoteServer } from "./note-server.fixture.ts";
import { connectionFailure, note, Notes, refusal } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { SharedInformer } from "./shared-informer.ts";

interface Scene extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly server: NoteServer;
  readonly informer: SharedInformer<Note>;
  readonly calls: string[];
  readonly stop: () => Promise<void>;
}

/** An informer that has synced with a server of two notes, whose watches from now on tell nothing. */
async function muted(
  options: SharedInformerOptions<Note> = {},
  sourceOf: (server: NoteServer) => ListWatch<Note> = (server) => server,
): Promise<Scene> {
  const clock = new VirtualClock();
  const server = new NoteServer();
  server.write("a");
  server.write("b");
  const { calls, handler } = recorder();
  const stopping = new AbortController();
  const informer = new SharedInformer(Notes, sourceOf(server), { clock, random: seededRandom(1), ...options });
  informer.addHandler(handler);
  const running = informer.run(stopping);
  await clock.advance(0);
  calls.splice(0);
  server.mute(true);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  return { clock, server, informer, calls, stop, [Symbol.asyncDispose]: stop };
}

test("what the stream has not told after ten seconds is read, and again as long as it is not [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted();
  const { clock, server, informer, calls } = scene;
  informer.observe(server.write("a"));
  await clock.advance(9_999);
  expect(server.reads).toEqual([]);
  await clock.advance(1);
  expect(server.reads).toEqual(["a"]);
  server.write("a");
  await clock.advance(10_000);
  expect([server.reads, calls]).toEqual([
    ["a", "a"],
    ["update a@2 a@4", "update a@4 a@5"],
  ]);
  server.mute(false);
  await clock.advance(60_000);
  expect(server.reads).toEqual(["a", "a"]);
  expect(calls).toHaveLength(2);
});

test("each own write shows what the server has, and so is one ten seconds' peace [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted();
  const { clock, server, informer } = scene;
  for (let round = 0; round < 5; round += 1) {
    informer.observe(server.write("a"));
    await clock.advance(6_000);
  }
  expect(server.reads).toEqual([]);
  await clock.advance(4_000);
  expect(server.reads).toEqual(["a"]);
});

test("what was written and is gone ends when the server says so; it is not asked again [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted();
  const { clock, server, informer, calls } = scene;
  informer.observe(server.write("mine"));
  server.remove("mine");
  await clock.advance(60_000);
  expect([server.reads, calls, informer.indexer.keys()]).toEqual([
    ["mine"],
    ["add mine@4", "delete mine@4?"],
    ["shop/a", "shop/b"],
  ]);
  server.mute(false);
  await clock.advance(1_000);
  expect(calls).toHaveLength(2);
});

test("what a delete was answered for and the server still has comes back [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted();
  const { clock, server, informer, calls } = scene;
  informer.observeDeleted(note("a", "2", { uid: "uid-1" }));
  informer.observeDeleted(server.remove("b") ?? note("b", "0"));
  await clock.advance(10_000);
  expect(server.reads.toSorted()).toEqual(["a", "b"]);
  expect(calls).toEqual(["delete a@2?", "delete b@3?", "add a@2"]);
  await clock.advance(60_000);
  expect(server.reads).toHaveLength(2);
});

test("a server that was restored is believed about what was written before [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const clock = new VirtualClock();
  const server = new NoteServer();
  server.write("a");
  // Its watches never end, so that only a read can tell.
  const source: ListWatch<Note> = {
    streamsLists: false,
    list: (request) => server.list(request),
    watch: ({ signal }) => new Channel<WatchEvent<Note>>(1).values(signal),
    inNamespace: () => server.inNamespace(),
  };
  const stop = new AbortController();
  const informer = new SharedInformer(Notes, source, { clock, random: seededRandom(1) });
  const running = informer.run(stop);
  await clock.advance(0);
  server.backUp();
  informer.observe(server.write("a"));
  informer.observe(server.write("mine"));
  server.restore();
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["a@3", "mine@4"]);
  await clock.advance(10_000);
  expect(informer.lister.list().map(({ text }) => text)).toEqual(["a@2"]);
  stop.abort();
  await running;
});

test("a read that fails, or hangs, is tried again, one object at a time [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted();
  const { clock, server, informer, calls } = scene;
  informer.observe(server.write("a"));
  server.remove("a");
  informer.observe(server.write("b"));
  server.failNext(1, connectionFailure("ECONNREFUSED"));
  await clock.advance(10_000);
  expect(server.reads).toEqual(["a"]);
  await clock.advance(9_999);
  expect(server.reads).toHaveLength(1);
  // The kind is not served for a while: that says nothing of the object.
  server.failNext(1, refusal("NotFound"));
  await clock.advance(1);
  expect([server.reads, calls.includes("delete a@4?")]).toEqual([["a", "a", "b"], false]);
  await clock.advance(10_000);
  expect(server.reads).toEqual(["a", "a", "b", "a", "b"]);
  expect(calls).toContain("delete a@4?");
});

test("a read that is never answered is given up after thirty seconds [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  let asked = 0;
  const hanging = (server: NoteServer): ListWatch<Note> => ({
    streamsLists: false,
    list: (request) => server.list(request),
    watch: (request) => server.watch(request),
    inNamespace: () => ({
      get: (_, { signal }) => {
        asked += 1;
        return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
    }),
  });
  const scene = await muted({}, hanging);
  const { clock, server, informer } = scene;
  informer.observe(server.write("a"));
  await clock.advance(10_000 + 30_000);
  expect(asked).toBe(1);
  await clock.advance(10_000);
  expect(asked).toBe(2);
  await scene.stop();
  expect(clock.pending).toBe(0);
});

test("what is read is projected as what is told [informer/own-write-unconfirmed]", async ({ expect }) => {
  await using scene = await muted({ project: (object) => ({ ...object, text: object.text?.toUpperCase() }) });
  const { clock, server, informer, calls } = scene;
  informer.observe(server.write("a"));
  server.write("a");
  await clock.advance(10_000);
  expect(calls).toEqual(["update A@2 A@4", "update A@4 A@5"]);
});

test("what a read finds outside of what the informer follows has left it [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted({ scope: { labelSelector: "colour=red" } });
  const { clock, server, informer, calls } = scene;
  const { metadata, ...written } = server.write("mine");
  informer.observe({ ...written, metadata: { ...metadata, labels: { colour: "red" } } });
  await clock.advance(10_000);
  expect(calls).toEqual(["add mine@4", "delete mine@4?"]);
});

test("where single objects can't be read, what was written is believed [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  await using scene = await muted({}, (server) => ({
    streamsLists: false,
    list: (request) => server.list(request),
    watch: (request) => server.watch(request),
  }));
  const { clock, server, informer, calls } = scene;
  informer.observe(server.write("a"));
  server.write("a");
  await clock.advance(60_000);
  expect([server.reads, calls]).toEqual([[], ["update a@2 a@4"]]);
});

test("what is written anew while it is being read is asked for again [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const answers: ((found: Error) => void)[] = [];
  await using scene = await muted({}, (server) => ({
    streamsLists: false,
    list: (request) => server.list(request),
    watch: (request) => server.watch(request),
    inNamespace: () => ({
      get: (_name: string, { signal }: { readonly signal: AbortSignal }) =>
        new Promise<Note>((_, reject) => {
          answers.push(reject);
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
    }),
  }));
  const { clock, server, informer } = scene;
  informer.observe(server.write("a"));
  await clock.advance(10_000);
  expect(answers).toHaveLength(1);
  informer.observe(server.write("a"));
  const request = { method: "GET", path: "/apis/example.dev/v1/namespaces/shop/notes/a" };
  answers[0]?.(new ApiError("not found", { ...request, status: 404, reason: "NotFound", details: { name: "a" } }));
  await clock.advance(10_000);
  expect([answers.length, informer.lister.get("shop/a")?.metadata.resourceVersion]).toEqual([2, "5"]);
});

test("what cannot be read does not keep others from being asked for [informer/own-write-unconfirmed]", async ({
  expect,
}) => {
  const asked: string[] = [];
  await using scene = await muted({}, (server) => ({
    streamsLists: false,
    list: (request) => server.list(request),
    watch: (request) => server.watch(request),
    inNamespace: () => ({
      get: async (name: string) => {
        asked.push(name);
        throw refusal("Forbidden");
      },
    }),
  }));
  const { clock, server, informer } = scene;
  for (const name of ["a", "b"]) informer.observe(server.write(name));
  await clock.advance(10_000);
  expect(asked).toEqual(["a", "b"]);
  await clock.advance(10_000);
  expect(asked).toEqual(["a", "b", "a", "b"]);
});
