import { nextTurn, seededRandom, VirtualClock } from "../../async/index.ts";
import type { KubeObject, Status } from "../../model/index.ts";
import { MemoryStore } from "../storage/index.ts";
import { Registry, StatusError } from "./index.ts";
import type { ListOptions, Target, WatchFrame, WatchOptions } from "./index.ts";

/** An object as it came out, or a Status. */
export type Answer = KubeObject & Status & Readonly<Record<string, unknown>>;

/** A registry on a virtual clock, addressed by paths. */
export class RegistryFixture {
  readonly registry: Registry;
  readonly store: MemoryStore;
  readonly clock: VirtualClock;

  private constructor(registry: Registry, store: MemoryStore, clock: VirtualClock) {
    this.registry = registry;
    this.store = store;
    this.clock = clock;
  }

  static async open(store: MemoryStore = new MemoryStore()): Promise<RegistryFixture> {
    const clock = new VirtualClock();
    return new RegistryFixture(await Registry.open({ store, clock, random: seededRandom("fixture") }), store, clock);
  }

  /** What a path such as `/apis/apps/v1/namespaces/default/deployments/web/status` is about. */
  target(path: string): Target {
    const [root, ...rest] = path.split("/").slice(1);
    const group = root === "api" ? "" : (rest.shift() ?? "");
    const version = rest.shift() ?? "";
    const isNamespaced = rest[0] === "namespaces" && rest.length > 2 && !["status", "finalize"].includes(rest[2] ?? "");
    const namespace = isNamespaced ? (rest[1] ?? "") : "";
    const [plural = "", name = "", subresource] = isNamespaced ? rest.slice(2) : rest;
    const served = this.registry.catalog.find(group, version, plural);
    if (served === undefined) throw new Error(`${path} is not served`);
    return { served, namespace, name, subresource };
  }

  async post(path: string, body: unknown): Promise<Answer> {
    return decoded((await this.registry.create(this.target(path), body)).bytes);
  }

  async put(path: string, body: unknown): Promise<Answer> {
    return decoded((await this.registry.update(this.target(path), body)).bytes);
  }

  async patch(path: string, patch: unknown): Promise<Answer> {
    return decoded((await this.registry.patch(this.target(path), { type: "merge", value: patch })).bytes);
  }

  async delete(path: string, options?: unknown): Promise<Answer> {
    return decoded((await this.registry.delete(this.target(path), options)).bytes);
  }

  async get(path: string): Promise<Answer> {
    return decoded(await this.registry.get(this.target(path)));
  }

  async names(path: string, options: ListOptions = {}): Promise<readonly string[]> {
    const { items } = await this.registry.list(this.target(path), options);
    return items.map((item) => decoded(item).metadata.name);
  }

  /** Follows a watch until it ends or is stopped. */
  watch(path: string, options: Partial<WatchOptions> = {}): Watched {
    const stop = new AbortController();
    const frames = this.registry.watch(this.target(path), { allowBookmarks: false, signal: stop.signal, ...options });
    return new Watched(frames, stop);
  }
}

/** The events of a watch so far. */
export class Watched {
  readonly events: WatchFrame[] = [];
  /** How many events came together. */
  readonly batches: number[] = [];
  isEnded = false;
  readonly #stop: AbortController;
  readonly #running: Promise<void>;

  constructor(frames: AsyncIterable<readonly WatchFrame[]>, stop: AbortController) {
    this.#stop = stop;
    this.#running = this.#follow(frames);
  }

  /** Each event on one line, `ADDED a@7`, once everything that can happen now has happened. */
  async told(): Promise<readonly string[]> {
    await nextTurn();
    await nextTurn();
    return this.events.map(({ type, object }) => {
      const { metadata, code } = decoded(object);
      return type === "ERROR" ? `ERROR ${code}` : `${type} ${metadata.name ?? ""}@${metadata.resourceVersion}`;
    });
  }

  object(index: number): Answer {
    return decoded(this.events[index]?.object ?? new Uint8Array());
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #follow(frames: AsyncIterable<readonly WatchFrame[]>): Promise<void> {
    for await (const batch of frames) {
      this.events.push(...batch);
      this.batches.push(batch.length);
    }
    this.isEnded = true;
  }
}

/** The Status with which a request is refused. */
export async function refusal(request: Promise<unknown>): Promise<Status> {
  const error: unknown = await request.then(
    () => new Error("the request was not refused"),
    (reason: unknown) => reason,
  );
  if (StatusError.is(error)) return error.status;
  throw error;
}

/** A definition of a resource of `example.com` in version v1 with a status of its own. */
export function definition(plural: string, kind: string, { metadata = {}, ...spec }: DefinitionOptions = {}): object {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com`, ...metadata },
    spec: { group: "example.com", scope: "Namespaced", names: { plural, kind }, versions: [version("v1")], ...spec },
  };
}

/** What differs in a definition: members of its spec, and its metadata. */
export interface DefinitionOptions {
  readonly metadata?: object;
  readonly [member: string]: unknown;
}

/** A version of a definition. */
export function version(name: string, rest: object = {}): object {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  return { name, served: true, storage: true, schema, subresources: { status: {} }, ...rest };
}

/** The path of definitions. */
export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The path of config maps in the namespace `default`. */
export const configMaps = "/api/v1/namespaces/default/configmaps";

/** The path of the resource `widgets` in the namespace `default`. */
export const widgets = "/apis/example.com/v1/namespaces/default/widgets";

/** A registry that serves `widgets`. */
export async function openWithWidgets(spec?: DefinitionOptions): Promise<RegistryFixture> {
  const fixture = await RegistryFixture.open();
  await fixture.post(definitions, definition("widgets", "Widget", spec));
  return fixture;
}

/** An object of the resource `widgets`. */
export function widget(metadata: object, rest: object = {}): object {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata, ...rest };
}

function decoded(bytes: Uint8Array): Answer {
  return JSON.parse(new TextDecoder().decode(bytes)) as Answer;
}
