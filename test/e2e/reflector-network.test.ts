import { test } from "vitest";
import { ApiServer } from "../../src/apiserver/index.ts";
import { Client, createHttpsTransport } from "../../src/client/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import type { ClientConfig } from "../../src/config/index.ts";
import { Reflector } from "../../src/informer/index.ts";
import { ConfigMap } from "../../src/types/core/v1/index.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";
import { startCuttingProxy } from "./cutting-proxy.fixture.ts";

/** Follows a server while its connections are reset again and again. `become` waits for something to be true. */
async function surviveResets(config: ClientConfig, become: (isTrue: () => boolean) => Promise<void>): Promise<void> {
  await using proxy = await startCuttingProxy(Number(new URL(config.server).port));
  await using transport = createHttpsTransport({ ...config, server: `https://127.0.0.1:${proxy.port}` });
  const { token, namespace } = config;
  // Who writes is not cut off: a write that is reset may or may not have happened.
  await using direct = createHttpsTransport(config);
  const maps = Client.over(transport.send, { token, namespace }).resource(ConfigMap).inNamespace();
  const writer = Client.over(direct.send, { token, namespace }).resource(ConfigMap).inNamespace();
  const stop = new AbortController();
  const added: string[] = [];
  let lists = 0;
  const reading = (async () => {
    for await (const delta of new Reflector(ConfigMap, maps).deltas({ signal: stop.signal })) {
      if (delta.type === "replaced") lists += 1;
      if (delta.type === "added") added.push(delta.object.metadata.name);
    }
  })();
  await become(() => lists === 1);
  const names = ["a", "b", "c", "d"];
  for (const name of names) {
    if (proxy.cut() === 0) throw new Error("expected a connection to cut");
    await writer.create({ metadata: { name } });
    await become(() => added.includes(name));
  }
  await become(() => names.join() === added.filter((name) => names.includes(name)).join() && lists === 1);
  stop.abort();
  await reading;
}

test("connections that are reset lose nothing of the embedded server [informer/reset-on-the-network]", async ({
  expect,
}) => {
  await using server = await ApiServer.start();
  const { url, ca } = await server.listen();
  const config = { server: url, ca, token: server.token, namespace: "default" };
  await surviveResets(config, (isTrue) => expect.poll(isTrue, { timeout: 60_000 }).toBe(true));
});

describeReal("a network that resets", () => {
  test("connections that are reset lose nothing of the real server [informer/reset-on-the-network]", async ({
    expect,
  }) => {
    await using plane = await startRealControlPlane();
    const config = { ...(await loadKubeconfig({ path: plane.kubeconfig })), namespace: plane.namespace };
    await surviveResets(config, (isTrue) => expect.poll(isTrue, { timeout: 60_000 }).toBe(true));
  });
});
