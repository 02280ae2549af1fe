import { getOwn, utf8Length } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { forbidden, hasFormat, invalid, tooLong, tooMany } from "../../crd/index.ts";
import type { Document } from "../document.ts";
import { conditions } from "./condition-checks.ts";
import { bindings, deviceConfiguration, driverName, limited, opaqueObject, poolName } from "./device-checks.ts";
import { requestReference } from "./device-claim-rules.ts";
import {
  among,
  distinct,
  every,
  fieldsOf,
  isGiven,
  items,
  itemsOf,
  label,
  members,
  needed,
  optional,
  textOf,
} from "./field-checks.ts";
import type { FieldCheck } from "./field-checks.ts";
import { fixedCauses } from "./fixed-checks.ts";
import type { Fields } from "./places.ts";
import { nodeSelector } from "./selector-checks.ts";

/** How many devices a claim may have: something can be said of those only. */
export const mostDevices = 32;

/** Who uses a claim. */
const consumer: FieldCheck = members({ resource: needed(), name: needed(), uid: needed() });

const uid: FieldCheck = (value, field) => {
  const text = textOf(value);
  const length = utf8Length(text);
  const form = /^(?:urn:uuid:)?\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i;
  if (![32, 36, 38, 45].includes(length)) {
    return [invalid(field, text, `error validating uid: invalid UUID length: ${length}`)];
  }
  if (!form.test(text)) return [invalid(field, text, "error validating uid: invalid UUID format")];
  const words =
    "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters";
  return length === 36 && text === text.toLowerCase() ? [] : [invalid(field, text, words)];
};

const noAddress = "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)";

const interfaceAddress: FieldCheck = (value, field) =>
  hasFormat(textOf(value), "cidr") ? [] : [invalid(field, textOf(value), noAddress)];

function upToBytes(max: number): FieldCheck {
  return (value, field) => (utf8Length(textOf(value)) > max ? [tooLong(field, max)] : []);
}

const networkData: FieldCheck = members({
  interfaceName: upToBytes(256),
  hardwareAddress: upToBytes(128),
  ips: limited(16, every(items(interfaceAddress), distinct())),
});

/** What tells devices apart. */
function deviceId(value: unknown): string {
  const { driver, pool, device, shareID } = fieldsOf(value);
  return JSON.stringify([textOf(driver), textOf(pool), textOf(device), isGiven(shareID) ? textOf(shareID) : null]);
}

/** What a driver says of a device that was allocated. */
function deviceStatus(allocated: ReadonlySet<string>): FieldCheck {
  const known: FieldCheck = (value, field) => {
    const { driver, pool, device, shareID } = fieldsOf(value);
    const id = { Driver: textOf(driver), Pool: textOf(pool), Device: textOf(device), ShareID: textOf(shareID) };
    return allocated.has(deviceId(value)) ? [] : [invalid(field, id, "must be an allocated device in the claim")];
  };
  const few: FieldCheck = (value, field) => {
    const { length } = itemsOf(value);
    return length > 8 ? [tooMany(field, length, 8)] : [];
  };
  return every(
    members({ driver: driverName, pool: poolName, device: label, shareID: optional(uid) }),
    known,
    members({
      conditions: every(few, conditions),
      data: optional(opaqueObject),
      networkData: optional(networkData),
    }),
  );
}

function allocation(reference: FieldCheck): FieldCheck {
  const result = every(
    members({ request: reference, driver: driverName, pool: poolName, device: label }),
    bindings,
    members({ shareID: optional(uid) }),
  );
  const configuration = every(
    members({
      source: needed(among(["FromClaim", "FromClass"])),
      requests: limited(32, every(items(reference), distinct())),
    }),
    deviceConfiguration,
  );
  return members({
    devices: members({ results: limited(mostDevices, items(result)), config: limited(64, items(configuration)) }),
    nodeSelector: optional(nodeSelector),
  });
}

function resultsOf(status: Fields): readonly unknown[] {
  return itemsOf(fieldsOf(fieldsOf(status["allocation"])["devices"])["results"]);
}

/** A claim without what drivers said of devices that it no longer has: who takes them away need not know of that. */
export function withoutDeallocated(claim: Document, old: Document | undefined): Document {
  const status = fieldsOf(claim["status"]);
  const gone = new Set(resultsOf(fieldsOf(old?.["status"])).map(deviceId));
  for (const result of resultsOf(status)) gone.delete(deviceId(result));
  const devices = itemsOf(status["devices"]);
  const left = devices.filter((one) => !gone.has(deviceId(one)));
  if (left.length === devices.length) return claim;
  const { devices: _said, ...rest } = status;
  return { ...claim, status: left.length === 0 ? rest : { ...rest, devices: left } };
}

/** What tells users apart. */
function userId(value: unknown): string {
  const { apiGroup, resource, name, uid: own } = fieldsOf(value);
  return JSON.stringify([apiGroup, resource, name, own].map(textOf));
}

/** Nobody new may use a claim that is not allocated, or is about to go. */
function usedCauses({
  next,
  status,
  before,
}: Readonly<Record<"next" | "status" | "before", Fields>>): readonly StatusCause[] {
  const users = itemsOf(status["reservedFor"]);
  const field = "status.reservedFor";
  if (users.length === 0) return [];
  if (!isGiven(status["allocation"])) return [forbidden(field, "may not be specified when `allocated` is not set")];
  const known = new Set(itemsOf(before["reservedFor"]).map(userId));
  const isEnding = isGiven(fieldsOf(next["metadata"])["deletionTimestamp"]);
  const words = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
  return isEnding && users.some((one) => !known.has(userId(one))) ? [forbidden(field, words)] : [];
}

/** What is wrong with what became of a claim. What was allocated stays as long as it is. */
export function claimStatusCauses(next: Fields, old: Fields | undefined): readonly StatusCause[] {
  const [status, before] = [fieldsOf(getOwn(next, "status")), fieldsOf(getOwn(old ?? {}, "status"))];
  const reference = requestReference(fieldsOf(next["spec"])["devices"]);
  const allocated = new Set(resultsOf(status).map(deviceId));
  return [
    ...members({
      reservedFor: limited(
        256,
        every(
          items(consumer),
          distinct((one) => textOf(fieldsOf(one)["uid"])),
        ),
      ),
      devices: every(items(deviceStatus(allocated)), distinct(deviceId)),
    })(status, "status"),
    ...usedCauses({ next, status, before }),
    ...(isGiven(before["allocation"]) && isGiven(status["allocation"])
      ? fixedCauses("status.allocation", status["allocation"], before["allocation"])
      : optional(allocation(reference))(status["allocation"], "status.allocation")),
  ];
}
