import fc from "fast-check";
import { describe, test } from "vitest";
import { ProtocolError } from "../errors.ts";
import { ResponseParser } from "./response-parser.ts";
import type { ResponseHead } from "./response-head.ts";

interface Read {
  readonly head: ResponseHead | undefined;
  readonly body: string;
  readonly isDone: boolean;
  readonly keepsAlive: boolean;
  /** What came behind the answer. */
  readonly excess: number;
}

interface ReadOptions {
  readonly method?: string;
  /** Where the bytes are cut. */
  readonly cuts?: readonly number[];
  readonly ends?: boolean;
  readonly maxHeaderBytes?: number;
}

function read(
  text: string,
  { method = "GET", cuts = [], ends = false, maxHeaderBytes = 1_024 }: ReadOptions = {},
): Read {
  const bytes = Buffer.from(text, "latin1");
  let head: ResponseHead | undefined;
  const body: Uint8Array[] = [];
  const parser = new ResponseParser({
    method,
    maxHeaderBytes,
    onHead: (found) => {
      head = found;
    },
    onData: (data) => void body.push(Buffer.from(data)),
  });
  let used = 0;
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  for (const [index, start] of places.entries()) used += parser.push(bytes.subarray(start, places[index + 1]));
  if (ends) parser.end();
  const { isDone, keepsAlive } = parser;
  return { head, body: Buffer.concat(body).toString("latin1"), isDone, keepsAlive, excess: bytes.length - used };
}

/** What reading gives, or that it was refused. */
function outcome(text: string, options?: ReadOptions): Read | "refused" {
  try {
    return read(text, options);
  } catch (error) {
    if (ProtocolError.is(error)) return "refused";
    throw error;
  }
}

const ok = "HTTP/1.1 200 OK\r\n";

describe("an answer is read", () => {
  test("with a length [client/http1-framing]", ({ expect }) => {
    expect(read(`${ok}Content-Length: 5\r\nX-Mine: \t a b \t\r\n\r\nhello`)).toEqual({
      head: { status: 200, isOld: false, headers: { "content-length": "5", "x-mine": "a b" } },
      body: "hello",
      isDone: true,
      keepsAlive: true,
      excess: 0,
    });
    expect(read(`${ok}content-length: 5\r\n\r\nhell`)).toMatchObject({ body: "hell", isDone: false });
    expect(read(`${ok}content-length: 0\r\n\r\n`)).toMatchObject({ body: "", isDone: true, keepsAlive: true });
  });

  test("in chunks, with what they may say beside their size and headers behind them [client/http1-framing]", ({
    expect,
  }) => {
    const chunks = '5\r\nhello\r\n0B; name="v"\r\n, my world\n\r\n0\r\n';
    const head = `${ok}Transfer-Encoding: Chunked\r\n\r\n`;
    const body = "hello, my world\n";
    expect(read(`${head}${chunks}\r\n`)).toMatchObject({ body, isDone: true, keepsAlive: true, excess: 0 });
    expect(read(`${head}${chunks}x-trailer: 1\r\ndigest: x\r\n\r\n`)).toMatchObject({ body, isDone: true, excess: 0 });
    expect(read(`${head}${chunks}`)).toMatchObject({ body, isDone: false });
    expect(read(`${head}${chunks}`, { ends: true })).toMatchObject({ isDone: false });
  });

  test("up to the end of the connection, which then carries no more [client/http1-framing]", ({ expect }) => {
    for (const line of [ok, "HTTP/1.0 200 OK\r\n", "HTTP/1.1 200\r\n", "HTTP/1.1 404 \r\n"]) {
      const text = `${line}x: 1\r\n\r\nsome\r\n\r\nthing`;
      expect(read(text)).toMatchObject({ isDone: false });
      expect(read(text, { ends: true })).toMatchObject({ body: "some\r\n\r\nthing", isDone: true, keepsAlive: false });
    }
  });

  test("without a body where there is none [client/http1-framing]", ({ expect }) => {
    const bodiless: readonly (readonly [string, ReadOptions])[] = [
      [`${ok}content-length: 5\r\n\r\n`, { method: "HEAD" }],
      [`${ok}transfer-encoding: chunked\r\n\r\n`, { method: "HEAD" }],
      ["HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n", {}],
      ["HTTP/1.1 204 No Content\r\n\r\n", {}],
      ["HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n", {}],
    ];
    for (const [text, options] of bodiless) {
      expect(read(text, options)).toMatchObject({ body: "", isDone: true, keepsAlive: true, excess: 0 });
    }
  });

  test("behind those that only announce it [client/http1-framing]", ({ expect }) => {
    const text = `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok}content-length: 2\r\n\r\nok`;
    const headers = { "content-length": "2" };
    expect(read(text)).toMatchObject({ head: { status: 200, headers }, body: "ok", isDone: true });
  });

  test("up to its own end, and what follows does not belong to it [client/http1-excess]", ({ expect }) => {
    const next = `${ok}content-length: 0\r\n\r\n`;
    expect(read(`${ok}content-length: 2\r\n\r\nok${next}`)).toMatchObject({ body: "ok", excess: next.length });
    expect(read(`${ok}transfer-encoding: chunked\r\n\r\n0\r\n\r\n${next}`)).toMatchObject({ excess: next.length });
    expect(read(`HTTP/1.1 204 No Content\r\n\r\n${next}`)).toMatchObject({ excess: next.length });
  });

  test("and says whether its connection may carry another [client/http1-framing]", ({ expect }) => {
    const after = (connection: string): boolean => read(`${ok}content-length: 0\r\n${connection}\r\n`).keepsAlive;
    expect(["", "connection: keep-alive\r\n", "connection: closed\r\n"].map(after)).toEqual([true, true, true]);
    const closing = ["connection: close\r\n", "Connection: a,\tCLOSE\r\n", "connection: a\r\nconnection: close\r\n"];
    expect(closing.map(after)).toEqual([false, false, false]);
    expect(read("HTTP/1.0 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n").keepsAlive).toBe(false);
  });

  test("with headers of any name, which stay data [client/http1-headers]", ({ expect }) => {
    const { head } = read(`${ok}__proto__: x\r\nconstructor: y\r\nx-two: a\r\nX-Two: b\r\ncontent-length: 0\r\n\r\n`);
    const entries = Object.entries(head?.headers ?? {});
    expect(entries).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
      ["x-two", "a, b"],
      ["content-length", "0"],
    ]);
    expect(Object.getPrototypeOf(head?.headers)).toBe(Object.prototype);
  });
});

