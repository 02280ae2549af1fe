import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { describe, test } from "vitest";
import { nextTurn } from "../../async/index.ts";
import { failureOf, textOf } from "../transport.fixture.ts";
import { ConnectionPool } from "./connection-pool.ts";
import type { SentMessage } from "./exchange.ts";

const answerOf = (body: string): Buffer =>
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);

/** A pool and connections in it whose other side is the test: what is written is kept, and what comes is emitted. */
function scene() {
  const pool = new ConnectionPool({ maxIdle: 8, idleMs: 60_000 });
  const told: string[] = [];
  const connect = () => {
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      told.push(`write ${chunk.toString()}`);
      done();
    };
    const platform = { setTimeout: () => {}, ref: () => {}, unref: () => {} };
    const socket = Object.assign(new Duplex({ read: () => {}, write }), platform);
    const connection = pool.add(socket as unknown as Socket, undefined);
    const send = (head: string, signal?: AbortSignal): SentMessage =>
      connection.send({ line: { method: "GET", path: head }, head, signal, onFree: () => {} });
    return { socket, send };
  };
  return { pool, connect, told };
}

/** The same with a connection that is at work all the time. */
async function busyScene() {
  const { connect, told, pool } = scene();
  connect().send("other");
  await settle();
  told.length = 0;
  return { connect, told, pool };
}

/** Lets everything happen that does not wait for a later turn. */
async function settle(): Promise<void> {
  for (let count = 0; count < 50; count++) await Promise.resolve();
}

describe("what happens on several connections in one turn", () => {
  test("is received, then read, then followed by what is written, each for all of them [client/together]", async ({
    expect,
  }) => {
    const { connect, told } = scene();
    const connections = ["a", "b", "c"].map((name) => ({ name, ...connect() }));
    const work = connections.map(async ({ name, send }) => {
      await send(`${name}1`).answer;
      told.push(`read ${name}`);
      send(`${name}2`);
      told.push(`send ${name}`);
    });
    await settle();
    expect(told.splice(0)).toEqual(["write a1", "write b1", "write c1"]);
    for (const { socket } of connections) {
      socket.emit("data", answerOf(""));
      await settle();
    }
    expect(told).toEqual([]);
    await Promise.all(work);
    await settle();
    const read = ["read a", "send a", "read b", "send b", "read c", "send c"];
    expect(told).toEqual([...read, "write a2", "write b2", "write c2"]);
  });

  test("waits for nobody if it is alone [client/together]", async ({ expect }) => {
    const { connect, pool } = scene();
    const { socket, send } = connect();
    connect().socket.destroy();
    await nextTurn();
    const { answer } = send("a");
    let isRead = false;
    void answer.then(() => (isRead = true));
    socket.emit("data", answerOf("now"));
    await settle();
    expect(isRead).toBe(true);
    expect(pool.take(undefined)).toBeDefined();
  });

  test("does not hold up a long answer beyond its beginning [client/together]", async ({ expect }) => {
    const { connect } = await busyScene();
    const { socket, send } = connect();
    const { answer } = send("a");
    socket.emit("data", answerOf("x".repeat(200_000)).subarray(0, 60_000));
    await settle();
    let isRead = false;
    void answer.then(() => (isRead = true));
    await settle();
    expect(isRead).toBe(false);
    socket.emit("data", Buffer.alloc(60_000, "x"));
    await settle();
    expect(isRead).toBe(true);
  });
});

describe("what came in a turn", () => {
  test.for(["error", "end", "close"])(
    "is the answer, also if %s comes before it was read [client/together]",
    async (event, { expect }) => {
      const { connect } = await busyScene();
      const { socket, send } = connect();
      const [whole, cut] = [send("a"), connect()];
      const half = cut.send("b");
      socket.emit("data", answerOf("whole"));
      cut.socket.emit("data", answerOf("whole").subarray(0, -1));
      for (const each of [socket, cut.socket]) each.emit(event, event === "error" ? new Error("broken") : undefined);
      expect(await textOf(await whole.answer)).toBe("whole");
      expect(half.hasBegun).toBe(true);
      expect(await failureOf(half.answer.then(textOf))).toMatchObject({ code: expect.stringMatching(/^SETPOINT_TR/) });
    },
  );

  test("is the answer, also if only the end that came with it says where it ends [client/together]", async ({
    expect,
  }) => {
    const { connect } = await busyScene();
    const { socket, send } = connect();
    const { answer } = send("a");
    socket.emit("data", Buffer.from("HTTP/1.1 200 OK\r\n\r\nwhole"));
    socket.emit("end");
    expect(await textOf(await answer)).toBe("whole");
  });

  test("behind the answer is never taken for one [client/http1-excess]", async ({ expect }) => {
    const { pool, connect } = await busyScene();
    const { socket, send } = connect();
    const { answer } = send("a");
    for (const body of ["whole", "evil"]) socket.emit("data", answerOf(body));
    expect(await textOf(await answer)).toBe("whole");
    expect(socket.destroyed).toBe(true);
    expect(pool.take(undefined)).toBeUndefined();
  });

  test("is not read once nobody wants it [client/abort]", async ({ expect }) => {
    const { connect } = await busyScene();
    const { socket, send } = connect();
    const stop = new AbortController();
    const { answer } = send("a", stop.signal);
    socket.emit("data", answerOf("late"));
    stop.abort("enough");
    expect(await failureOf(answer)).toBe("enough");
    await nextTurn();
    expect(socket.destroyed).toBe(true);
  });
});

test("a request that nobody wants any more before it was written never is [client/abort]", async ({ expect }) => {
  const { connect, told } = scene();
  const stop = new AbortController();
  const { answer } = connect().send("unwanted", stop.signal);
  connect().send("wanted");
  stop.abort("enough");
  expect(await failureOf(answer)).toBe("enough");
  await settle();
  expect(told).toEqual(["write wanted"]);
});
