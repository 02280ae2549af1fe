import { test } from "vitest";
import { ask } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

type Fields = Readonly<Record<string, unknown>>;

const labels = { app: "one" };

function template(spec: object = {}): Fields {
  const containers = [{ name: "one", image: "one", ports: [{ containerPort: 80 }] }];
  return { metadata: { labels }, spec: { containers, ...spec } };
}

/** What a server makes of a workload that is only tried. */
async function tried(server: TestServer, [group, plural]: readonly [string, string], spec: object): Promise<Fields> {
  const path = `${group}/namespaces/${server.namespace}/${plural}`;
  const body = { metadata: { name: "one" }, spec };
  const { json } = await ask(server, `POST ${path}?dryRun=All`, { body });
  return json?.spec ?? { message: json?.message };
}

const statefulSets = ["/apis/apps/v1", "statefulsets"] as const;
const daemonSets = ["/apis/apps/v1", "daemonsets"] as const;
const deployments = ["/apis/apps/v1", "deployments"] as const;
const jobs = ["/apis/batch/v1", "jobs"] as const;
const pods = ["/api/v1", "pods"] as const;

const count = "deprecated.daemonset.template.generation";

interface Sent {
  readonly annotations?: object;
  readonly image?: string;
  readonly isTried?: boolean;
}

/** Sends a daemon set. */
function sent(server: TestServer, method: "POST" | "PUT", how: Sent): ReturnType<typeof ask> {
  const { annotations = {}, image = "one", isTried = false } = how;
  const path = `${daemonSets[0]}/namespaces/${server.namespace}/daemonsets${method === "PUT" ? "/one" : ""}`;
  const containers = [{ name: "one", image }];
  const body = {
    metadata: { name: "one", annotations },
    spec: { selector: { matchLabels: labels }, template: template({ containers }) },
  };
  return ask(server, `${method} ${path}${isTried ? "?dryRun=All" : ""}`, { body });
}

forEachServer(["embedded", "real"], "what a workload leaves open", (start) => {
  test("stays open where a stateful set names its strategy [apiserver/built-in-defaults]", async ({ expect }) => {
    await using server = await start();
    const strategy = async (updateStrategy?: object): Promise<unknown> =>
      (
        await tried(server, statefulSets, {
          serviceName: "one",
          selector: { matchLabels: labels },
          template: template(),
          updateStrategy,
        })
      )["updateStrategy"];
    const partition = { type: "RollingUpdate", rollingUpdate: { partition: 0 } };
    expect(await strategy()).toEqual(partition);
    expect(await strategy({ rollingUpdate: {} })).toEqual(partition);
    expect(await strategy({ type: "RollingUpdate" })).toEqual({ type: "RollingUpdate" });
    expect(await strategy({ type: "RollingUpdate", rollingUpdate: {} })).toEqual(partition);
    expect(await strategy({ type: "OnDelete" })).toEqual({ type: "OnDelete" });
  });

  test("is no limit of a job whose indexes have their own [apiserver/built-in-defaults]", async ({ expect }) => {
    await using server = await start();
    const limit = async (more: object): Promise<unknown> =>
      (await tried(server, jobs, { template: template({ restartPolicy: "Never" }), ...more }))["backoffLimit"];
    expect(await limit({})).toBe(6);
    expect(await limit({ completionMode: "Indexed", completions: 2, backoffLimitPerIndex: 1 })).toBe(2_147_483_647);
  });

  test("are ports of the node for a pod on its network, not for a template [apiserver/built-in-defaults]", async ({
    expect,
  }) => {
    await using server = await start();
    const onHost = template({ hostNetwork: true });
    const made = await tried(server, pods, onHost["spec"] as object);
    expect(made).toMatchObject({ containers: [{ ports: [{ containerPort: 80, hostPort: 80 }] }] });
    const kept = await tried(server, deployments, { selector: { matchLabels: labels }, template: onHost });
    expect(kept).toMatchObject({
      template: { spec: { containers: [{ ports: [{ containerPort: 80, protocol: "TCP" }] }] } },
    });
    expect(JSON.stringify(kept)).not.toContain("hostPort");
  });

  test("are the mode of a volume that comes with the pod and who may write to a disk [apiserver/built-in-defaults]", async ({
    expect,
  }) => {
    await using server = await start();
    const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    const volumes = [
      { name: "own", ephemeral: { volumeClaimTemplate: { spec: claim } } },
      { name: "disk", azureDisk: { diskName: "one", diskURI: "https://one/two.vhd" } },
    ];
    const made = await tried(server, pods, template({ volumes })["spec"] as object);
    expect(made).toMatchObject({
      volumes: [
        { ephemeral: { volumeClaimTemplate: { spec: { volumeMode: "Filesystem" } } } },
        { azureDisk: { readOnly: false, cachingMode: "ReadWrite" } },
      ],
    });
  });

  test("is one, whatever less is sent, for the count of a daemon set [apiserver/built-in-defaults]", async ({
    expect,
  }) => {
    await using server = await start();
    const annotated = async (annotations: object): Promise<unknown> =>
      (await sent(server, "POST", { annotations, isTried: true })).json?.metadata?.["annotations"];
    expect(await annotated({})).toEqual({ [count]: "1" });
    for (const [given, kept] of [
      ["0", "1"],
      ["-3", "1"],
      ["7", "7"],
      ["+007", "7"],
      ["9007199254740993", "9007199254740993"],
      ["9223372036854775807", "9223372036854775807"],
    ] as const) {
      expect(await annotated({ [count]: given })).toEqual({ [count]: kept });
    }
  });
});

forEachServer(["embedded", "real"], "the count of a daemon set", (start) => {
  test("that is no number of 64 bits is refused, in a new one and in a change [apiserver/daemon-set-count]", async ({
    expect,
  }) => {
    await using server = await start();
    await sent(server, "POST", {});
    const cases = [
      ["x", '"x": invalid syntax'],
      [" 5", '" 5": invalid syntax'],
      ["", '"": invalid syntax'],
      ["1e3", '"1e3": invalid syntax'],
      ["9223372036854775808", '"9223372036854775808": value out of range'],
      ["-99999999999999999999999", '"-99999999999999999999999": value out of range'],
    ] as const;
    for (const [given, why] of cases) {
      for (const method of ["POST", "PUT"] as const) {
        const { json } = await sent(server, method, { annotations: { [count]: given }, isTried: true });
        const message = `DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing ${why}`;
        expect(json).toMatchObject({ code: 400, reason: "BadRequest", message });
      }
    }
  });

  test("goes on by one with each other template, exactly and to its end [apiserver/daemon-set-count]", async ({
    expect,
  }) => {
    await using server = await start();
    await sent(server, "POST", { annotations: { [count]: "9223372036854775806" } });
    const kept = await sent(server, "PUT", { annotations: { [count]: "5" } });
    expect(kept.json?.metadata?.["annotations"]).toEqual({ [count]: "9223372036854775806" });
    const last = await sent(server, "PUT", { image: "two" });
    expect(last.json?.metadata?.["annotations"]).toEqual({ [count]: "9223372036854775807" });
    const over = "spec.templateGeneration: Invalid value: -9223372036854775808";
    expect((await sent(server, "PUT", { image: "three" })).json).toMatchObject({
      code: 422,
      message: `DaemonSet.apps "one" is invalid: [${over}: must not be decremented, ${over}: must be greater than or equal to 0]`,
    });
  });
});
