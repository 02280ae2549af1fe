import type { StatusCause } from "../../model/index.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** What all metadata are, for resources that stand inside objects. */
export interface MetadataRules {
  /** Why a value cannot be read as metadata, in the words of Kubernetes' decoder. */
  typeProblem(metadata: unknown): string | undefined;
  /** Metadata in the form in which Kubernetes writes them, without what cannot be read. Itself if nothing differs. */
  read(metadata: unknown): unknown;
  /** The paths of the fields that metadata do not have. */
  unknownFields(metadata: unknown): readonly string[];
  /** What is wrong with metadata that can be read. Fields are named from `metadata` on. */
  check(metadata: object): readonly StatusCause[];
}

/** What schemas are read with. Without a compiler rules in CEL are not looked at; without rules of metadata these only have to be objects. */
export interface SchemaTools {
  readonly compiler?: RuleCompiler | undefined;
  readonly metadata?: MetadataRules | undefined;
}

/** Metadata of which nothing is known. */
export const anyMetadata: Readonly<MetadataRules> = {
  typeProblem: (metadata) => {
    const found = Array.isArray(metadata) ? "array" : typeof metadata;
    return found === "object" ? undefined : `json: cannot unmarshal ${found} into Go value of type v1.ObjectMeta`;
  },
  read: (metadata) => metadata,
  unknownFields: () => [],
  check: () => [],
};
