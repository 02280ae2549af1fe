import type { ServedResource, WriteOptions } from "./contract.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { yamlProblem } from "./read-document.ts";
import type { Refusal } from "./read-document.ts";
import { conversionProblem } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { valueAt } from "./value-at.ts";
import { versionProblem } from "./versions.ts";

/** The answer to what was applied and cannot be an object of the kind. */
export function unconverted(applied: unknown, { resource }: ServedResource): Refusal {
  const { group, version, kind } = resource;
  const { metadata } = applied as {
    readonly metadata?: { readonly namespace?: string; readonly name?: string } | null;
  };
  const type = `${group}/${version}, Kind=${kind}`;
  const what = `${metadata?.namespace ?? ""}/${metadata?.name ?? ""}; ${type}`;
  return (why) =>
    StatusError.withoutReason(
      `failed to convert new object (${what}) to proper version: unable to convert unstructured object to ${type}: ${why}`,
    );
}

/** What is applied is read as YAML, which knows keys that stand twice. */
export function checkRepeated({ repeated = [], fieldValidation }: WriteOptions, warn: (warning: string) => void): void {
  if (fieldValidation === "Ignore") return;
  if (fieldValidation === "Strict" && repeated.length > 0) {
    throw StatusError.badRequest(`error strict decoding YAML: error converting YAML to JSON: ${yamlProblem(repeated)}`);
  }
  for (const one of repeated) warn(one);
}

/** Throws if what is applied names owners of fields, and they are none. That it may name none at all is for others to say. */
export function assertOwnersTyped(applied: object, served: ServedResource, schema: Schema | undefined): void {
  const managedFields = valueAt(applied, ["metadata", "managedFields"]);
  if (served.isCustom || schema === undefined || managedFields === undefined) return;
  const problem = conversionProblem({ metadata: { managedFields } }, schema);
  if (problem !== undefined) throw unconverted(applied, served)(problem);
}

/** A body that is made anew, whatever version it names. Throws if what it names is none. */
export function withoutVersion(document: Document): Document {
  const { resourceVersion = "0", ...metadata } = document.metadata;
  const problem = versionProblem(resourceVersion);
  if (problem !== undefined) throw StatusError.withoutReason(problem);
  return { ...document, metadata };
}
