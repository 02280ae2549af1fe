import { Duration, ListValue, MapValue, Optional, Timestamp, TypeValue } from "./value.ts";
import type { Value } from "./value.ts";
import { typeOfValue } from "./value-type.ts";

/** The name that Kubernetes' own code has for the type of a value, which some of its messages tell. */
export function goTypeOf(value: Value): string {
  if (value === null) return "types.Null";
  if (value instanceof Timestamp) return "types.Timestamp";
  if (value instanceof Duration) return "types.Duration";
  if (value instanceof TypeValue) return "*types.Type";
  if (value instanceof Optional) return "*types.Optional";
  if (value instanceof ListValue) return value.isData ? dataListType(value) : "*types.baseList";
  if (value instanceof MapValue) return value.isData ? "*common.unstructuredMap" : "*types.baseMap";
  const { name } = typeOfValue(value);
  return own.get(name) ?? `types.${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The types that Kubernetes adds to the language. */
const own: ReadonlyMap<string, string> = new Map([
  ["net.IP", "cel.IP"],
  ["net.CIDR", "cel.CIDR"],
  ["kubernetes.NamedFormat", "*cel.Format"],
  ["kubernetes.Quantity", "cel.Quantity"],
  ["kubernetes.Semver", "cel.Semver"],
  ["kubernetes.URL", "cel.URL"],
]);

function dataListType({ form }: ListValue): string {
  if (form === undefined) return "*common.unstructuredList";
  return form.type === "set" ? "*common.unstructuredSetList" : "*common.unstructuredMapList";
}
