import { dns1123LabelProblems, dns1123SubdomainProblems } from "../../model/index.ts";
import { isDuration } from "./duration-format.ts";
import { isEmail } from "./email-format.ts";
import { isCidr, isDotted, isIpv6, isMac } from "./network-formats.ts";
import { isCardNumber, isIsbn10, isIsbn13 } from "./number-formats.ts";
import type { SchemaProps } from "./schema-props.ts";
import { isRequestUrl } from "./web-url.ts";

/** The format of a schema if Kubernetes knows it for the type; one that it does not know asks for nothing. */
export function supportedFormat({ format = "", type = "", ...props }: SchemaProps): string | undefined {
  if (format === "") return undefined;
  // What may be an integer as well has two types, and no format then but those of texts.
  const name = props["x-kubernetes-int-or-string"] === true ? "" : type;
  if (name === "integer") return ["int32", "int64"].includes(format) ? format : undefined;
  if (name === "number") return ["float", "double"].includes(format) ? format : undefined;
  return (name === "" || name === "string") && formats.has(normalized(format)) ? format : undefined;
}

/** Whether a text has a format; one that is not a format of texts asks for nothing. */
export function hasFormat(text: string, format: string): boolean {
  return formats.get(normalized(format))?.(text) ?? true;
}

function normalized(format: string): string {
  return format.replaceAll("-", "");
}

const formats: ReadonlyMap<string, (text: string) => boolean> = new Map<string, (text: string) => boolean>([
  ["bsonobjectid", matching(/^[0-9a-f]{24}$/i)],
  ["uri", isRequestUrl],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isDotted],
  ["ipv6", isIpv6],
  ["cidr", isCidr],
  ["mac", isMac],
  ["uuid", matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ["uuid3", matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ["uuid4", matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ["uuid5", matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ["isbn", (text) => isIsbn10(text) || isIsbn13(text)],
  ["isbn10", isIsbn10],
  ["isbn13", isIsbn13],
  ["creditcard", isCardNumber],
  ["ssn", matching(/^\d{3}[- ]\d{2}[- ]\d{4}$/)],
  ["hexcolor", matching(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i)],
  ["rgbcolor", isRgbColor],
  ["byte", matching(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/)],
  ["password", () => true],
  ["date", isDate],
  ["duration", isDuration],
  ["datetime", isDateTime],
  ["k8sshortname", (text) => dns1123LabelProblems(text).length === 0],
  ["k8slongname", (text) => dns1123SubdomainProblems(text).length === 0],
]);

function matching(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

/** A label without others can have a hyphen in its second place only. */
const aloneLabel = /^[a-z0-9\p{S}\p{L}]-?[a-z0-9\p{S}\p{L}]{0,62}$/iu;

function isHostname(text: string): boolean {
  const labels = text.split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length === 1) return aloneLabel.test(text);
  return (
    text.length <= 255 &&
    labels.every((label) => /^[a-z0-9\p{S}\p{L}](?:[a-z0-9\p{S}\p{L}-]{0,61}[a-z0-9\p{S}\p{L}])?$/iu.test(label)) &&
    /^[a-z\p{L}]{2,63}$/iu.test(last)
  );
}

function isRgbColor(text: string): boolean {
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text);
  return parts !== null && parts.slice(1).every((part) => Number(part) <= 255);
}

function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  // A year below 100 would be taken for one of the twentieth century.
  const last = new Date(Date.UTC(year + 2000, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= (year % 400 === 0 && month === 2 ? 29 : last);
}

function isDateTime(text: string): boolean {
  const parts = /^(.{10})t(\d\d):(\d\d):(\d\d)(.\d+)?(z|[+-]\d\d:\d\d)$/i.exec(text);
  if (parts === null) return false;
  const [date = "", hour = "", minute = "", second = ""] = parts.slice(1);
  return isDate(date) && hour <= "23" && minute <= "59" && second <= "59";
}
