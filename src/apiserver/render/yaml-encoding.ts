import { StatusError } from "../registry/index.ts";
import type { EncodedList } from "./encoded-list.ts";
import type { Encoding } from "./encoding.ts";
import { parseDocument } from "./json.ts";
import { shownItems } from "./shown-items.ts";
import { exactNumbers } from "./yaml-numbers.ts";

/** YAML as Kubernetes writes it: keys in order, texts quoted where an old reader would take them for something else. There are no watches in it. */
export async function loadYamlEncoding(): Promise<Encoding> {
  const { stringify } = await import("yaml");
  const encoder = new TextEncoder();
  const write = (value: unknown): Uint8Array =>
    encoder.encode(
      stringify(exactNumbers(value), {
        version: "1.1",
        sortMapEntries: true,
        indentSeq: false,
        aliasDuplicateObjects: false,
      }),
    );
  return {
    contentType: "application/yaml",
    streamType: "application/yaml",
    document: (json) => write(parseDocument(json)),
    list: async (list: EncodedList) => {
      const { items: _items, omitsTypes: _omitted, ...head } = list;
      return [write({ ...head, items: shownItems(list) })];
    },
    frames: () => {
      throw StatusError.internal("a watch cannot be told in YAML");
    },
  };
}
