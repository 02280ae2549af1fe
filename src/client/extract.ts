import { getOwn } from "../model/index.ts";
import type { KubeObject, ManagedFieldsEntry } from "../model/index.ts";
import type { ApplyConfiguration } from "./apply-configuration.ts";
import { InvalidRequestError } from "./errors.ts";
import { takeOwned } from "./extract-fields.ts";
import { isFields } from "./read-answer.ts";

/** Whose fields are meant, besides the manager's name. */
export interface ExtractOptions {
  /** What was written through this part of the object, such as `status`. Absent: through the object itself. */
  readonly subresource?: string | undefined;
  /** Fields that were applied, or else those that were written in any other way. */
  readonly operation?: "Apply" | "Update" | undefined;
}

/**
 * What a manager owns of an object, as it is now: the object's name and the manager's fields, ready to be changed and applied again. Of the
 * items of a list that it owns in part, their keys are there as well. Throws `SETPOINT_INVALID_REQUEST` when the object does not say who owns
 * what, or says it of another version: applying what is missing then would remove it.
 */
export function extract<T extends KubeObject>(
  object: T,
  manager: string,
  { subresource = "", operation = "Apply" }: ExtractOptions = {},
): ApplyConfiguration<T> {
  const { apiVersion, kind, metadata } = object;
  const { name, namespace, managedFields } = metadata;
  const attempt = `extract what ${JSON.stringify(manager)} owns of ${kind ?? "the object"} ${name}`;
  if (managedFields === undefined) {
    throw new InvalidRequestError(
      `${attempt}: expected the object as the server gives it, with \`metadata.managedFields\``,
    );
  }
  const isMeant = (entry: ManagedFieldsEntry): boolean =>
    entry.manager === manager && entry.operation === operation && (entry.subresource ?? "") === subresource;
  const meant = managedFields.filter(isMeant);
  const entry = meant.find((candidate) => candidate.apiVersion === apiVersion);
  if (entry === undefined && meant.length > 0) {
    throw new InvalidRequestError(
      `${attempt}: expected the object in the version ${meant[0]?.apiVersion}, for which its fields are recorded`,
    );
  }
  const others = managedFields.filter((candidate) => candidate !== entry).map(({ fieldsV1 }) => fieldsV1);
  const owned = entry?.fieldsV1 === undefined ? {} : takeOwned(object, entry.fieldsV1, others);
  const fields = isFields(owned) ? owned : {};
  const ownMetadata = getOwn(fields, "metadata");
  return {
    ...fields,
    apiVersion,
    kind,
    metadata: {
      ...(isFields(ownMetadata) ? ownMetadata : {}),
      name,
      ...(namespace === undefined ? {} : { namespace }),
    },
  } as unknown as ApplyConfiguration<T>;
}
