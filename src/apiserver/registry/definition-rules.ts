import type { StatusCause } from "../../model/index.ts";
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionCondition as Condition,
} from "../../types/apiextensions/v1/index.ts";
import {
  acceptedNameCauses,
  checkDefinition,
  checkDefinitionUpdate,
  checkStoredVersions,
  cleanupFinalizer,
  definitionTypeProblem,
  formatWarnings,
  withDefaults,
  withStatus,
  withTerminating,
} from "../crd/index.ts";
import type { SchemaTools, StatusInputs } from "../crd/index.ts";
import type { Document } from "./document.ts";
import type { KindRules } from "./kind-rules.ts";
import { hasEmpty, withEmptyOf } from "./sent-empty.ts";

/** The rules of definitions, and those for writes of their status. */
export interface DefinitionRules {
  readonly whole: KindRules;
  readonly status: KindRules;
}

/** The rules of CustomResourceDefinitions. Their status depends on the others, and on the time. */
export function definitionRules(inputsFor: (name: string) => StatusInputs, tools: SchemaTools): DefinitionRules {
  const withNewStatus = (definition: CustomResourceDefinition): Document => {
    const isValid = checkDefinition(definition, { metadata: tools.metadata }).length === 0;
    return documentOf(isValid ? withStatus(definition, inputsFor(definition.metadata.name)) : definition);
  };
  const whole: KindRules = {
    typeProblem: definitionTypeProblem,
    defaulted: (document) => documentOf(withDefaults(definitionOf(document))),
    updated: (next) => documentOf(withDefaults(definitionOf(next))),
    completed: (document, old) => withNewStatus(withWritten(withDefaults(withOldStatus(definitionOf(document), old)))),
    checkedAs: (next, sent) => (hasEmpty(sent) ? withSentEmpty(next, sent as CustomResourceDefinition) : next),
    check: (next, old, warn) =>
      warned({ next, old, warn }, [
        // A name is looked at once, when it is given.
        ...checkDefinition(definitionOf(next), tools, old && definitionOf(old)).filter(
          ({ field }) => old === undefined || (field !== "metadata.name" && field !== "metadata.generateName"),
        ),
        ...(old === undefined
          ? checkStoredVersions(definitionOf(next))
          : checkDefinitionUpdate(definitionOf(next), definitionOf(old))),
      ]),
    terminated: (document, now) => {
      const { metadata } = document;
      // What becomes of dependents is not asked when a definition begins to go.
      const kept = (metadata.finalizers ?? []).filter((name) => name !== "foregroundDeletion" && name !== "orphan");
      const finalizers = [...new Set([...kept, cleanupFinalizer])];
      const marked = { ...definitionOf(document), metadata: { ...metadata, finalizers, deletionTimestamp: now } };
      return documentOf(withTerminating(marked, now));
    },
  };
  return { whole, status: statusRules(whole, withNewStatus) };
}

/**
 * The rules for writes of the status of definitions: what is written counts, as long as the server does not know better. Names that cannot
 * be accepted are kept to be refused; of the versions in which objects are kept only those count that the definition has.
 */
function statusRules(own: KindRules, withNewStatus: (definition: CustomResourceDefinition) => Document): KindRules {
  const causesOf = (document: Document): readonly StatusCause[] =>
    acceptedNameCauses(definitionOf(document).status?.acceptedNames ?? {});
  return {
    ...own,
    completed: (document) =>
      causesOf(document).length > 0 ? document : withNewStatus(withWritten(withDefaults(withKnownVersions(document)))),
    check: causesOf,
  };
}

function withWritten(definition: CustomResourceDefinition): CustomResourceDefinition {
  const { status } = definition;
  const conditions = status?.conditions?.map(written);
  return conditions === undefined ? definition : { ...definition, status: { ...status, conditions } };
}

/** In the form that Go writes, in which a time that is missing is null. */
function written(condition: Partial<Condition>): Condition {
  return { type: "", status: "", lastTransitionTime: null, ...condition } as unknown as Condition;
}

/** What kept others would refuse every later write of the definition, also those that let it go. */
function withKnownVersions(document: Document): CustomResourceDefinition {
  const definition = definitionOf(document);
  const { spec, status } = definition;
  const known = new Set(spec.versions.map(({ name }) => name));
  const storedVersions = (status?.storedVersions ?? []).filter((name) => known.has(name));
  return { ...definition, status: { ...status, storedVersions } };
}

/** The definition with the empty keywords that the schemas of its versions were sent with: only there counts what says nothing. */
function withSentEmpty(next: Document, sent: CustomResourceDefinition): Document {
  const { spec, ...rest } = definitionOf(next);
  const given: readonly (Partial<(typeof spec.versions)[number]> | null)[] =
    (sent as Partial<typeof sent>).spec?.versions ?? [];
  if (given.length === 0) return next;
  const versions = spec.versions.map((version, index) =>
    given[index]?.name === version.name
      ? { ...version, schema: withEmptyOf(given[index].schema, version.schema) }
      : version,
  );
  return documentOf({ ...rest, spec: { ...spec, versions } });
}

interface Checked {
  readonly next: Document;
  readonly old: Document | undefined;
  readonly warn?: ((text: string) => void) | undefined;
}

/** Whoever writes a definition that is right is told of what it asks for in vain. */
function warned({ next, old, warn }: Checked, causes: readonly StatusCause[]): readonly StatusCause[] {
  if (causes.length > 0 || warn === undefined) return causes;
  for (const text of formatWarnings(definitionOf(next), old && definitionOf(old))) warn(text);
  return causes;
}

/** The definition with the status that it had, whatever a write of the whole says. */
function withOldStatus(definition: CustomResourceDefinition, old: Document | undefined): CustomResourceDefinition {
  const { status: _sent, ...rest } = definition;
  const before = old === undefined ? undefined : definitionOf(old).status;
  return before === undefined ? rest : { ...rest, status: before };
}

/** Its types were checked when it was written. */
export function definitionOf(document: Document): CustomResourceDefinition {
  return document as unknown as CustomResourceDefinition;
}

function documentOf(definition: CustomResourceDefinition): Document {
  return definition as unknown as Document;
}
