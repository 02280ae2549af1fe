import { Backoff } from "../async/index.ts";
import type { Clock, Random } from "../async/index.ts";
import { isNotFound, parseApiVersion } from "../model/index.ts";
import type { GroupVersionKind } from "../model/index.ts";
import type { Client } from "./client.ts";
import type { DiscoveredResource } from "./discovery-api.ts";
import { readResourceList } from "./discovery-documents.ts";
import { InvalidRequestError } from "./errors.ts";
import { verbDefaults } from "./verb-defaults.ts";

/** Where time and chance come from, and how long they go on. */
export interface KindsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}

/** What a server serves, asked for one version at a time and remembered while some documents are applied. */
export class ServedKinds {
  readonly #client: Client;
  readonly #options: KindsOptions;
  readonly #known = new Map<string, Promise<readonly DiscoveredResource[]>>();

  constructor(client: Client, options: KindsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** The resource of a kind. Throws `SETPOINT_INVALID_REQUEST` if the server does not serve it. */
  async find(apiVersion: string, kind: string): Promise<DiscoveredResource> {
    const found = await this.#lookUp(apiVersion, kind);
    if (found !== undefined) return found;
    throw new InvalidRequestError(
      `apply ${kind}: expected a kind that the server serves, but ${apiVersion} has none such`,
    );
  }

  /** Resolves when the server serves a kind that was just defined. There is nothing to watch, so it is asked until it does. */
  async served({ group, version, kind }: GroupVersionKind, signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#options;
    const apiVersion = group === "" ? version : `${group}/${version}`;
    const backoff = new Backoff({ ...verbDefaults.servedBackoff, clock, random });
    while ((await this.#lookUp(apiVersion, kind)) === undefined) {
      await backoff.wait(signal);
      this.#known.delete(apiVersion);
    }
  }

  async #lookUp(apiVersion: string, kind: string): Promise<DiscoveredResource | undefined> {
    const known = this.#known.get(apiVersion) ?? this.#ask(apiVersion);
    this.#known.set(apiVersion, known);
    return (await known).find((resource) => resource.kind === kind);
  }

  async #ask(apiVersion: string): Promise<readonly DiscoveredResource[]> {
    const served = parseApiVersion(apiVersion);
    const path = served.group === "" ? `/api/${served.version}` : `/apis/${served.group}/${served.version}`;
    const { signal } = this.#options;
    try {
      return await this.#client.rest
        .path(path)
        .into((document) => readResourceList(document, served, path), { signal });
    } catch (error) {
      if (isNotFound(error)) return [];
      // A failure is not remembered: the next document may meet a server that is well again.
      this.#known.delete(apiVersion);
      throw error;
    }
  }
}
