import { describe, test } from "vitest";
import { nextTurn } from "../async/index.ts";
import { partsAnswer, streamAnswer, textAnswer } from "./answer.ts";
import { serverDefaults } from "./defaults.ts";
import type { EndpointOptions } from "./https-endpoint.ts";
import { asks, open, pathBack, Visitor } from "./plain-connection.fixture.ts";

describe("a connection of HTTP/1.1", () => {
  test("answers plain requests one after the other, and says that it stays open [apiserver/plain-connection]", async ({
    expect,
  }) => {
    const bodies: (string | undefined)[] = [];
    await using endpoint = await open(async ({ path, body }) => {
      bodies.push(body === undefined ? undefined : new TextDecoder().decode(body));
      return textAnswer(path, 201);
    });
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/1"));
    await visitor.until("/1");
    visitor.send("POST /2 HTTP/1.1", "host: localhost", "content-length: 4", "", "body");
    await visitor.until("/2");
    expect(bodies).toEqual([undefined, "body"]);
    const heads = visitor.received.split(/\r\n\r\n\/./).slice(0, 2);
    for (const head of heads) {
      expect(head).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
      expect(head).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/);
      expect(head).toMatch(/\r\nconnection: keep-alive\r\nkeep-alive: timeout=60$/);
    }
  });

  test("answers the same wherever a request is cut in two [apiserver/plain-connection]", async ({ expect }) => {
    await using endpoint = await open(async ({ path, body }) => textAnswer(`${path}/${body?.length}`));
    const whole = ["PUT /a HTTP/1.1", "host: localhost", "content-length: 2", "", "ab"].join("\r\n");
    await Promise.all(
      Array.from({ length: whole.length - 1 }, async (_, index) => {
        using visitor = await Visitor.at(endpoint);
        visitor.send(whole.replace("/a", "/1"));
        await visitor.until("/1/2");
        visitor.send(whole.slice(0, index + 1));
        await nextTurn();
        visitor.send(whole.slice(index + 1));
        await visitor.until("/a/2");
        visitor.send(whole.replace("/a", "/3"));
        await visitor.until("/3/2");
        expect(visitor.bodies).toEqual(["/1/2", "/a/2", "/3/2"]);
      }),
    );
  });

  test("answers in order what is sent before the answer, together or not [apiserver/plain-pipeline]", async ({
    expect,
  }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: ready, resolve: answer } = Promise.withResolvers<void>();
    await using endpoint = await open(async (request, caller) => {
      ask();
      if (request.path === "/slow") await ready;
      return pathBack(request, caller);
    });
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/slow"));
    await asked;
    visitor.send(...asks("/2"));
    visitor.send(...asks("/3").slice(0, 1), "");
    visitor.send(...asks("/3").slice(1));
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    answer();
    await visitor.until("/3");
    visitor.send(...asks("/4"), asks("/5").join("\r\n"));
    await visitor.until("/5");
    expect(visitor.bodies).toEqual(["/slow", "/2", "/3", "/4", "/5"]);
  });

  test("leaves what is unusual to the platform, also after plain requests [apiserver/plain-hand-over]", async ({
    expect,
  }) => {
    await using endpoint = await open(async ({ path, body }) => textAnswer(`${path}${body?.length ?? ""}`));
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/1"));
    await visitor.until("/1");
    visitor.send("PUT /2 HTTP/1.1", "host: localhost", "expect: 100-continue", "content-length: 1", "", "");
    await visitor.until("100 Continue\r\n\r\n");
    visitor.send("b");
    await visitor.until("/21");
    visitor.send("PUT /3 HTTP/1.1", "host: localhost", "transfer-encoding: chunked", "", "2", "ab", "0", "", "");
    await visitor.until("/32");
    visitor.send(...asks("/4"));
    await visitor.until("/4");
    visitor.send("GET /5 HTTP/1.1", "host: localhost", "connection: close", "", "");
    await visitor.closed;
    expect(visitor.received).toMatch(/connection: close[^]*\/5$/i);
  });

  test.for([
    ["two lengths", ["POST /1 HTTP/1.1", "host: localhost", "content-length: 0", "content-length: 44", "", ""]],
    [
      "a length beside chunks",
      ["POST /1 HTTP/1.1", "host: localhost", "content-length: 5", "transfer-encoding: chunked", "", "0", "", ""],
    ],
    ["a line that ends early", ["POST /1 HTTP/1.1", "host: localhost\ncontent-length: 44", "", ""]],
  ] as const)("hides no request behind one with %s [apiserver/plain-smuggling]", async ([, lines], { expect }) => {
    const paths: string[] = [];
    await using endpoint = await open(async (request, caller) => {
      paths.push(request.path);
      return pathBack(request, caller);
    });
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/0"));
    await visitor.until("/0");
    visitor.send(...lines, asks("/hidden").join("\r\n"));
    await visitor.closed;
    expect(visitor.received).toMatch(/HTTP\/1\.1 400 Bad Request\r\n/);
    expect(paths).not.toContain("/hidden");
  });

  test("sends long answers and streams, and goes on after them [apiserver/plain-connection]", async ({ expect }) => {
    const long = new Uint8Array(serverDefaults.shortBodyBytes * 20).fill(0x61);
    await using endpoint = await open(async (request, caller) => {
      if (request.path === "/long") return partsAnswer([long], { status: 200, contentType: "text/plain" });
      if (request.path === "/stream") return streamAnswer(pieces(), "text/plain");
      return pathBack(request, caller);
    });
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/long"));
    await visitor.until("a".repeat(long.length));
    visitor.send(...asks("/stream"));
    await visitor.until("3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n");
    visitor.send(...asks("/last"));
    await visitor.until("/last");
    expect(visitor.received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
  });

  test("compresses what is long for those who want that, and tells where an answer ends that does not say its length [apiserver/plain-connection]", async ({
    expect,
  }) => {
    const long = new Uint8Array(serverDefaults.compressFromBytes);
    await using endpoint = await open(async ({ path }) => {
      if (path === "/long") return partsAnswer([long], { status: 200, contentType: "text/plain" });
      const { headers, ...answer } = textAnswer("short");
      return { ...answer, headers: { "content-type": headers["content-type"] ?? "" } };
    });
    using visitor = await Visitor.at(endpoint);
    visitor.send("GET /long HTTP/1.1", "host: localhost", "accept-encoding: gzip", "", "");
    await visitor.until("\r\n0\r\n\r\n");
    expect(visitor.received).toMatch(/\r\ncontent-encoding: gzip\r\n/);
    expect(visitor.received).toMatch(/\r\nkeep-alive: timeout=60\r\n/);
    visitor.send(...asks("/short"));
    await visitor.until("5\r\nshort\r\n0\r\n\r\n");
  });

  test("ends with a refusal, before what was sent behind it is looked at [apiserver/plain-refusal]", async ({
    expect,
  }) => {
    const paths: string[] = [];
    const identify: EndpointOptions["identify"] = ({ path }) =>
      path === "/no" ? { refusal: textAnswer("no", 401) } : {};
    await using endpoint = await open(
      async (request, caller) => {
        paths.push(request.path);
        return pathBack(request, caller);
      },
      { identify },
    );
    using visitor = await Visitor.at(endpoint);
    visitor.send(...asks("/yes"));
    await visitor.until("/yes");
    visitor.send(...asks("/no"));
    visitor.send(...asks("/after"));
    await visitor.closed;
    expect(visitor.received).toMatch(/HTTP\/1\.1 401 Unauthorized\r\n[^]*connection: close\r\n[^]*\r\n\r\nno$/i);
    expect(paths).toEqual(["/yes"]);
  });

  test("is cut when an answer cannot be written, or breaks [apiserver/plain-connection]", async ({ expect }) => {
    await using endpoint = await open(async ({ path }) => {
      if (path === "/broken") throw new Error("broken");
      const answer = textAnswer("ok");
      return { ...answer, headers: { ...answer.headers, warning: "a\r\nset-cookie: b" } };
    });
    for (const path of ["/broken", "/lines"]) {
      using visitor = await Visitor.at(endpoint);
      visitor.send(...asks(path));
      await visitor.closed;
      expect(visitor.received).toBe("");
    }
  });
});

async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
  for (const text of ["one", "two"]) {
    await nextTurn();
    yield new TextEncoder().encode(text);
  }
}
