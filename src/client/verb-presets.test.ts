import { describe, test } from "vitest";
import { Deployment } from "../types/apps/v1/index.ts";
import { Client } from "./client.ts";
import { InvalidRequestError } from "./errors.ts";
import { scriptedTransport, sentBody } from "./scripted-transport.fixture.ts";
import type { HttpRequest } from "./transport.ts";
import { failureOf } from "./transport.fixture.ts";
import { verbPresets } from "./verb-presets.ts";
import type { VerbPresets } from "./verb-presets.ts";

const web = { metadata: { name: "web" }, spec: { selector: {}, template: {} } };

interface Stage {
  readonly client: Client;
  readonly requests: readonly HttpRequest[];
}

function stageWith(presets: VerbPresets): Stage {
  const { send, requests } = scriptedTransport({ body: web });
  return { client: Client.over(send, { middleware: [verbPresets(presets)] }), requests };
}

/** Every verb that writes an object, but those that delete. */
async function writeAll({ client }: Stage): Promise<void> {
  const deployments = client.resource(Deployment);
  await deployments.create(web);
  await deployments.update(web);
  await deployments.patch("web", { spec: { replicas: 1 } });
  await deployments.apply(web, { fieldManager: "its own" });
  await deployments.updateStatus(web);
  await deployments.patchStatus("web", { status: { replicas: 1 } });
  await deployments.subresource("scale").patch("web", { spec: { replicas: 1 } });
  await client.rest.post(Deployment).namespace("default").body(web).send();
}

function parameter(name: string): (request: HttpRequest) => string | null {
  return ({ path }) => new URLSearchParams(path.split("?")[1]).get(name);
}

describe("a client with presets", () => {
  test("names the manager of every write that names none itself [client/preset-field-manager]", async ({ expect }) => {
    const stage = stageWith({ fieldManager: "me" });
    await writeAll(stage);
    const managers = stage.requests.map(parameter("fieldManager"));
    expect(managers).toEqual(["me", "me", "me", "its own", "me", "me", "me", "me"]);
  });

  test("says how strict the server is to be, unless the write says it [client/preset-field-validation]", async ({
    expect,
  }) => {
    const stage = stageWith({ fieldValidation: "Strict" });
    await writeAll(stage);
    await stage.client.resource(Deployment).create(web, { fieldValidation: "Ignore" });
    const said = stage.requests.map(parameter("fieldValidation"));
    expect(said).toEqual([...Array.from({ length: 8 }, () => "Strict"), "Ignore"]);
  });

  test("only tries every write, whatever the write says [client/preset-dry-run]", async ({ expect }) => {
    const stage = stageWith({ dryRun: true });
    await writeAll(stage);
    await stage.client.resource(Deployment).create(web, { dryRun: false });
    expect(stage.requests.map(parameter("dryRun"))).toEqual(Array.from({ length: 9 }, () => "All"));
  });

  test("only tries deletions, whose other options stay [client/preset-dry-run]", async ({ expect }) => {
    const { client, requests } = stageWith({ dryRun: true, fieldManager: "me" });
    const deployments = client.resource(Deployment, { namespace: "default" });
    await deployments.delete("web", { propagationPolicy: "Orphan", gracePeriodSeconds: 0 });
    await deployments.deleteCollection({ labelSelector: "a=b" });
    await client.rest.delete(Deployment).namespace("default").name("web").send();
    const type = { apiVersion: "v1", kind: "DeleteOptions", dryRun: ["All"] };
    const bodies = [{ ...type, propagationPolicy: "Orphan", gracePeriodSeconds: 0 }, type, type];
    expect(requests.map(sentBody)).toEqual(bodies);
    expect(requests.map(parameter("fieldManager"))).toEqual([null, null, null]);
    expect(requests.map(parameter("labelSelector"))).toEqual([null, "a=b", null]);
    const garbled = client.rest.delete(Deployment).namespace("default").name("web").body(["x"]);
    expect(await failureOf(garbled.send())).toSatisfy(InvalidRequestError.is);
    expect(requests).toHaveLength(3);
  });

  test("reads, and asks elsewhere than for objects, as any other [client/preset-dry-run]", async ({ expect }) => {
    const { client, requests } = stageWith({ dryRun: true, fieldManager: "me", fieldValidation: "Strict" });
    await client.resource(Deployment).get("web", { resourceVersion: "0" });
    await client.rest.path("/version").send();
    await client.rest.path("/elsewhere", "POST").send();
    expect(requests.map(({ path }) => path)).toEqual([
      "/apis/apps/v1/namespaces/default/deployments/web?resourceVersion=0",
      "/version",
      "/elsewhere",
    ]);
  });
});

test("a client without presets, or with none that says something, sends what it was given [client/preset-dry-run]", async ({
  expect,
}) => {
  const stage = stageWith({ dryRun: false });
  await writeAll(stage);
  await stage.client.resource(Deployment).delete("web");
  const { send, requests } = scriptedTransport({ body: web });
  const plain = { client: Client.over(send), requests };
  await writeAll(plain);
  await plain.client.resource(Deployment).delete("web");
  expect(stage.requests.map(({ path, body }) => ({ path, body }))).toEqual(
    requests.map(({ path, body }) => ({ path, body })),
  );
});
