import { test } from "vitest";
import { MemoryStore } from "../storage/index.ts";
import type { Commit, StoredObject } from "../storage/index.ts";
import { pod, pods } from "./objects.fixture.ts";
import { refusal, RegistryFixture } from "./registry.fixture.ts";

/** A store in which somebody else is faster, once: right after the commit that shows that a pod goes. */
class RacingStore extends MemoryStore {
  other: (() => Promise<unknown>) | undefined;

  override async commit(commit: Commit): Promise<StoredObject> {
    const stored = await super.commit(commit);
    const isMark = new TextDecoder().decode(stored.bytes).includes("deletionTimestamp");
    const { other } = this;
    if (commit.type === "put" && isMark && other !== undefined) {
      this.other = undefined;
      await other();
    }
    return stored;
  }
}

test("a pod that somebody else ends meanwhile is gone, and another of its name stays [apiserver/graceful-delete]", async ({
  expect,
}) => {
  const store = new RacingStore();
  const fixture = await RegistryFixture.open(store);
  const { metadata } = await fixture.post(pods, pod("p"));
  store.other = async () => {
    await fixture.delete(`${pods}/p`);
    await fixture.post(pods, pod("p"));
  };
  const deleted = await fixture.delete(`${pods}/p`, { preconditions: { uid: metadata.uid } });
  expect(deleted.metadata.uid).toBe(metadata.uid);
  expect((await fixture.get(`${pods}/p`)).metadata.uid).not.toBe(metadata.uid);
});

test("a pod that somebody else changes meanwhile goes all the same, whatever version was asked for [apiserver/graceful-delete]", async ({
  expect,
}) => {
  const store = new RacingStore();
  const fixture = await RegistryFixture.open(store);
  const { metadata } = await fixture.post(pods, pod("p"));
  store.other = () => fixture.patch(`${pods}/p`, { metadata: { labels: { a: "b" } } });
  const deleted = await fixture.delete(`${pods}/p`, { preconditions: { resourceVersion: metadata.resourceVersion } });
  expect(deleted.metadata.uid).toBe(metadata.uid);
  expect(await refusal(fixture.get(`${pods}/p`))).toMatchObject({ code: 404 });
});
