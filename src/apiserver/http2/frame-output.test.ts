import { finished } from "node:stream/promises";
import { Writable } from "node:stream";
import * as fc from "fast-check";
import { describe, test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import { FrameOutput } from "./frame-output.ts";
import { data, frame, head, reset, windowUpdate } from "./frames.fixture.ts";
import { http2Limits } from "./limits.ts";
import { OutputBlocks } from "./output-blocks.ts";
import { errorCodes, frameFlags, frameTypes } from "./protocol.ts";

/** Takes what is written some turns later, and looks at it only then. */
class SlowSink extends Writable {
  taken: Buffer = Buffer.alloc(0);
  writes = 0;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes++;
    void nextTurn().then(() => {
      this.taken = Buffer.concat([this.taken, chunk]);
      done();
    });
  }
}

/** One frame, and whether the turn ends after it. */
interface Step {
  readonly line: 0 | 1;
  readonly kind: "data" | "head" | "small";
  readonly size: number;
  readonly isLast: boolean;
}

class Line {
  readonly sink = new SlowSink();
  readonly output: FrameOutput;
  readonly expected: Buffer[] = [];

  constructor(blocks: OutputBlocks) {
    this.output = new FrameOutput(this.sink, blocks, () => undefined);
  }

  write({ kind, size }: Step): void {
    const id = 2 * this.expected.length + 1;
    const bytes = Buffer.alloc(size, this.expected.length);
    if (kind === "data") {
      this.output.data(id, bytes, false);
      // Whoever has given it may write over it.
      this.expected.push(data(id, Buffer.from(bytes)));
      bytes.fill(0xff);
    } else if (kind === "head") {
      this.output.head(id, bytes.toString("latin1"), true);
      this.expected.push(head(id, bytes));
    } else {
      this.output.reset(id, errorCodes.protocol);
      this.output.windowUpdate(id, size + 1);
      this.expected.push(reset(id, errorCodes.protocol), windowUpdate(id, size + 1));
    }
  }
}

describe("frames that are written", () => {
  test("come as they were, whoever else uses the same memory [apiserver/http2-batches]", async ({ expect }) => {
    const size = fc.oneof(fc.nat(3000), fc.constantFrom(0, 1, 2039, 2040, 8183, 8184, 16_383, 16_384));
    const step: fc.Arbitrary<Step> = fc.record({
      line: fc.constantFrom<(0 | 1)[]>(0, 1),
      kind: fc.constantFrom<Step["kind"][]>("data", "data", "head", "small"),
      size,
      isLast: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const blocks = new OutputBlocks();
        const lines = [new Line(blocks), new Line(blocks)] as const;
        for (const step of steps) {
          lines[step.line].write(step);
          if (step.isLast) await nextTurn();
        }
        for (const { output, sink, expected } of lines) {
          output.flush();
          sink.end();
          await finished(sink);
          expect(sink.taken.equals(Buffer.concat(expected))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("within a turn go out together, as far as a block goes [apiserver/http2-batches]", async ({ expect }) => {
    const { sink, output } = new Line(new OutputBlocks());
    for (let index = 0; index < 100; index++) output.acknowledgePing(new Uint8Array(8));
    expect(sink.writes).toBe(0);
    await nextTurn();
    expect(sink.writes).toBe(1);
    await nextTurn();
    const pong = frame({ type: frameTypes.ping, flags: frameFlags.ack }, new Uint8Array(8));
    expect(sink.taken.equals(Buffer.concat(Array.from({ length: 100 }, () => pong)))).toBe(true);
  });

  test("fill no more blocks than there may be before it is said [apiserver/http2-unread]", ({ expect }) => {
    const { output } = new Line(new OutputBlocks());
    const piece = new Uint8Array(16_000);
    const most = 2 * http2Limits.outputBlocks * http2Limits.blockBytes;
    let written = 0;
    for (; written < most && !output.isFull; written += piece.length) output.data(1, piece, false);
    expect(written).toBeLessThan((http2Limits.outputBlocks + 1) * http2Limits.blockBytes);
    expect(written).toBeGreaterThan((http2Limits.outputBlocks - 1) * http2Limits.blockBytes);
  });
});
