import { formatApiVersion, getOwn } from "../../model/index.ts";
import { conversionProblem, readSentVersion } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { unknownManager } from "./defaults.ts";
import { ApplyRefusedError } from "./errors.ts";
import type { FieldSet } from "./field-set.ts";
import { jsonKind } from "./json-kind.ts";
import type { Owner } from "./managed-fields.ts";
import { metadataOf } from "./object-owners.ts";

/** A write, and who makes it. */
export interface Write {
  /** The kind in the version of the request. */
  readonly kind: { readonly apiVersion: string; readonly kind: string };
  readonly isCustom?: boolean | undefined;
  readonly manager: string;
  readonly subresource?: string | undefined;
  /** When, as an object has it: `2026-01-02T03:04:05Z`. */
  readonly time: string;
  /** Fields that this write cannot change, with all that is in them. Nobody gets to own them by it. */
  readonly ignored?: FieldSet | undefined;
}

/** A server-side apply. */
export interface ApplyWrite extends Write {
  /** The object as it is, in the version of the request; absent if there is none yet. */
  readonly live?: object | undefined;
  readonly applied: object;
  /** Takes what others own. */
  readonly force: boolean;
}

/** Any other write: what was sent, after defaults and before anything else is done to it. */
export interface UpdateWrite extends Write {
  /** The object as it is, in the version of the request; absent when it is made. */
  readonly before?: object | undefined;
  readonly after: object;
}

/** Who makes a write. */
export function writerOf({ manager, kind, subresource }: Write, operation: Owner["operation"]): Owner {
  return {
    manager: manager === "" ? unknownManager : manager,
    operation,
    apiVersion: kind.apiVersion,
    ...(subresource === undefined ? {} : { subresource }),
  };
}

/** Throws unless an object of the kind is applied. */
export function assertOfKind({ applied, kind }: ApplyWrite): void {
  const found = typeOf(applied);
  if (found.apiVersion === kind.apiVersion && found.kind === kind.kind) return;
  throw new ApplyRefusedError(`invalid object type: ${formatKind(found)}`, { isBadRequest: true });
}

/** Throws if what is applied says anything about its owners. */
export function assertWithoutOwners({ applied }: ApplyWrite, schema: Schema | undefined): void {
  if (areOwners(metadataOf(applied)["managedFields"], schema)) {
    throw new ApplyRefusedError("metadata.managedFields must be nil", { isBadRequest: true });
  }
}

/** `/v1` is a way to write `v1`; what is no version at all tells no kind either. */
function typeOf(applied: object): { readonly apiVersion: string; readonly kind: string } {
  const sent = readSentVersion(textOf(applied, "apiVersion"));
  return sent === undefined
    ? { apiVersion: "", kind: "" }
    : { apiVersion: formatApiVersion(sent), kind: textOf(applied, "kind") };
}

/** Whether a value can be read as owners of fields. What cannot is told as any other value that does not fit. */
function areOwners(value: unknown, schema: Schema | undefined): boolean {
  const { items = {} } = schema?.properties?.["metadata"]?.properties?.["managedFields"] ?? {};
  return (
    Array.isArray(value) &&
    value.every((entry) => jsonKind(entry) === "map" && conversionProblem(entry, items) === undefined)
  );
}

/** The object and its kind as messages name them. */
export function formatObject(object: object, kind: Write["kind"]): string {
  const metadata = metadataOf(object);
  return `${textOf(metadata, "namespace")}/${textOf(metadata, "name")}; ${formatKind(kind)}`;
}

/** The kind as messages name it: `apps/v1, Kind=Deployment`. */
export function formatKind({ apiVersion, kind }: Write["kind"]): string {
  return `${apiVersion.includes("/") ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

function textOf(object: object, field: string): string {
  const value = getOwn(object, field);
  return typeof value === "string" ? value : "";
}
