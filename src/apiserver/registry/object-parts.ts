import { formatApiVersion, getOwn } from "../../model/index.ts";
import type { BodyReader, Reading } from "./body-reader.ts";
import type { ServedResource, Target, WriteAnswer, WriteOptions } from "./contract.ts";
import { decode, encode } from "./document.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { Eviction } from "./eviction.ts";
import type { EvictionOptions } from "./eviction.ts";
import { partOfKind } from "./field-owners.ts";
import type { FieldOwners, WrittenBy } from "./field-owners.ts";
import { bindingKind, evictionKind, scaleKind } from "./part-resources.ts";
import { boundPod, placeOf } from "./pod-parts.ts";
import { uidPrecondition } from "./preconditions.ts";
import { refusedBody } from "./read-document.ts";
import { assertOwnedScale, assertScale, assertScaleKept, scaleOf, scaleToWrite, withScale } from "./scale.ts";
import { timestamp } from "./timestamp.ts";
import { keyOf } from "./writer.ts";
import { assertStored, wrongUid } from "./wrong-uid.ts";

/** What the parts of objects are written with. */
export interface ObjectPartsOptions extends EvictionOptions {
  readonly reader: BodyReader;
  readonly owners: FieldOwners;
  /** Pods, where they are kept. */
  readonly pods: ServedResource;
}

/** What a write makes of a scale. */
export type ScaleChange = { readonly type: "write"; next(live: Document): unknown } | ScaleApply;

interface ScaleApply {
  readonly type: "apply";
  readonly applied: object;
  readonly isForced: boolean;
}

/** The subresources whose bodies are no objects of the resource: scales, bindings, evictions. */
export class ObjectParts {
  readonly #options: ObjectPartsOptions;
  readonly #eviction: Eviction;

  constructor(options: ObjectPartsOptions) {
    this.#options = options;
    this.#eviction = new Eviction(options);
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
      const live = scaleToWrite(old, served);
      const body = change.type === "apply" ? this.#applied(change, live, { served, by }) : change.next(live);
      const read = reader.readNamed({ ...target, served: scaleKind }, body, { ...reading, refuse });
      assertUid(target, { sent: read.metadata.uid, found: old.metadata.uid, ...how });
      assertScale(read, served);
      const scale = change.type === "apply" ? read : owners.recorded(part, { before: live, body: read, by });
      return withScale(old, scale, served);
    };
    const { status, bytes } = await writer.update({ served, namespace, name }, next, { isDryRun: options.isDryRun });
    return { status, bytes: shown(decode(bytes), served) };
  }

  #applied(
    change: ScaleApply,
    live: Document,
    { served, by }: { readonly served: ServedResource; readonly by: WrittenBy },
  ): object {
    if (served.isCustom) assertOwnedScale(live);
    const scale = this.#options.owners.applied(partOfKind(scaleKind, "scale"), { ...change, live, by });
    if (served.isCustom) assertScaleKept(scale, live, change.applied);
    return scale;
  }

  /** Binds or evicts a pod: the one whose part the target is or, if the target is the collection of bindings, the one that the body names. */
  async create(target: Target, body: unknown, { options, reading }: ScaleWrite): Promise<WriteAnswer> {
    const { reader, pods } = this.#options;
    const { namespace, subresource } = target;
    const served = subresource === "eviction" ? evictionKind : bindingKind;
    const given = served === evictionKind ? inPresentVersion(body) : body;
    const document = reader.read({ ...target, served }, given, { ...reading, refuse: refusedBody(served) });
    const { name } = document.metadata;
    if (subresource !== undefined && name !== target.name) {
      throw StatusError.badRequest(`name in URL does not match name in ${served.resource.kind} object`);
    }
    if (name === "") throw StatusError.badRequest("Name parameter required.");
    const pod = { served: pods, namespace, name };
    if (served === bindingKind) await this.#bind(pod, document, options);
    else await this.#eviction.evict(pod, document, options.isDryRun === true);
    const success = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
    return { status: 201, bytes: new TextEncoder().encode(JSON.stringify(success)) };
  }

  async #bind(pod: Target, binding: Document, { isDryRun }: WriteOptions): Promise<void> {
    const { writer, clock } = this.#options;
    const place = placeOf(binding);
    const bound = (old: Document): Document => {
      assertStored(pod, binding.metadata, { found: old.metadata, isDryRun });
      return boundPod(old, place, timestamp(clock));
    };
    await writer.replace(pod, bound, { isDryRun });
  }
}

/** The uids of a scale and of the object that it is of, and how it is written. */
interface ScaleUids extends ScaleWrite {
  readonly sent: string | undefined;
  readonly found: string | undefined;
}

/** Throws for the scale of another object. Whoever patches that of a custom resource is not asked. */
function assertUid(target: Target, { sent = "", found, isPatch = false, options }: ScaleUids): void {
  if (sent === "" || sent === found) return;
  const { served, name } = target;
  if (!isPatch) throw wrongUid(target, { wanted: sent, found, isDryRun: options.isDryRun });
  if (served.isCustom) return;
  const { resource } = served;
  throw StatusError.conflict({ ...resource, plural: `${resource.plural}/scale` }, name, uidPrecondition(sent, found));
}

/** An eviction as it is written today. Many clients still send the version before, which has the same fields; it is read nowhere else. */
function inPresentVersion(body: unknown): unknown {
  if (typeof body !== "object" || body === null || getOwn(body, "apiVersion") !== "policy/v1beta1") return body;
  return { ...body, apiVersion: formatApiVersion(evictionKind.resource) };
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
