import type { Header } from "./header-tables.ts";
import { frameFlags, frameTypes, preface } from "./protocol.ts";

/** What stands before the payload of a frame. */
export interface FrameFields {
  readonly type: number;
  readonly flags?: number | undefined;
  readonly streamId?: number | undefined;
}

/** A frame, whatever is wrong with it. */
export function frame(
  { type, flags = 0, streamId = 0 }: FrameFields,
  payload: Uint8Array | readonly number[] = [],
): Buffer {
  const bytes = Buffer.alloc(9 + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(streamId, 5);
  bytes.set(payload, 9);
  return bytes;
}

/** A number of four bytes, as many frames have it. */
export function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function settings(values: Readonly<Record<number, number>> = {}): Buffer {
  const pairs = Object.entries(values).map(([id, value]) => Buffer.concat([Buffer.of(0, Number(id)), number(value)]));
  return frame({ type: frameTypes.settings }, Buffer.concat(pairs));
}

/** What a client says first. */
export function greeting(values: Readonly<Record<number, number>> = {}): Buffer {
  return Buffer.concat([Buffer.from(preface, "latin1"), settings(values)]);
}

export function windowUpdate(streamId: number, bytes: number): Buffer {
  return frame({ type: frameTypes.windowUpdate, streamId }, number(bytes));
}

export function reset(streamId: number, code: number): Buffer {
  return frame({ type: frameTypes.reset, streamId }, number(code));
}

export function ping(payload: Uint8Array | readonly number[]): Buffer {
  return frame({ type: frameTypes.ping }, payload);
}

export function data(streamId: number, payload: Uint8Array | readonly number[], isLast = false): Buffer {
  return frame({ type: frameTypes.data, flags: isLast ? frameFlags.endStream : 0, streamId }, payload);
}

/** A number in a block of headers, after the bits of `first`. */
function integer(value: number, bits: number, first = 0): readonly number[] {
  const most = 2 ** bits - 1;
  if (value < most) return [first | value];
  const bytes = [first | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

/** Headers one by one as they are, none of them remembered. */
export function block(...headers: readonly Header[]): Buffer {
  return Buffer.concat(
    headers.flatMap(([name, value]) => [
      Buffer.of(0, ...integer(name.length, 7)),
      Buffer.from(name, "latin1"),
      Buffer.from(integer(value.length, 7)),
      Buffer.from(value, "latin1"),
    ]),
  );
}

/** A block of headers as one frame. */
export function head(streamId: number, bytes: Uint8Array, { isLast = true, isWhole = true } = {}): Buffer {
  const flags = (isLast ? frameFlags.endStream : 0) | (isWhole ? frameFlags.endHeaders : 0);
  return frame({ type: frameTypes.headers, flags, streamId }, bytes);
}

export function continuation(streamId: number, bytes: Uint8Array, isWhole = true): Buffer {
  return frame({ type: frameTypes.continuation, flags: isWhole ? frameFlags.endHeaders : 0, streamId }, bytes);
}

/** The headers of a usual request. */
export function asks(path: string, method = "GET"): readonly Header[] {
  return [
    [":method", method],
    [":scheme", "https"],
    [":path", path],
    [":authority", "localhost"],
  ];
}

/** A request without a body. */
export function get(streamId: number, path: string, ...more: readonly Header[]): Buffer {
  return head(streamId, block(...asks(path), ...more));
}

/** A request whose body is still to come. */
export function post(streamId: number, path: string, ...more: readonly Header[]): Buffer {
  return head(streamId, block(...asks(path, "POST"), ...more), { isLast: false });
}
