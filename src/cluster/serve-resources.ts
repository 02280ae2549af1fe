import type { Clock } from "../async/index.ts";
import type { Client } from "../client/index.ts";
import { createMergePatch, isAlreadyExists, isNotFound } from "../model/index.ts";
import type { MergePatch } from "../model/index.ts";
import type { CrdManifest, CustomResource } from "../schema/index.ts";
import { CustomResourceDefinition } from "../types/apiextensions/v1/index.ts";
import { clusterDefaults } from "./defaults.ts";
import { ClusterError } from "./errors.ts";

/** Makes a server serve these kinds, and returns when it does. What it serves already is brought up to date. */
export async function serveResources(
  client: Client,
  resources: readonly CustomResource[],
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  await Promise.all(resources.map(({ crd }) => define(client, crd, signal)));
  await Promise.all(resources.map((resource) => served(client, resource, { clock, signal })));
}

async function define(client: Client, crd: CrdManifest, signal: AbortSignal | undefined): Promise<void> {
  const definitions = client.resource(CustomResourceDefinition);
  const wanted = crd as unknown as CustomResourceDefinition;
  try {
    await definitions.create(wanted, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const { metadata, spec } = await definitions.get(crd.metadata.name, { signal });
    const known = { metadata: { annotations: metadata.annotations ?? {} }, spec };
    const patch = createMergePatch(known, {
      metadata: { annotations: { ...metadata.annotations, ...crd.metadata.annotations } },
      // What the server filled in stays; what the definition says wins.
      spec: { ...spec, ...wanted.spec, names: { ...spec.names, ...wanted.spec.names } },
    });
    if (patch === undefined) return;
    await definitions.patch(crd.metadata.name, patch as MergePatch<CustomResourceDefinition>, { signal });
  }
}

/** A server may take a moment between accepting a definition and serving it. */
async function served(
  client: Client,
  resource: CustomResource,
  { clock, signal }: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const deadline = clock.monotonic() + clusterDefaults.servedTimeoutMs;
  for (;;) {
    try {
      await client.resource(resource).list({ limit: 1, signal });
      return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (clock.monotonic() > deadline) {
        const what = `Serve ${resource.plural}.${resource.group}/${resource.version}`;
        throw new ClusterError("SETPOINT_NOT_SERVED", `${what}: the server has the definition but does not serve it`, {
          cause: error,
        });
      }
    }
    await clock.sleep(clusterDefaults.servedPollMs, signal);
  }
}
