import { formatApiVersion } from "../../model/index.ts";
import type { Store } from "../storage/index.ts";
import { keptResource } from "./autoscaler-versions.ts";
import { AdministrativeAccess } from "./administrative-access.ts";
import { namespaceCollection } from "./assert-namespace.ts";
import type { ServedResource, Target } from "./contract.ts";
import { customRules } from "./custom-rules.ts";
import { definitionCollection } from "./definition-care.ts";
import type { DefinitionRules } from "./definition-rules.ts";
import { partOf } from "./field-owners.ts";
import type { KindRules } from "./kind-rules.ts";
import { namespaceRules } from "./namespace-rules.ts";
import type { Treatment } from "./prepare.ts";
import { builtInRules } from "./rules/index.ts";
import { withSchema } from "./schema-checks.ts";
import type { Schemas } from "./schemas.ts";
import { serviceCollection } from "./service-addresses.ts";
import { strategyOf } from "./strategy.ts";

/** What treatments are made of. */
export interface TreatmentsOptions {
  readonly schemas: Schemas;
  readonly store: Store;
  readonly definitions: DefinitionRules;
  /** The rules of services. */
  readonly services: KindRules;
}

/** How the objects of each resource, and their parts, are treated. Found out once: every write asks several times. */
export class Treatments {
  readonly #options: TreatmentsOptions;
  readonly #access: AdministrativeAccess;
  readonly #known = new WeakMap<ServedResource, Map<string, Treatment>>();

  constructor(options: TreatmentsOptions) {
    this.#options = options;
    this.#access = new AdministrativeAccess(options.store);
  }

  of({ served, subresource }: Pick<Target, "served" | "subresource">): Treatment {
    const parts = this.#known.get(served) ?? new Map<string, Treatment>();
    const known = parts.get(subresource ?? "");
    if (known !== undefined) return known;
    const made = this.#made(served, subresource);
    this.#known.set(served, parts.set(subresource ?? "", made));
    return made;
  }

  /** Definitions are checked by rules that know more than their schema. */
  #made(served: ServedResource, subresource: string | undefined): Treatment {
    const { schemas } = this.#options;
    const strategy = strategyOf(served);
    const own = {
      strategy,
      rules: this.rulesOf(served, subresource),
      part: partOf(served, subresource, strategy),
      texts: strategy.keepsTexts ? schemas.bodySchemaOf(served, formatApiVersion(served.resource)) : undefined,
    };
    if (served.isCustom || served.collection === definitionCollection) return own;
    return { ...own, rules: withSchema(own.rules, keptResource(served), schemas) };
  }

  /** The rules that a kind, or a part of it, has besides its schema. */
  rulesOf({ collection, custom, resource }: ServedResource, subresource?: string): KindRules {
    const { definitions, services } = this.#options;
    if (custom !== undefined) return customRules({ custom, apiVersion: formatApiVersion(resource) }, subresource);
    if (collection === namespaceCollection) return namespaceRules;
    if (collection === serviceCollection) return services;
    if (collection === definitionCollection) {
      return subresource === "status" ? definitions.status : definitions.whole;
    }
    const part = subresource === undefined ? collection : `${collection}/${subresource}`;
    return this.#access.guarded(builtInRules[part] ?? builtInRules[collection] ?? {}, part);
  }
}
