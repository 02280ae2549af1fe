import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { listening } from "./client-fault-listening.fixture.ts";

/** What the way does with what comes next: in which direction it is lost, and whether that can be noticed. */
export type WayFault = "cut the answer" | "mute the answer" | "cut the request" | "mute the request";

/** A way to a server that knows nothing of what it carries. */
export interface Way extends AsyncDisposable {
  /** Where it begins, like `https://127.0.0.1:34567`. */
  readonly url: string;
  /** From now on, until it is `undefined` again. */
  fault: WayFault | undefined;
  /** How many chunks and connections were lost to a fault. */
  readonly lost: number;
}

/** A connection from here on goes to the server, as long as there is no fault. */
export async function startWay(server: string): Promise<Way> {
  const state: { fault: WayFault | undefined; lost: number } = { fault: undefined, lost: 0 };
  const forwarder = createServer((near) => {
    const { hostname: host, port } = new URL(server);
    const far = connect({ host, port: Number(port) });
    for (const socket of [near, far]) {
      socket
        .on("error", () => {})
        .on("close", () => {
          for (const end of [near, far]) end.destroy();
        });
    }
    const carry = (what: "request" | "answer", to: Socket) => (bytes: Buffer) => {
      if (state.fault?.endsWith(what) !== true) {
        to.write(bytes);
        return;
      }
      state.lost += 1;
      if (state.fault.startsWith("cut")) near.resetAndDestroy();
    };
    near.on("data", carry("request", far));
    far.on("data", carry("answer", near));
  });
  const running = await listening(forwarder);
  return Object.assign(state, {
    url: `https://127.0.0.1:${running.port}`,
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  });
}
