import type { GroupVersionResource, KubeList } from "../model/index.ts";
import { viewOf } from "../wire/index.ts";
import type { PagesOptions } from "./pager.ts";
import { ResourceClient } from "./resource-client.ts";
import type { ResourceClientOptions } from "./resource-requests.ts";
import type { Unstructured } from "./unstructured.ts";
import type { ListOptions } from "./verb-options.ts";

/**
 * The objects of a resource of which only the path is known. Servers leave the kind out of the items of a list; here it comes from the kind
 * of the list: a `PodList` has pods.
 */
export class DynamicResourceClient extends ResourceClient<Unstructured> {
  readonly #what: GroupVersionResource;
  readonly #options: ResourceClientOptions;

  constructor(what: GroupVersionResource, options: ResourceClientOptions) {
    const { group, version, resource: plural } = what;
    const scope = options.namespace === undefined ? "Cluster" : "Namespaced";
    const unknown = { kind: "", singular: "", shortNames: [], categories: [], verbs: [], subresources: [] };
    super({ group, version, plural, scope, ...unknown }, options);
    this.#what = what;
    this.#options = options;
  }

  override inNamespace(namespace?: string): DynamicResourceClient {
    const { namespace: own, defaultNamespace } = this.#options;
    return new DynamicResourceClient(this.#what, { ...this.#options, namespace: namespace ?? own ?? defaultNamespace });
  }

  override async list(options?: ListOptions): Promise<KubeList<Unstructured>> {
    return withKinds(await super.list(options));
  }

  override async *pages(options?: PagesOptions): AsyncGenerator<KubeList<Unstructured>, void, void> {
    for await (const page of super.pages(options)) yield withKinds(page);
  }
}

function withKinds(list: KubeList<Unstructured>): KubeList<Unstructured> {
  const kind = list.kind?.replace(/List$/, "") ?? "";
  return { ...list, items: list.items.map((item) => (item.kind === "" ? viewOf({ ...item, kind }) : item)) };
}
