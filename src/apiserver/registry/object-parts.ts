import type { Clock } from "../../async/index.ts";
import type { Store } from "../storage/index.ts";
import type { BodyReader, Reading } from "./body-reader.ts";
import type { ServedResource, Target, WriteAnswer, WriteOptions } from "./contract.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { decode, encode } from "./document.ts";
import type { Document } from "./document.ts";
import type { Schemas } from "./schemas.ts";
import { StatusError } from "./errors.ts";
import { partOfKind } from "./field-owners.ts";
import type { FieldOwners } from "./field-owners.ts";
import { bindingKind, evictionKind, scaleKind } from "./part-resources.ts";
import { boundPod, evictedPod, isBeyondBudgets, isBudgetOf, spentBudget } from "./pod-parts.ts";
import { refusedBody } from "./read-document.ts";
import { assertScale, scaleOf, withScale } from "./scale.ts";
import { timestamp } from "./timestamp.ts";
import { keyOf } from "./writer.ts";
import type { Writer } from "./writer.ts";

/** What the parts of objects are written with. */
export interface ObjectPartsOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly writer: Writer;
  readonly reader: BodyReader;
  readonly owners: FieldOwners;
  readonly schemas: Schemas;
  /** Pods, where they are kept. */
  readonly pods: ServedResource;
  /** Disruption budgets, where they are kept. */
  readonly budgets: ServedResource;
}

/** What a write makes of a scale. */
export type ScaleChange =
  | { readonly type: "write"; next(live: Document): unknown }
  | { readonly type: "apply"; readonly applied: object; readonly isForced: boolean };

/** The subresources whose bodies are no objects of the resource: scales, bindings, evictions. */
export class ObjectParts {
  readonly #options: ObjectPartsOptions;

  constructor(options: ObjectPartsOptions) {
    this.#options = options;
  }

  /** The scale of an object. */
  async readScale(target: Target): Promise<Uint8Array> {
    const stored = await this.#options.store.get(keyOf(target));
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    return shown(decode(stored.bytes), target.served);
  }

  /** Changes the number of replicas, and who owns it. */
  async writeScale(target: Target, change: ScaleChange, how: ScaleWrite): Promise<WriteAnswer> {
    const { served, namespace, name } = target;
    const { options, reading } = how;
    const { owners, reader, writer, clock } = this.#options;
    const by = { manager: options.fieldManager ?? "", time: timestamp(clock) };
    const part = partOfKind(scaleKind, "scale");
    const refuse = how.isPatch === true ? reading.refuse : refusedBody(scaleKind);
    const next = (old: Document): Document => {
      const live = scaleOf(old, served);
      const body = change.type === "apply" ? owners.applied(part, { ...change, live, by }) : change.next(live);
      const read = reader.readNamed({ ...target, served: scaleKind }, body, { ...reading, refuse });
      assertScale(read);
      const scale = change.type === "apply" ? read : owners.recorded(part, { before: live, body: read, by });
      return withScale(old, scale, served);
    };
    const { status, bytes } = await writer.update({ served, namespace, name }, next, { isDryRun: options.isDryRun });
    return { status, bytes: shown(decode(bytes), served) };
  }

  /** Binds or evicts a pod: the one whose part the target is or, if the target is the collection of bindings, the one that the body names. */
  async create(target: Target, body: unknown, { options, reading }: ScaleWrite): Promise<WriteAnswer> {
    const { reader, pods } = this.#options;
    const { namespace, subresource } = target;
    const served = subresource === "eviction" ? evictionKind : bindingKind;
    const document =
      subresource === undefined
        ? reader.read({ ...target, served }, body, reading)
        : reader.readNamed({ ...target, served }, body, reading);
    const { name } = document.metadata;
    if (name === "") throw StatusError.badRequest("Name parameter required.");
    const pod = { served: pods, namespace, name };
    if (served === bindingKind) await this.#bind(pod, document, options);
    else await this.#evict(pod, document, options);
    const success = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
    return { status: 201, bytes: new TextEncoder().encode(JSON.stringify(success)) };
  }

  async #bind(pod: Target, binding: Document, { isDryRun }: WriteOptions): Promise<void> {
    const { writer, clock } = this.#options;
    await writer.replace(pod, (old) => boundPod(old, binding, timestamp(clock)), { isDryRun });
  }

  async #evict(target: Target, eviction: Document, { isDryRun }: WriteOptions): Promise<void> {
    const { writer, clock, store, schemas } = this.#options;
    const given = readDeleteOptions(eviction["deleteOptions"], schemas.deleteOptions);
    const stored = await store.get(keyOf(target));
    if (stored === undefined) throw StatusError.notFound(target.served.resource, target.name);
    const pod = decode(stored.bytes);
    const manner = { isDryRun: isDryRun === true || (given.dryRun ?? []).length > 0 };
    if (!isBeyondBudgets(pod)) await this.#spend(target, pod, manner);
    await writer.replace(target, (old) => evictedPod(old, timestamp(clock)), manner);
    await writer.delete(target, given, manner);
  }

  async #spend({ namespace }: Target, pod: Document, manner: { readonly isDryRun: boolean }): Promise<void> {
    const { store, budgets, writer, clock } = this.#options;
    const { objects } = await store.scan({ collection: budgets.collection, namespace });
    const own = objects.map(({ bytes }) => decode(bytes)).filter((budget) => isBudgetOf(budget, pod));
    if (own.length > 1) {
      throw StatusError.internal(
        "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      );
    }
    for (const { metadata } of own) {
      const target = { served: budgets, namespace, name: metadata.name };
      await writer.replace(target, (old) => spentBudget(old, pod, timestamp(clock)), manner);
    }
  }
}

/** How a part is written. */
export interface ScaleWrite {
  readonly options: WriteOptions;
  readonly reading: Reading;
  /** A patch tells what is written. */
  readonly isPatch?: boolean | undefined;
}

function shown(document: Document, served: ServedResource): Uint8Array {
  const scale = scaleOf(document, served);
  const { managedFields: _owners, resourceVersion, ...metadata } = scale.metadata;
  return encode({ ...scale, metadata }, resourceVersion);
}
