import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { test } from "vitest";
import { nextTurn, VirtualClock } from "../async/index.ts";
import { textAnswer } from "./answer.ts";
import { HttpDate } from "./http-date.ts";
import { OpenExchanges } from "./open-exchanges.ts";
import { PlainAnswers } from "./plain-answer.ts";
import { PlainConnection } from "./plain-connection.ts";
import { TurnEnd } from "./turn-end.ts";
import { PieceFrames } from "./write-answer.ts";

test("short answers on several connections go out together, when the turn is over [apiserver/plain-together]", async ({
  expect,
}) => {
  const clock = new VirtualClock({ startMs: 0 });
  const handle = async (): Promise<ReturnType<typeof textAnswer>> => textAnswer("answer");
  const parts = { identify: () => ({}), handle, pieces: new PieceFrames(), open: new OpenExchanges(), clock };
  const handOver = (): never => expect.unreachable("only plain requests are sent");
  const answers = new PlainAnswers(new HttpDate(clock));
  const options = { parts, answers, turn: new TurnEnd(), firstMs: 1000, handOver };
  const sockets: Socket[] = [];
  // Without TLS; to what is tested here they are the same.
  const server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const visitors = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  while (sockets.length < visitors.length) await once(server, "connection");
  for (const socket of sockets) {
    void new PlainConnection(socket as TLSSocket, options);
    socket.emit("data", Buffer.from("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"));
  }
  // Every promise that can settle has settled.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(sockets.map(({ bytesWritten }) => bytesWritten)).toEqual([0, 0]);
  await nextTurn();
  for (const { bytesWritten } of sockets) expect(bytesWritten).toBeGreaterThan("answer".length);
  for (const socket of [...visitors, ...sockets]) socket.destroy();
  server.close();
  await once(server, "close");
});
