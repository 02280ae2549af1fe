import { describe, test } from "vitest";
import { ask, causesOf } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

type Fields = Readonly<Record<string, unknown>>;

const key = (container: string): string => `container.apparmor.security.beta.kubernetes.io/${container}`;
const merge = { "content-type": "application/merge-patch+json" };
const image = "i";

function warningOf(container: string, at = ""): string {
  return `299 - "${at}metadata.annotations[${key(container)}]: deprecated since v1.30; use the \\"appArmorProfile\\" field instead"`;
}

/** The paths of pods, in a namespace that has the account that they run with. */
async function podsOf(server: TestServer): Promise<string> {
  const core = `/api/v1/namespaces/${server.namespace}`;
  await ask(server, `POST ${core}/serviceaccounts`, { body: { metadata: { name: "default" } } });
  return `${core}/pods`;
}

function pod(name: string, spec: Fields, annotations: Fields = {}): object {
  return { metadata: { name, annotations }, spec };
}

forEachServer(["embedded", "real"], "annotations about profiles of AppArmor", (start) => {
  test("become fields of the containers of a new pod, where these say nothing else [apiserver/app-armor]", async ({
    expect,
  }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const own = { securityContext: { appArmorProfile: { type: "RuntimeDefault" } } };
    const spec = {
      securityContext: { appArmorProfile: { type: "Unconfined" } },
      initContainers: [{ name: "first", image }],
      containers: [
        { name: "local", image, securityContext: { privileged: false } },
        { name: "same", image },
        { name: "own", image, ...own },
        { name: "empty", image },
        { name: "none", image },
      ],
    };
    const annotations = {
      [key("first")]: "runtime/default",
      [key("local")]: "localhost/mine",
      [key("same")]: "unconfined",
      [key("own")]: "runtime/default",
    };
    const made = await ask(server, `POST ${pods}`, { body: pod("told", spec, annotations) });
    expect(made.status).toBe(201);
    expect(made.headers["warning"]).toBe([warningOf("first"), warningOf("local")].join(", "));
    const { spec: kept } = made.json as unknown as { readonly spec: Readonly<Record<string, readonly Fields[]>> };
    const contexts = [...(kept["initContainers"] ?? []), ...(kept["containers"] ?? [])].map(
      (one) => one["securityContext"],
    );
    const local = { privileged: false, appArmorProfile: { type: "Localhost", localhostProfile: "mine" } };
    expect(contexts).toEqual([own.securityContext, local, undefined, own.securityContext, undefined, undefined]);
    expect(made.json).toMatchObject({ metadata: { annotations } });
  });

  test("are not read for what runs on Windows [apiserver/app-armor]", async ({ expect }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const spec = { os: { name: "windows" }, containers: [{ name: "a", image }] };
    const made = await ask(server, `POST ${pods}`, { body: pod("told", spec, { [key("a")]: "unconfined" }) });
    expect([made.status, made.headers["warning"]]).toEqual([201, undefined]);
    expect(made.json).not.toHaveProperty("spec.containers.0.securityContext");
  });

  test("are refused where they name nothing, or not what the fields say [apiserver/app-armor]", async ({ expect }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const refused = async (spec: Fields, annotations: Fields): Promise<readonly string[]> =>
      causesOf(await ask(server, `POST ${pods}`, { body: pod("wrong", spec, annotations) }));
    const containers = [{ name: "a", image }];
    expect(await refused({ containers }, { [key("b")]: "unconfined" })).toEqual([
      `metadata.annotations[${key("b")}]: Invalid value: "b": container not found`,
    ]);
    expect(await refused({ containers }, { [key("a")]: "x" })).toEqual([
      `metadata.annotations[${key("a")}]: Invalid value: "x": invalid AppArmor profile name: "x"`,
    ]);
    const local = { appArmorProfile: { type: "Localhost", localhostProfile: "mine" } };
    const at = "spec.containers[0].securityContext.appArmorProfile";
    for (const [text, cause] of [
      ["unconfined", `${at}.type: Forbidden: apparmor type in annotation and field must match`],
      ["localhost/yours", `${at}.localhostProfile: Forbidden: apparmor profile in annotation and field must match`],
    ] as const) {
      expect(
        await refused({ containers: [{ name: "a", image, securityContext: local }] }, { [key("a")]: text }),
      ).toEqual([cause]);
    }
    const long = { appArmorProfile: { type: "Localhost", localhostProfile: "x".repeat(4096) } };
    expect(await refused({ containers: [{ name: "a", image, securityContext: long }] }, {})).toEqual([
      `${at}.localhostProfile: Too long: may not be more than 4095 bytes`,
    ]);
  });

  test("stay as they were when the pod was made, also in a write of its status [apiserver/app-armor]", async ({
    expect,
  }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const spec = {
      containers: [
        { name: "a", image },
        { name: "b", image },
      ],
    };
    await ask(server, `POST ${pods}`, { body: pod("told", spec, { [key("a")]: "unconfined" }) });
    const changed = { metadata: { annotations: { [key("a")]: null, [key("b")]: "unconfined" } } };
    for (const path of [`${pods}/told`, `${pods}/told/status`]) {
      const answer = await ask(server, `PATCH ${path}`, { body: changed, headers: merge });
      expect([path, causesOf(answer)]).toEqual([
        path,
        [
          `metadata.annotations[${key("a")}]: Forbidden: may not remove or update AppArmor annotations`,
          `metadata.annotations[${key("b")}]: Forbidden: may not add AppArmor annotations`,
        ],
      ]);
    }
  });

  test("of a template stay what they are, and are warned of [apiserver/app-armor]", async ({ expect }) => {
    await using server = await start();
    const sets = `/apis/apps/v1/namespaces/${server.namespace}/replicasets`;
    const labels = { a: "b" };
    const body = (annotations: Fields, securityContext: Fields = {}): object => ({
      metadata: { name: "set" },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels, annotations }, spec: { securityContext, containers: [{ name: "a", image }] } },
      },
    });
    const told = { [key("a")]: "unconfined" };
    const same = { appArmorProfile: { type: "Unconfined" } };
    const quiet = await ask(server, `POST ${sets}?dryRun=All`, { body: body(told, same) });
    expect([quiet.status, quiet.headers["warning"]]).toEqual([201, undefined]);
    const made = await ask(server, `POST ${sets}`, { body: body(told) });
    expect([made.status, made.headers["warning"]]).toEqual([201, warningOf("a", "spec.template.")]);
    expect(made.json).not.toHaveProperty("spec.template.spec.containers.0.securityContext");
    const wrong = await ask(server, `POST ${sets}?dryRun=All`, { body: body({ [key("b")]: "x" }) });
    expect(causesOf(wrong)).toEqual([
      `spec.template.annotations[${key("b")}]: Invalid value: "b": container not found`,
      `spec.template.annotations[${key("b")}]: Invalid value: "x": invalid AppArmor profile name: "x"`,
    ]);
    const other = { appArmorProfile: { type: "RuntimeDefault" } };
    expect(causesOf(await ask(server, `POST ${sets}?dryRun=All`, { body: body(told, other) }))).toEqual([
      "spec.template.spec.containers[0].securityContext.appArmorProfile.type: Forbidden: apparmor type in annotation and field must match",
    ]);
  });
});

