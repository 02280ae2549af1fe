import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import {
  checkDefinition,
  checkDefinitionUpdate,
  checkStoredVersions,
  cleanupFinalizer,
  definitionTypeProblem,
  withDefaults,
  withStatus,
  withTerminating,
} from "../crd/index.ts";
import type { RuleCompiler, StatusInputs } from "../crd/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

/** The rules of CustomResourceDefinitions. Their status depends on the others, and on the time. */
export function definitionRules(inputsFor: (name: string) => StatusInputs, compiler: RuleCompiler): KindRules {
  const withNewStatus = (definition: CustomResourceDefinition): Document => {
    const isValid = checkDefinition(definition).length === 0;
    return documentOf(isValid ? withStatus(definition, inputsFor(definition.metadata.name)) : definition);
  };
  return {
    typeProblem: definitionTypeProblem,
    defaulted: (document) => documentOf(withDefaults(definitionOf(document))),
    updated: (next) => documentOf(withDefaults(definitionOf(next))),
    completed: (document, old) => withNewStatus(withDefaults(withOldStatus(definitionOf(document), old))),
    check: (next, old) => [
      // A name is looked at once, when it is given.
      ...checkDefinition(definitionOf(next), compiler).filter(
        ({ field }) => old === undefined || field !== "metadata.name",
      ),
      ...(old === undefined
        ? checkStoredVersions(definitionOf(next))
        : checkDefinitionUpdate(definitionOf(next), definitionOf(old))),
    ],
    terminated: (document, now) => {
      const { metadata } = document;
      // What becomes of dependents is not asked when a definition begins to go.
      const kept = (metadata.finalizers ?? []).filter((name) => name !== "foregroundDeletion" && name !== "orphan");
      const finalizers = [...new Set([...kept, cleanupFinalizer])];
      const marked = { ...definitionOf(document), metadata: { ...metadata, finalizers, deletionTimestamp: now } };
      return documentOf(withTerminating(marked, now));
    },
  };
}

/**
 * The definition with the status that the server gave it, whoever writes: only the versions in which objects are kept can be set, which is
 * how a migration of storage ends.
 */
function withOldStatus(definition: CustomResourceDefinition, old: Document | undefined): CustomResourceDefinition {
  const { status, ...rest } = definition;
  const before = old === undefined ? undefined : definitionOf(old).status;
  if (before === undefined) return rest;
  const isSet = (status?.storedVersions ?? []).length > 0;
  return { ...rest, status: isSet ? { ...before, storedVersions: status?.storedVersions } : before };
}

/** Its types were checked when it was written. */
export function definitionOf(document: Document): CustomResourceDefinition {
  return document as unknown as CustomResourceDefinition;
}

function documentOf(definition: CustomResourceDefinition): Document {
  return definition as unknown as Document;
}
