import {
  dns1035LabelProblems,
  dns1123LabelProblems,
  dns1123SubdomainProblems,
  labelValueProblems,
  qualifiedNameProblems,
} from "../../model/index.ts";
import { hasFormat } from "../crd/index.ts";
import { declare, global, member } from "./declaration.ts";
import type { FunctionDeclaration } from "./declaration.ts";
import { structType } from "./type.ts";
import type { Type } from "./type.ts";
import { parseUrl } from "./web-address.ts";
import { Failure, ListValue, Opaque, Optional } from "./value.ts";

/** A format that texts can have. */
export class NamedFormat extends Opaque {
  readonly type: Type = formatType;
  readonly name: string;
  /** How much a check costs for each character, as the size of a pattern. */
  readonly size: number;
  readonly problems: (text: string) => readonly string[];

  constructor(name: string, size: number, problems: (text: string) => readonly string[]) {
    super();
    this.name = name;
    this.size = size;
    this.problems = problems;
  }

  equals(other: Opaque): boolean {
    return other instanceof NamedFormat && other.name === this.name;
  }

  text(): undefined {
    return undefined;
  }
}

const formatType: Readonly<Type> = structType("kubernetes.NamedFormat");

function masked(text: string): string {
  return text.length > 1 && text.endsWith("-") ? `${text.slice(0, -2)}a` : text;
}

function having(format: string, problem: string): (text: string) => readonly string[] {
  return (text) => (hasFormat(text, format) ? [] : [problem]);
}

function uriProblems(text: string): readonly string[] {
  const parsed = parseUrl(text);
  return typeof parsed === "string" ? [parsed] : [];
}

const named: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: new NamedFormat("DNS1123Label", 30, dns1123LabelProblems),
  dns1123Subdomain: new NamedFormat("DNS1123Subdomain", 60, dns1123SubdomainProblems),
  dns1035Label: new NamedFormat("DNS1035Label", 30, dns1035LabelProblems),
  qualifiedName: new NamedFormat("QualifiedName", 60, qualifiedNameProblems),
  dns1123LabelPrefix: new NamedFormat("DNS1123LabelPrefix", 30, (text) => dns1123LabelProblems(masked(text))),
  dns1123SubdomainPrefix: new NamedFormat("DNS1123SubdomainPrefix", 60, (text) =>
    dns1123SubdomainProblems(masked(text)),
  ),
  dns1035LabelPrefix: new NamedFormat("DNS1035LabelPrefix", 30, (text) => dns1035LabelProblems(masked(text))),
  labelValue: new NamedFormat("LabelValue", 40, labelValueProblems),
  uri: new NamedFormat("URI", 1103, uriProblems),
  uuid: new NamedFormat("uuid", 76, having("uuid", "does not match the UUID format")),
  byte: new NamedFormat("byte", 84, having("byte", "invalid base64")),
  date: new NamedFormat("date", 76, having("date", "invalid date")),
  datetime: new NamedFormat("datetime", 76, having("datetime", "invalid datetime")),
};

/** The formats that Kubernetes names. */
export function formats(): readonly FunctionDeclaration[] {
  return [
    ...Object.entries(named).map(([name, format]) =>
      declare(
        `format.${name}`,
        global(`format.${name}`, "-> Format", () => format),
      ),
    ),
    declare(
      "format.named",
      global(
        "format-named",
        "string -> optional(Format)",
        (name) => new Optional(typeof name === "string" && Object.hasOwn(named, name) ? named[name] : undefined),
      ),
    ),
    declare(
      "validate",
      member("format-validate", "Format, string -> optional(list(string))", (format, text) => {
        if (!(format instanceof NamedFormat) || typeof text !== "string") return new Failure("no such overload");
        const problems = format.problems(text);
        return new Optional(problems.length === 0 ? undefined : ListValue.of(problems));
      }),
    ),
  ];
}
