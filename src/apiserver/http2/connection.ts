import type { TLSSocket } from "node:tls";
import { serverDefaults } from "../defaults.ts";
import { endWhenIdle } from "../end-when-idle.ts";
import type { HttpDate } from "../http-date.ts";
import { AbandonedStreams } from "./abandoned-streams.ts";
import { Allowance } from "./allowance.ts";
import { carryStream } from "./carry-stream.ts";
import type { StreamParts } from "./carry-stream.ts";
import { FrameOutput } from "./frame-output.ts";
import { contentOf, FrameReader } from "./frame-reader.ts";
import type { Frame } from "./frame-reader.ts";
import { HeaderBlocks } from "./header-block.ts";
import type { HeaderBlock } from "./header-block.ts";
import { HeaderDecoder } from "./header-decoder.ts";
import { encodeHead, encodeHeader, rememberNothing } from "./header-encoder.ts";
import { http2Limits } from "./limits.ts";
import type { OutputBlocks } from "./output-blocks.ts";
import { readSettings } from "./peer-settings.ts";
import { ConnectionViolation, errorCodes, frameFlags, frameTypes, protocolDefaults, settingIds } from "./protocol.ts";
import type { ErrorCode } from "./protocol.ts";
import { checkFrame } from "./frame-rules.ts";
import { RequestHeadReader } from "./request-head.ts";
import { Sender } from "./sender.ts";
import { SkippedStreams } from "./skipped-streams.ts";
import { Http2Stream } from "./stream.ts";
import type { AnswerHead, StreamLine } from "./stream.ts";

const nothing: Readonly<Uint8Array> = new Uint8Array();

/** What a connection is answered with. */
export interface Http2ConnectionOptions {
  readonly parts: StreamParts;
  readonly date: HttpDate;
  readonly blocks: OutputBlocks;
}

/**
 * The server's side of a connection of HTTP/2. Requests are answered side by side; what one of them does wrong ends that one, what makes the
 * connection unreadable ends the connection. While the other side does not take what is sent nothing more is read from it.
 */
export class Http2Connection implements StreamLine {
  readonly #socket: TLSSocket;
  readonly #date: HttpDate;
  readonly #output: FrameOutput;
  readonly #sender: Sender;
  readonly #streams = new Map<number, Http2Stream>();
  readonly #reader = new FrameReader((frame) => this.#receive(frame));
  readonly #blocks = new HeaderBlocks();
  readonly #decoder = new HeaderDecoder();
  readonly #breaks: Allowance;
  readonly #idle: Disposable;
  readonly #abandoned = new AbandonedStreams();
  readonly #skipped = new SkippedStreams();
  readonly #parts: StreamParts;
  #lastStreamId = 0;
  /** How many requests are worked on, also on streams that are closed. */
  #handled = 0;
  #idleSince: number;
  #receiveWindow: number = http2Limits.connectionWindowBytes;
  #areSettingsKnown = false;
  /** Whether the other side has to be told that nothing is remembered. */
  #isTableShrunk = false;
  #isEnding = false;

  constructor(socket: TLSSocket, options: Http2ConnectionOptions) {
    const { clock } = options.parts;
    this.#socket = socket;
    this.#date = options.date;
    const { identify, handle } = options.parts;
    this.#parts = {
      ...options.parts,
      identify: (head) => this.#counted(identify(head)),
      handle: (request, caller) => this.#counted(handle(request, caller)),
    };
    this.#output = new FrameOutput(socket, options.blocks, () => this.#flushed());
    this.#sender = new Sender(this.#output, this.#streams);
    const { breaksAtOnce: atOnce, breaksPerSecond: perSecond } = http2Limits;
    this.#breaks = new Allowance(clock, { atOnce, perSecond });
    this.#idleSince = clock.monotonic();
    this.#idle = endWhenIdle({
      clock,
      idleSince: () => (this.#streams.size > 0 ? undefined : this.#idleSince),
      // Whoever does not take the last word either is cut off.
      end: () => (this.#isEnding ? socket.destroy() : this.end()),
    });
    socket
      .on("data", this.#read)
      .on("drain", this.#drained)
      .on("end", () => this.end());
    socket.on("error", () => socket.destroy()).on("close", this.#gone);
    this.#output.settings([
      [settingIds.maxConcurrentStreams, serverDefaults.maxStreams],
      [settingIds.initialWindowSize, http2Limits.streamWindowBytes],
      [settingIds.maxHeaderListSize, serverDefaults.maxHeaderBytes],
    ]);
    this.#output.windowUpdate(0, http2Limits.connectionWindowBytes - protocolDefaults.windowBytes);
  }

  /** Tells the other side that this is the end, and closes what is sent. */
  end(reason: ErrorCode = errorCodes.none): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#output.goAway(this.#lastStreamId, reason);
    this.#output.flush();
    for (const stream of this.#streams.values()) this.#close(stream);
    this.#socket.end();
  }

  sendHead(stream: Http2Stream, head: AnswerHead): void {
    this.#writeHead(stream.id, head);
    if (head.isLast) this.#sent(stream);
    else this.widen(stream);
  }

