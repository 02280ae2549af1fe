import { Channel, seededRandom, VirtualClock } from "../async/index.ts";
import { Client } from "../client/index.ts";
import type { HttpRequest, HttpResponse } from "../client/index.ts";
import { SharedInformer } from "../informer/index.ts";
import { applyMergePatch } from "../model/index.ts";
import type { KubeObject, ObjectMeta, Resource } from "../model/index.ts";
import { createLogger } from "../observe/index.ts";
import type { Metrics } from "../observe/index.ts";
import { defineController } from "./define-controller.ts";
import type { ControllerOptions } from "./define-controller.ts";
import type { ControllerDefinition, ReconcileContext } from "./definition.ts";
import { runController } from "./run-controller.ts";

/** A kind for tests. */
export interface Door extends KubeObject {
  readonly spec: { readonly colour: string };
  readonly status?: { readonly painted?: string | undefined; readonly coats?: number | undefined } | undefined;
}

export const Doors: Resource<Door> = {
  group: "example.dev",
  version: "v1",
  kind: "Door",
  plural: "doors",
  singular: "door",
  scope: "Namespaced",
  shortNames: [],
  categories: [],
  verbs: ["get", "list", "watch", "patch", "update"],
  subresources: ["status"],
};

/** A request that changes something, as a test wants to see it. */
export interface SeenWrite {
  readonly path: string;
  readonly body: { readonly metadata?: Partial<ObjectMeta>; readonly status?: unknown };
}

type Answer = HttpResponse | undefined;

/** The other side: holds doors in one namespace, numbers versions, answers get, list, watch, merge patches and new statuses. */
export class ScriptedServer {
  readonly writes: SeenWrite[] = [];
  /** How often one object was asked for. */
  gets = 0;
  readonly #doors = new Map<string, Door>();
  readonly #watches = new Set<Channel<Uint8Array>>();
  #version = 10;
  /** Every event so far, with its version. */
  readonly #log: { readonly version: number; readonly line: string }[] = [];
  /** Whether watches are told of changes now; what they were not told comes when it is true again. */
  #held: string[] | undefined;
  /** May answer a request that changes something, before it has an effect. */
  onWrite: (write: SeenWrite, request: HttpRequest) => Answer | Promise<Answer> = () => undefined;

  get(name: string): Door | undefined {
    return this.#doors.get(name);
  }

  put(name: string, fields: Partial<Door> = {}): Door {
    const old = this.#doors.get(name);
    const metadata = { name, namespace: "hall", uid: `uid-${name}`, ...old?.metadata, ...fields.metadata };
    return this.#store({ spec: { colour: "blue" }, ...old, ...fields, metadata }, old ? "MODIFIED" : "ADDED");
  }

  /** Asks for the deletion: an object with finalizers is only marked. */
  delete(name: string): void {
    const door = this.#doors.get(name)!;
    if (door.metadata.finalizers?.length) {
      this.put(name, {
        metadata: { ...door.metadata, deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 0 },
      });
    } else this.#store(door, "DELETED");
  }

