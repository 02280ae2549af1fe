import { ConnectionViolation, errorCodes, protocolDefaults, settingIds } from "./protocol.ts";

const settingBytes = 6;
const largestFrame = 0xff_ffff;

/** What the other side tells of itself, by the numbers of `settingIds`. Throws a `ConnectionViolation` for what it may not say. */
export function readSettings(payload: Buffer): ReadonlyMap<number, number> {
  if (payload.length % settingBytes !== 0) {
    throw new ConnectionViolation(errorCodes.frameSize, "settings end within one of them");
  }
  const settings = new Map<number, number>();
  for (let at = 0; at < payload.length; at += settingBytes) {
    const [id, value] = [payload.readUInt16BE(at), payload.readUInt32BE(at + 2)];
    check(id, value);
    // A table that was smaller in between has forgotten.
    const before = id === settingIds.headerTableSize ? (settings.get(id) ?? value) : value;
    settings.set(id, Math.min(before, value));
  }
  return settings;
}

function check(id: number, value: number): void {
  if (id === settingIds.enablePush && value > 1) {
    throw new ConnectionViolation(errorCodes.protocol, "whether to push is neither yes nor no");
  }
  if (id === settingIds.initialWindowSize && value > protocolDefaults.maxWindowBytes) {
    throw new ConnectionViolation(errorCodes.flowControl, "a window is too large");
  }
  if (id === settingIds.maxFrameSize && (value < protocolDefaults.maxFrameBytes || value > largestFrame)) {
    throw new ConnectionViolation(errorCodes.protocol, "the size of frames is out of range");
  }
}