describe("refused is", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    "what is not HTTP/1.x": [
      "220 mail\r\n",
      "SSH-2.0",
      "\x15\x03\x01\x00\x02",
      "HTTP/2 200\r\n",
      "HTTP/1.2 200 OK\r\n",
      " HTTP/1.1 200 OK\r\n",
      "\r\nHTTP/1.1 200 OK\r\n",
      "HTTP/1.1  200 OK\r\n",
      "HTTP/1.1 20 OK\r\n",
      "HTTP/1.1 2000 OK\r\n",
      "HTTP/1.1 099 No\r\n",
      "HTTP/1.1 600 No\r\n",
      "HTTP/1.1 +20 OK\r\n",
      "HTTP/1.1 200 O\0K\r\n",
      "http/1.1 200 OK\r\n",
    ],
    "another end of a line than CR LF": [
      "HTTP/1.1 200 OK\n",
      `${ok}a: b\n\r\n`,
      `${ok}a: b\r\r\n\r\n`,
      `${ok}a: b\rc: d\r\n\r\n`,
      `${ok}\n`,
    ],
    "a header that is no header": [
      `${ok}no colon\r\n`,
      `${ok}: nameless\r\n`,
      `${ok}a : b\r\n`,
      `${ok}a\tb: c\r\n`,
      `${ok}a: b\0c\r\n`,
      `${ok}é: b\r\n`,
      `${ok}a: b\r\n folded\r\n`,
      `${ok}a: b\r\n\tfolded: x\r\n`,
      `${ok} leading: x\r\n`,
    ],
    "a length that is none, or more than one": [
      ...["", "-1", "+1", "0x5", "5 5", "5,5", "1e2", "5.0", "99999999999999999999", "५"].map(
        (length) => `${ok}content-length: ${length}\r\n\r\n`,
      ),
      `${ok}content-length: 5\r\ncontent-length: 6\r\n\r\n`,
      `${ok}content-length: 5\r\nContent-Length: 5\r\n\r\n`,
    ],
    "both a length and chunks, or another coding": [
      `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`,
      `${ok}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n`,
      ...["gzip, chunked", "chunked, chunked", "identity", "xchunked", "chunked;q=1", "", "chunked,"].map(
        (coding) => `${ok}transfer-encoding: ${coding}\r\n\r\n`,
      ),
      `${ok}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n`,
      "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
    ],
    "a body where there is none": [
      "HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\n",
      "HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n",
      "HTTP/1.1 100 Continue\r\ncontent-length: 5\r\n\r\n",
    ],
    "another protocol": ["HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"],
    "a chunk that is none": [
      "\r\n",
      "x\r\n",
      "-5\r\n",
      "0x5\r\n",
      " 5\r\n",
      "5 \r\nhello",
      "1000000000000000\r\n",
      "5\nhello",
      "5;a\nb\r\nhello",
      "5\r\nhello!\r\n",
      "5\r\nhelloX\n",
      "5\r\nhello\n5\r\n",
      "5\r\nhello\r5\r\n",
      `5;${"x".repeat(600)}\r\n`,
      "0\r\nno trailer\r\n\r\n",
      "0\r\n folded\r\n\r\n",
      "0\r\n\n",
    ].map((chunk) => `${ok}transfer-encoding: chunked\r\n\r\n${chunk}`),
    "more than the limit": [
      `${ok}a: ${"x".repeat(1_024)}\r\n\r\n`,
      `${ok}a: ${"x".repeat(1_024)}`,
      `HTTP/1.1 200 ${"x".repeat(1_024)}`,
      `${ok}${"a: b\r\n".repeat(200)}`,
      "HTTP/1.1 100 Continue\r\n\r\n".repeat(50),
      `${ok}transfer-encoding: chunked\r\n\r\n0\r\n${"a: b\r\n".repeat(200)}`,
    ],
  };

  test.for(Object.entries(cases))("%s [client/http1-refused]", ([, texts], { expect }) => {
    expect(texts.filter((text) => outcome(text) !== "refused")).toEqual([]);
  });

  test("what came is never quoted [client/http1-refused]", ({ expect }) => {
    for (const text of Object.values(cases).flat()) {
      const secret = text.replaceAll("x", "s3cr3t");
      expect(() => read(secret)).not.toThrow(/s3cr3t/);
    }
  });

  test("many blanks take no longer than other characters [client/http1-refused]", ({ expect }) => {
    const blanks = `${ok}a:${" ".repeat(60_000)}b${" ".repeat(60_000)}\r\ncontent-length: 0\r\n\r\n`;
    expect(read(blanks, { maxHeaderBytes: 200_000 }).head?.headers["a"]).toBe("b");
  });
});

