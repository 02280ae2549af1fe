/** What a frame of a WebSocket is. */
export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

const lastFrame = 0x80;
const maskBit = 0x80;
const maxControlBytes = 125;

/** The head of a frame that is a whole message; the payload follows it. */
export function frameHead(opcode: number, length: number): Uint8Array {
  const first = lastFrame | opcode;
  if (length <= maxControlBytes) return Uint8Array.of(first, length);
  const isShort = length < 0x1_0000;
  const head = new Uint8Array(isShort ? 4 : 10);
  const view = new DataView(head.buffer);
  head[0] = first;
  head[1] = isShort ? 126 : 127;
  if (isShort) view.setUint16(2, length);
  else view.setBigUint64(2, BigInt(length));
  return head;
}

/** What comes from the other side. */
export interface WebSocketInput {
  /** It wants to end, or does not speak the protocol. */
  onClose(): void;
  onPing(payload: Uint8Array): void;
}

/** Reads the frames that a client sends, of which only those that end or prove the connection count. Messages are not kept. */
export class WebSocketReader {
  readonly #input: WebSocketInput;
  /** The head of the frame, as far as it has arrived. */
  #head: number[] = [];
  #opcode = 0;
  #mask: readonly number[] = [];
  #payload: number[] = [];
  #left = 0;

  constructor(input: WebSocketInput) {
    this.#input = input;
  }

  /** Takes bytes wherever frames begin and end in them. */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const end = Math.min(chunk.length, at + this.#left);
        if (this.#opcode >= opcodes.close) this.#payload.push(...chunk.subarray(at, end));
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#finish();
      } else if (!this.#addToHead(chunk[at++] ?? 0)) return;
    }
  }

  /** False: this is no frame that a client may send. */
  #addToHead(byte: number): boolean {
    const head = this.#head;
    head.push(byte);
    const [first = 0, second = 0] = head;
    if (head.length < 2) return true;
    const short = second & ~maskBit;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const isControl = (first & 0x0f) >= opcodes.close;
    if ((second & maskBit) === 0 || (isControl && lengthBytes > 0)) return this.#refuse();
    if (head.length < 2 + lengthBytes + 4) return true;
    const length = head.slice(2, 2 + lengthBytes).reduce((sum, part) => sum * 256 + part, 0);
    this.#opcode = first & 0x0f;
    this.#mask = head.slice(-4);
    this.#left = lengthBytes === 0 ? short : length;
    this.#head = [];
    if (this.#left === 0) this.#finish();
    return true;
  }

  #refuse(): false {
    this.#head = [];
    this.#input.onClose();
    return false;
  }

  #finish(): void {
    const payload = Uint8Array.from(this.#payload, (byte, index) => byte ^ (this.#mask[index % 4] ?? 0));
    this.#payload = [];
    if (this.#opcode === opcodes.close) this.#input.onClose();
    else if (this.#opcode === opcodes.ping) this.#input.onPing(payload);
  }
}
