import { fieldOf } from "setpoint/client";
import type { DynamicClient, Unstructured } from "setpoint/client";

/** As it could come from a file. */
const manifest: Unstructured = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "nightly" },
  spec: { cronSpec: "0 3 * * *", image: "backup:1" },
};

/** Where the story plays, and who listens. */
export interface Stage {
  readonly dynamic: DynamicClient;
  readonly namespace: string;
  readonly say: (line: string) => void;
}

/** Creates, changes, lists and deletes an object whose type nobody here knows. */
export async function tellStory({ dynamic, namespace, say }: Stage): Promise<void> {
  // The server knows what a `CronTab` is: its plural, and that it lives in a namespace.
  const crontabs = await dynamic.of(manifest, { namespace });
  const { plural, scope } = crontabs.resource;
  const made = await crontabs.create(manifest);
  say(`created ${plural}/${made.metadata.name}, ${scope}`);

  const patched = await crontabs.patch("nightly", { spec: { replicas: 3 } });
  say(`replicas: ${String(fieldOf(patched, "spec", "replicas"))}`);

  // Group, version and plural are enough as well; then nothing is asked.
  const address = { group: "stable.example.com", version: "v1", resource: "crontabs" };
  const { items } = await dynamic.resource(address, { namespace }).list();
  for (const object of items)
    say(`${object.kind} ${object.metadata.name}: ${String(fieldOf(object, "spec", "cronSpec"))}`);

  // And so is what one would tell kubectl.
  const byShortName = await dynamic.find("ct", { namespace });
  await byShortName.delete("nightly");
  say(`${(await byShortName.list()).items.length} left`);
}
