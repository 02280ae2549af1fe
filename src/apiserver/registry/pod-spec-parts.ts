import { getOwn } from "../../model/index.ts";
import type { Document } from "./document.ts";
import { valueAt, withValueAt } from "./value-at.ts";

/** A pod with the ephemeral containers of another, and nothing else of it. */
export function withEphemeralContainers(body: Document, old: Document): Document {
  const kept = withOldMetadata(body, old);
  const containers = valueAt(body, ["spec", "ephemeralContainers"]);
  return containers === undefined ? kept : withValueAt(kept, ["spec", "ephemeralContainers"], containers);
}

/** A pod whose containers have the resources of another's, and nothing else of it. */
export function withResources(body: Document, old: Document): Document {
  return ["containers", "initContainers"].reduce(
    (pod, field) => {
      const [before, after] = [listAt(pod, field), listAt(body, field)];
      if (before.length === 0) return pod;
      const containers = before.map((container) => {
        const match = after.find((one) => one["name"] === container["name"]);
        return match === undefined ? container : { ...container, ...chosen(match, ["resources", "resizePolicy"]) };
      });
      return withValueAt(pod, ["spec", field], containers);
    },
    withOldMetadata(body, old),
  );
}

/** The old pod, in the version that the body was made from, with the owners that the write gave it. */
function withOldMetadata(body: Document, old: Document): Document {
  const { resourceVersion, managedFields } = body.metadata;
  const { resourceVersion: _read, managedFields: _before, ...metadata } = old.metadata;
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  const owners = managedFields === undefined ? {} : { managedFields };
  return { ...old, metadata: { ...metadata, ...version, ...owners } };
}

type Container = Readonly<Record<string, unknown>>;

function listAt(pod: Document, field: string): readonly Container[] {
  const list = valueAt(pod, ["spec", field]);
  return Array.isArray(list) ? (list as readonly Container[]) : [];
}

function chosen(container: Container, fields: readonly string[]): Container {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = getOwn(container, field);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}
