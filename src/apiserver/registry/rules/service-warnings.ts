import { isGiven, itemsOf, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";

/** What whoever writes a service should know of it. */
export function serviceWarnings(spec: Fields): readonly string[] {
  const { type, clusterIP, sessionAffinity, trafficDistribution } = spec;
  const isHeadless = type === "ClusterIP" && clusterIP === "None";
  const isNamed = type === "ExternalName";
  const hasOuter = itemsOf(spec["externalIPs"]).length > 0;
  const told: readonly (readonly [boolean, string])[] = [
    [isHeadless && textOf(spec["loadBalancerIP"]) !== "", "spec.loadBalancerIP is ignored for headless services"],
    [isHeadless && hasOuter, "spec.externalIPs is ignored for headless services"],
    [isHeadless && sessionAffinity !== "None", "spec.SessionAffinity is ignored for headless services"],
    [
      hasOuter && !isHeadless && !isNamed,
      "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
    ],
    [hasOuter && isNamed, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [
      !isNamed && isGiven(spec["externalName"]) && spec["externalName"] !== "",
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
    [
      trafficDistribution === "PreferClose",
      'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"',
    ],
  ];
  return told.filter(([isSo]) => isSo).map(([, words]) => words);
}
