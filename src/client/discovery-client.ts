import { abortable, realClock } from "../async/index.ts";
import type { Clock } from "../async/index.ts";
import type { GroupVersion } from "../model/index.ts";
import { apiVersions, preferredResources, resourcesOf } from "./discovery-api.ts";
import type { ApiGroup, DiscoveredResource, ServerApi } from "./discovery-api.ts";
import { discoveryDefaults } from "./discovery-defaults.ts";
import { readServerApi } from "./discovery-reader.ts";
import { AnswerDecodeError } from "./errors.ts";
import type { RestClient } from "./rest-client.ts";
import type { SendOptions } from "./rest-request.ts";
import { fieldOf } from "./unstructured.ts";

/** How long a `DiscoveryClient` remembers. */
export interface DiscoveryClientOptions {
  readonly clock?: Clock | undefined;
  readonly maxAgeMs?: number | undefined;
  /** When a part of the server failed. */
  readonly maxAgeAfterFailureMs?: number | undefined;
}

/** How old an answer may be. */
export interface DiscoverOptions extends SendOptions {
  /** At most what the client was made with. `0` asks the server. */
  readonly maxAgeMs?: number | undefined;
}

/** What a server says of itself. */
export interface ServerVersion {
  readonly major: string;
  readonly minor: string;
  /** Like `v1.36.3`. */
  readonly gitVersion: string;
  readonly platform?: string | undefined;
  readonly buildDate?: string | undefined;
  readonly goVersion?: string | undefined;
}

interface Known {
  readonly api: ServerApi;
  readonly askedAt: number;
}

/**
 * What a server serves. Remembers the answer for a time, a partial one for a shorter time; callers at the same moment share one question.
 * The client is borrowed.
 */
export class DiscoveryClient {
  readonly #rest: RestClient;
  readonly #clock: Clock;
  readonly #maxAgeMs: number;
  readonly #maxAgeAfterFailureMs: number;
  #known: Known | undefined;
  #asking: Promise<ServerApi> | undefined;

  /** Asks nothing yet. */
  constructor({ rest }: { readonly rest: RestClient }, options: DiscoveryClientOptions = {}) {
    this.#rest = rest;
    this.#clock = options.clock ?? realClock;
    this.#maxAgeMs = options.maxAgeMs ?? discoveryDefaults.maxAgeMs;
    this.#maxAgeAfterFailureMs = options.maxAgeAfterFailureMs ?? discoveryDefaults.maxAgeAfterFailureMs;
  }

  /**
   * Everything that the server serves. What it could not tell about is in `failures` and fails nothing else. Rejects when it does not even
   * tell its groups.
   */
  async discover({ maxAgeMs = Infinity, signal }: DiscoverOptions = {}): Promise<ServerApi> {
    const known = this.#known;
    if (known !== undefined && this.#clock.monotonic() - known.askedAt < Math.min(maxAgeMs, this.#ageOf(known.api)))
      return known.api;
    // Whoever waits beside us must not lose the answer because we leave.
    return abortable(this.#ask(), signal);
  }

  /** The groups, the core group first. */
  async groups(options?: DiscoverOptions): Promise<readonly ApiGroup[]> {
    return (await this.discover(options)).groups;
  }

  /** Every group version as it stands in `apiVersion`, sorted: what `kubectl api-versions` prints. */
  async apiVersions(options?: DiscoverOptions): Promise<readonly string[]> {
    return apiVersions(await this.discover(options));
  }

  /** What one group and version serves; nothing if there is none. Rejects with the reason if the server could not tell. */
  async resources(groupVersion: GroupVersion, options?: DiscoverOptions): Promise<readonly DiscoveredResource[]> {
    const api = await this.discover(options);
    const { group, version } = groupVersion;
    const failure = api.failures.find((failed) => failed.group === group && failed.version === version);
    if (failure !== undefined) throw failure.error;
    return resourcesOf(api, groupVersion);
  }

  /** Each resource once, in the version that its group prefers, or else in the first that serves it. */
  async preferredResources(options?: DiscoverOptions): Promise<readonly DiscoveredResource[]> {
    return preferredResources(await this.discover(options));
  }

  /** Never remembered. */
  async serverVersion(options?: SendOptions): Promise<ServerVersion> {
    const document = await this.#rest.path("/version").send(options);
    if (typeof fieldOf(document, "gitVersion") === "string") return document as ServerVersion;
    throw new AnswerDecodeError("GET /version: expected a gitVersion in the answer");
  }

  /** The OpenAPI v3 documents that the server has, such as `apis/apps/v1`, with their paths. Never remembered. */
  async openApiPaths(options?: SendOptions): Promise<ReadonlyMap<string, string>> {
    const paths = fieldOf(await this.#rest.path("/openapi/v3").send(options), "paths");
    if (typeof paths !== "object" || paths === null)
      throw new AnswerDecodeError("GET /openapi/v3: expected paths in the answer");
    const found = new Map<string, string>();
    for (const [name, entry] of Object.entries(paths)) {
      const path = fieldOf(entry, "serverRelativeURL");
      if (typeof path === "string") found.set(name, path);
    }
    return found;
  }

  /** One of the OpenAPI v3 documents, by its name in `openApiPaths`. Never remembered. */
  async openApi(name: string, options?: SendOptions): Promise<unknown> {
    return this.#rest.path(`/openapi/v3/${name}`).send(options);
  }

  /** Forgets, so that the next question goes to the server. A question under way is answered, but not remembered. */
  invalidate(): void {
    this.#known = undefined;
    this.#asking = undefined;
  }

  #ageOf({ failures }: ServerApi): number {
    return failures.length === 0 ? this.#maxAgeMs : Math.min(this.#maxAgeMs, this.#maxAgeAfterFailureMs);
  }

  #ask(): Promise<ServerApi> {
    if (this.#asking !== undefined) return this.#asking;
    const asking = this.#read(() => this.#asking === asking);
    this.#asking = asking;
    return asking;
  }

  async #read(isCurrent: () => boolean): Promise<ServerApi> {
    const askedAt = this.#clock.monotonic();
    try {
      const api = await readServerApi(this.#rest);
      if (isCurrent()) this.#known = { api, askedAt };
      return api;
    } finally {
      if (isCurrent()) this.#asking = undefined;
    }
  }
}
