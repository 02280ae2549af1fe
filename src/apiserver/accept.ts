/** The forms in which objects go in and out. */
export type MediaType = "application/json" | "application/yaml" | "application/vnd.kubernetes.protobuf";

/** Another representation of an object: `as=Table;g=meta.k8s.io;v=v1`. */
export interface Conversion {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** What an `Accept` header comes to. */
export interface Accepted {
  readonly mediaType: MediaType;
  readonly as: Conversion | undefined;
  /** JSON for people, on many lines. */
  readonly isPretty: boolean;
}

/** What a place can answer with. */
export interface Offer {
  /** The first is for those who do not mind. */
  readonly mediaTypes: readonly MediaType[];
  /** The version that `sv` may ask for; none by default. */
  readonly serverVersion?: string | undefined;
  allows(mediaType: MediaType, as: Conversion | undefined): boolean;
}

interface Range {
  readonly type: string;
  readonly weight: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/**
 * The best of what is offered, for an `Accept` header: ranges count in the order of their weights, then named types before `*`, then as they
 * stand there. One of no weight is the last, and not excluded. Undefined when nothing of the offer is accepted.
 */
export function negotiate(accept: string | undefined, offer: Offer): Accepted | undefined {
  for (const { type, parameters } of rangesOf(accept)) {
    for (const mediaType of offer.mediaTypes) {
      if (!matches(type, mediaType)) continue;
      const as = conversionOf(parameters);
      const stream = parameters.get("stream") ?? "";
      const isStreamed = stream === "" || (stream === "watch" && mediaType !== "application/yaml");
      const version = parameters.get("sv") ?? "";
      const isServed = version === "" || version === offer.serverVersion;
      if (isStreamed && isServed && offer.allows(mediaType, as))
        return { mediaType, as, isPretty: parameters.get("pretty") === "1" };
    }
  }
  return undefined;
}

/** The first of some media types that an `Accept` header wants, whatever the parameters; undefined when it wants none of them. */
export function acceptedType<T extends string>(accept: string | undefined, mediaTypes: readonly T[]): T | undefined {
  for (const { type } of rangesOf(accept)) {
    const found = mediaTypes.find((mediaType) => matches(type, mediaType));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether any range of an `Accept` header names one of the types, whatever its parameters. */
export function namesAny(accept: string | undefined, mediaTypes: readonly MediaType[]): boolean {
  return rangesOf(accept).some(({ type }) => mediaTypes.some((mediaType) => matches(type, mediaType)));
}

/** Whether an `Accept` header has a range that is one of the types, or all of them: `application/*` is neither. */
export function namesExactly(accept: string | undefined, mediaTypes: readonly MediaType[]): boolean {
  return rangesOf(accept).some(({ type }) => type === "*/*" || mediaTypes.some((mediaType) => type === mediaType));
}

/** Whether two names stand for the same representation. */
export function isSameForm(left: Conversion | undefined, right: Conversion | undefined): boolean {
  return left?.kind === right?.kind && left?.group === right?.group && left?.version === right?.version;
}

function rangesOf(accept = ""): readonly Range[] {
  const all = (accept.trim() === "" ? "*/*" : accept).split(",").map(rangeOf);
  if (all.length < 2) return all;
  return all.toSorted((a, b) => b.weight - a.weight || breadthOf(a.type) - breadthOf(b.type));
}

const none: ReadonlyMap<string, string> = new Map();

function rangeOf(text: string): Range {
  if (!text.includes(";")) return { type: text.trim().toLowerCase(), weight: 1, parameters: none };
  const [type = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters = new Map(
    rest.map((part) => {
      const at = part.indexOf("=");
      return at < 0 ? [part.toLowerCase(), ""] : [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()];
    }),
  );
  const weight = Number(parameters.get("q") ?? 1);
  return { type: type.toLowerCase(), weight: Number.isNaN(weight) ? 1 : weight, parameters };
}

function breadthOf(type: string): number {
  if (type === "*/*") return 2;
  return type.endsWith("/*") ? 1 : 0;
}

function matches(range: string, mediaType: string): boolean {
  return range === mediaType || range === "application/*" || range === "*/*";
}

/** Who names a group or a version asks for another representation too, and for none that there is. */
function conversionOf(parameters: ReadonlyMap<string, string>): Conversion | undefined {
  const [kind, group, version] = [parameters.get("as"), parameters.get("g"), parameters.get("v")];
  if (kind === undefined && group === undefined && version === undefined) return undefined;
  return { kind: kind ?? "", group: group ?? "", version: version ?? "" };
}
