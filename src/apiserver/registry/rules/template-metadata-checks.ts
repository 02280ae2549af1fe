import { forbidden } from "../../crd/index.ts";
import { fieldsOf, isGiven, members } from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { annotationKeys, labels } from "./label-checks.ts";

const taken: readonly string[] = ["labels", "annotations"];

/** Whether a member says something: Go does not tell an empty text or a generation of zero from nothing. */
function isSaid(value: unknown, name: string): boolean {
  return isGiven(value) && value !== "" && !(name === "generation" && value === 0);
}

/** The metadata that what is made from a template gets of it: labels and annotations, and nothing else. */
export const templateMetadata: FieldCheck = (value, field) => {
  const metadata = fieldsOf(value);
  return [
    ...members({ annotations: annotationKeys, labels })(metadata, field),
    ...Object.keys(metadata)
      .filter((name) => !taken.includes(name) && isSaid(metadata[name], name))
      .map((name) => forbidden(`${field}.${name === "uid" ? "uID" : name}`, "cannot be set")),
  ];
};
