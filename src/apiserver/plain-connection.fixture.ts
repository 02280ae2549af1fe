import { once } from "node:events";
import { connect as connectTls } from "node:tls";
import type { TLSSocket } from "node:tls";
import { systemRandom } from "../async/index.ts";
import { silentLogger } from "../observe/index.ts";
import { textAnswer } from "./answer.ts";
import type { Handle } from "./exchange.ts";
import { HttpsEndpoint } from "./https-endpoint.ts";
import type { EndpointOptions } from "./https-endpoint.ts";

/** An endpoint that lets everybody in. */
export async function open(handle: Handle, options: Partial<EndpointOptions> = {}): Promise<HttpsEndpoint> {
  const identify = (): object => ({});
  return HttpsEndpoint.open({
    handle,
    identify,
    token: "t",
    random: systemRandom,
    log: silentLogger,
    port: 0,
    ...options,
  });
}

/** Somebody who writes HTTP/1.1 by hand. */
export class Visitor implements Disposable {
  readonly socket: TLSSocket;
  received = "";

  private constructor(socket: TLSSocket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      this.received += chunk.toString("latin1");
    });
  }

  static async at({ url, ca }: HttpsEndpoint): Promise<Visitor> {
    const socket = connectTls({ host: "127.0.0.1", port: Number(new URL(url).port), ca });
    await once(socket, "secureConnect");
    return new Visitor(socket.setNoDelay(true));
  }

  send(...lines: readonly string[]): void {
    this.socket.write(Buffer.from(lines.join("\r\n"), "latin1"));
  }

  /** Waits until what was received ends so. */
  async until(end: string): Promise<void> {
    while (!this.received.endsWith(end)) await once(this.socket, "data");
  }

  /** What was answered, without the heads. */
  get bodies(): readonly string[] {
    return [...this.received.matchAll(/\r\n\r\n([a-z/0-9]*)/g)].map(([, body = ""]) => body);
  }

  get closed(): Promise<unknown> {
    return this.socket.closed ? Promise.resolve() : once(this.socket, "close");
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** A request for a path. */
export const asks = (path: string): readonly string[] => [`GET ${path} HTTP/1.1`, "host: localhost", "", ""];

/** Answers with the path. */
export const pathBack: Handle = async ({ path }) => textAnswer(path);
