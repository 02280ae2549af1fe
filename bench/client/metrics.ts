import type { Metric } from "../benchmark.ts";

/** The peers of the client, as reports name them. */
export const clientGo = "client-go";
export const clientNode = "@kubernetes/client-node";

const roundTrips: readonly string[] = ["get1", "get32", "patch1", "patch32"];

/** Everything that is measured of the client. What a package weighs is compared with the peer that is one. */
export const clientMetrics: readonly Metric[] = [
  ...roundTrips.flatMap((name): readonly Metric[] => [
    { name, unit: "requests/s", better: "higher", against: { [clientGo]: null, [clientNode]: null } },
    {
      name: `${name}PerCpuSecond`,
      unit: "requests/CPU s",
      better: "higher",
      against: { [clientGo]: 1, [clientNode]: 3 },
    },
  ]),
  { name: "listMs", unit: "ms", better: "lower", against: { [clientGo]: 0.5, [clientNode]: null } },
  lower("listReadMs", "ms"),
  lower("listCpuMs", "ms"),
  lower("listPeakRssMb", "MB"),
  lower("listLongestSliceMs", "ms"),
  { name: "importMs", unit: "ms", better: "lower", against: { [clientNode]: 0.2 } },
  { name: "importRssMb", unit: "MB", better: "lower", against: { [clientNode]: 0.2 } },
  { name: "installedMb", unit: "MB", better: "lower", against: { [clientNode]: null } },
  { name: "packages", unit: "packages", better: "lower", against: { [clientNode]: null } },
  { name: "tscMs", unit: "ms", better: "lower", against: { [clientNode]: null } },
];

function lower(name: string, unit: string): Metric {
  return { name, unit, better: "lower", against: { [clientGo]: null, [clientNode]: null } };
}
