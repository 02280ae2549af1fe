import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { test } from "vitest";
import { nextTurn, VirtualClock } from "../async/index.ts";
import { partsAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import { idleLimitMs } from "./end-when-idle.ts";
import { OpenExchanges } from "./open-exchanges.ts";
import { HttpDate } from "./http-date.ts";
import { PlainAnswers } from "./plain-answer.ts";
import { PlainConnection } from "./plain-connection.ts";
import { TurnEnd } from "./turn-end.ts";
import { PieceFrames } from "./write-answer.ts";

const whole = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

test("whoever has closed its side and does not take the rest of its answers is idle, and ends so [apiserver/plain-idle]", async ({
  expect,
}) => {
  const clock = new VirtualClock({ startMs: 0 });
  const body = new Uint8Array(serverDefaults.shortBodyBytes);
  const parts = {
    identify: () => ({}),
    handle: async () => partsAnswer([body], { status: 200, contentType: "text/plain" }),
    pieces: new PieceFrames(),
    open: new OpenExchanges(),
    clock,
  };
  // Without TLS, so that what is not taken yet can be seen; to what is tested here they are the same.
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const visitor = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true });
  const [socket] = (await once(server, "connection")) as [Socket];
  const answers = new PlainAnswers(new HttpDate(clock));
  const handOver = (): never => expect.unreachable("only plain requests are sent");
  void new PlainConnection(socket as TLSSocket, { parts, answers, turn: new TurnEnd(), firstMs: 1000, handOver });
  visitor.pause();
  while (socket.writableLength === 0) {
    const asked = socket.bytesRead + whole.length;
    visitor.write(whole);
    while (socket.bytesRead < asked) await once(socket, "data");
    await nextTurn();
  }
  expect(socket.writableNeedDrain).toBe(false);
  visitor.end();
  await once(socket, "end");
  await clock.advance(idleLimitMs - 1);
  expect(socket.destroyed).toBe(false);
  await clock.advance(1);
  expect(socket.destroyed).toBe(true);
  visitor.destroy();
  server.close();
  await once(server, "close");
});
