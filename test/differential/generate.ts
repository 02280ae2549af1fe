import { seededRandom } from "../../src/async/index.ts";
import type { Random } from "../../src/async/index.ts";
import { CustomVersion } from "../../src/apiserver/crd/index.ts";
import { builtInSchemas } from "../../src/apiserver/schema/index.ts";
import type { Schema } from "../../src/apiserver/schema/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import type { CustomResourceDefinition } from "../../src/types/apiextensions/v1/index.ts";
import type { Call, Script } from "./call.ts";
import { edgeOf } from "./edge-of.ts";
import { edited, jsonPatch, mergePatch, textOf } from "./edit-body.ts";
import type { Edit } from "./edit-body.ts";
import { mutate, mutations, pick } from "./mutate.ts";
import type { Mutation } from "./mutate.ts";
import { readQuery } from "./read-query.ts";
import { schemaFields } from "./schema-fields.ts";
import type { Field } from "./schema-fields.ts";
import { seeds } from "./seeds/index.ts";
import { collectionPath, nameOf, objectOf } from "./seeds/seed.ts";
import type { Seed } from "./seeds/seed.ts";

/** What to generate. */
export interface GenerateOptions {
  readonly seed: string;
  /** How many requests in all, spread evenly over the kinds. */
  readonly requests: number;
  /** Only kinds of this name. */
  readonly kind?: string | undefined;
  /** Only changes inside this field of the objects: `metadata`. */
  readonly field?: string | undefined;
  /** Only this verb. */
  readonly verb?: string | undefined;
}

/** The verbs that the generator sends. */
const verbs = [
  "create",
  "update",
  "json-patch",
  "merge-patch",
  "strategic-patch",
  "apply",
  "status",
  "get",
  "list",
  "watch",
  "delete",
  "delete-collection",
] as const;

type Verb = (typeof verbs)[number];

/** Requests of every verb for every kind, right and wrong, the same for the same seed: one script for each kind. */
export function generate({ seed, requests, kind, field, verb }: GenerateOptions): readonly Script[] {
  // Kinds that have no such field are left out.
  const chosen = seeds
    .filter((one) => kind === undefined || one.kind === kind)
    .map((one) => ({ one, fields: fieldsOf(one).filter(({ path }) => field === undefined || path[0] === field) }))
    .filter(({ fields }) => fields.length > 0);
  const chosenVerbs = verbs.filter((name) => verb === undefined || name === verb);
  const optionFields = schemaFields(builtInSchemas().schemaOf({ apiVersion: "v1", kind: "DeleteOptions" }) ?? {});
  return chosen.map(({ one, fields }, index) => {
    const count = Math.floor(requests / chosen.length) + (index < requests % chosen.length ? 1 : 0);
    const random = seededRandom(`${seed}/${one.apiVersion}/${one.kind}`);
    const cases = Array.from({ length: count }, (_, number) =>
      new Case({ random, seed: one, number, fields, optionFields, verbs: chosenVerbs }).calls(),
    );
    const calls = one.definition === undefined ? cases.flat() : whileDefined(one, cases.flat());
    return { id: `generated/${one.apiVersion}/${one.kind}`, kind: one.kind, calls, isLate: one.isGlobal };
  });
}

