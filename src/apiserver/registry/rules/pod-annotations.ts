import { getOwn } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, invalid } from "../../crd/index.ts";
import {
  appArmorAnnotationCauses,
  appArmorChangeCauses,
  containerLists,
  fixedProfiles,
  localPrefix,
  mismatchCauses,
} from "./app-armor.ts";
import { partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";
import { descendingPath } from "./value-checks.ts";

/** What a pod stands for that a node runs without being told by the server. */
const mirror = "kubernetes.io/config.mirror";
/** How much is lost with a pod of a set. */
const cost = "controller.kubernetes.io/pod-deletion-cost";

/** Profiles of pods and of containers were annotations before they were fields. */
const podProfile = "seccomp.security.alpha.kubernetes.io/pod";
const containerProfile = "container.seccomp.security.alpha.kubernetes.io/";
const profiles: Readonly<Record<string, string>> = { ...fixedProfiles, "docker/default": "RuntimeDefault" };

function annotationsOf(pod: Fields): Fields {
  return partAt(partAt(pod, "metadata") ?? {}, "annotations") ?? {};
}

function isCost(text: string): boolean {
  const number = Number(text);
  return /^(?:0|[1-9]\d*|-\d+)$/.test(text) && number >= -(2 ** 31) && number < 2 ** 31;
}

function hasWrongCost(annotations: Fields): boolean {
  return Object.hasOwn(annotations, cost) && !isCost(textAt(annotations, cost));
}

function profileCauses(text: string, field: string): readonly StatusCause[] {
  if (Object.hasOwn(profiles, text)) return [];
  if (text.startsWith(localPrefix)) return descendingPath(text.slice(localPrefix.length), field);
  return [invalid(field, text, "must be a valid seccomp profile")];
}

function isProfile(key: string): boolean {
  return key === podProfile || key.startsWith(containerProfile);
}

/** What is wrong with the annotations of a pod, or of a template, that stand at a field. What a pod costs may stay wrong if it was. */
export function podAnnotationCauses(pod: Fields, field: string, old?: Fields): readonly StatusCause[] {
  const annotations = annotationsOf(pod);
  const keys = Object.keys(annotations);
  if (keys.length === 0) return [];
  const isNodeless = textAt(partAt(pod, "spec") ?? {}, "nodeName") === "";
  const textOf = (key: string): string => textAt(annotations, key);
  return [
    ...(keys.includes(mirror) && isNodeless
      ? [invalid(`${field}[${mirror}]`, textOf(mirror), "must set spec.nodeName if mirror pod annotation is set")]
      : []),
    ...(hasWrongCost(annotations) && !hasWrongCost(annotationsOf(old ?? {}))
      ? [invalid(`${field}[${cost}]`, textOf(cost), "must be a 32bit integer")]
      : []),
    ...keys.filter(isProfile).flatMap((key) => profileCauses(textOf(key), `${field}.${key}`)),
    ...appArmorAnnotationCauses(pod, field),
  ];
}

/** What a pod stands for, and the profiles of AppArmor, stay as they were when it was made; the annotations are looked at again. */
export function podAnnotationChangeCauses(next: Fields, old: Fields): readonly StatusCause[] {
  const [after, before] = [getOwn(annotationsOf(next), mirror), getOwn(annotationsOf(old), mirror)];
  const words =
    before === undefined ? "may not add mirror pod annotation" : "may not remove or update mirror pod annotation";
  return [
    ...appArmorChangeCauses(next, old),
    ...(after === before ? [] : [forbidden(`metadata.annotations[${mirror}]`, words)]),
    ...podAnnotationCauses(next, "metadata.annotations", old),
  ];
}

function profileIn(owner: Fields): Fields | undefined {
  return partAt(partAt(owner, "securityContext") ?? {}, "seccompProfile");
}

function matchCauses(owner: Fields, text: unknown, field: string): readonly StatusCause[] {
  const profile = profileIn(owner);
  if (profile === undefined || typeof text !== "string") return [];
  return mismatchCauses(profile, text, { field: `${field}.securityContext.seccompProfile`, what: "seccomp", profiles });
}

/** The annotations that name another profile than the pod, whose spec stands at a field, or one of its containers has. */
export function seccompMatchCauses(pod: Fields, field: string): readonly StatusCause[] {
  const annotations = annotationsOf(pod);
  if (!Object.keys(annotations).some(isProfile)) return [];
  const spec = partAt(pod, "spec") ?? {};
  const ofContainer = (container: Fields): unknown => getOwn(annotations, containerProfile + textAt(container, "name"));
  return [
    ...matchCauses(spec, getOwn(annotations, podProfile), field),
    ...containerLists.flatMap((list) =>
      partsAt(spec, list).flatMap((container, index) =>
        matchCauses(container, ofContainer(container), `${field}.${list}[${index}]`),
      ),
    ),
  ];
}

function unheeded(pod: Fields, field: string): (owner: Fields, key: string) => readonly string[] {
  const annotations = annotationsOf(pod);
  return (owner, key) =>
    Object.hasOwn(annotations, key) && profileIn(owner) === undefined
      ? [`${field}[${key}]: non-functional in v1.27+; use the "seccompProfile" field instead`]
      : [];
}

/** What whoever writes a pod, or a template, is told of an annotation at a field that takes no effect any more: of the pod as a whole, and of each container. */
export function seccompWarnings(
  pod: Fields,
  field: string,
): { readonly ofPod: readonly string[]; readonly ofContainer: (container: Fields) => readonly string[] } {
  const told = unheeded(pod, field);
  return {
    ofPod: told(partAt(pod, "spec") ?? {}, podProfile),
    ofContainer: (container) => told(container, containerProfile + textAt(container, "name")),
  };
}
