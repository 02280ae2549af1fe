import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test } from "vitest";
import { nextTurn, onAbort } from "../async/index.ts";
import type { KubeList } from "../model/index.ts";
import { encoded } from "./encoded-note.fixture.ts";
import type { ListWatch } from "./list-watch.ts";
import { listOf, note, Notes, scene } from "./scripted-source.fixture.ts";
import type { Note } from "./scripted-source.fixture.ts";
import { SharedInformer } from "./shared-informer.ts";

/** Has one note with managed fields, holds nothing of it, and never tells a change. */
class ForgetfulSource implements ListWatch<Note> {
  listed: WeakRef<Note> | undefined;

  async list(): Promise<KubeList<Note>> {
    const given = encoded(note("a", "7", { metadata: { managedFields: [{ manager: "kubectl" }] } }));
    this.listed = new WeakRef(given);
    return listOf("10", given);
  }

  async *watch({ signal }: { readonly signal: AbortSignal }): AsyncGenerator<never, void, void> {
    yield await new Promise<never>((_, reject) => void onAbort(signal, reject));
  }
}

test("once a list is in the cache nothing holds what the server sent, also while no change comes [informer/list-freed]", async ({
  expect,
}) => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const { clock, random, stop } = scene({ lists: [] });
  const source = new ForgetfulSource();
  const informer = new SharedInformer(Notes, source, { clock, random, streamingLists: "off" });
  const running = informer.run({ signal: stop.signal });
  await informer.waitForSync();
  await clock.advance(0);
  for (let turn = 0; turn < 3; turn++) {
    await nextTurn();
    collectGarbage();
  }
  expect(informer.state).toBe("watching");
  expect(source.listed).toBeDefined();
  expect(source.listed?.deref()).toBeUndefined();
  expect(informer.lister.get("shop/a")).toEqual(note("a", "7"));
  stop.abort();
  await running;
});