  widen(stream: Http2Stream): void {
    if (!stream.mayWiden || stream.receiveWindow >= http2Limits.streamWindowBytes / 2) return;
    this.#output.windowUpdate(stream.id, http2Limits.streamWindowBytes - stream.receiveWindow);
    stream.receiveWindow = http2Limits.streamWindowBytes;
  }

  send(stream: Http2Stream, piece: Uint8Array, isLast: boolean): Promise<void> | undefined {
    const waiting = this.#sender.send(stream.half, piece, isLast);
    if (!isLast) return waiting;
    if (waiting !== undefined) return waiting.then(() => this.#sent(stream));
    this.#sent(stream);
    return undefined;
  }

  reset(stream: Http2Stream, reason: ErrorCode): void {
    this.#close(stream);
    this.#abandon(stream, reason);
  }

  readonly #read = (chunk: Buffer): void => {
    if (this.#isEnding) return;
    try {
      this.#reader.push(chunk);
    } catch (error) {
      this.end(error instanceof ConnectionViolation ? error.reason : errorCodes.internal);
    }
  };

  /** Whoever asks without reading the answers would have them all kept for it. */
  #flushed(): void {
    if (this.#socket.writableNeedDrain) this.#socket.pause();
    else this.#sender.proceed();
  }

  readonly #drained = (): void => {
    this.#socket.resume();
    this.#sender.proceed();
  };

  readonly #gone = (): void => {
    this.#isEnding = true;
    this.#idle[Symbol.dispose]();
    for (const stream of this.#streams.values()) this.#close(stream);
  };

  /** Counts until the work is done: a request that was broken off may not notice. */
  #counted<T extends Promise<unknown> | object>(work: T): T {
    if (!(work instanceof Promise)) return work;
    this.#handled++;
    work.then(this.#done, this.#done);
    return work;
  }

  readonly #done = (): void => void this.#handled--;

  #receive(frame: Frame): void {
    if (this.#isEnding) return;
    if (!this.#areSettingsKnown && frame.type !== frameTypes.settings) {
      throw new ConnectionViolation(errorCodes.protocol, "settings do not come first");
    }
    checkFrame(frame, this.#lastStreamId);
    const block = this.#blocks.take(frame);
    if (block !== undefined) this.#takeHead(block);
    else this.#takeOther(frame);
  }

  #takeOther(frame: Frame): void {
    switch (frame.type) {
      case frameTypes.data:
        return this.#takeData(frame);
      case frameTypes.reset:
        return this.#takeReset(frame);
      case frameTypes.settings:
        return this.#takeSettings(frame);
      case frameTypes.ping:
        if ((frame.flags & frameFlags.ack) === 0) this.#output.acknowledgePing(frame.payload);
        return undefined;
      case frameTypes.windowUpdate:
        return this.#takeWindowUpdate(frame);
      default:
        // Nobody has to heed priorities; the rest is not known.
        return undefined;
    }
  }

