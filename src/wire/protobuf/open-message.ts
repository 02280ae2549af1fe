import { EncodedMessage } from "./encoded-message.ts";
import type { MessageKind } from "./message-kind.ts";

/** An object that stays bytes, without an envelope. Throws a `DecodeError` for what shows to be no object of the kind. */
export function openMessage(bytes: Uint8Array, kind: MessageKind): EncodedMessage {
  const { metadata, isScattered } = kind.scan(bytes);
  if (!isScattered) return new EncodedMessage(bytes, metadata, kind);
  const gathered = kind.gather(bytes);
  return new EncodedMessage(gathered, kind.scan(gathered).metadata, kind);
}
