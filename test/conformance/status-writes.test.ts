import { test } from "vitest";
import { seeds } from "../differential/seeds/index.ts";
import { ask, causesOf, rbac } from "./access.fixture.ts";
import type { Answer } from "./access.fixture.ts";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

const headers = { "content-type": "application/merge-patch+json" };

/** Changes an object, or a part of it, by a merge patch. */
function patcher(server: TestServer, path: string): (body: object, part?: string) => Promise<Answer> {
  return (body, part = "") => ask(server, `PATCH ${path}${part}`, { headers, body });
}

/** The path of a new request for a certificate. */
async function requestOf(server: TestServer): Promise<string> {
  const { bodies } = seeds.find(({ kind }) => kind === "CertificateSigningRequest") ?? { bodies: [] };
  const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const body = { ...bodies[0], metadata: { generateName: "decided-" } };
  const { json } = await ask(server, `POST ${requests}`, { body });
  return `${requests}/${String(json?.metadata?.["name"])}`;
}

function told(...types: readonly string[]): object {
  return { status: { conditions: types.map((type) => ({ type, status: "True", reason: "R" })) } };
}

forEachServer(["embedded", "real"], "a request for a certificate", (start) => {
  test("is decided about and signed by who may do that for its signer [apiserver/certificate-signers]", async ({
    expect,
  }) => {
    await using server = await start();
    await using stack = new AsyncDisposableStack();
    const path = await requestOf(server);
    stack.defer(async () => void (await ask(server, `DELETE ${path}`)));
    const user = `${server.namespace}-decider`;
    const grant = async (name: string, rules: readonly object[]): Promise<void> => {
      const [apiGroup, metadata] = ["rbac.authorization.k8s.io", { name: `${server.namespace}-${name}` }];
      const subjects = [{ kind: "User", apiGroup, name: user }];
      const roleRef = { apiGroup, kind: "ClusterRole", name: metadata.name };
      await ask(server, `POST ${rbac}/clusterroles`, { body: { metadata, rules } });
      await ask(server, `POST ${rbac}/clusterrolebindings`, { body: { metadata, roleRef, subjects } });
      for (const kind of ["clusterroles", "clusterrolebindings"]) {
        stack.defer(async () => void (await ask(server, `DELETE ${rbac}/${kind}/${metadata.name}`)));
      }
    };
    const write = async (part: string, body: object): Promise<readonly unknown[]> => {
      const { status, json } = await ask(server, `PATCH ${path}/${part}`, { headers, body, as: user });
      return [status, json?.message];
    };
    const apiGroups = ["certificates.k8s.io"];
    const resources = ["approval", "status"].map((part) => `certificatesigningrequests/${part}`);
    await grant("writer", [{ apiGroups, resources, verbs: ["patch"] }]);
    const request = path.slice(path.lastIndexOf("/") + 1);
    const refused = (verb: string): readonly unknown[] => [
      403,
      `certificatesigningrequests.certificates.k8s.io "${request}" is forbidden: user not permitted to ${verb} requests with signerName "a.example/b"`,
    ];
    await expect.poll(() => write("approval", told("Approved")), { timeout: 20_000 }).toEqual(refused("approve"));
    expect(await write("status", told("Failed"))).toEqual(refused("sign"));
    expect(await write("status", { metadata: { labels: { a: "b" } } })).toEqual([200, undefined]);
    await grant("approver", [
      { apiGroups, resources: ["signers"], resourceNames: ["a.example/*"], verbs: ["approve"] },
    ]);
    await expect.poll(() => write("approval", told("Approved")), { timeout: 20_000 }).toEqual([200, undefined]);
    expect(await write("status", told("Approved", "Failed"))).toEqual(refused("sign"));
    await grant("signer", [{ apiGroups, resources: ["signers"], resourceNames: ["a.example/b"], verbs: ["sign"] }]);
    await expect.poll(() => write("status", told("Approved", "Failed")), { timeout: 20_000 }).toEqual([200, undefined]);
  });

  test("is decided about by its approval alone, and nothing is taken back [apiserver/certificate-decisions]", async ({
    expect,
  }) => {
    await using server = await start();
    const path = await requestOf(server);
    const patch = patcher(server, path);
    const refused = (what: string): readonly string[] => [`status.conditions: Forbidden: updates may not ${what}`];
    expect(causesOf(await patch(told("Approved"), "/status"))).toEqual(refused('add a condition of type "Approved"'));
    const failed = (await patch(told("Failed"), "/status")).json?.status;
    const since = { lastUpdateTime: expect.any(String) as string, lastTransitionTime: expect.any(String) as string };
    expect(failed).toEqual({ conditions: [{ type: "Failed", status: "True", reason: "R", ...since }] });
    expect(causesOf(await patch(told("Approved"), "/approval"))).toEqual(
      refused('remove a condition of type "Failed"'),
    );
    expect(causesOf(await patch(told("Failed", "Denied", "Approved"), "/approval"))).toEqual([
      'status.conditions: Invalid value: "Approved": Approved and Denied conditions are mutually exclusive',
    ]);
    const decided = await patch(told("Failed", "Approved"), "/approval");
    expect(decided.json?.status).toMatchObject({ conditions: [since, { type: "Approved", ...since }] });
    expect(causesOf(await patch(told("Failed"), "/status"))).toEqual(refused('remove a condition of type "Approved"'));
    const other = {
      status: {
        conditions: [
          { type: "Approved", status: "True", reason: "Other" },
          { type: "Failed", status: "True" },
        ],
      },
    };
    const kept = await patch(other, "/status");
    expect(kept.json?.status).toMatchObject({ conditions: [{ reason: "R" }, { type: "Failed" }] });
    await ask(server, `DELETE ${path}`);
  });
});

