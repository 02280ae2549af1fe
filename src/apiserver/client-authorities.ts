import { getOwn } from "../model/index.ts";
import { StatusError } from "./registry/index.ts";
import type { Target, Verbs } from "./registry/index.ts";

const namespace = "kube-system";
const name = "extension-apiserver-authentication";
const member = "client-ca-file";

/**
 * The authorities whose client certificates count at the open ports, and the config map in which other parts of Kubernetes look for them. Each
 * port has its own. The map is brought up to date whenever somebody asks for config maps of its namespace: whoever looks for it finds the
 * present authorities, also after somebody has deleted it, and nobody else meets it. A server without a port has none to tell.
 */
export class ClientAuthorities {
  readonly #verbs: Verbs;
  readonly #open = new Set<string>();
  #telling: Promise<void> | undefined;

  /** The map is written with `verbs`. */
  constructor(verbs: Verbs) {
    this.#verbs = verbs;
  }

  /** A port is open. */
  add(certificate: string): void {
    this.#open.add(certificate);
  }

  /** A port is closed. */
  remove(certificate: string): void {
    this.#open.delete(certificate);
  }

  /** Resolves when what is about to be asked for tells the authorities; undefined if it has nothing to do with them. */
  prepare({ served, namespace: asked }: Pick<Target, "served" | "namespace">): Promise<void> | undefined {
    if (served.collection !== "/configmaps" || asked !== namespace || this.#open.size === 0) return undefined;
    this.#telling ??= this.#tell({ served, namespace, name }).finally(() => (this.#telling = undefined));
    return this.#telling;
  }

  /** What somebody has made of the map that cannot be written, such as an immutable one, stays: it may not keep others from theirs. */
  async #tell(target: Target): Promise<void> {
    const data = { [member]: [...this.#open].join("") };
    const options = { fieldManager: "kube-apiserver" };
    try {
      const known = await this.#known(target);
      if (known === undefined)
        await this.#verbs.create({ ...target, name: "" }, { metadata: { name, namespace }, data }, options);
      else if (known !== data[member]) await this.#verbs.patch(target, { type: "merge", value: { data } }, options);
    } catch (error) {
      if (!StatusError.is(error)) throw error;
    }
  }

  /** What the map tells; undefined if it is not there. */
  async #known(target: Target): Promise<string | undefined> {
    try {
      const map = JSON.parse(new TextDecoder().decode(await this.#verbs.get(target))) as object;
      return String(getOwn(getOwn(map, "data") ?? {}, member) ?? "");
    } catch (error) {
      if (StatusError.is(error) && error.status.reason === "NotFound") return undefined;
      throw error;
    }
  }
}
