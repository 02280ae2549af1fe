import { deepEqual, qualifiedNameProblems, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required as missing } from "../../crd/index.ts";
import { fieldsOf, isGiven, numberOf, textOf } from "./field-checks.ts";
import type { Fields } from "./places.ts";
import { check } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** What the newer kind of events calls otherwise: causes tell the older names. */
type Renamed = readonly (readonly [member: string, field: string])[];

const formerly: Renamed = [
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
  ["deprecatedSource", "source"],
];

/** A member of the newer kind, what causes call it, and what Go has and quotes there when nothing is said. */
type Lasting = readonly (readonly [member: string, field: string, nothing: unknown])[];

/** What of an event of the newer kind stays. */
const lasting: Lasting = [
  ["regarding", "involvedObject", {}],
  ["reason", "reason", ""],
  ["note", "message", ""],
  ["deprecatedSource", "source", {}],
  ["deprecatedFirstTimestamp", "firstTimestamp", null],
  ["deprecatedLastTimestamp", "lastTimestamp", null],
  ["deprecatedCount", "count", 0],
  // It is looked at twice, and told twice.
  ["reason", "reason", ""],
  ["type", "type", ""],
  ["eventTime", "eventTime", null],
  ["action", "action", ""],
  ["related", "related", null],
  ["reportingController", "reportingController", ""],
  ["reportingInstance", "reportingInstance", ""],
];

/** Events of the newer kind: what they say stays. */
export const exactEvent: readonly Rule[] = [
  check("", ({ root }) => exactCauses(root)),
  // What the older kind has let in stays as long as nobody changes it.
  { at: "series", checkUpdate: (next, old) => (deepEqual(next.value, old.value) ? [] : seriesCauses(next.value)) },
  ...lasting.map(([at, field, nothing]): Rule => ({
    at,
    checkUpdate: (next, old) => {
      const value = next.value ?? nothing;
      return deepEqual(value, old.value ?? nothing) ? [] : [invalid(field, value, "field is immutable")];
    },
  })),
];

/** Events of the older kind. Those that tell their time exactly are looked at as the newer ones. */
export const plainEvent: readonly Rule[] = [
  check("", ({ root }) => {
    const object = fieldsOf(root["involvedObject"]);
    if (!isGiven(root["eventTime"])) return foreignCauses(root, object);
    return [...lostCauses(root, object), ...textCauses(root, { by: "reportingComponent", words: "message" })];
  }),
];

const otherNamespace = "does not match event.namespace";

function namespaceOf(event: Fields): string {
  return textOf(fieldsOf(event["metadata"])["namespace"]);
}

/** Events belong to the namespace of what they are about. */
function foreignCauses(event: Fields, object: Fields): readonly StatusCause[] {
  const [given, namespace] = [textOf(object["namespace"]), namespaceOf(event)];
  const isOwn = given === namespace || (given === "" && namespace === "default");
  return isOwn ? [] : [invalid("involvedObject.namespace", given, otherNamespace)];
}

/** Events about what is in no namespace are in one of Kubernetes' own. */
function lostCauses(event: Fields, object: Fields): readonly StatusCause[] {
  const isLost = textOf(object["namespace"]) === "" && !["default", "kube-system"].includes(namespaceOf(event));
  return isLost ? [invalid("involvedObject.namespace", "", otherNamespace)] : [];
}

const most = (count: number): string => `can have at most ${count} characters`;

/** Who tells it, what was done and why; `by` and `words` are the members for the teller and for the message. */
function textCauses(
  event: Fields,
  { by, words }: { readonly by: string; readonly words: string },
): readonly StatusCause[] {
  const teller = textOf(event[by]);
  const isLong = utf8Length(textOf(event[words])) > 1024;
  return [
    ...(teller === "" ? [missing(by)] : []),
    ...qualifiedNameProblems(teller).map((problem) => invalid(by, teller, problem)),
    ...["reportingInstance", "action", "reason"].flatMap((name) => {
      const length = utf8Length(textOf(event[name]));
      return length === 0 ? [missing(name)] : length > 128 ? [invalid(name, "", most(128))] : [];
    }),
    ...(isLong ? [invalid("message", "", most(1024))] : []),
  ];
}

function exactCauses(event: Fields): readonly StatusCause[] {
  const object = fieldsOf(event["regarding"]);
  const isExact = isGiven(event["eventTime"]);
  const isNew = !isGiven(fieldsOf(event["metadata"])["resourceVersion"]);
  const named = { by: "reportingController", words: "note" };
  return [
    ...(isExact ? [...lostCauses(event, object), ...textCauses(event, named)] : foreignCauses(event, object)),
    ...(isNew ? [...seriesCauses(event["series"]), ...newCauses(event)] : []),
  ];
}

function seriesCauses(series: unknown): readonly StatusCause[] {
  if (!isGiven(series)) return [];
  const { count, lastObservedTime } = fieldsOf(series);
  return [
    ...(numberOf(count) < 2 ? [invalid("series.count", "", "should be at least 2")] : []),
    ...(isGiven(lastObservedTime) ? [] : [missing("series.lastObservedTime")]),
  ];
}

/** New events are written as the newer kind has them. */
function newCauses(event: Fields): readonly StatusCause[] {
  const type = textOf(event["type"]);
  const isSet = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : (value ?? 0) !== 0;
  return [
    ...(isGiven(event["eventTime"]) ? [] : [missing("eventTime")]),
    ...(type === "Normal" || type === "Warning" ? [] : [invalid("type", "", `has invalid value: ${type}`)]),
    ...formerly.filter(([member]) => isSet(event[member])).map(([, field]) => invalid(field, "", "needs to be unset")),
  ];
}
