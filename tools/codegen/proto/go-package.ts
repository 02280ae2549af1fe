/** How a field of a Go struct appears in JSON. */
export interface GoField {
  readonly isPointer: boolean;
  /** As the source writes it: `*int32`, `[]metav1.OwnerReference`. */
  readonly type: string;
  /** Empty for an embedded struct whose fields appear in its place. */
  readonly jsonName: string;
  /** Left out of JSON when it is empty: `omitempty`, which does nothing for a struct. */
  readonly omitsEmpty: boolean;
  /** Left out of JSON when it is zero, also as a struct: `omitzero`. */
  readonly omitsZero: boolean;
}

/** A Go struct that is also a protobuf message. */
export interface GoStruct {
  /** Whether it has `kind` and `apiVersion` of its own. */
  readonly isKind: boolean;
  /** By the field's number in protobuf. */
  readonly fields: ReadonlyMap<number, GoField>;
}

/** What the source of a Go package says about the JSON form of its messages. */
export interface GoPackage {
  readonly structs: ReadonlyMap<string, GoStruct>;
  /** Types that are lists in Go and in JSON, but messages with `items` in protobuf. */
  readonly lists: ReadonlySet<string>;
  /** Types that are made from those of another package, with the full names of those messages. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Types that write their JSON by hand. */
  readonly marshalers: ReadonlySet<string>;
  /** Absent in packages whose types belong to no group. */
  readonly groupName?: string | undefined;
}

const structPattern = /^type (?<name>\w+) struct \{\n(?<body>[\s\S]*?)^\}/gm;
const fieldPattern = /^\s+(?:\w+\s+)?(?<type>[\w.*[\]]+)\s+`(?<tags>[^`]*)`/gm;

/** Reads the Go files of one package. It knows as much Go as Kubernetes' types need. */
export function parseGoPackage(texts: readonly string[]): GoPackage {
  const source = texts.join("\n");
  return {
    structs: new Map(
      matches(source, structPattern).map(({ name = "", body = "" }) => [name, parseStruct(body)] as const),
    ),
    lists: new Set(matches(source, /^type (?<name>\w+) \[\]string$/gm).map(({ name = "" }) => name)),
    aliases: new Map(texts.flatMap(parseAliases)),
    marshalers: new Set(
      matches(source, /^func \(\w+ \*?(?<name>\w+)\) MarshalJSON\(\)/gm).map(({ name = "" }) => name),
    ),
    groupName: /^const GroupName = "(?<name>[\w.]*)"$/m.exec(source)?.groups?.["name"],
  };
}

/** `type List metav1.List` or `type List = metav1.List`, where the file says what `metav1` is. */
function parseAliases(text: string): readonly (readonly [string, string])[] {
  const imports = new Map(
    matches(text, /^\s+(?<name>\w+) "(?<path>[\w./-]+)"$/gm).map(({ name = "", path = "" }) => [name, path]),
  );
  return matches(text, /^type (?<name>\w+) (?:= )?(?<from>\w+)\.(?<target>\w+)$/gm).map(
    ({ name = "", from = "", target = "" }) => [name, `${imports.get(from) ?? from}.${target}`.replaceAll("/", ".")],
  );
}

function parseStruct(body: string): GoStruct {
  const fields = new Map<number, GoField>();
  for (const { type = "", tags = "" } of matches(body, fieldPattern)) {
    const [jsonName = "", ...options] = (tagOf(tags, "json") ?? "").split(",");
    const number = Number(tagOf(tags, "protobuf")?.split(",")[1]);
    if (!Number.isInteger(number)) continue;
    const [omitsEmpty, omitsZero] = [options.includes("omitempty"), options.includes("omitzero")];
    fields.set(number, { isPointer: type.startsWith("*"), type, jsonName, omitsEmpty, omitsZero });
  }
  return { isKind: /^\s+(?:\w+\.)?TypeMeta\s+`json:",inline"`/m.test(body), fields };
}

function tagOf(tags: string, name: string): string | undefined {
  return new RegExp(`\\b${name}:"([^"]*)"`).exec(tags)?.[1];
}

function matches(text: string, pattern: RegExp): readonly Readonly<Record<string, string>>[] {
  return [...text.matchAll(pattern)].map(({ groups = {} }) => groups);
}
