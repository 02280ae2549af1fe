import { dns1123SubdomainProblems } from "../../../model/index.ts";
import type { StatusCause } from "../../../model/index.ts";
import { invalid, required } from "../../crd/index.ts";
import { subdomain } from "./field-checks.ts";
import { listAt, partAt, partsAt, textAt } from "./members.ts";
import type { Fields } from "./places.ts";

const addressWords = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";

/** An address of either family, as older fields take it. */
export function addressCauses(text: string, field: string): readonly StatusCause[] {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) {
    const parts = text.split(".");
    if (parts.some((part) => Number(part) > 255)) return [invalid(field, text, addressWords)];
    return parts.some((part) => part.length > 1 && part.startsWith("0"))
      ? [invalid(field, text, "must not have leading 0s")]
      : [];
  }
  if (!text.includes(":") || !URL.canParse(`http://[${text}]/`)) return [invalid(field, text, addressWords)];
  return /^::ffff:\d/i.test(text) ? [invalid(field, text, "must not be an IPv4-mapped IPv6 address")] : [];
}

/** Further names of addresses. */
export function aliasCauses(alias: Fields, field: string): readonly StatusCause[] {
  return [
    ...addressCauses(textAt(alias, "ip"), `${field}.ip`),
    ...listAt(alias, "hostnames").flatMap((name, index) => subdomain(String(name), `${field}.hostnames[${index}]`)),
  ];
}

const searchForm = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*";
const searchWords = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${searchForm}')`;

function searchCauses(search: string, field: string): readonly StatusCause[] {
  if (search === ".") return [];
  const name = search.replace(/\.$/, "");
  const lengths = dns1123SubdomainProblems(name).filter((problem) => problem.includes("must be no more"));
  return [...lengths, ...(new RegExp(`^${searchForm}$`).test(name) ? [] : [searchWords])].map((problem) =>
    invalid(field, name, problem),
  );
}

/** Who tells the addresses of names. */
export function dnsCauses(spec: Fields, field: string): readonly StatusCause[] {
  const config = partAt(spec, "dnsConfig");
  const isOwn = textAt(spec, "dnsPolicy") === "None";
  if (config === undefined) {
    return isOwn ? [required(field, "must provide `dnsConfig` when `dnsPolicy` is None")] : [];
  }
  const servers = listAt(config, "nameservers");
  const searches = listAt(config, "searches");
  if (isOwn && servers.length === 0) {
    return [required(`${field}.nameservers`, "must provide at least one DNS nameserver when `dnsPolicy` is None")];
  }
  return [
    ...(servers.length > 3 ? [invalid(`${field}.nameservers`, servers, "must not have more than 3 nameservers")] : []),
    ...servers.flatMap((server, index) => addressCauses(String(server), `${field}.nameservers[${index}]`)),
    ...(searches.length > 32
      ? [invalid(`${field}.searches`, searches, "must not have more than 32 search paths")]
      : []),
    ...searches.flatMap((search, index) => searchCauses(String(search), `${field}.searches[${index}]`)),
    ...partsAt(config, "options").flatMap((option, index) =>
      textAt(option, "name") === "" ? [required(`${field}.options[${index}]`, "must not be empty")] : [],
    ),
  ];
}
