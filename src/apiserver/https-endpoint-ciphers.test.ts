import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, test } from "vitest";

const fromHere = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** Prints the cipher that an endpoint agrees on with a client that knows two. The platform takes its own from the command line only. */
const script = `
  import { once } from "node:events";
  import { connect } from "node:tls";
  import { systemRandom } from ${fromHere("../async/index.ts")};
  import { silentLogger } from ${fromHere("../observe/index.ts")};
  import { HttpsEndpoint } from ${fromHere("./https-endpoint.ts")};
  const none = () => undefined;
  const parts = { token: "t", random: systemRandom, log: silentLogger, port: 0 };
  const endpoint = await HttpsEndpoint.open({ handle: none, identify: none, ...parts });
  const { port } = new URL(endpoint.url);
  const ciphers = "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384";
  const socket = connect({ port, host: "127.0.0.1", ca: endpoint.ca, servername: "localhost", ciphers });
  await once(socket, "secureConnect");
  console.log(socket.getCipher().name);
  socket.destroy();
  await endpoint.close();
`;

describe("the ciphers of an endpoint", () => {
  test.for([
    ["TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256"],
    ["TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384"],
  ] as const)("are those of the platform, %s, of which it takes %s", async ([platform, agreed], { expect }) => {
    const options = [`--tls-cipher-list=${platform}`, "--input-type=module", "--eval", script];
    const { stdout } = await promisify(execFile)(process.execPath, options);
    expect(stdout.trim()).toBe(agreed);
  });
});
