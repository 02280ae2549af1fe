import { linkSignals, parseDuration, systemRandom } from "../async/index.ts";
import type { Clock, Duration, Random } from "../async/index.ts";
import { readManifests } from "../config/index.ts";
import type { KubeObject } from "../model/index.ts";
import { CustomResourceDefinition } from "../types/apiextensions/v1/index.ts";
import type { ApplyConfiguration } from "./apply-configuration.ts";
import { ServedKinds } from "./apply-all-kinds.ts";
import { applyRank, checkManifest, flattenLists } from "./apply-all-order.ts";
import type { Manifest } from "./apply-all-order.ts";
import type { Client } from "./client.ts";
import type { ApplyOptions } from "./patch.ts";
import { verbDefaults } from "./verb-defaults.ts";
import { waitFor } from "./wait-for.ts";
import { WaitTimeoutError } from "./wait-timeout-error.ts";

/** How to apply many objects. */
export interface ApplyAllOptions extends Omit<ApplyOptions, "preconditions"> {
  /** How long a definition may take until the server serves it. Default: one minute. */
  readonly servedTimeout?: Duration | undefined;
  /** Default: the client's. */
  readonly clock?: Clock | undefined;
  readonly random?: Random | undefined;
}

/** What became of one document. */
export type ApplyAllResult =
  | { readonly outcome: "applied"; readonly document: unknown; readonly object: KubeObject }
  | { readonly outcome: "failed"; readonly document: unknown; readonly error: unknown };

/** One document under way. */
interface Step {
  readonly document: unknown;
  readonly rank: number;
  result?: ApplyAllResult;
}

/**
 * Applies objects by server-side apply: YAML or JSON text of one or several documents, or values. Lists stand for their items. Namespaces and
 * definitions come first, and a definition counts as applied when the server serves it; what could refuse all others comes last; otherwise
 * the order is kept. A document that fails stops no other. Gives a result for each object, in the order given. Throws only when the text
 * cannot be read, and on abort.
 */
export async function applyAll(
  client: Client,
  documents: string | Iterable<unknown>,
  options: ApplyAllOptions,
): Promise<readonly ApplyAllResult[]> {
  const read = typeof documents === "string" ? await readManifests(documents) : documents;
  const steps: readonly Step[] = flattenLists(read).map((document) => ({
    document,
    rank: applyRank(kindOf(document)),
  }));
  const { signal, clock = client.resource(CustomResourceDefinition).clock, random = systemRandom } = options;
  const kinds = new ServedKinds(client, { clock, random, signal });
  for (const step of steps.toSorted((a, b) => a.rank - b.rank)) {
    signal?.throwIfAborted();
    step.result = await applyOne(client, step.document, { ...options, clock, random, kinds });
  }
  signal?.throwIfAborted();
  return steps.flatMap(({ result }) => result ?? []);
}

interface OneOptions extends ApplyAllOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly kinds: ServedKinds;
}

async function applyOne(client: Client, document: unknown, options: OneOptions): Promise<ApplyAllResult> {
  try {
    const manifest = checkManifest(document);
    const resource = await options.kinds.find(manifest.apiVersion, manifest.kind);
    const object = await client.resource<KubeObject>(resource).apply(manifest as ApplyConfiguration, options);
    if (isDefinition(manifest) && options.dryRun !== true) await untilServed(client, manifest, options);
    return { outcome: "applied", document, object };
  } catch (error) {
    return { outcome: "failed", document, error };
  }
}

async function untilServed(client: Client, definition: CustomResourceDefinition, options: OneOptions): Promise<void> {
  const { kinds, clock, random, signal, servedTimeout = verbDefaults.servedTimeoutMs } = options;
  const { name } = definition.metadata;
  const timeoutMs = parseDuration(servedTimeout, "applyAll.servedTimeout");
  using scope = linkSignals(signal);
  const late = new WaitTimeoutError(`apply CustomResourceDefinition ${name}: not served within ${timeoutMs} ms`);
  using _timer = clock.setTimeout(() => scope.abort(late), timeoutMs);
  await waitFor(client.resource(CustomResourceDefinition), name, {
    condition: ({ status }) =>
      status?.conditions?.some(({ type, status: is }) => type === "Established" && is === "True"),
    timeout: timeoutMs,
    signal: scope.signal,
    clock,
    random,
  });
  const { group, names, versions } = definition.spec;
  for (const { name: version, served } of versions) {
    if (served) await kinds.served({ group, version, kind: names.kind }, scope.signal);
  }
}

function isDefinition(manifest: Manifest): manifest is Manifest & CustomResourceDefinition {
  return manifest.kind === "CustomResourceDefinition" && manifest.apiVersion === "apiextensions.k8s.io/v1";
}

function kindOf(document: unknown): string {
  try {
    return checkManifest(document).kind;
  } catch {
    return "";
  }
}
