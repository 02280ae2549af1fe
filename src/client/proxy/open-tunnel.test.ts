import { inspect } from "node:util";
import { describe, test } from "vitest";
import { createHttpsTransport } from "../https-transport.ts";
import { startRawServer } from "../raw-server.fixture.ts";
import { parseProxyUrl } from "./proxy-url.ts";

async function failureThrough(proxyUrl: string, server = "http://127.0.0.1:1"): Promise<unknown> {
  await using transport = createHttpsTransport({ server, namespace: "default", proxyUrl });
  return await transport.send({ method: "GET", path: "/a", headers: {} }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("a proxy that gives no way is a failure that names it and says nothing of who asked", () => {
  const password = "s3cr3t-p4ss";
  const basic = Buffer.from(`user:${password}`).toString("base64");
  const answers: readonly (readonly [string, string, string, string])[] = [
    ["refuses", "http", "HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno", "it refused (403)"],
    ["wants other credentials", "http", "HTTP/1.1 407 No\r\n\r\n", "it asks for other credentials (407)"],
    ["redirects", "http", "HTTP/1.1 302 Found\r\nlocation: http://elsewhere\r\n\r\n", "it refused (302)"],
    ["fails", "http", "HTTP/1.0 502 Bad Gateway\r\n\r\n", "it refused (502)"],
    ["speaks first", "http", "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "it spoke before it was spoken to"],
    ["speaks something else", "http", "SSH-2.0-OpenSSH\r\n", "it can't be spoken to (SETPOINT_HTTP1)"],
    ["hangs up", "http", "", "it can't be spoken to"],
    ["speaks something else", "socks5", "HTTP/1.1 400 Bad\r\n", "it does not speak SOCKS5"],
    ["accepts no method", "socks5", "\x05\xff", "it asks for other credentials"],
    ["chooses what was not offered", "socks5", "\x05\x01", "it asks for other credentials"],
    ["does not know the user", "socks5", "\x05\x02\x01\x01", "it does not accept the credentials"],
    ["forbids it", "socks5", "\x05\x00\x05\x02\x00\x01\x00\x00\x00\x00\x00\x00", "its rules forbid it"],
    ["finds nobody", "socks5", "\x05\x00\x05\x05\x00\x01\x00\x00\x00\x00\x00\x00", "nobody listens there"],
    ["fails strangely", "socks5", "\x05\x00\x05\x63\x00\x01", "it refused"],
    ["names no address", "socks5", "\x05\x00\x05\x00\x00\x09\x00", "it does not speak SOCKS5"],
    ["hangs up", "socks5", "\x05\x00\x05", "it can't be spoken to"],
  ];

  test.for(answers)("it %s (%s) [client/proxy-refuses]", async ([, scheme, answer, why], { expect }) => {
    await using proxy = await startRawServer((socket) => void socket.once("data", () => socket.end(answer, "latin1")));
    const error = await failureThrough(`${scheme}://user:${password}@127.0.0.1:${proxy.port}`);
    expect(error).toMatchObject({ code: "SETPOINT_TRANSPORT_PROXY" });
    const message = `GET http://127.0.0.1:1/a: the proxy ${scheme}://127.0.0.1:${proxy.port} gave no way there: ${why}`;
    expect((error as Error).message).toBe(message);
    const shown = inspect(error, { depth: null, showHidden: true });
    for (const secret of [password, basic]) expect(shown).not.toContain(secret);
  });

  test("it is not there [client/proxy-refuses]", async ({ expect }) => {
    for (const scheme of ["http", "https", "socks5"]) {
      const error = await failureThrough(`${scheme}://user:${password}@127.0.0.1:1`);
      expect(error).toMatchObject({ code: "SETPOINT_TRANSPORT_PROXY" });
      expect(String(error)).toContain("it can't be spoken to (ECONNREFUSED)");
    }
  });

  test("a name or password that SOCKS5 has no room for is refused [client/proxy-refuses]", async ({ expect }) => {
    await using proxy = await startRawServer((socket) => void socket.once("data", () => socket.write("\x05\x02")));
    const error = await failureThrough(`socks5://user:${"p".repeat(300)}@127.0.0.1:${proxy.port}`);
    expect(String(error)).toContain("SOCKS5 has room for 1 to 255 bytes");
  });
});

test("an abort while a proxy makes us wait throws the reason and leaves no connection [client/proxy]", async ({
  expect,
}) => {
  const stop = new AbortController();
  const reason = new Error("enough");
  const closed = Promise.withResolvers<void>();
  await using proxy = await startRawServer((socket) => {
    socket.once("data", () => stop.abort(reason));
    socket.once("close", () => closed.resolve());
  });
  for (const scheme of ["http"]) {
    const config = {
      server: "http://a.invalid",
      namespace: "default",
      proxyUrl: `${scheme}://127.0.0.1:${proxy.port}`,
    };
    await using transport = createHttpsTransport(config);
    const sending = transport.send({ method: "GET", path: "/a", headers: {}, signal: stop.signal });
    await expect(sending).rejects.toBe(reason);
  }
  await closed.promise;
});

test("a proxy is asked for the server by name, address or IPv6 address, as it was configured [client/proxy]", async ({
  expect,
}) => {
  const asked: string[] = [];
  await using http = await startRawServer((socket) => {
    socket.once("data", (bytes) => {
      asked.push(bytes.toString("latin1").split("\r\n")[0] ?? "");
      socket.destroy();
    });
  });
  await using socks = await startRawServer((socket) => {
    socket.once("data", () => {
      socket.write("\x05\x00");
      socket.once("data", (bytes) => {
        asked.push(bytes.toString("hex"));
        socket.destroy();
      });
    });
  });
  for (const server of ["http://a.invalid:81", "http://127.0.0.1", "http://[2001:db8::1]:82"]) {
    await failureThrough(`http://127.0.0.1:${http.port}`, server);
    await failureThrough(`socks5h://127.0.0.1:${socks.port}`, server);
  }
  expect(asked).toEqual([
    "CONNECT a.invalid:81 HTTP/1.1",
    `0501000309${Buffer.from("a.invalid").toString("hex")}0051`,
    "CONNECT 127.0.0.1:80 HTTP/1.1",
    "050100017f0000010050",
    "CONNECT [2001:db8::1]:82 HTTP/1.1",
    "0501000420010db80000000000000000000000010052",
  ]);
});

test("the address of a proxy has its default port and its user decoded [client/proxy]", ({ expect }) => {
  expect(parseProxyUrl("http://a")).toEqual({ kind: "http", host: "a", port: 80, user: undefined });
  expect(parseProxyUrl("https://[::1]")).toEqual({ kind: "https", host: "::1", port: 443, user: undefined });
  const user = { name: "a@b", password: "c:d" };
  expect(parseProxyUrl("socks5://a%40b:c%3Ad@h")).toEqual({ kind: "socks5", host: "h", port: 1_080, user });
});
