import type { Client } from "setpoint";
import { Pod } from "setpoint/kinds";

/** What happens to one pod in its short life. Each step waits until the informer was told the one before: it may skip states in between. */
export async function liveAndDie(client: Client, isTold: (what: string) => Promise<void>): Promise<void> {
  const pods = client.resource(Pod);
  await pods.create({ metadata: { name: "web" }, spec: { containers: [{ name: "web", image: "nginx:1.29" }] } });
  await isTold("added");
  await pods.patchStatus("web", { status: { phase: "Running" } });
  await isTold("updated");
  await pods.delete("web", { gracePeriodSeconds: 0 });
  await isTold("deleted");
}
