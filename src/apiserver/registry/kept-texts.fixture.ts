import type { Patch, WriteOptions } from "./contract.ts";

/** A write of a revision: its body as a text and, for one that is no JSON, what the body says. */
export interface TextWrite {
  readonly type: "put" | "yaml" | "protobuf" | Patch["type"];
  readonly text: string;
  readonly options?: WriteOptions;
}

/** A revision as JSON. Whatever it is sent by, it has the same name. */
export function revision(data: string, metadata = '"name":"a"'): string {
  return `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{${metadata}},"revision":1,"data":${data}}`;
}

const labelled = '"name":"a","labels":{"l":"1"}';
const forced: WriteOptions = { fieldManager: "m" };

/** The writes of a revision with these data, none of which changes what the data say unless it says so. */
export function writesOf(data: string): Readonly<Record<string, TextWrite>> {
  return {
    "put same": { type: "put", text: revision(data, labelled) },
    "put parsed": { type: "put", text: revision(JSON.stringify(JSON.parse(data)), labelled) },
    "put yaml": { type: "yaml", text: revision(data, labelled) },
    "json label": { type: "json", text: '[{"op":"add","path":"/metadata/labels","value":{"l":"1"}}]' },
    "json data": { type: "json", text: `[{"op":"replace","path":"/data","value":${data}}]` },
    "json b": { type: "json", text: '[{"op":"add","path":"/data/b","value":1}]' },
    "json a.x": { type: "json", text: '[{"op":"add","path":"/data/a/x","value":1}]' },
    "merge label": { type: "merge", text: '{"metadata":{"labels":{"l":"1"}}}' },
    "merge {}": { type: "merge", text: '{"data":{}}' },
    "merge data": { type: "merge", text: `{"data":${data}}` },
    "merge b": { type: "merge", text: '{"data":{"b":1}}' },
    "merge a.x": { type: "merge", text: '{"data":{"a":{"x":1}}}' },
    "strategic label": { type: "strategic", text: '{"metadata":{"labels":{"l":"1"}}}' },
    "strategic {}": { type: "strategic", text: '{"data":{}}' },
    "apply label": {
      type: "apply",
      text: `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{${labelled}}}`,
      options: forced,
    },
    "apply data": { type: "apply", text: revision(data), options: forced },
    "apply both": { type: "apply", text: revision(data, labelled), options: forced },
  };
}

/** The answer to what cannot be patched so, whatever is kept how. */
const unfit = "the server rejected our request due to an error in our request";

const sorted = '{"a":{"x":1,"y":2},"b":1}';
const innerUnsorted = '{"a":{"y":2,"x":1},"b":1}';

/**
 * Data as they are made, and what kube-apiserver v1.36.3 quotes of each write that it refuses because of them. It takes all others of
 * `writesOf`, and answers with the data as they were made.
 */
export const refusedTexts: readonly (readonly [data: string, refused: Readonly<Record<string, string>>])[] = [
  [sorted, {}],
  [
    '{"b":1,"a":{"y":2,"x":1}}',
    {
      "put yaml": sorted,
      "json b": innerUnsorted,
      "json a.x": sorted,
      "merge {}": innerUnsorted,
      "merge data": sorted,
      "merge b": innerUnsorted,
      "merge a.x": sorted,
      "strategic label": sorted,
      "strategic {}": sorted,
      "apply label": sorted,
      "apply both": sorted,
    },
  ],
  [
    innerUnsorted,
    {
      "put yaml": sorted,
      "json a.x": sorted,
      "merge data": sorted,
      "merge a.x": sorted,
      "strategic label": sorted,
      "strategic {}": sorted,
      "apply label": sorted,
      "apply both": sorted,
    },
  ],
  [
    '{"a":1,"a":2}',
    {
      "put parsed": '{"a":2}',
      "put yaml": '{"a":2}',
      "json b": '{"a":2,"b":1}',
      "json a.x": unfit,
      "merge {}": '{"a":2}',
      "merge data": '{"a":2}',
      "merge b": '{"a":2,"b":1}',
      "merge a.x": '{"a":{"x":1}}',
      "strategic label": '{"a":2}',
      "strategic {}": '{"a":2}',
      "apply label": '{"a":2}',
      "apply both": '{"a":2}',
    },
  ],
  [
    '{"10":1,"9":1}',
    {
      "put parsed": '{"9":1,"10":1}',
      "json b": '{"10":1,"9":1,"b":1}',
      "json a.x": unfit,
      "merge b": '{"10":1,"9":1,"b":1}',
      "merge a.x": '{"10":1,"9":1,"a":{"x":1}}',
    },
  ],
  [
    '{"9":1,"10":1}',
    {
      "put yaml": '{"10":1,"9":1}',
      "json b": '{"10":1,"9":1,"b":1}',
      "json a.x": unfit,
      "merge {}": '{"10":1,"9":1}',
      "merge data": '{"10":1,"9":1}',
      "merge b": '{"10":1,"9":1,"b":1}',
      "merge a.x": '{"10":1,"9":1,"a":{"x":1}}',
      "strategic label": '{"10":1,"9":1}',
      "strategic {}": '{"10":1,"9":1}',
      "apply label": '{"10":1,"9":1}',
      "apply both": '{"10":1,"9":1}',
    },
  ],
];
