import type { Resource } from "../model/index.ts";
import { InformerError } from "./errors.ts";

/** A watch that is silent where it should not be. */
export function muteError({ plural }: Resource, expected: string): InformerError {
  const message = `watch ${plural}: expected the server to ${expected}, but it did not`;
  return new InformerError("SETPOINT_INFORMER_WATCH_MUTE", message);
}

/** A watch that was over before it began. */
export function shortError({ plural }: Resource): InformerError {
  const message = `watch ${plural}: expected a stream of changes, but it ended at once and brought none`;
  return new InformerError("SETPOINT_INFORMER_WATCH_SHORT", message);
}