forEachServer(["embedded", "real"], "a write of a status", (start) => {
  test("binds a claim, which may then ask for other attributes and less than was not given to it yet [apiserver/bound-claims]", async ({
    expect,
  }) => {
    await using server = await start();
    const claims = `/api/v1/namespaces/${server.namespace}/persistentvolumeclaims`;
    const resources = (storage: string): object => ({ resources: { requests: { storage } } });
    const spec = { accessModes: ["ReadWriteOnce"], ...resources("2Gi") };
    await ask(server, `POST ${claims}`, { body: { metadata: { name: "c" }, spec } });
    const patch = patcher(server, `${claims}/c`);
    const asked = async (change: object): Promise<number> => (await patch({ spec: change })).status;
    expect(await asked({ volumeAttributesClassName: "fast" })).toBe(422);
    expect(await asked(resources("1500Mi"))).toBe(422);
    await patch({ status: { phase: "Bound", capacity: { storage: "1Gi" } } }, "/status");
    expect(await asked({ volumeAttributesClassName: "fast" })).toBe(200);
    expect(await asked(resources("1500Mi"))).toBe(200);
    expect(causesOf(await patch({ spec: resources("1Gi") }))).toEqual([
      "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
    ]);
    expect(await asked({ resources: { limits: { storage: "9Gi" } } })).toBe(422);
    expect(await asked({ volumeName: "v" })).toBe(200);
    expect(await asked({ volumeName: "w" })).toBe(422);
  });

  test("that tells of pods of a suspended job ends the changes of where they may run [apiserver/suspended-jobs]", async ({
    expect,
  }) => {
    await using server = await start();
    const jobs = `/apis/batch/v1/namespaces/${server.namespace}/jobs`;
    const pod = { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] };
    const body = { metadata: { name: "j" }, spec: { suspend: true, template: { spec: pod } } };
    await ask(server, `POST ${jobs}`, { body });
    const patch = patcher(server, `${jobs}/j`);
    const moved = async (disk: string): Promise<number> =>
      (await patch({ spec: { template: { spec: { nodeSelector: { disk } } } } })).status;
    expect(await moved("a")).toBe(200);
    await patch({ status: { active: 1 } }, "/status");
    expect(await moved("b")).toBe(422);
    await patch({ status: { active: 0 } }, "/status");
    expect(await moved("b")).toBe(200);
  });

  test("that tells no phase of a namespace leaves it to its owner [apiserver/namespace-phase]", async ({ expect }) => {
    await using server = await start();
    const made = await ask(server, "POST /api/v1/namespaces", { body: { metadata: { generateName: "phased-" } } });
    const name = String(made.json?.metadata?.["name"]);
    const path = `/api/v1/namespaces/${name}`;
    const type = { apiVersion: "v1", kind: "Namespace", metadata: { name } };
    const body = { ...type, status: { phase: "Active" } };
    const asYaml = { "content-type": "application/apply-patch+yaml" };
    await ask(server, `PATCH ${path}/status?fieldManager=teller`, { headers: asYaml, body });
    const put = await ask(server, `PUT ${path}/status?fieldManager=other`, { body: { ...type, status: {} } });
    expect(put.json?.status).toEqual({ phase: "Active" });
    expect(put.json?.metadata?.["managedFields"]).toMatchObject([
      { manager: "teller", fieldsV1: { "f:status": { "f:phase": {} } } },
    ]);
    await ask(server, `DELETE ${path}`);
  });

  test("never tells of fewer collisions of names than before [apiserver/collision-count]", async ({ expect }) => {
    await using server = await start();
    const sets = `/apis/apps/v1/namespaces/${server.namespace}`;
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
    const spec = { selector: { matchLabels: labels }, template };
    for (const plural of ["deployments", "daemonsets", "statefulsets"]) {
      const body = { metadata: { name: "x" }, spec };
      await ask(server, `POST ${sets}/${plural}`, { body });
      const patch = patcher(server, `${sets}/${plural}/x/status`);
      expect((await patch({ status: { collisionCount: 2 } })).status).toBe(200);
      const words = "cannot be decremented";
      for (const [collisionCount, told] of [
        [1, 1],
        [null, 0],
      ] as const) {
        const refused = await patch({ status: { collisionCount } });
        expect(causesOf(refused)).toEqual([`status.collisionCount: Invalid value: ${told}: ${words}`]);
      }
    }
  });
});
