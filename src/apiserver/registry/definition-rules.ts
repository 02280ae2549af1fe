import type { CustomResourceDefinition } from "../../types/apiextensions/v1/index.ts";
import {
  checkDefinition,
  checkDefinitionUpdate,
  cleanupFinalizer,
  definitionTypeProblem,
  withDefaults,
  withStatus,
  withTerminating,
} from "../crd/index.ts";
import type { StatusInputs } from "../crd/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";

/** The rules of CustomResourceDefinitions. Their status depends on the others, and on the time. */
export function definitionRules(inputsFor: (name: string) => StatusInputs): KindRules {
  const withNewStatus = (definition: CustomResourceDefinition): Document => {
    const isValid = checkDefinition(definition).length === 0;
    return documentOf(isValid ? withStatus(definition, inputsFor(definition.metadata.name)) : definition);
  };
  return {
    typeProblem: definitionTypeProblem,
    created: (document) => {
      const { status: _dropped, ...rest } = definitionOf(document);
      return withNewStatus(withDefaults(rest));
    },
    updated: (next) => withNewStatus(withDefaults(definitionOf(next))),
    completed: (document) => documentOf(withDefaults(definitionOf(document))),
    check: (next, old) => [
      ...checkDefinition(definitionOf(next)),
      ...(old === undefined ? [] : checkDefinitionUpdate(definitionOf(next), definitionOf(old))),
    ],
    terminated: (document, now) => {
      const { metadata } = document;
      const finalizers = [...new Set([...(metadata.finalizers ?? []), cleanupFinalizer])];
      const marked = { ...definitionOf(document), metadata: { ...metadata, finalizers, deletionTimestamp: now } };
      return documentOf(withTerminating(marked, now));
    },
  };
}

/** Its types were checked when it was written. */
export function definitionOf(document: Document): CustomResourceDefinition {
  return document as unknown as CustomResourceDefinition;
}

function documentOf(definition: CustomResourceDefinition): Document {
  return definition as unknown as Document;
}
