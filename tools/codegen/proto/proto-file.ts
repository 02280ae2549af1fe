import { CodegenError } from "../errors.ts";

/** One field of a message, as the `.proto` file says it. */
export interface ProtoField {
  readonly number: number;
  readonly label: "optional" | "repeated" | "map";
  /** A scalar (`int32`), or the full name of a message (`k8s.io.api.core.v1.PodSpec`). The type of the values for a map. */
  readonly type: string;
}

/** One message. Messages do not nest in Kubernetes' files. */
export interface ProtoMessage {
  readonly name: string;
  readonly fields: readonly ProtoField[];
}

/** What a `generated.proto` declares. */
export interface ProtoFile {
  /** `k8s.io.api.core.v1`. */
  readonly package: string;
  readonly messages: readonly ProtoMessage[];
}

const scalars: ReadonlySet<string> = new Set(["string", "bytes", "bool", "int32", "int64", "double"]);

const mapField = /^map<string, (?<type>[\w.]+)> \w+ = (?<number>\d+);$/;
const plainField = /^(?<label>optional|repeated) (?<type>[\w.]+) \w+ = (?<number>\d+);$/;
const ignored = /^(?:syntax|import|option|package) /;

/** Reads a `generated.proto` of Kubernetes. It refuses what those files never hold, so that nothing is overlooked. */
export function parseProtoFile(text: string, place: string): ProtoFile {
  const source = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const name = /^package (?<name>[\w.]+);$/m.exec(source)?.groups?.["name"];
  if (name === undefined) throw refusal(place, "no package");
  const messages: { readonly name: string; readonly fields: ProtoField[] }[] = [];
  let isOpen = false;
  for (const line of source.split("\n").map((raw) => raw.trim())) {
    if (line === "" || (!isOpen && ignored.test(line))) continue;
    const opened = /^message (?<name>\w+) \{$/.exec(line)?.groups?.["name"];
    if (opened !== undefined && !isOpen) messages.push({ name: opened, fields: [] });
    else if (line !== "}" || !isOpen) {
      if (!isOpen) throw refusal(place, line);
      messages.at(-1)?.fields.push(parseField(line, { package: name, place }));
      continue;
    }
    isOpen = opened !== undefined;
  }
  return { package: name, messages };
}

function parseField(line: string, file: { readonly package: string; readonly place: string }): ProtoField {
  const found = (mapField.exec(line) ?? plainField.exec(line))?.groups;
  if (found === undefined) throw refusal(file.place, line);
  const { label = "map", type = "", number } = found;
  return {
    number: Number(number),
    label: label as ProtoField["label"],
    type: scalars.has(type) ? type : fullName(type, file.package),
  };
}

/** A leading dot says that a name is full; every other name is one of the same package. */
function fullName(type: string, packageName: string): string {
  return type.startsWith(".") ? type.slice(1) : `${packageName}.${type}`;
}

function refusal(place: string, found: string): CodegenError {
  return new CodegenError(
    "SETPOINT_CODEGEN_PROTOBUF",
    `Reading ${place}: expected messages of plain fields, found ${found}`,
  );
}