forEachServer(["embedded", "real"], "annotations of a pod that mean something", (start) => {
  const [ofPod, ofContainer] = [
    "seccomp.security.alpha.kubernetes.io/pod",
    "container.seccomp.security.alpha.kubernetes.io/a",
  ];
  const [mirror, cost] = ["kubernetes.io/config.mirror", "controller.kubernetes.io/pod-deletion-cost"];
  const at = "metadata.annotations";
  const unheeded = (annotation: string): string =>
    `299 - "${at}[${annotation}]: non-functional in v1.27+; use the \\"seccompProfile\\" field instead"`;
  const containers = [{ name: "a", image }];

  test("are refused where they mean nothing [apiserver/pod-annotations]", async ({ expect }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const profile = "must be a valid seccomp profile";
    for (const [annotation, text, cause] of [
      [ofPod, "x", `${at}.${ofPod}: Invalid value: "x": ${profile}`],
      [ofPod, "localhost//x", `${at}.${ofPod}: Invalid value: "/x": must be a relative path`],
      [ofContainer, "localhost/../x", `${at}.${ofContainer}: Invalid value: "../x": must not contain '..'`],
      [mirror, "x", `${at}[${mirror}]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set`],
      ...["x", "", "+1", "01", "2147483648"].map(
        (text) => [cost, text, `${at}[${cost}]: Invalid value: "${text}": must be a 32bit integer`] as const,
      ),
    ] as const) {
      const body = pod("wrong", { containers }, { [annotation]: text });
      expect(causesOf(await ask(server, `POST ${pods}?dryRun=All`, { body }))).toEqual([cause]);
    }
  });

  test("are warned of where they take no effect, and refused where they contradict a field [apiserver/pod-annotations]", async ({
    expect,
  }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const post = (spec: Fields, annotations: Fields): Promise<Answer> =>
      ask(server, `POST ${pods}?dryRun=All`, { body: pod("told", { containers, ...spec }, annotations) });
    for (const annotation of [ofPod, ofContainer]) {
      const made = await post({}, { [annotation]: "docker/default", [cost]: "-0" });
      expect([made.status, made.headers["warning"]]).toEqual([201, unheeded(annotation)]);
    }
    const securityContext = { seccompProfile: { type: "RuntimeDefault" } };
    const same = await post({ securityContext }, { [ofPod]: "docker/default" });
    expect([same.status, same.headers["warning"]]).toEqual([201, undefined]);
    expect(causesOf(await post({ securityContext }, { [ofPod]: "unconfined" }))).toEqual([
      "spec.securityContext.seccompProfile.type: Forbidden: seccomp type in annotation and field must match",
    ]);
    const local = { seccompProfile: { type: "Localhost", localhostProfile: "mine" } };
    const spec = { containers: [{ name: "a", image, securityContext: local }] };
    expect(causesOf(await post(spec, { [ofContainer]: "localhost/yours" }))).toEqual([
      "spec.containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: seccomp profile in annotation and field must match",
    ]);
  });

  test("that say what a pod stands for stay [apiserver/pod-annotations]", async ({ expect }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const spec = { containers, nodeName: "somewhere" };
    await ask(server, `POST ${pods}`, { body: pod("mirrored", spec, { [mirror]: "x" }) });
    await ask(server, `POST ${pods}`, { body: pod("own", spec) });
    const [added, changed] = ["may not add mirror pod annotation", "may not remove or update mirror pod annotation"];
    for (const [name, text, words] of [
      ["mirrored", "y", changed],
      ["mirrored", null, changed],
      ["own", "x", added],
    ] as const) {
      const body = { metadata: { annotations: { [mirror]: text } } };
      const answer = await ask(server, `PATCH ${pods}/${name}`, { body, headers: merge });
      expect(causesOf(answer)).toEqual([`${at}[${mirror}]: Forbidden: ${words}`]);
    }
  });
});

