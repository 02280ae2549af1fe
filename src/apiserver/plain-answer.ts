import { serverDefaults } from "./defaults.ts";
import { refusedInValue, warningLines } from "./header-value.ts";
import type { HttpDate } from "./http-date.ts";
import type { ServerResponse } from "./http-message.ts";
import { PartsBody } from "./parts-body.ts";

/** How long a connection stays open after an answer, as a header says it. */
export const keepAlive: string = `timeout=${serverDefaults.keepAliveTimeoutMs / 1000}`;

const staysOpen = `connection: keep-alive\r\nkeep-alive: ${keepAlive}\r\n\r\n`;

/** Writes whole answers in HTTP/1.1, after which the connection stays open. */
export class PlainAnswers {
  readonly #date: HttpDate;
  readonly #statusTexts: Readonly<Record<number, string | undefined>>;

  constructor(date: HttpDate) {
    this.#date = date;
    // By name, an import of this module would load everything of it, a client for HTTP included.
    this.#statusTexts = process.getBuiltinModule("node:http").STATUS_CODES;
  }

  /** All bytes of a short answer. Undefined for a long one, and for one that does not say its length. Throws if a header would break its line. */
  whole({ status, headers, body }: ServerResponse): Uint8Array | undefined {
    if (!(body instanceof PartsBody) || body.length > serverDefaults.shortBodyBytes) return undefined;
    if (headers["content-length"] !== String(body.length)) return undefined;
    let head = `HTTP/1.1 ${status} ${this.#statusTexts[status] ?? "unknown"}\r\n`;
    for (const name of Object.keys(headers)) {
      const value = headers[name] ?? "";
      if (refusedInValue.test(value)) throw new Error(`answer a request: the header ${name} cannot be written`);
      head += `${name}: ${name === "warning" ? warningLines(value).join("\r\nwarning: ") : value}\r\n`;
    }
    head += `date: ${this.#date.text}\r\n${staysOpen}`;
    const bytes = Buffer.allocUnsafe(head.length + body.length);
    bytes.write(head, "latin1");
    body.copyInto(bytes, head.length);
    return bytes;
  }
}
