import type { KubeObject, ObjectEvent, Resource } from "../model/index.ts";
import { initialSilenceMs } from "./defaults.ts";
import { identityOf, stateOf } from "./identity.ts";
import { badList } from "./incoming.ts";
import type { Inspector } from "./inspector.ts";
import type { ReadList } from "./read-list.ts";
import { muteError } from "./reflector-errors.ts";
import { isNoNewer } from "./version-order.ts";
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
  const objects: Initial<T> = { present: new Map(), ended: new Map() };
  stream.cutWhenSilent(initialSilenceMs, () => muteError(resource, "send the initial events and their end"));
  for (let events = await stream.next(); events !== undefined; events = await stream.next()) {
    for (const [position, event] of events.entries()) {
      if (!inspector.isUsable(event)) continue;
      if (event.type !== "BOOKMARK") take(event, objects);
      else if (event.endsInitialEvents) {
        stream.putBack(events.slice(position + 1));
        return { objects: [...objects.present.values()], resourceVersion: event.resourceVersion };
      }
    }
  }
  throw badList(resource, "its stream ended before the initial events did");
}

interface Initial<T extends KubeObject> {
  readonly present: Map<string, T>;
  /** The last versions of those that have gone while the state was sent. */
  readonly ended: Map<string, string | undefined>;
}

/** The state may change while it is being sent: any kind of event can come. One that is no newer than what came before changes nothing. */
function take<T extends KubeObject>({ type, object }: ObjectEvent<T>, { present, ended }: Initial<T>): void {
  const { key, resourceVersion } = identityOf(object);
  const before = present.get(key);
  const last = before === undefined ? ended.get(key) : stateOf(before).resourceVersion;
  if (isNoNewer(resourceVersion, last)) return;
  if (type !== "DELETED") present.set(key, object);
  else if (present.delete(key)) ended.set(key, resourceVersion);
}
