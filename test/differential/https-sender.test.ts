import { once } from "node:events";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server } from "node:net";
import { createServer } from "node:https";
import { test } from "vitest";
import { realClock, systemRandom } from "../../src/async/index.ts";
import { createAuthority, issueCertificate } from "../../src/certificates/index.ts";
import type { Answer, Call } from "./call.ts";
import { hangUp, httpsSender } from "./https-sender.ts";

interface Listening extends AsyncDisposable {
  readonly url: string;
}

async function listening(server: Server): Promise<Listening> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

function newCa(): ReturnType<typeof createAuthority> {
  return createAuthority({ commonName: "authority", clock: realClock, random: systemRandom });
}

const authority: Readonly<ReturnType<typeof createAuthority>> = newCa();

/** Answers requests for `/answer`, closes the connection half-way at `/half`, and instead of an answer at any other path. */
function rudeServer(): Promise<Listening> {
  const { certificate: cert, key } = issueCertificate(authority, {
    commonName: "rude",
    usages: ["server"],
    ipAddresses: ["127.0.0.1"],
  });
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    if (incoming.url === "/answer") outgoing.end("{}");
    else if (incoming.url === "/half") outgoing.write("{", () => incoming.destroy());
    else incoming.destroy();
  });
  return listening(server);
}

async function sent(url: string, paths: readonly string[], ca = authority.certificate): Promise<readonly Answer[]> {
  using sender = httpsSender({ url, ca, token: "t" });
  const answers: Answer[] = [];
  for (const path of paths) answers.push(await sender.send({ method: "GET", path } satisfies Call));
  return answers;
}

test("a server hangs up when it has taken the connection, new or kept, and closes it instead of an answer [apiserver/differential-classes]", async ({
  expect,
}) => {
  await using server = await rudeServer();
  const answers = await sent(server.url, ["/gone", "/answer", "/gone", "/answer"]);
  expect(answers.map(({ status }) => status)).toEqual([hangUp.status, 200, hangUp.status, 200]);
});

test("a server that cannot be asked, or breaks off, fails the run [apiserver/differential-classes]", async ({
  expect,
}) => {
  const closed = await listening(createTcpServer());
  await closed[Symbol.asyncDispose]();
  const codeOf = (url: string, path: string, ca?: string): Promise<unknown> =>
    sent(url, [path], ca).then(
      (answers) => answers,
      ({ cause }: Error) => (cause as NodeJS.ErrnoException).code,
    );
  expect(await codeOf(closed.url, "/gone")).toBe("ECONNREFUSED");
  await using mute = await listening(createTcpServer((socket) => socket.destroy()));
  expect(await codeOf(mute.url, "/gone")).toBe("ECONNRESET");
  await using rude = await rudeServer();
  expect(await codeOf(rude.url, "/gone", newCa().certificate)).toMatch(/CERT|SIGNATURE|VERIFY/);
  expect(await codeOf(rude.url, "/half")).toBe("ECONNRESET");
});
