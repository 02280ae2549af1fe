import { getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import type {
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
} from "../../types/apiextensions/v1/index.ts";
import { withDefaults } from "../schema/index.ts";
import { invalid } from "./causes.ts";
import { checkEmbedded, embeddedTypeProblem, holdsResources } from "./check-embedded.ts";
import { checkLists } from "./check-lists.ts";
import { checkScaleSpec, checkScaleStatus } from "./check-scale.ts";
import { checkValue } from "./check-value.ts";
import { complete, withoutNulls } from "./complete.ts";
import { correlatedField } from "./correlate.ts";
import { anyMetadata } from "./metadata-rules.ts";
import type { MetadataRules, SchemaTools } from "./metadata-rules.ts";
import { prune } from "./prune.ts";
import type { Pruned } from "./prune.ts";
import { withReadDefaults } from "./read-defaults.ts";
import type { RuleCompiler, RuleFindings } from "./rule-compiler.ts";
import { RuleTree } from "./rule-tree.ts";
import { selectableFieldsOf } from "./selectable-fields.ts";
import type { SelectableField } from "./selectable-fields.ts";
import { valueSchema } from "./value-schema.ts";
import type { ValueSchema } from "./value-schema.ts";

/** An object that is written, and what it was. */
export interface ObjectToCheck {
  readonly next: object;
  /** Absent when the object is new. */
  readonly old?: object | undefined;
  readonly subresource?: string | undefined;
  /** Takes what only deserves a warning, because it was so before. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** An object that says in which version it is kept. */
interface StoredForm {
  readonly apiVersion: string;
}

/** How objects are written down. */
export interface ObjectCodec {
  readonly decode: (bytes: Uint8Array) => StoredForm;
  readonly encode: (object: object) => Uint8Array;
}

/** What a version needs besides what its definition says of it. */
export interface VersionSurroundings extends SchemaTools {
  /** All versions of the definition, this one included, by `apiVersion`. */
  readonly versions?: ReadonlyMap<string, CustomVersion> | undefined;
}

/** What a version of a definition says of its objects. The schema is read when it is first needed. */
export class CustomVersion {
  readonly selectableFields: readonly SelectableField[];
  readonly scale: CustomResourceSubresourceScale | undefined;
  readonly columns: NonNullable<CustomResourceDefinitionVersion["additionalPrinterColumns"]>;
  /** All versions of the definition by `apiVersion`. */
  readonly versions: ReadonlyMap<string, CustomVersion>;
  readonly #version: CustomResourceDefinitionVersion;
  readonly #compiler: RuleCompiler | undefined;
  readonly #metadata: MetadataRules;
  #schema: ValueSchema | undefined;
  #found: { readonly schema: ValueSchema | undefined } | undefined;
  #defaults: ValueSchema | undefined;
  #rules: RuleTree | undefined;
  /** Encoded objects and what is read of them, as long as they live. */
  readonly #read = new WeakMap<Uint8Array, Uint8Array>();

  constructor(
    version: CustomResourceDefinitionVersion,
    { compiler, metadata = anyMetadata, versions = new Map<string, CustomVersion>() }: VersionSurroundings = {},
  ) {
    this.#version = version;
    this.#compiler = compiler;
    this.#metadata = metadata;
    this.versions = versions;
    this.selectableFields = selectableFieldsOf(version);
    this.scale = version.subresources?.scale;
    this.columns = version.additionalPrinterColumns ?? [];
  }

  /** The schema of the objects: what server-side apply, strict reading and OpenAPI need to know of them. */
  get schema(): ValueSchema {
    const props = this.#version.schema?.openAPIV3Schema ?? {};
    return (this.#schema ??= { ...valueSchema(props), isEmbeddedResource: true });
  }

  /** An object as it is read: with the defaults of the schema, and without the fields that it does not know. Itself if nothing differs. */
  read<T extends object>(object: T): T {
    if (this.#inner.schema === undefined) return this.#pruned(complete(object, this.schema)).value;
    // Metadata of resources inside are read first: where nothing is left of them there is nothing to complete.
    const sent = this.#pruned(withoutNulls(object, this.schema)).value;
    return this.#pruned(withDefaults(sent, this.#completing)).value;
  }

  /**
   * A stored object as it is shown in this version: with the defaults of the version in which it is kept, not with those of this one, and
   * without the fields that either does not know.
   */
  readStored<T extends StoredForm>(object: T): T {
    const kept = this.versions.get(object.apiVersion) ?? this;
    const read = kept.read(object);
    return kept === this ? read : this.#pruned(withoutNulls(read, this.schema)).value;
  }

  /** An object that says in which version it is kept, without the fields that this does not know and, so far, without its defaults. */
  kept<T extends StoredForm>(object: T): T {
    const stored = this.versions.get(object.apiVersion) ?? this;
    return stored === this ? object : stored.#pruned(withoutNulls(object, stored.schema)).value;
  }

  /** An object as it is after an apply: as it is read, but that fields which are `null` and may not be are not forgotten. */
  applied<T extends object>(object: T): T {
    return this.#pruned(withDefaults(object, this.#completing)).value;
  }

  /**
   * An encoded stored object as it is shown, made once for each: the same bytes when nothing differs. The bytes are never written to.
   */
  readEncoded(bytes: Uint8Array, { decode, encode }: ObjectCodec): Uint8Array {
    const known = this.#read.get(bytes);
    if (known !== undefined) return known;
    const object = decode(bytes);
    const read = this.readStored(object);
    const result = read === object ? bytes : encode(read);
    this.#read.set(bytes, result);
    return result;
  }

  /** Which part of an object has a type with which it cannot even be read. */
  typeProblem(object: object): string | undefined {
    const cause = embeddedTypeProblem({ value: object, ...this.#inner }, this.#metadata);
    return cause && `${cause.field}: ${cause.message}`;
  }

  /** The fields of an object that the schema does not know: those of its metadata, all others, and those of the metadata of resources in it. */
  unknownFields(object: object): readonly string[] {
    const { fields, ofMetadata } = this.#pruned(object);
    const { own = [], inner = [] } = Object.groupBy(ofMetadata, (field) =>
      field.startsWith("metadata.") ? "own" : "inner",
    );
    return [...this.#unknownMetadata(object, own), ...fields, ...inner];
  }

  /** Only owners, of objects and of fields, have members of their own: without them the names that pruning has found are all. */
  #unknownMetadata(object: object, own: readonly string[]): readonly string[] {
    const metadata = getOwn(object, "metadata");
    if (typeof metadata !== "object" || metadata === null) return own;
    const hasMembers = ["ownerReferences", "managedFields"].some((name) => getOwn(metadata, name) !== undefined);
    return hasMembers ? this.#metadata.unknownFields(metadata).map((field) => `metadata.${field}`) : own;
  }

  #pruned<T extends object>(object: T): Pruned<T> {
    return prune(object, this.schema, this.#metadata);
  }

  /** What is wrong with an object besides its metadata. What was wrong before, and has not changed, is not told. */
  check(object: ObjectToCheck): readonly StatusCause[] {
    const { next, old, warn } = object;
    const { causes, rules } = this.#checkShape(object);
    return rules === undefined ? causes : [...causes, ...warned(rules.evaluate(next, old), warn)];
  }

  /** The same, but others get their turn while many rules are asked. `undefined` if there are no rules: `check` says all then. */
  checkInTurns(object: ObjectToCheck): Promise<readonly StatusCause[]> | undefined {
    return this.#ruleTree() && this.#checkInTurns(object);
  }

  async #checkInTurns(object: ObjectToCheck): Promise<readonly StatusCause[]> {
    const { next, old, warn } = object;
    const { causes, rules } = this.#checkShape(object);
    return rules === undefined ? causes : [...causes, ...warned(await rules.evaluateInTurns(next, old), warn)];
  }

  /** What can be told without rules, and the rules if they are to be asked. */
  #checkShape({ next, old, subresource }: ObjectToCheck): {
    readonly causes: readonly StatusCause[];
    readonly rules?: RuleTree | undefined;
  } {
    const causes = subresource === "status" ? this.#checkStatus(next, old) : this.#checkWhole(next, old);
    const rules = this.#ruleTree();
    if (rules === undefined) return { causes };
    const isBlocked = isNameless(next) || causes.some(({ reason }) => blocking.has(reason));
    return isBlocked ? { causes: [...causes, unchecked] } : { causes, rules };
  }

  /** The schema by which objects are completed. */
  get #completing(): ValueSchema {
    if (this.#inner.schema === undefined) return this.schema;
    return (this.#defaults ??= withReadDefaults(this.schema, this.#metadata));
  }

  /** By what resources inside objects are found; without a schema if there can be none. The object's own type is looked at elsewhere. */
  get #inner(): { readonly schema: ValueSchema | undefined } {
    if (this.#found !== undefined) return this.#found;
    const schema = { ...this.schema, isEmbeddedResource: false };
    return (this.#found = { schema: holdsResources(schema) ? schema : undefined });
  }

  #checkWhole(next: object, old: object | undefined): readonly StatusCause[] {
    const before = old && { value: old };
    return [
      ...checkValue({ value: next, schema: this.schema, before }),
      ...checkScaleSpec(next, this.scale),
      ...checkScaleStatus(next, this.scale),
      ...checkEmbedded({ value: next, ...this.#inner }, this.#metadata),
      ...this.#checkLists(next, old),
    ];
  }

  #checkStatus(next: object, old: object | undefined): readonly StatusCause[] {
    const properties = this.schema.properties ?? {};
    const schema = getOwn(properties, "status") as ValueSchema | undefined;
    const before = correlatedField(old && { value: old }, "status");
    const value = getOwn(next, "status");
    return [
      ...(schema === undefined || value === undefined ? [] : checkValue({ value, schema, base: "status", before })),
      ...checkScaleStatus(next, this.scale),
      ...this.#checkLists(next, old),
    ];
  }

  #checkLists(next: object, old: object | undefined): readonly StatusCause[] {
    const causes = checkLists(next, this.schema);
    return causes.length > 0 && old !== undefined && checkLists(old, this.schema).length > 0 ? [] : causes;
  }

  #ruleTree(): RuleTree | undefined {
    if (this.#compiler === undefined) return undefined;
    const tree = (this.#rules ??= new RuleTree(this.#compiler, this.schema));
    return tree.isEmpty ? undefined : tree;
  }
}

function warned({ causes, warnings }: RuleFindings, warn: ObjectToCheck["warn"]): readonly StatusCause[] {
  for (const { field, message } of warnings) warn?.(`${field}: ${message}`);
  return causes;
}

/** Whether an object has no name, which others tell. */
function isNameless(object: object): boolean {
  const metadata = getOwn(object, "metadata");
  return typeof metadata === "object" && metadata !== null && getOwn(metadata, "name") === "";
}

const blocking: ReadonlySet<unknown> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const unchecked: StatusCause = invalid(
  "<nil>",
  null,
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
);