  /** Holds events back until the given function is called. */
  holdEvents(): () => void {
    this.#held = [];
    return () => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const line of held) this.#send(line);
    };
  }

  readonly transport = async (request: HttpRequest): Promise<HttpResponse> => {
    const url = new URL(request.path, "https://server");
    if (request.method !== "GET") return this.#write(url.pathname, request);
    const name = /\/doors\/([^/]+)$/.exec(url.pathname)?.[1];
    if (name !== undefined) return this.#get(name);
    // It does not stream lists.
    if (url.searchParams.has("sendInitialEvents")) return failure(422, "Invalid");
    if (url.searchParams.has("watch")) {
      const since = Number(url.searchParams.get("resourceVersion"));
      return { status: 200, headers: json, body: this.#watch(since, request.signal) };
    }
    const metadata = { resourceVersion: String(this.#version) };
    return answer(200, { kind: "DoorList", apiVersion: "example.dev/v1", metadata, items: [...this.#doors.values()] });
  };

  #get(name: string): HttpResponse {
    this.gets++;
    const door = this.#doors.get(name);
    return door === undefined ? failure(404, "NotFound", { name }) : answer(200, door);
  }

  async #write(path: string, request: HttpRequest): Promise<HttpResponse> {
    const body = JSON.parse(new TextDecoder().decode(request.body)) as SeenWrite["body"];
    const write = { path: path.replace("/apis/example.dev/v1/namespaces/hall/doors/", ""), body };
    this.writes.push(write);
    const scripted = await this.onWrite(write, request);
    if (scripted !== undefined) return scripted;
    const [name = "", subresource] = write.path.split("/");
    const door = this.#doors.get(name);
    if (door === undefined) return failure(404, "NotFound");
    const { uid = door.metadata.uid, resourceVersion } = body.metadata ?? {};
    if (uid !== door.metadata.uid || resourceVersion !== door.metadata.resourceVersion) return failure(409, "Conflict");
    const patched = (subresource === "status" ? { ...door, status: body.status } : applyMergePatch(door, body)) as Door;
    const isGone = patched.metadata.deletionTimestamp !== undefined && !patched.metadata.finalizers?.length;
    const stored = this.#store(patched, isGone ? "DELETED" : "MODIFIED");
    // Of what a write has removed a server gives the version that was before.
    return answer(200, isGone ? patched : stored);
  }

  #store(fields: Door, type: "ADDED" | "MODIFIED" | "DELETED"): Door {
    const resourceVersion = String(++this.#version);
    const door = { ...fields, ...head, metadata: { ...fields.metadata, resourceVersion } };
    if (type === "DELETED") this.#doors.delete(door.metadata.name);
    else this.#doors.set(door.metadata.name, door);
    const line = JSON.stringify({ type, object: door });
    this.#log.push({ version: this.#version, line });
    this.#send(line);
    return door;
  }

  #send(line: string): void {
    if (this.#held !== undefined) this.#held.push(line);
    else for (const watch of this.#watches) watch.trySend(new TextEncoder().encode(`${line}\n`));
  }

  async *#watch(since: number, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const events = new Channel<Uint8Array>(1_000);
    this.#watches.add(events);
    const held = new Set(this.#held);
    for (const { version, line } of this.#log) {
      if (version > since && !held.has(line)) events.trySend(new TextEncoder().encode(`${line}\n`));
    }
    try {
      yield* events.values(signal);
    } finally {
      this.#watches.delete(events);
    }
  }
}

const head = { apiVersion: "example.dev/v1", kind: "Door" } as const;
const json = { "content-type": "application/json" } as const;

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

function answer(status: number, document: unknown): HttpResponse {
  return { status, headers: json, body: once(JSON.stringify(document)) };
}

export function failure(code: number, reason: string, details?: { readonly name: string }): HttpResponse {
  return answer(code, { kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message: reason, details });
}

/** One line of the log, as far as tests look at it. */
export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** A controller that runs against a scripted server, on virtual time. */
export class Running implements AsyncDisposable {
  readonly server: ScriptedServer;
  readonly clock = new VirtualClock();
  readonly log: LogLine[] = [];
  readonly stopped: Promise<void>;
  readonly #stop = new AbortController();
  readonly #informing: Promise<void>;
  readonly #stopInforming = new AbortController();

  constructor(
    definition: ControllerDefinition<Door>,
    options: { server?: ScriptedServer; metrics?: Metrics; gracefulShutdownMs?: number; resyncMs?: number } = {},
  ) {
    const { server = new ScriptedServer(), resyncMs, ...rest } = options;
    this.server = server;
    const { clock } = this;
    const random = seededRandom(1);
    const write = (line: string): void => void this.log.push(JSON.parse(line) as LogLine);
    const log = createLogger({ clock, format: "json", level: "debug", stacks: false, write });
    const client = Client.over(server.transport, { clock });
    const informer = new SharedInformer(definition.for, client.resource(definition.for), { clock, random, resyncMs });
    this.stopped = runController(definition, { client, informer, clock, random, log, ...rest }, this.#stop);
    this.stopped.catch(() => {});
    this.#informing = informer.run(this.#stopInforming);
  }

  /** Lets everything happen that can happen now. */
  async settle(): Promise<void> {
    await this.clock.advance(0);
    await this.clock.advance(0);
  }

  stop(): void {
    this.#stop.abort(new Error("the test stops the controller"));
  }

  messages(level: string): readonly string[] {
    return this.log.filter((line) => line.level === level).map(({ message }) => message);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.stopped.catch(() => {});
    this.#stopInforming.abort();
    await this.#informing;
  }
}

/** Runs a controller of doors, by default with nothing but its reconcile. */
export function run(
  options: Partial<ControllerOptions<Door>> & Pick<ControllerOptions<Door>, "reconcile">,
  server?: ScriptedServer,
): Running {
  return new Running(defineController({ for: Doors, ...options }), server === undefined ? {} : { server });
}

/** Paints a door as its spec says. */
export async function paint(door: Door, { status }: ReconcileContext<Door>): Promise<void> {
  status({ painted: door.spec.colour });
}
