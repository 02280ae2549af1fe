import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { ServerListenError } from "./errors.ts";
import { listenAddress } from "./listen-address.ts";

test("a server listens on the loopback interface unless it is told otherwise [apiserver/listen-address]", ({
  expect,
}) => {
  const loopback = { host: "127.0.0.1", urlHost: "127.0.0.1", addresses: [] };
  expect(listenAddress()).toEqual(loopback);
  expect(listenAddress("127.0.0.1")).toEqual(loopback);
  expect(listenAddress("::1")).toEqual({ host: "::1", urlHost: "[::1]", addresses: [] });
});

test("a server can be started to listen, and knows where it is [apiserver/start-listening]", async ({ expect }) => {
  await using server = await ApiServer.start({ listen: true });
  const { url, ca, kubeconfig } = server.endpoint;
  expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(ca).toContain("BEGIN CERTIFICATE");
  expect(kubeconfig).toContain(url);
  const port = Number(new URL(url).port);
  const second = ApiServer.start({ listen: { port } });
  await expect(second).rejects.toSatisfy(ServerListenError.is);
  await using silent = await ApiServer.start();
  expect(silent.endpoint).toBeUndefined();
});

test("an address can be told, or all [apiserver/listen-address]", ({ expect }) => {
  expect(listenAddress("192.0.2.1")).toEqual({ host: "192.0.2.1", urlHost: "192.0.2.1", addresses: ["192.0.2.1"] });
  expect(listenAddress("2001:DB8::1")).toEqual({
    host: "2001:DB8::1",
    urlHost: "[2001:DB8::1]",
    addresses: ["2001:db8::1"],
  });
  const all = listenAddress("0.0.0.0");
  expect(all).toMatchObject({ host: "0.0.0.0", urlHost: "127.0.0.1" });
  expect(all?.addresses).not.toContain("127.0.0.1");
});

test.for(["localhost", "example.dev", "", "127.0.0.1:80", "300.1.1.1"])(
  "%j is no address [apiserver/listen-address]",
  async (host, { expect }) => {
    expect(listenAddress(host)).toBeUndefined();
    await using server = await ApiServer.start();
    await expect(server.listen({ host })).rejects.toSatisfy(ServerListenError.is);
  },
);

test("a server on all addresses is proven and called by each, and by no name of a stranger [apiserver/listen-address]", async ({
  expect,
}) => {
  await using server = await ApiServer.start();
  const { url, ca } = await server.listen({ host: "0.0.0.0" });
  const { port } = new URL(url);
  const ask = async (hostname: string, host: string, servername?: string): Promise<number | undefined> => {
    const asked = request({ hostname, port, ca, servername, path: "/livez", headers: { host }, agent: false });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      asked.once("response", resolve).once("error", reject),
    );
    asked.end();
    const answer = await answered;
    await text(answer);
    return answer.statusCode;
  };
  const own = listenAddress("0.0.0.0")?.addresses.filter((address) => !address.includes(":")) ?? [];
  for (const address of ["127.0.0.1", ...own]) expect(await ask(address, `${address}:${port}`)).toBe(200);
  expect(await ask("127.0.0.1", "example.dev", "localhost")).toBe(403);
});
