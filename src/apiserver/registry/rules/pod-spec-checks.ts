import { qualifiedNameProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { duplicate, forbidden, invalid, notFound, required } from "../../crd/index.ts";
import type { TypeCheck } from "../../schema/index.ts";
import { appArmorMatchCauses } from "./app-armor.ts";
import { podAnnotationCauses, seccompMatchCauses } from "./pod-annotations.ts";
import { claimSpecCauses } from "./claim-checks.ts";
import {
  containersCauses,
  ephemeralContainersCauses,
  initContainersCauses,
  paddedImage,
  pullCauses,
} from "./container-checks.ts";
import { among, formed, label, members, repeats, subdomain } from "./field-checks.ts";
import { annotationKeys, labels } from "./label-checks.ts";
import { isGiven, numberAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { aliasCauses, dnsCauses } from "./pod-network-checks.ts";
import { podResourceCauses } from "./pod-resource-checks.ts";
import { resourceCauses } from "./resource-checks.ts";
import { gateCauses, repeatedSpreads, spreadCauses, tolerationCauses } from "./scheduling-checks.ts";
import { podSecurity } from "./security-checks.ts";
import { hostProcessCauses, systemCauses } from "./system-checks.ts";
import { templateMetadata } from "./template-metadata-checks.ts";
import { inRange } from "./value-checks.ts";
import type { ValueCheck } from "./value-checks.ts";
import { volumeCauses } from "./volume-checks.ts";

type Generic = (member: string) => readonly StatusCause[];

function isAt(field: string): (cause: StatusCause) => boolean {
  return ({ field: at = "" }) => at === field || at.startsWith(`${field}.`);
}

/** What is wrong with each item of a list, by its position. Takes time in proportion to the causes, however long the list is. */
function byItem(causes: readonly StatusCause[], list: string): ReadonlyMap<number, readonly StatusCause[]> {
  return Map.groupBy(causes, ({ field = "" }) => Number(/^\[(\d+)\]/.exec(field.slice(list.length))?.[1]));
}

/** The volumes that are sound, and what is wrong with the others. */
function volumesOf(
  spec: Fields,
  field: string,
  generic: Generic,
): readonly [ReadonlyMap<string, Fields>, readonly StatusCause[]] {
  const sound = new Map<string, Fields>();
  const found = byItem(generic("volumes"), field);
  const causes = partsAt(spec, "volumes").flatMap((volume, index) => {
    const at = `${field}[${index}]`;
    const name = textAt(volume, "name");
    const own = [...(found.get(index) ?? []), ...(sound.has(name) ? [duplicate(`${at}.name`, name)] : [])];
    if (own.length === 0) sound.set(name, volume);
    return own;
  });
  return [sound, causes];
}

function claimCauses(spec: Fields, field: string): readonly StatusCause[] {
  const claims = partsAt(spec, "resourceClaims");
  const again = repeats(claims.map((claim) => textAt(claim, "name")));
  return claims.flatMap((claim, index) => {
    const at = `${field}[${index}]`;
    const name = textAt(claim, "name");
    const names = ["resourceClaimName", "resourceClaimTemplateName"];
    const given = names.filter((member) => isGiven(claim, member));
    const many = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified";
    const none = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
    return [
      ...(name === ""
        ? [required(`${at}.name`)]
        : again.has(index)
          ? [duplicate(`${at}.name`, name)]
          : label(name, `${at}.name`)),
      ...(given.length > 1 ? [invalid(at, claim, many)] : []),
      ...(given.length === 0 ? [invalid(at, claim, none)] : []),
      ...given.flatMap((member) => subdomain(textAt(claim, member), `${at}.${member}`)),
    ];
  });
}

/** On the network of the node, ports are those of the node. */
function hostNetworkCauses(spec: Fields, field: string): readonly StatusCause[] {
  if (spec["hostNetwork"] !== true) return [];
  return partsAt(spec, "containers").flatMap((container, index) =>
    partsAt(container, "ports").flatMap((port, number) => {
      const [own, host] = [numberAt(port, "containerPort") ?? 0, numberAt(port, "hostPort") ?? 0];
      const at = `${field}.containers[${index}].ports[${number}].hostPort`;
      if (own === host || (host === 0 && field !== "spec")) return [];
      return [invalid(at, host, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}

const restarts = ["Always", "OnFailure", "Never"] as const;
const dnsPolicies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"] as const;

function policyCauses(
  spec: Fields,
  member: string,
  at: { readonly field: string; readonly values: readonly string[] },
): readonly StatusCause[] {
  const policy = textAt(spec, member);
  return policy === "" ? [required(`${at.field}.${member}`)] : among(at.values)(policy, `${at.field}.${member}`);
}

/** Names that pods have or refer to, where they are given. */
function named(spec: Fields, field: string, checks: Readonly<Record<string, ValueCheck>>): readonly StatusCause[] {
  return Object.entries(checks).flatMap(([member, test]) => {
    const name = textAt(spec, member);
    return name === "" ? [] : test(name, `${field}.${member}`);
  });
}

/** Variables from files are read from directories that start empty. */
function fileCauses(spec: Fields, field: string): readonly StatusCause[] {
  const volumes = new Map(partsAt(spec, "volumes").map((volume) => [textAt(volume, "name"), volume] as const));
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    partsAt(spec, list).flatMap((container, index) =>
      partsAt(container, "env").flatMap((variable, number) => {
        const file = partAt(partAt(variable, "valueFrom") ?? {}, "fileKeyRef");
        if (file === undefined) return [];
        const name = textAt(file, "volumeName");
        const at = `${field}.${list}[${index}].env[${number}].valueFrom.fileKeyRef.volumeName`;
        const volume = volumes.get(name);
        if (volume === undefined) return [notFound(at, name)];
        return isGiven(volume, "emptyDir") ? [] : [invalid(at, name, "referenced volume must be of type emptyDir")];
      }),
    ),
  );
}

/** What is said of a pod on the network and among the users of its node. */
function hostCauses(spec: Fields, field: string): readonly StatusCause[] {
  const name = textAt(spec, "hostnameOverride");
  const at = `${field}.hostnameOverride`;
  const apart =
    spec["hostUsers"] === false
      ? (["hostNetwork", "hostPID", "hostIPC"] as const)
          .filter((member) => spec[member] === true)
          .map((member) =>
            forbidden(
              `${field}.${member === "hostNetwork" ? member : `H${member.slice(1)}`}`,
              "when `hostUsers` is false",
            ),
          )
      : [];
  if (!isGiven(spec, "hostnameOverride")) return apart;
  return [
    ...apart,
    ...(spec["setHostnameAsFQDN"] === true
      ? [forbidden(at, "may not be specified when setHostnameAsFQDN is true")]
      : []),
    ...(spec["hostNetwork"] === true ? [forbidden(at, "may not be specified when hostNetwork is true")] : []),
    ...(name.length > 64
      ? [{ reason: "FieldValueTooLong", message: "Too long: may not be more than 64 bytes", field: at }]
      : []),
    ...subdomain(name, at),
  ];
}

function workCauses(spec: Fields, field: string, generic: Generic): readonly StatusCause[] {
  const [volumes, volumesCauses] = volumesOf(spec, `${field}.volumes`, generic);
  const claims = partsAt(spec, "resourceClaims")
    .map((claim) => textAt(claim, "name"))
    .filter((name) => name !== "");
  const context = { spec, field, volumes, claims };
  return [
    ...volumesCauses,
    ...claimCauses(spec, `${field}.resourceClaims`),
    ...containersCauses(context),
    ...initContainersCauses(context),
    ...ephemeralContainersCauses(context),
    ...podResourceCauses(spec, `${field}.resources`, claims),
    ...hostNetworkCauses(spec, field),
    ...policyCauses(spec, "restartPolicy", { field, values: restarts }),
    ...policyCauses(spec, "dnsPolicy", { field, values: dnsPolicies }),
  ];
}

function placeCauses(spec: Fields, field: string, generic: Generic): readonly StatusCause[] {
  const spreads = partsAt(spec, "topologySpreadConstraints");
  const spreadsField = `${field}.topologySpreadConstraints`;
  const selectors = byItem(generic("topologySpreadConstraints"), spreadsField);
  const again = repeatedSpreads(spreads);
  return [
    ...labels(spec["nodeSelector"], `${field}.nodeSelector`),
    ...podSecurity(spec, `${field}.securityContext`),
    ...generic("affinity"),
    ...dnsCauses(spec, `${field}.dnsConfig`),
    ...partsAt(spec, "readinessGates").flatMap((gate, index) =>
      formed(qualifiedNameProblems)(textAt(gate, "conditionType"), `${field}.readinessGates[${index}].conditionType`),
    ),
    ...gateCauses(spec, `${field}.schedulingGates`),
    ...spreads.flatMap((spread, index) =>
      spreadCauses(spread, `${spreadsField}[${index}]`, {
        isRepeated: again.has(index),
        selector: selectors.get(index) ?? [],
      }),
    ),
    ...hostProcessCauses(spec, field),
    ...hostCauses(spec, field),
  ];
}

function nameCauses(spec: Fields, field: string): readonly StatusCause[] {
  const deadline = numberAt(spec, "activeDeadlineSeconds");
  return [
    ...named(spec, field, { serviceAccountName: subdomain, nodeName: subdomain }),
    ...inRange(deadline, `${field}.activeDeadlineSeconds`, [1, 2_147_483_647]),
    ...named(spec, field, { hostname: label, subdomain: label }),
    ...partsAt(spec, "tolerations").flatMap((one, index) => tolerationCauses(one, `${field}.tolerations[${index}]`)),
    ...partsAt(spec, "hostAliases").flatMap((alias, index) => aliasCauses(alias, `${field}.hostAliases[${index}]`)),
    ...named(spec, field, { priorityClassName: subdomain }),
    ...(isGiven(spec, "runtimeClassName")
      ? subdomain(textAt(spec, "runtimeClassName"), `${field}.runtimeClassName`)
      : []),
    ...(isGiven(spec, "preemptionPolicy")
      ? policyCauses(spec, "preemptionPolicy", { field, values: ["PreemptLowerPriority", "Never"] })
      : []),
    ...(isGiven(spec, "overhead") ? resourceCauses({ limits: spec["overhead"] }, { field: `${field}.overhead` }) : []),
  ];
}

const podSpec: TypeCheck = (spec, field, generic) => [
  ...workCauses(spec, field, generic),
  ...placeCauses(spec, field, generic),
  ...nameCauses(spec, field),
  ...systemCauses(spec, field),
  ...fileCauses(spec, field),
  ...(field === "spec" ? onlyPodCauses(spec, field) : []),
];

/** What templates may have and pods may not. */
function onlyPodCauses(spec: Fields, field: string): readonly StatusCause[] {
  const tokens = partsAt(spec, "volumes").flatMap((volume, index) =>
    partsAt(partAt(volume, "projected") ?? {}, "sources").flatMap((source, number) =>
      isGiven(source, "serviceAccountToken")
        ? [`${field}.volumes[${index}].projected.sources[${number}].serviceAccountToken`]
        : [],
    ),
  );
  const words = "must not be specified when serviceAccountName is not set";
  return [
    ...(textAt(spec, "serviceAccountName") === "" ? tokens.map((at) => forbidden(at, words)) : []),
    ...["containers", "initContainers"].flatMap((list) =>
      partsAt(spec, list).flatMap((container, index) => paddedImage(container, `${field}.${list}[${index}]`)),
    ),
  ];
}

/** What is wrong with what pods are made from. */
export const podTemplateCauses: TypeCheck = (template, field, generic) => {
  const metadata = partAt(template, "metadata") ?? {};
  const spec = partAt(template, "spec") ?? { restartPolicy: "Always", dnsPolicy: "ClusterFirst" };
  const words = "ephemeral containers not allowed in pod template";
  return [
    ...members({ labels, annotations: annotationKeys })(metadata, field),
    ...podAnnotationCauses(template, `${field}.annotations`),
    ...(partAt(template, "spec") === undefined ? podSpec(spec, `${field}.spec`, () => []) : generic("spec")),
    ...seccompMatchCauses(template, `${field}.spec`),
    ...appArmorMatchCauses(template, `${field}.spec`),
    ...(partsAt(spec, "ephemeralContainers").length > 0 ? [forbidden(`${field}.spec.ephemeralContainers`, words)] : []),
  ];
};

const volume: TypeCheck = (value, field, generic) => {
  const name = textAt(value, "name");
  return [
    ...volumeCauses(value, field, generic),
    ...(name === "" ? [required(`${field}.name`)] : label(name, `${field}.name`)),
  ];
};

const claimTemplate: TypeCheck = (value, field, generic) => [
  ...templateMetadata(value["metadata"], `${field}.metadata`),
  ...claimSpecCauses(
    partAt(value, "spec") ?? {},
    `${field}.spec`,
    generic("spec").filter(isAt(`${field}.spec.selector`)),
  ),
];

/** What pods are checked for wherever they stand, in the order in which Kubernetes tells it. */
export const podSpecChecks: Readonly<Record<string, TypeCheck>> = {
  "core.v1.PodSpec": podSpec,
  "core.v1.PodTemplateSpec": podTemplateCauses,
  "core.v1.Volume": volume,
  "core.v1.EphemeralVolumeSource": (value, field, generic) =>
    isGiven(value, "volumeClaimTemplate") ? generic("volumeClaimTemplate") : [required(`${field}.volumeClaimTemplate`)],
  "core.v1.PersistentVolumeClaimTemplate": claimTemplate,
  "core.v1.ImageVolumeSource": (value, field) => [
    ...(field.startsWith("spec.volumes[") && textAt(value, "reference") === "" ? [required(`${field}.reference`)] : []),
    ...pullCauses(textAt(value, "pullPolicy"), `${field}.pullPolicy`),
  ],
  "core.v1.TopologySpreadConstraint": (_value, _field, generic) => generic("labelSelector"),
};
