import { CodegenError } from "../errors.ts";

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly nonResourceURLs?: readonly string[] | undefined;
}

/** A role or a binding as the server tells it, as far as it is written down. */
export interface BootstrapObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly labels?: Readonly<Record<string, string>> | undefined;
  };
  readonly rules?: readonly Rule[] | null | undefined;
  readonly aggregationRule?:
    | { readonly clusterRoleSelectors: readonly { readonly matchLabels: Readonly<Record<string, string>> }[] }
    | undefined;
  readonly roleRef?: { readonly kind: string; readonly name: string } | undefined;
  readonly subjects?:
    | readonly { readonly kind: string; readonly name: string; readonly namespace?: string | undefined }[]
    | undefined;
}

const mark = "kubernetes.io/bootstrapping";

/**
 * A role on one line: its name (`namespace/name` in a namespace), then words. `+label` is a label with the value `true`, `<label` selects the
 * roles that are added to this one, any other word is a rule: `verbs;groups;resources;names`, the last only if there are names, or
 * `verbs;paths`. Lists are joined by commas.
 */
export function roleLine({ metadata, rules, aggregationRule }: BootstrapObject): string {
  const labels = Object.entries(metadata.labels ?? {}).filter(([key]) => key !== mark);
  const selected = (aggregationRule?.clusterRoleSelectors ?? []).flatMap(({ matchLabels }) =>
    Object.entries(matchLabels),
  );
  const words = [
    ...labels.map((label) => `+${trueLabel(label, metadata.name)}`),
    ...selected.map((label) => `<${trueLabel(label, metadata.name)}`),
    ...(rules ?? []).map(ruleWord),
  ];
  return lineOf(metadata, words);
}

/** A binding on one line: its name, `kind/name` of its role, and `kind/name` or `kind/namespace/name` of each subject. */
export function bindingLine({ metadata, roleRef, subjects = [] }: BootstrapObject): string {
  const words = subjects.map(({ kind, name, namespace }) =>
    [kind, ...(namespace === undefined ? [] : [namespace]), name].join("/"),
  );
  return lineOf(metadata, [`${roleRef?.kind}/${roleRef?.name}`, ...words]);
}

function ruleWord({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): string {
  const lists = nonResourceURLs === undefined ? [verbs, apiGroups, resources, resourceNames] : [verbs, nonResourceURLs];
  return lists.flatMap((list) => (list === undefined ? [] : [list.join(",")])).join(";");
}

function trueLabel([key, value]: readonly [string, string], name: string): string {
  if (value === "true") return key;
  throw unwritable(name, `${key}=${value}`);
}

function lineOf({ name, namespace }: BootstrapObject["metadata"], words: readonly string[]): string {
  const strange = [name, ...words].find((word) => /[\s`\\$]/.test(word));
  if (strange !== undefined) throw unwritable(name, strange);
  return [namespace === undefined ? name : `${namespace}/${name}`, ...words].join(" ");
}

function unwritable(name: string, what: string): CodegenError {
  return new CodegenError(
    "SETPOINT_CODEGEN_RESPONSE",
    `Writing the role or binding ${JSON.stringify(name)}: expected words without spaces and labels that are true, found ${JSON.stringify(what)}.`,
  );
}
