import { deepEqual, getOwn } from "../../model/index.ts";
import type { StatusCause } from "../../model/index.ts";
import { duplicate, forbidden, invalid } from "../crd/index.ts";
import type { Document } from "./document.ts";
import { StatusError } from "./errors.ts";
import { builtInRules } from "./rules/index.ts";
import { valueAt, withValueAt } from "./value-at.ts";

/** A pod with the ephemeral containers of another, and nothing else of it. Throws 422 when one that is there goes or changes. */
export function withEphemeralContainers(body: Document, old: Document): Document {
  const containers = listAt(body, "ephemeralContainers");
  assertNone(old, ephemeralCauses(containers, old));
  const kept = withOldMetadata(body, old);
  return containers.length === 0 ? kept : withValueAt(kept, ["spec", "ephemeralContainers"], containers);
}

function ephemeralCauses(containers: readonly Container[], old: Document): readonly StatusCause[] {
  const field = "spec.ephemeralContainers";
  const others = [...listAt(old, "containers"), ...listAt(old, "initContainers")];
  const taken = containers.flatMap(({ name }, index) =>
    others.some((other) => other["name"] === name) ? [duplicate(`${field}[${index}].name`, name)] : [],
  );
  if (taken.length > 0) return taken;
  return listAt(old, "ephemeralContainers").flatMap((before) => {
    const after = containers.find(({ name }) => name === before["name"]);
    if (deepEqual(after, before)) return [];
    const what = after === undefined ? "removed" : "changed";
    return [forbidden(field, `existing ephemeral containers ${JSON.stringify(before["name"])} may not be ${what}\n`)];
  });
}

/**
 * A pod whose containers have the resources of another's, and nothing else of it. Throws 422 when more changes than processors and memory, or
 * what these mean for the pod as a whole.
 */
export function withResources(body: Document, old: Document): Document {
  const resized = containerFields.reduce(
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
  assertNone(old, [...classCauses(resized, old), ...sameNames(body, old), ...resourceCauses(resized, old)]);
  return resized;
}

const containerFields: readonly string[] = ["containers", "initContainers"];

function classCauses(resized: Document, old: Document): readonly StatusCause[] {
  const before = valueAt(old, ["status", "qosClass"]);
  const after = valueAt(builtInRules["/pods"]?.created?.(resized), ["status", "qosClass"]);
  if (before === undefined || before === after) return [];
  return [invalid("spec", before, "Pod QOS Class may not change as a result of resizing")];
}

function sameNames(body: Document, old: Document): readonly StatusCause[] {
  return containerFields.flatMap((field) => {
    const namesOf = (pod: Document): readonly unknown[] => listAt(pod, field).map(({ name }) => name);
    if (deepEqual(namesOf(body), namesOf(old))) return [];
    return [forbidden(`spec.${field}`, "containers may not be added or removed on resize")];
  });
}

function resourceCauses(resized: Document, old: Document): readonly StatusCause[] {
  const fixed = (pod: Document): unknown => containerFields.map((field) => listAt(pod, field).map(withoutResizable));
  if (deepEqual(fixed(resized), fixed(old))) return [];
  return [forbidden("spec", "only cpu and memory resources are mutable")];
}

function withoutResizable(container: Container): unknown {
  const amounts = ["requests", "limits"].map((kind) => {
    const { cpu: _cpu, memory: _memory, ...others } = (valueAt(container, ["resources", kind]) ?? {}) as Container;
    return others;
  });
  return [amounts, valueAt(container, ["resources", "claims"]), getOwn(container, "resizePolicy")];
}

function assertNone({ metadata: { name } }: Document, causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw StatusError.invalid({ group: "", kind: "Pod" }, name, causes);
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
