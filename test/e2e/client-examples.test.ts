import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, test } from "vitest";
import { Client } from "../../src/client/index.ts";
import { loadKubeconfig } from "../../src/config/index.ts";
import { Pod } from "../../src/kinds.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { startRealControlPlane } from "../../tools/control-plane/testing.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What a program of this repository prints, once it has ended well. */
async function outputOf(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 120_000 });
  return stdout;
}

async function run(example: string, ...args: readonly string[]): Promise<string> {
  return outputOf([`examples/${example}/main.ts`, ...args]);
}

beforeAll(async () => {
  await outputOf(["tools/build.ts", "--if-stale"]);
}, 180_000);

describe("an example, as it is started", { timeout: 180_000 }, () => {
  test("has a cluster of its own if it is given none [client/examples]", async ({ expect }) => {
    expect(await run("01-rest-client")).toMatch(/^1 pods in default\nweb {2}Pending {2}nginx:1\.29\n/);
    expect(await run("02-clientset")).toMatch(/^default\/web runs nginx:1\.29\n1 pods run in all namespaces\n/);
    expect(await run("03-dynamic-client")).toContain("CronTab nightly: 0 3 * * *\n");
    expect(await run("04-discovery-client")).toMatch(/^deployments +deploy +apps\/v1 +true +Deployment$/m);
  });
});

describeReal("an example, as it is started with the kubeconfig of the real server", () => {
  test("speaks to the server that the kubeconfig names [client/examples]", { timeout: 180_000 }, async ({ expect }) => {
    await using plane = await startRealControlPlane();
    const { kubeconfig, namespace } = plane;
    await using client = Client.connect({ ...(await loadKubeconfig({ path: kubeconfig })), namespace });
    const spec = { containers: [{ name: "web", image: "nginx:1.29" }], automountServiceAccountToken: false };
    await client.resource(Pod).create({ metadata: { name: "web" }, spec });
    const here = ["--kubeconfig", kubeconfig, "--namespace", namespace];
    expect(await run("01-rest-client", ...here)).toContain(`1 pods in ${namespace}\nweb  Pending  nginx:1.29\n`);
    const pod = ["--pod", `${namespace}/web`];
    expect(await run("02-clientset", "--kubeconfig", kubeconfig, ...pod)).toContain(`${namespace}/web runs nginx:1.29`);
    expect(await run("03-dynamic-client", ...here)).toContain("CronTab nightly: 0 3 * * *\n");
    expect(await run("04-discovery-client", "--kubeconfig", kubeconfig)).toMatch(/^Server v1\.\d+\.\d+/);
  });
});

test("a CommonJS program, as tests and servers often are, can require the client [client/required]", async ({
  expect,
}) => {
  const program = `
    const { Client } = require("setpoint/client");
    const { ConfigMap } = require("setpoint/kinds");
    async function* body() { yield Buffer.from('{"metadata":{"name":"a"},"data":{"x":"1"}}'); }
    const client = Client.over(async () => ({ status: 200, headers: {}, body: body() }));
    client.resource(ConfigMap).get("a").then(({ data }) => console.log(JSON.stringify(data)));
  `;
  expect(await outputOf(["--input-type=commonjs", "--eval", program])).toBe('{"x":"1"}\n');
});