const token = fc.stringMatching(/^[a-z][a-z-]{0,8}$/);
const value = fc.stringMatching(/^[!-~]{0,12}$/);
const bodyText = fc.string({
  unit: fc.constantFrom("a", "\r", "\n", "0", "\xff", "HTTP/1.1 200 OK\r\n"),
  maxLength: 30,
});

/** Answers as servers send them, and the same with a few bytes changed. */
const answers: fc.Arbitrary<string> = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 304, 404, 503),
    headers: fc.array(fc.tuple(token, value), { maxLength: 4 }),
    body: bodyText,
    chunks: fc.option(fc.array(fc.string({ unit: fc.constantFrom("b", "\r\n", "0") }), { maxLength: 4 })),
    early: fc.boolean(),
    damage: fc.array(fc.tuple(fc.nat(), fc.constantFrom("\r", "\n", "\0", " ", ":", "5", ",", "")), { maxLength: 2 }),
  })
  .map(({ status, headers, body, chunks, early, damage }) => {
    const lines = headers.map(([name, text]) => `${name}: ${text}\r\n`).join("");
    const framed =
      chunks === null
        ? `content-length: ${body.length}\r\n\r\n${body}`
        : `transfer-encoding: chunked\r\n\r\n${chunks
            .filter((chunk) => chunk !== "")
            .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
            .join("")}0\r\nx-t: 1\r\n\r\n`;
    const text = `${early ? "HTTP/1.1 103 Early\r\nlink: a\r\n\r\n" : ""}HTTP/1.1 ${status} Text\r\n${lines}${framed}`;
    return damage.reduce((damaged, [at, replacement]) => {
      const place = at % damaged.length;
      return damaged.slice(0, place) + replacement + damaged.slice(place + 1);
    }, text);
  });

test("wherever the bytes are cut, the answer is the same, and so is a refusal [client/http1-any-cut]", () => {
  const options = fc.record({ method: fc.constantFrom("GET", "HEAD"), ends: fc.boolean() });
  const property = fc.property(answers, options, fc.array(fc.nat(), { maxLength: 8 }), (text, how, cuts) => {
    const whole = outcome(text, how);
    const everywhere = Array.from(text, (_, index) => index);
    for (const places of [cuts, everywhere]) {
      if (JSON.stringify(outcome(text, { ...how, cuts: places })) !== JSON.stringify(whole)) return false;
    }
    return true;
  });
  fc.assert(property, { numRuns: 3_000 });
});
