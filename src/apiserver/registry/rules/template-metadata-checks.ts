import { forbidden, metadataFields } from "../../crd/index.ts";
import { fieldsOf, isGiven, members } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { annotationKeys, labels } from "./label-checks.ts";

/** What nothing gets of a template, in the order in which it is told. */
const foreign: readonly string[] = metadataFields.filter((name) => name !== "labels" && name !== "annotations");

/** Whether a member says something: Go does not tell an empty text or a generation of zero from nothing. */
function isSaid(value: unknown, name: string): boolean {
  return isGiven(value) && value !== "" && !(name === "generation" && value === 0);
}

/** The metadata that what is made from a template gets of it: labels and annotations, and nothing else. */
export const templateMetadata: FieldCheck = (value, field) => {
  const metadata = fieldsOf(value);
  return [
    ...members({ annotations: annotationKeys, labels })(metadata, field),
    ...foreign
      .filter((name) => isSaid(metadata[name], name))
      .map((name) => forbidden(`${field}.${name === "uid" ? "uID" : name}`, "cannot be set")),
  ];
};
