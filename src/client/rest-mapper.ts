import { formatApiVersion } from "../model/index.ts";
import { preferredResources } from "./discovery-api.ts";
import type { DiscoveredResource, ServerApi } from "./discovery-api.ts";
import type { DiscoveryClient } from "./discovery-client.ts";
import { discoveryDefaults } from "./discovery-defaults.ts";
import { KindError } from "./dynamic-errors.ts";
import type { SendOptions } from "./rest-request.ts";
import { matchesIn, parseResourceText } from "./rest-mapper-query.ts";
import type { ResourceQuery } from "./rest-mapper-query.ts";

/** How a `RestMapper` behaves. */
export interface RestMapperOptions {
  /** What is not found is asked for again, but not if the server was asked within this time. */
  readonly refreshIntervalMs?: number | undefined;
}

/**
 * From a kind to its resource and back, as one server has them: `deploy`, `deployments.apps`, `{ kind: "Deployment" }` are all the same
 * resource value. What is not found may be new: then the server is asked again, at most once in an interval.
 */
export class RestMapper {
  readonly #discovery: DiscoveryClient;
  readonly #refreshIntervalMs: number;

  constructor(discovery: DiscoveryClient, options: RestMapperOptions = {}) {
    this.#discovery = discovery;
    this.#refreshIntervalMs = options.refreshIntervalMs ?? discoveryDefaults.refreshIntervalMs;
  }

  /**
   * The resource that fits best. Rejects with `SETPOINT_UNKNOWN_KIND` if none does, and with `SETPOINT_AMBIGUOUS_KIND` if two of one group
   * and version do, as then nothing prefers one of them.
   */
  async resourceFor(query: ResourceQuery | string, options: SendOptions = {}): Promise<DiscoveredResource> {
    const { found, api } = await this.#find(query, options);
    const [best, ...others] = found;
    if (best === undefined) throw unknown(query, api);
    const rivals = others.filter((other) => formatApiVersion(other) === formatApiVersion(best));
    if (rivals.length > 0) throw ambiguous(query, [best, ...rivals]);
    return best;
  }

  /** Every resource that fits, best first; perhaps none. */
  async resourcesFor(query: ResourceQuery | string, options: SendOptions = {}): Promise<readonly DiscoveredResource[]> {
    return (await this.#find(query, options)).found;
  }

  /** The resources of a category such as `all`, each in its preferred version; perhaps none. */
  async inCategory(category: string, options: SendOptions = {}): Promise<readonly DiscoveredResource[]> {
    const isIn = ({ categories }: DiscoveredResource): boolean => categories.includes(category);
    return (await this.#look((api) => preferredResources(api).filter(isIn), options)).found;
  }

  #find(query: ResourceQuery | string, options: SendOptions): Promise<Found> {
    const meanings = typeof query === "string" ? parseResourceText(query) : [query];
    const search = (api: ServerApi): readonly DiscoveredResource[] => {
      for (const meaning of meanings) {
        const found = matchesIn(api, meaning);
        if (found.length > 0) return found;
      }
      return [];
    };
    return this.#look(search, options);
  }

  async #look(search: (api: ServerApi) => readonly DiscoveredResource[], { signal }: SendOptions): Promise<Found> {
    const known = await this.#discovery.discover({ signal });
    const found = search(known);
    if (found.length > 0) return { found, api: known };
    const api = await this.#discovery.discover({ maxAgeMs: this.#refreshIntervalMs, signal });
    return { found: search(api), api };
  }
}

interface Found {
  readonly found: readonly DiscoveredResource[];
  /** Where was searched. */
  readonly api: ServerApi;
}

function unknown(query: ResourceQuery | string, { failures }: ServerApi): KindError {
  const untold = failures.map(formatApiVersion).join(", ");
  const perhaps = untold === "" ? "" : `; it could not tell about ${untold}`;
  const cause = failures[0]?.error;
  return new KindError("SETPOINT_UNKNOWN_KIND", `${describe(query)}: the server has no such resource${perhaps}`, {
    cause,
  });
}

function ambiguous(query: ResourceQuery | string, rivals: readonly DiscoveredResource[]): KindError {
  const [{ group, version } = { group: "", version: "" }] = rivals;
  const names = rivals.map(({ plural }) => plural).join(" and ");
  const message = `${describe(query)}: expected one resource, but ${formatApiVersion({ group, version })} has ${names}`;
  return new KindError("SETPOINT_AMBIGUOUS_KIND", message);
}

function describe(query: ResourceQuery | string): string {
  return `Find the resource ${JSON.stringify(query).slice(0, 300)}`;
}
