import { getOwn } from "../../../model/index.ts";
import type { Document } from "../document.ts";
import { milliAmounts } from "./milli-amounts.ts";
import { completed, defaults, rules, within } from "./rule.ts";
import type { Default, Rule } from "./rule.ts";
import type { Fields } from "./places.ts";

const httpGet: readonly Rule[] = [defaults("httpGet", { path: "/", scheme: "HTTP" })];

const probe: readonly Rule[] = [
  defaults("", { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }),
  ...httpGet,
  defaults("grpc", { service: "" }),
];

const fieldRef: Rule = defaults("fieldRef", { apiVersion: "v1" });

const hostPart = "[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?";
const namePart = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";

/** A host, a path, a tag and a digest. What is none of that has no tag either. */
const imageName: Readonly<RegExp> = new RegExp(
  `^((?:${hostPart}(?:\\.${hostPart})*(?::\\d+)?/)?${namePart}(?:/${namePart})*)(?::\\w[\\w.-]{0,127})?(?:@[\\w+.:-]+)?$`,
);
const longestName = 255;

/** An image without a tag may change at any time. */
function pullPolicyOf(image: unknown): string {
  const [, name] = typeof image === "string" ? (imageName.exec(image) ?? []) : [];
  if (typeof image !== "string" || name === undefined || name.length > longestName) return "IfNotPresent";
  const [, tag] = /:([^:/@]+)(?:@.*)?$/.exec(image) ?? [];
  return tag === "latest" || (tag === undefined && !image.includes("@")) ? "Always" : "IfNotPresent";
}

const container: readonly Rule[] = [
  defaults("", {
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    imagePullPolicy: ({ image }) => pullPolicyOf(image),
  }),
  ...["livenessProbe", "readinessProbe", "startupProbe"].flatMap((name) => within(name, probe)),
  ...within("lifecycle.postStart", httpGet),
  ...within("lifecycle.preStop", httpGet),
  ...within("env[].valueFrom", [fieldRef]),
];

/** Nothing is said of where the files come from: an empty directory. */
const emptyVolume: Default = (volume) => (Object.keys(volume).some((key) => key !== "name") ? undefined : {});

const volume: readonly Rule[] = [
  defaults("", { emptyDir: emptyVolume }),
  ...["configMap", "secret", "downwardAPI", "projected"].map((source) => defaults(source, { defaultMode: 420 })),
  ...within("downwardAPI.items[]", [fieldRef]),
  ...within("projected.sources[].downwardAPI.items[]", [fieldRef]),
  defaults("projected.sources[].serviceAccountToken", { expirationSeconds: 3600 }),
  defaults("hostPath", { type: "" }),
  defaults("azureDisk", { readOnly: false }),
  defaults("ephemeral.volumeClaimTemplate.spec", { volumeMode: "Filesystem" }),
  defaults("image", { pullPolicy: ({ reference }) => pullPolicyOf(reference) }),
];

/** The account has two names in the API; both are always told, and the newer one counts. */
function withAccount(spec: Fields): Fields {
  const { serviceAccountName: name = "", serviceAccount: old = "" } = spec;
  const account = name === "" ? old : name;
  if (account === "" || (name === account && old === account)) return spec;
  return { ...spec, serviceAccountName: account, serviceAccount: account };
}

/** What holds for the spec of a pod, alone or in a template. */
export const podSpec: readonly Rule[] = [
  defaults("", {
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    securityContext: {},
    schedulerName: "default-scheduler",
  }),
  completed("", withAccount),
  ...milliAmounts(
    "overhead",
    ...["", "containers[].", "initContainers[].", "ephemeralContainers[]."].flatMap((at) => [
      `${at}resources.limits`,
      `${at}resources.requests`,
    ]),
  ),
  ...within("containers[]", container),
  ...within("initContainers[]", container),
  ...within("ephemeralContainers[]", container),
  ...within("volumes[]", volume),
];

/** What holds for the spec of a pod alone: templates are left as open as they are. */
export const hostPorts: Rule = completed("", withHostPorts);

/** What Kubernetes leaves away unless it is told to have it, though whoever writes it owns it. */
const newFields: readonly Rule[] = [
  completed("", withoutGroup),
  ...["containers", "initContainers", "ephemeralContainers"].map((list) => completed(`${list}[]`, withoutStopSignal)),
  completed("volumes[].projected.sources[]", withoutNewSources),
];

/** An object without what is new in the specification of its pods, which stands at a path. */
export function withoutNewFields(path: string): (document: Document) => Document {
  return rules(within(path, newFields)).defaulted;
}

function withoutGroup(spec: Fields): Fields {
  const { schedulingGroup, ...rest } = spec;
  return schedulingGroup === undefined ? spec : rest;
}

function withoutNewSources(source: Fields): Fields {
  const { clusterTrustBundle, podCertificate, ...rest } = source;
  return clusterTrustBundle === undefined && podCertificate === undefined ? source : rest;
}

/** Without how a container is told to stop goes a lifecycle that says nothing else. */
function withoutStopSignal(stopped: Fields): Fields {
  const lifecycle = getOwn(stopped, "lifecycle") as Fields | undefined;
  if (lifecycle?.["stopSignal"] === undefined) return stopped;
  const { stopSignal: _unknown, ...rest } = lifecycle;
  const { lifecycle: _whole, ...others } = stopped;
  return Object.keys(rest).length === 0 ? others : { ...stopped, lifecycle: rest };
}

/** On the network of the node, a port of a container is one of the node. */
function withHostPorts(spec: Fields): Fields {
  if (spec["hostNetwork"] !== true) return spec;
  const open = (item: unknown): unknown => {
    const ports = getOwn(item as object, "ports");
    if (!Array.isArray(ports)) return item;
    return { ...(item as object), ports: (ports as readonly Fields[]).map(withHostPort) };
  };
  const members = ["containers", "initContainers"].flatMap((name) => {
    const list = spec[name];
    return Array.isArray(list) ? [[name, list.map(open)] as const] : [];
  });
  return { ...spec, ...Object.fromEntries(members) };
}

function withHostPort(port: Fields): Fields {
  return (port["hostPort"] ?? 0) === 0 ? { ...port, hostPort: port["containerPort"] } : port;
}
