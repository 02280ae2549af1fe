import { deepEqual, getOwn } from "../../model/index.ts";
import type { ObjectMeta } from "../../model/index.ts";
import type { MetadataRules } from "../crd/index.ts";
import { normalized, typeProblem, unknownFields } from "../schema/index.ts";
import type { Schema } from "../schema/index.ts";
import { checkInnerMetadata } from "./check-metadata.ts";
import { withoutMalformed } from "./read-metadata.ts";

/** The rules of the metadata of resources that stand inside others, of which all is known that is known of any metadata. */
export function innerMetadata(schema: () => Schema): MetadataRules {
  return {
    typeProblem: (metadata) => typeProblem(metadata, schema()),
    unknownFields: (metadata) => unknownFields(metadata, schema()),
    read: (metadata) => {
      if (metadata === null) return {};
      // What cannot be read as metadata at all stays as it is.
      if (typeof metadata !== "object" || Array.isArray(metadata)) return metadata;
      const read = withoutZeroEnd(normalized(withoutMalformed(metadata, schema()), schema()) as object);
      return deepEqual(read, metadata) ? metadata : read;
    },
    check: (metadata) => checkInnerMetadata(metadata as ObjectMeta),
  };
}

function withoutZeroEnd(metadata: object): object {
  if (getOwn(metadata, "deletionTimestamp") !== null) return metadata;
  const { deletionTimestamp: _zero, ...rest } = metadata as { readonly deletionTimestamp: null };
  return rest;
}
