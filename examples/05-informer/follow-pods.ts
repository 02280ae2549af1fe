import type { SharedInformer } from "setpoint/informer";
import type { Pod } from "setpoint/kinds";

/** Says what happens to pods, one line for each, until the result is disposed. */
export function followPods(informer: SharedInformer<Pod>, say: (line: string) => void): Disposable {
  return informer.addHandler({
    add: (pod, { isInitial }) => say(`${isInitial ? "there is" : "added"}   ${describe(pod)}`),
    update: (old, pod, { isResync }) => {
      // A resync tells again what is known already. Whoever compares the two states needs no such call.
      if (!isResync && old !== pod) say(`updated ${describe(old)} -> ${describe(pod)}`);
    },
    delete: (pod, { isFinalStateUnknown }) =>
      say(`deleted ${describe(pod)}${isFinalStateUnknown ? ", while nobody looked" : ""}`),
  });
}

function describe({ metadata, status }: Pod): string {
  return `${metadata.namespace}/${metadata.name} (${status?.phase ?? "Unknown"})`;
}