  /** Every block is read, whether or not it is wanted: the next one may refer to it. */
  #takeHead({ streamId, isLast, bytes }: HeaderBlock): void {
    const head = new RequestHeadReader();
    this.#decoder.decode(bytes, head.take);
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) this.#takeTrailers(stream, isLast && head.isTrailer);
    else if (streamId > this.#lastStreamId) this.#open(streamId, isLast, head);
    else if (!this.#abandoned.wasUnderWay(streamId, isLast)) {
      // Of a stream that was passed over nobody can say that it was closed.
      const reason = this.#skipped.has(streamId) ? errorCodes.protocol : errorCodes.streamClosed;
      throw new ConnectionViolation(reason, "a stream is closed");
    }
  }

  #open(id: number, isReceived: boolean, head: RequestHeadReader): void {
    this.#skipped.opened(id, this.#lastStreamId);
    this.#lastStreamId = id;
    const read = head.read();
    if (this.#streams.size >= serverDefaults.maxStreams || this.#handled >= http2Limits.maxHandled) {
      this.#refuse({ id, isReceived }, errorCodes.refusedStream);
    } else if (head.isTooLong) {
      this.#writeHead(id, { status: 431, headers: { "content-length": "0" }, isLast: true });
      if (isReceived) this.#charge();
      else this.#refuse({ id, isReceived }, errorCodes.none);
    } else if (read === undefined || (isReceived && (read.length ?? 0) > 0)) {
      this.#refuse({ id, isReceived }, errorCodes.protocol);
    } else {
      const stream = new Http2Stream(this, this.#sender.open(id), read);
      this.#streams.set(id, stream);
      if (isReceived) stream.receive(nothing, true);
      void carryStream(stream, this.#parts);
    }
  }

  /** What comes after a body ends it, and is not kept. */
  #takeTrailers(stream: Http2Stream, isWellFormed: boolean): void {
    if (stream.isReceived) this.#break(stream, errorCodes.streamClosed);
    else if (!isWellFormed) this.#break(stream, errorCodes.protocol);
    else this.#takePiece(stream, nothing, true);
  }

  #takeData(frame: Frame): void {
    const { streamId, flags, payload } = frame;
    this.#receiveWindow -= payload.length;
    if (this.#receiveWindow < 0) throw new ConnectionViolation(errorCodes.flowControl, "more comes than was asked for");
    if (this.#receiveWindow < http2Limits.connectionWindowBytes / 2) {
      this.#output.windowUpdate(0, http2Limits.connectionWindowBytes - this.#receiveWindow);
      this.#receiveWindow = http2Limits.connectionWindowBytes;
    }
    const content = contentOf(frame);
    const isLast = (flags & frameFlags.endStream) !== 0;
    // Frames that say nothing cost as much as others.
    if (content.length === 0 && !isLast) this.#charge();
    const stream = this.#streams.get(streamId);
    if (stream === undefined) this.#takeStray(streamId, isLast);
    else if (stream.isReceived) this.#break(stream, errorCodes.streamClosed);
    else if (payload.length > stream.receiveWindow) this.#break(stream, errorCodes.flowControl);
    else {
      stream.receiveWindow -= payload.length;
      this.#takePiece(stream, content, isLast);
    }
  }

  #takeStray(streamId: number, isLast: boolean): void {
    if (this.#abandoned.wasUnderWay(streamId, isLast)) return;
    this.#output.reset(streamId, errorCodes.streamClosed);
    this.#charge();
  }

  #takePiece(stream: Http2Stream, piece: Uint8Array, isLast: boolean): void {
    if (!stream.receive(piece, isLast)) this.#break(stream, errorCodes.protocol);
    else if (!isLast) this.widen(stream);
    else if (stream.isSent && !stream.isBlocked) this.#close(stream);
  }

  /** Whoever has heard enough, of a watch above all, may say so as often as it likes: what is still worked on after that is counted by itself. */
  #takeReset({ streamId }: Frame): void {
    const stream = this.#streams.get(streamId);
    if (stream !== undefined) this.#close(stream);
  }

  #takeSettings({ flags, payload }: Frame): void {
    if ((flags & frameFlags.ack) !== 0) return;
    const settings = readSettings(payload);
    this.#areSettingsKnown = true;
    const table = settings.get(settingIds.headerTableSize);
    if (table !== undefined && table < protocolDefaults.headerTableBytes) this.#isTableShrunk = true;
    const window = settings.get(settingIds.initialWindowSize);
    this.#output.acknowledgeSettings();
    if (window !== undefined) this.#sender.resize(window);
  }

  #takeWindowUpdate({ streamId, payload }: Frame): void {
    const bytes = payload.readUInt32BE(0) & protocolDefaults.maxWindowBytes;
    const stream = this.#streams.get(streamId);
    if (streamId === 0) {
      if (bytes === 0) throw new ConnectionViolation(errorCodes.protocol, "a window is widened by nothing");
      this.#sender.widen(undefined, bytes);
    } else if (stream !== undefined) {
      if (bytes === 0) this.#break(stream, errorCodes.protocol);
      else if (stream.half.window + bytes > protocolDefaults.maxWindowBytes)
        this.#break(stream, errorCodes.flowControl);
      else this.#sender.widen(stream.half, bytes);
    }
  }

  /** The whole answer is on its way. To reset a stream at once, because the rest of the body is not wanted, could overtake it. */
  #sent(stream: Http2Stream): void {
    if (stream.isClosed) return;
    if (stream.isReceived) {
      this.#close(stream);
      return;
    }
    this.widen(stream);
    stream.patience = this.#parts.clock.setTimeout(
      () => stream.reset(errorCodes.none),
      serverDefaults.requestTimeoutMs,
    );
  }

  #close(stream: Http2Stream): void {
    this.#streams.delete(stream.id);
    stream.close();
    this.#sender.drop(stream.half);
    this.#idleSince = this.#parts.clock.monotonic();
  }

  /** Ends a stream for what the other side did on it. */
  #break(stream: Http2Stream, reason: ErrorCode): void {
    this.#close(stream);
    this.#refuse(stream, reason);
  }

  #refuse(stream: Pick<Http2Stream, "id" | "isReceived">, reason: ErrorCode): void {
    this.#abandon(stream, reason);
    this.#charge();
  }

  /** Says that nothing more is done with a stream. What is under way on it may still come. */
  #abandon({ id, isReceived }: Pick<Http2Stream, "id" | "isReceived">, reason: ErrorCode): void {
    this.#output.reset(id, reason);
    if (!isReceived) this.#abandoned.add(id);
  }

  #writeHead(streamId: number, { status, headers, isLast }: AnswerHead): void {
    const shrink = this.#isTableShrunk ? rememberNothing : "";
    const block = encodeHead(status, headers) + encodeHeader("date", this.#date.text);
    this.#output.head(streamId, shrink + block, isLast);
    this.#isTableShrunk = false;
  }

  /** Whoever makes us break off requests again and again makes more work than it has a right to. */
  #charge(): void {
    if (!this.#breaks.take()) throw new ConnectionViolation(errorCodes.enhanceYourCalm, "too much is broken off");
  }
}
