import type { StatusCause } from "../../model/index.ts";
import { forbidden } from "../crd/index.ts";
import type { Store } from "../storage/index.ts";
import { namespaceCollection } from "./assert-namespace.ts";
import { decode } from "./document.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";
import { valueAt } from "./value-at.ts";

const label = "resource.kubernetes.io/admin-access";
const words = `admin access to devices requires the \`${label}: true\` label on the containing namespace`;

/** The field at which an object newly asks for administrative access. */
type AskedAt = (next: Document, old: Document | undefined) => string | undefined;

/** In a specification, which never changes. In a template the field is called as in a claim. */
function inSpec(path: readonly string[]): AskedAt {
  return (next, old) => {
    const index = old === undefined ? firstAsking(valueAt(next, path), ["exactly", "adminAccess"]) : -1;
    return index < 0 ? undefined : `spec.devices.requests[${index}].adminAccess`;
  };
}

/** In what was allocated: once there, it stays. */
const inStatus: AskedAt = (next, old) => {
  const path = ["status", "allocation", "devices", "results"];
  const [before, index] = [old, next].map((one) => firstAsking(valueAt(one, path), ["adminAccess"]));
  return before === -1 && index !== -1 ? `${path.join(".")}[${index}].adminAccess` : undefined;
};

/** By where the objects are kept, and the part that is written. */
const askedAt: Readonly<Record<string, AskedAt>> = {
  "resource.k8s.io/resourceclaims": inSpec(["spec", "devices", "requests"]),
  "resource.k8s.io/resourceclaims/status": inStatus,
  "resource.k8s.io/resourceclaimtemplates": inSpec(["spec", "spec", "devices", "requests"]),
};

/** Lets somebody use devices that belong to others only in namespaces whose label allows that. */
export class AdministrativeAccess {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The rules of a kind, or of a part of it, and this one if its objects can ask for such access. */
  guarded(own: KindRules, place: string): KindRules {
    const asked = Object.hasOwn(askedAt, place) ? askedAt[place] : undefined;
    if (asked === undefined) return own;
    return {
      ...own,
      checkInTurns: (next, old, warn) => {
        const field = asked(next, old);
        const others = own.checkInTurns?.(next, old, warn);
        if (field === undefined) return others;
        return Promise.all([this.#causes(next, field), others]).then(([found, told]) => [
          ...found,
          ...(told ?? own.check?.(next, old, warn) ?? []),
        ]);
      },
    };
  }

  async #causes({ metadata }: Document, field: string): Promise<readonly StatusCause[]> {
    const key = { collection: namespaceCollection, namespace: "", name: metadata.namespace ?? "" };
    const found = await this.#store.get(key);
    const isAllowed = found !== undefined && decode(found.bytes).metadata.labels?.[label] === "true";
    return isAllowed ? [] : [forbidden(field, words)];
  }
}

/** The position of the first of a list that asks; -1 if none does. */
function firstAsking(list: unknown, member: readonly string[]): number {
  return Array.isArray(list) ? list.findIndex((one) => valueAt(one, member) === true) : -1;
}