function fieldsOf(seed: Seed): readonly Field[] {
  const schema = seed.definition === undefined ? builtInSchemas().schemaOf(seed) : definedSchema(seed);
  return schemaFields(schema ?? {});
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** The calls between the making of a definition and its end. */
function whileDefined(seed: Seed, calls: readonly Call[]): readonly Call[] {
  const { metadata } = seed.definition as unknown as CustomResourceDefinition;
  return [
    { method: "POST", path: definitions, body: seed.definition, isSetup: true, settles: true },
    { method: "GET", path: collectionPath(seed, "{ns}"), isSetup: true, settles: true },
    ...calls,
    { method: "DELETE", path: `${definitions}/${metadata.name}`, isSetup: true },
  ];
}

/** What a definition says of its objects, and what all objects have. */
function definedSchema({ definition }: Seed): Schema | undefined {
  const [version] = (definition as unknown as CustomResourceDefinition).spec.versions;
  if (version === undefined) return undefined;
  const shared = builtInSchemas().schemaOf({ apiVersion: "v1", kind: "ConfigMap" })?.properties ?? {};
  const own: Schema = new CustomVersion(version).schema;
  return { ...own, properties: { ...own.properties, metadata: shared["metadata"] as Schema } };
}

interface CaseOptions {
  readonly random: Random;
  readonly seed: Seed;
  readonly number: number;
  readonly fields: readonly Field[];
  readonly optionFields: readonly Field[];
  readonly verbs: readonly Verb[];
}

/** One request that counts, and what has to be there for it. */
class Case {
  readonly #options: CaseOptions;
  readonly #name: string;
  readonly #object: JsonObject;
  readonly #collection: string;
  readonly #path: string;
  readonly #verb: Verb;
  readonly #mutation: Mutation;

  constructor(options: CaseOptions) {
    const { random, seed, number } = options;
    this.#options = options;
    this.#name = nameOf(seed, number);
    this.#object = objectOf(seed, this.#name, pick(random, seed.bodies));
    this.#collection = collectionPath(seed, "{ns}");
    this.#path = `${this.#collection}/${this.#name}`;
    this.#verb = pick(random, options.verbs);
    this.#mutation = pick(random, mutations);
  }

  calls(): readonly Call[] {
    const counted = this.#counted();
    const needsObject = this.#verb !== "create" && !(this.#verb === "apply" && this.#options.random.integer(2) === 0);
    const setup: Call = {
      method: "POST",
      path: this.#collection,
      body: this.#labelled(),
      as: "base",
      isSetup: true,
      settles: this.#options.seed.settles,
    };
    const cleanup: Call = { method: "DELETE", path: this.#path, isSetup: true };
    const note = `${this.#verb} ${this.#mutation} ${counted.note ?? ""}`;
    return [
      ...(needsObject ? [setup] : []),
      { ...counted, note },
      ...(this.#options.seed.isGlobal === true ? [cleanup] : []),
    ];
  }

  /** Lists find it by its label. */
  #labelled(): JsonObject {
    return edited(this.#object, [
      { path: ["metadata", "labels", "number"], value: String(this.#options.number) },
    ]) as JsonObject;
  }

  #counted(): Call {
    const { random } = this.#options;
    switch (this.#verb) {
      case "get":
        return { method: "GET", ...readQuery(this.#path, { verb: "get", mutation: this.#mutation, random }) };
      case "list":
      case "watch":
      case "delete-collection": {
        const query = readQuery(`${this.#collection}?labelSelector=number%3D${this.#options.number}`, {
          verb: this.#verb,
          mutation: this.#mutation,
          random,
        });
        return { method: this.#verb === "delete-collection" ? "DELETE" : "GET", ...query };
      }
      case "delete":
        return this.#delete();
      case "status":
        return this.#written(this.#fieldsIn("status"));
      default:
        return this.#written(this.#options.fields);
    }
  }

  #fieldsIn(first: string): readonly Field[] {
    const inside = this.#options.fields.filter(({ path }) => path[0] === first);
    return inside.length === 0 ? this.#options.fields : inside;
  }

  #delete(): Call {
    const { random, optionFields: fields } = this.#options;
    const body = pick<JsonObject>(random, [
      {},
      { propagationPolicy: "Foreground" },
      { gracePeriodSeconds: 0 },
      { kind: "DeleteOptions", apiVersion: "v1", preconditions: { uid: "{base.uid}" } },
    ]);
    const edits = this.#mutation === "valid" ? [] : mutate(this.#mutation, { random, body, fields });
    return { method: "DELETE", path: this.#path, body: textOf(edited(body, edits)), note: noteOf(edits) };
  }

  #written(fields: readonly Field[]): Call {
    const { random } = this.#options;
    const body = this.#verb === "create" || this.#verb === "apply" ? this.#object : this.#labelled();
    const edits = mutate(this.#mutation, { random, body, fields });
    const options = new URLSearchParams();
    const validation = pick(random, [undefined, "Strict", "Warn", "Ignore"]);
    if (validation !== undefined) options.set("fieldValidation", validation);
    if (random.integer(4) === 0) options.set("dryRun", "All");
    if (this.#verb === "apply") options.set("fieldManager", "differential");
    const query = options.size === 0 ? "" : `?${options.toString()}`;
    return { note: noteOf(edits), edge: edgeOf(edited(body, edits), edits), ...this.#request(body, edits, query) };
  }

  #request(body: JsonObject, edits: readonly Edit[], query: string): Call {
    const changed = edited(body, edits);
    switch (this.#verb) {
      case "create":
        return { method: "POST", path: this.#collection + query, body: textOf(changed) };
      case "update": {
        const conditional = edited(
          changed,
          pick(this.#options.random, [[], [{ path: ["metadata", "resourceVersion"], value: "{base.version}" }]]),
        );
        return { method: "PUT", path: this.#path + query, body: textOf(conditional) };
      }
      case "status":
        return this.#patch(`${this.#path}/status${query}`, "merge-patch", textOf(mergePatch(body, edits, false)));
      case "json-patch":
        return this.#patch(this.#path + query, "json-patch", textOf(jsonPatch(body, edits)));
      case "merge-patch":
        return this.#patch(this.#path + query, "merge-patch", textOf(mergePatch(body, edits, false)));
      case "strategic-patch":
        return this.#patch(this.#path + query, "strategic-merge-patch", textOf(mergePatch(body, edits, true)));
      default:
        return {
          ...this.#patch(this.#path + query, "apply-patch", textOf(changed)),
          contentType: "application/apply-patch+yaml",
        };
    }
  }

  #patch(path: string, type: string, body: string): Call {
    return { method: "PATCH", path, body, contentType: `application/${type}+json` };
  }
}

function noteOf(edits: readonly Edit[]): string {
  return edits
    .map(
      ({ path, value }) =>
        `${path.join(".")}=${value === undefined ? "<removed>" : JSON.stringify(value).slice(0, 60)}`,
    )
    .join(" ");
}