forEachServer(["embedded", "real"], "the resources of a pod as a whole", (start) => {
  const container = (name: string, resources: Fields = {}): Fields => ({ name, image, resources });

  describe("what is not said", () => {
    const cases: readonly (readonly [string, Fields, Fields, string])[] = [
      [
        "is asked for as its containers do, or as it may be used",
        {
          resources: { limits: { cpu: "4", memory: "1Gi" } },
          containers: [container("a", { requests: { cpu: "500m" } }), container("b", { limits: { cpu: "1" } })],
        },
        { limits: { cpu: "4", memory: "1Gi" }, requests: { cpu: "1500m", memory: "1Gi" } },
        "Burstable",
      ],
      [
        "counts those who prepare it one by one, and those of them who stay with all",
        {
          resources: { limits: { cpu: "9" } },
          initContainers: [
            container("first", { requests: { cpu: "3" } }),
            { ...container("stays", { requests: { cpu: "2" } }), restartPolicy: "Always" },
            container("last", { requests: { cpu: "5" } }),
          ],
          containers: [container("a", { requests: { cpu: "1" } })],
        },
        { limits: { cpu: "9" }, requests: { cpu: "7" } },
        "Burstable",
      ],
      [
        "may be used of large pages as its containers may",
        {
          resources: { requests: { cpu: "1" } },
          containers: [container("a", { requests: { cpu: "1" }, limits: { "hugepages-2Mi": "4Mi" } })],
        },
        { limits: { "hugepages-2Mi": "4Mi" }, requests: { cpu: "1", "hugepages-2Mi": "4Mi" } },
        "Burstable",
      ],
      [
        "stays open where nothing is limited",
        { resources: { requests: { cpu: "1" } }, containers: [container("a")] },
        { requests: { cpu: "1" } },
        "Burstable",
      ],
      [
        "is enough for a guarantee, however the amounts are written",
        {
          resources: { requests: { memory: "1073741824" }, limits: { cpu: "1", memory: "1Gi" } },
          containers: [container("a")],
        },
        { requests: { cpu: "1", memory: "1073741824" }, limits: { cpu: "1", memory: "1Gi" } },
        "Guaranteed",
      ],
    ];

    test.for(cases)("%s [apiserver/pod-resources]", async ([, spec, resources, qosClass], { expect }) => {
      await using server = await start();
      const made = await ask(server, `POST ${await podsOf(server)}`, { body: pod("whole", spec) });
      expect(made.json).toMatchObject({ status: { qosClass } });
      expect(made.json).toHaveProperty("spec.resources", resources);
    });
  });

  test("have to do for its containers, and are none on Windows [apiserver/pod-resources]", async ({ expect }) => {
    await using server = await start();
    const pods = await podsOf(server);
    const refused = async (spec: Fields): Promise<readonly string[]> =>
      causesOf(await ask(server, `POST ${pods}`, { body: pod("wrong", spec) }));
    const containers = [container("a", { requests: { cpu: "2" }, limits: { cpu: "3" } })];
    expect(await refused({ resources: { requests: { cpu: "1" }, limits: { cpu: "2500m" } }, containers })).toEqual([
      'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
      'spec.resources.containers[0][cpu].limits: Invalid value: "3": must be less than or equal to pod limits of 2500m',
    ]);
    expect(await refused({ os: { name: "windows" }, resources: { limits: { cpu: "4" } }, containers })).toEqual([
      "spec.resources: Forbidden: may not be set for a windows pod",
    ]);
  });

  test("are left open in templates [apiserver/pod-resources]", async ({ expect }) => {
    await using server = await start();
    const labels = { a: "b" };
    const resources = { limits: { cpu: "1" } };
    const spec = { resources, containers: [container("a")] };
    const body = {
      metadata: { name: "set" },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
    };
    const made = await ask(server, `POST /apis/apps/v1/namespaces/${server.namespace}/replicasets`, { body });
    expect(made.json).toHaveProperty("spec.template.spec.resources", resources);
  });
});
