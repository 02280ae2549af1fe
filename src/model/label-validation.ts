import { utf8Length } from "./utf8.ts";

const alphanumeric = "[A-Za-z0-9]";
const namePattern = `(${alphanumeric}[-A-Za-z0-9_.]*)?${alphanumeric}`;
const valuePattern = `(${namePattern})?`;
const dnsLabelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const dnsSubdomainPattern = `${dnsLabelPattern}(\\.${dnsLabelPattern})*`;

const nameRule = explain(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  namePattern,
  ["MyName", "my.name", "123-abc"],
);
const valueRule = explain(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  valuePattern,
  ["MyValue", "my_value", "12345"],
);
const dnsLabelRule = explain(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  dnsLabelPattern,
  ["my-name", "123-abc"],
);
const dnsSubdomainRule = explain(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  dnsSubdomainPattern,
  ["example.com"],
);

const name = new RegExp(`^${namePattern}$`);
const value = new RegExp(`^${valuePattern}$`);
const dnsLabel = new RegExp(`^${dnsLabelPattern}$`);
const dnsSubdomain = new RegExp(`^${dnsSubdomainPattern}$`);

/** What is wrong with a label key (Kubernetes' "qualified name"), in Kubernetes' words. Empty when it is valid. */
export function qualifiedNameProblems(text: string): readonly string[] {
  const parts = text.split("/", 3);
  if (parts.length > 2) {
    return [`a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const namePart = parts.at(-1) ?? "";
  return [...(parts.length === 2 ? prefixProblems(parts[0] ?? "") : []), ...namePartProblems(namePart)];
}

/** What is wrong with the value of a label, in Kubernetes' words. Empty when it is valid. */
export function labelValueProblems(text: string): readonly string[] {
  const problems = lengthProblems(text, 63);
  if (!value.test(text)) problems.push(valueRule);
  return problems;
}

/** What is wrong with a DNS label (RFC 1123), the form of a namespace's name. Empty when it is valid. */
export function dns1123LabelProblems(text: string): readonly string[] {
  const problems = lengthProblems(text, 63, "characters");
  if (!dnsLabel.test(text)) problems.push(dnsSubdomain.test(text) ? "must not contain dots" : dnsLabelRule);
  return problems;
}

/** What is wrong with a DNS subdomain (RFC 1123), the form of most names. Empty when it is valid. */
export function dns1123SubdomainProblems(text: string): readonly string[] {
  return subdomainProblems(text, "characters");
}

function prefixProblems(prefix: string): readonly string[] {
  const problems = prefix === "" ? ["must be non-empty"] : subdomainProblems(prefix, "bytes");
  return problems.map((problem) => `prefix part ${problem}`);
}

function namePartProblems(part: string): readonly string[] {
  const problems = part === "" ? ["must be non-empty"] : lengthProblems(part, 63);
  if (!name.test(part)) problems.push(nameRule);
  return problems.map((problem) => `name part ${problem}`);
}

function subdomainProblems(text: string, unit: Unit): readonly string[] {
  const problems = lengthProblems(text, 253, unit);
  if (!dnsSubdomain.test(text)) problems.push(dnsSubdomainRule);
  return problems;
}

/** Bytes are counted in either case: Kubernetes' messages about names say one thing, those about labels the other. */
type Unit = "bytes" | "characters";

/** The message about a text that is too long, if it is. */
export function lengthProblems(text: string, most: number, unit: Unit = "bytes"): string[] {
  return utf8Length(text) > most ? [`must be no more than ${most} ${unit}`] : [];
}

/** A rule as Kubernetes states it, with its pattern and examples. */
export function explain(rule: string, pattern: string, examples: readonly string[]): string {
  const shown = examples.map((example) => `'${example}', `).join(" or ");
  return `${rule} (e.g. ${shown}regex used for validation is '${pattern}')`;
}
