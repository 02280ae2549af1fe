import { abortable } from "../../async/index.ts";
import { serverDefaults } from "../defaults.ts";
import { answerTo, patienceFor } from "../exchange.ts";
import type { ExchangeParts, Patience } from "../exchange.ts";
import type { ServerResponse } from "../http-message.ts";
import { PartsBody } from "../parts-body.ts";
import { follow } from "../storage/index.ts";
import { errorCodes } from "./protocol.ts";
import type { Http2Stream } from "./stream.ts";

/** What all requests on a connection are answered with. */
export type StreamParts = Omit<ExchangeParts, "pieces">;

/** Answers the request of a stream, never faster than the other side takes it. Never rejects: what fails ends the stream, and no other. */
export async function carryStream(stream: Http2Stream, parts: StreamParts): Promise<void> {
  const { open, clock } = parts;
  const scope = open.enter();
  stream.onBrokenOff = () => scope.abort(new Error("answer a request: its stream was closed"));
  try {
    const head = { ...stream.request, signal: scope.signal };
    const { answer } = await answerTo(parts, { head, scope, readBody: () => bodyOf(stream, parts) });
    await sendAnswer(stream, answer, patienceFor(scope, clock));
  } catch {
    // What only ends with the server ends as if there were nothing more to say; otherwise the other side must see that this was no end.
    const isOver = stream.isClosed || stream.isSent;
    if (open.isClosing && stream.isHeadSent && !isOver && !stream.isBlocked) void stream.send(new Uint8Array(), true);
    else stream.reset(errorCodes.internal);
  } finally {
    scope.leave();
  }
}

async function sendAnswer(
  stream: Http2Stream,
  { status, headers, body }: ServerResponse,
  patience: Patience,
): Promise<void> {
  const isLast = body instanceof PartsBody && body.length === 0;
  stream.sendHead({ status, headers, isLast });
  if (isLast) return;
  const short = body instanceof PartsBody ? body.short() : undefined;
  const send = (piece: Uint8Array, isEnd = false): Promise<void> | undefined => {
    const waiting = stream.send(piece, isEnd);
    return waiting && taken(waiting, patience);
  };
  if (short !== undefined) {
    await send(short, true);
    return;
  }
  if (body instanceof PartsBody) for (const piece of body.passing()) await send(piece);
  else await follow(body, (piece) => send(piece));
  await send(new Uint8Array(), true);
}

async function taken(waiting: Promise<void>, { stall, signal }: Patience): Promise<void> {
  using _patience = stall();
  await abortable(waiting, signal);
}

/** One that does not end in time ends the request. */
async function bodyOf(stream: Http2Stream, { clock }: Pick<StreamParts, "clock">): Promise<Uint8Array> {
  const body = stream.body();
  if (body instanceof Uint8Array) return body;
  if (stream.request.headers["expect"]?.toLowerCase() === "100-continue" && !stream.isClosed) stream.invite();
  using _patience = clock.setTimeout(() => stream.reset(errorCodes.internal), serverDefaults.requestTimeoutMs);
  return await body;
}
