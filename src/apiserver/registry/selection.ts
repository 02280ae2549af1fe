import { FieldSelector } from "../../model/index.ts";
import type { ListOptions, ServedResource } from "./contract.ts";
import { decode } from "./document.ts";
import { StatusError } from "./errors.ts";
import { readAs } from "./read-as.ts";
import { selectableFieldsOf } from "./selectable-fields.ts";
import { strategyOf } from "./strategy.ts";

/** Whether an encoded object is chosen. */
export type Filter = (bytes: Uint8Array) => boolean;

/** What selectors look at. */
interface Traits {
  /** The version of the resource whose fields these are. */
  readonly served: ServedResource;
  readonly labels: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** Chooses encoded objects. Each is read at most once, however many watches look at it. */
export class Selection {
  /** As long as the bytes live. */
  readonly #traits = new WeakMap<Uint8Array, Traits>();

  /**
   * The filter that a request asks for, of one object if a name is given; `undefined` when it asks for everything. Throws for a field that
   * cannot be selected by, and for another name.
   */
  filterFor(served: ServedResource, { labelSelector, ...options }: ListOptions, name = ""): Filter | undefined {
    for (const { field } of options.fieldSelector?.requirements ?? []) assertField(field, served);
    const fieldSelector = name === "" ? options.fieldSelector : selectorOfName(options, name);
    const hasLabels = labelSelector !== undefined && !labelSelector.isEverything;
    const hasFields = fieldSelector !== undefined && !fieldSelector.isEverything;
    if (!hasLabels && !hasFields) return undefined;
    return (bytes) => {
      const { labels, fields } = this.#traitsOf(bytes, served);
      return (labelSelector?.matches(labels) ?? true) && (fieldSelector?.matches(fields) ?? true);
    };
  }

  #traitsOf(bytes: Uint8Array, served: ServedResource): Traits {
    const known = this.#traits.get(bytes);
    if (known?.served === served) return known;
    const document = decode(readAs(bytes, served));
    const { labels = {}, name, namespace = "" } = document.metadata;
    const own = Object.entries(selectableFieldsOf(served)).map(([field, read]) => [field, read(document)] as const);
    const fields = { ...Object.fromEntries(own), "metadata.name": name, "metadata.namespace": namespace };
    const traits: Traits = { served, labels, fields };
    this.#traits.set(bytes, traits);
    return traits;
  }
}

function selectorOfName({ fieldSelector }: ListOptions, name: string): FieldSelector {
  if (fieldSelector === undefined || fieldSelector.isEverything) {
    return new FieldSelector([{ field: "metadata.name", operator: "=", value: name }]);
  }
  if (fieldSelector.exactValueOf("metadata.name") === name) return fieldSelector;
  throw StatusError.badRequest("fieldSelector metadata.name doesn't match requested name");
}

const withoutNamespace: readonly string[] = ["/namespaces", "/nodes"];

function assertField(field: string, served: ServedResource): void {
  const { resource, collection, isCustom } = served;
  const isClusterCustom = isCustom && resource.scope === "Cluster";
  const hasNamespace = !isClusterCustom && !withoutNamespace.includes(collection);
  if (field === "metadata.name" || (field === "metadata.namespace" && hasNamespace)) return;
  if (Object.hasOwn(selectableFieldsOf(served), field)) return;
  throw StatusError.badRequest(refusalOf(field, served));
}

/** The kinds that have fields of their own have words of their own. */
function refusalOf(field: string, served: ServedResource): string {
  const { collection, resource } = served;
  const { group, version, kind } = resource;
  if (collection === "batch/jobs") return `field label ${JSON.stringify(field)} not supported for Job`;
  if (collection === "resource.k8s.io/resourceslices") {
    return `field label not supported for ${group}/${version}, Kind=${kind}: ${field}`;
  }
  return strategyOf(served).hasOwnFieldLabels
    ? `field label not supported: ${field}`
    : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}
