import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "vitest";
import { realClock } from "../../src/async/index.ts";
import { requireBinaries } from "../../tools/control-plane/binaries.ts";
import { describeReal } from "../../tools/control-plane/describe-real.ts";
import { temporaryFolder } from "../../tools/control-plane/temporary-folder.ts";
import { RunningCommand } from "./kubectl.fixture.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What `npm start` runs, and what it said of itself before its story began. */
async function startExample(
  args: readonly string[],
): Promise<{ readonly example: RunningCommand; readonly kubeconfig: string }> {
  await promisify(execFile)(process.execPath, [`${root}tools/build.ts`, "--if-stale"]);
  const example = new RunningCommand(process.execPath, [`${root}examples/08-network/main.ts`, ...args], process.env);
  process.stdout.write(`${await example.lineWith("Kubernetes API server")}\n`);
  const line = await example.lineWith("--kubeconfig");
  const kubeconfig = /--kubeconfig (\S+)/.exec(line)?.[1];
  if (kubeconfig === undefined) throw new Error(`read the path of the kubeconfig: ${line}`);
  return { example, kubeconfig };
}

test("the example tells its story to the end and leaves nothing behind", { timeout: 60_000 }, async ({ expect }) => {
  for (const args of [[], ["--by-hand"]]) {
    const { example, kubeconfig } = await startExample(args);
    await using _example = example;
    expect(statSync(kubeconfig).mode & 0o777).toBe(0o600);
    process.stdout.write(`${await example.lineWith("to the first reconcile")}\n`);
    await example.lineWith("no networks");
    await example.lineWith("everything is closed");
    await expect(example.nextLine()).rejects.toThrow("it has ended");
    expect(await example.end()).toBe(0);
    expect(existsSync(dirname(kubeconfig))).toBe(false);
  }
});

describeReal("kubectl against the example", () => {
  test(
    "a watch shows ADDED, MODIFIED and DELETED, also as chunked lines through a proxy; Ctrl-C ends it cleanly",
    {
      timeout: 60_000,
    },
    async ({ expect }) => {
      const { example, kubeconfig } = await startExample(["--keep"]);
      await using _example = example;
      await using folder = await temporaryFolder();
      const kubectl = requireBinaries(["kubectl"], process.env).get("kubectl") ?? "";
      const environment = { HOME: folder.path, KUBECACHEDIR: `${folder.path}/cache`, KUBERC: "off" };
      const follow = (...args: string[]): RunningCommand =>
        new RunningCommand(kubectl, [`--kubeconfig=${kubeconfig}`, ...args], environment);
      await using watch = follow("get", "networks", "-w", "--output-watch-events");
      await using proxy = follow("proxy", "--port=0");
      const address = (await proxy.nextLine()).split(" ").at(-1);
      const url = `http://${address}/apis/samplecrd.k8s.io/v1/networks?watch=true`;
      const response = await fetch(url, { signal: realClock.timeout(40_000) });
      expect(response.headers.get("transfer-encoding")).toBe("chunked");
      for (const type of ["ADDED", "MODIFIED", "DELETED"]) expect(await watch.lineWith(type)).toContain("blue");
      const types = await eventTypes(response, "DELETED");
      expect(types[0]).toBe("ADDED");
      expect(types).toContain("MODIFIED");
      await watch.end();
      await proxy.end();
      expect(await example.end("SIGINT")).toBe(0);
      expect(existsSync(dirname(kubeconfig))).toBe(false);
    },
  );
});

/** The types of the events until one of type `last`. Each is a line of JSON. */
async function eventTypes(response: Response, last: string): Promise<readonly string[]> {
  const types: string[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) types.push((JSON.parse(line) as { type: string }).type);
    if (types.includes(last)) break;
  }
  return types;
}
