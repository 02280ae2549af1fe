import type { KubeObject, ObjectEvent, Resource } from "../model/index.ts";
import { initialSilenceMs } from "./defaults.ts";
import { identityOf } from "./identity.ts";
import { badList } from "./incoming.ts";
import type { Inspector } from "./inspector.ts";
import type { ReadList } from "./read-list.ts";
import { muteError } from "./reflector-errors.ts";
import type { WatchStream } from "./watch-stream.ts";

/** What to make of initial events. */
export interface InitialEventsOptions<T extends KubeObject> {
  readonly resource: Resource<T>;
  readonly inspector: Inspector<T>;
}

/**
 * Reads the initial events of a watch up to the bookmark that ends them; the stream then goes on as the watch. Throws, and gives nothing, when
 * the end does not come.
 */
export async function readInitialObjects<T extends KubeObject>(
  stream: WatchStream<T>,
  { resource, inspector }: InitialEventsOptions<T>,
): Promise<ReadList<T>> {
  const objects = new Map<string, T>();
  stream.cutWhenSilent(initialSilenceMs, () => muteError(resource, "send the initial events and their end"));
  for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
    if (!inspector.isUsable(event)) continue;
    if (event.type !== "BOOKMARK") take(event, objects);
    else if (event.endsInitialEvents) return { objects: [...objects.values()], resourceVersion: event.resourceVersion };
  }
  throw badList(resource, "its stream ended before the initial events did");
}

/** The state may change while it is being sent: any kind of event can come. */
function take<T extends KubeObject>({ type, object }: ObjectEvent<T>, objects: Map<string, T>): void {
  const { key } = identityOf(object);
  if (type === "DELETED") objects.delete(key);
  else objects.set(key, object);
}
