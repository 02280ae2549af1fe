import type { DiscoveredResource, DiscoveryClient } from "setpoint/client";

/** The lines of `kubectl api-versions`. */
export async function apiVersions(discovery: DiscoveryClient): Promise<readonly string[]> {
  return discovery.apiVersions();
}

/** The lines of `kubectl api-resources`: each resource once, in the version that its group prefers. */
export async function apiResources(discovery: DiscoveryClient): Promise<readonly string[]> {
  const resources = (await discovery.preferredResources()).filter(({ verbs }) => verbs.length > 0);
  const rows = resources.toSorted(byGroupAndName).map(rowOf);
  return table([["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"], ...rows]);
}

function byGroupAndName(left: DiscoveredResource, right: DiscoveredResource): number {
  return compare(left.group, right.group) || compare(left.plural, right.plural);
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function rowOf({ plural, shortNames, group, version, scope, kind }: DiscoveredResource): readonly string[] {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  return [plural, shortNames.join(","), apiVersion, String(scope === "Namespaced"), kind];
}

/** Columns as wide as their widest cell, three spaces apart. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(...rows.map(({ length }) => length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("   ")
      .trimEnd(),
  );
}
