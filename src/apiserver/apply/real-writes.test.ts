import { readFileSync } from "node:fs";
import { test } from "vitest";
import { ApplyEngine } from "./apply-engine.ts";
import { thingSchemas } from "./thing.fixture.ts";
import { untrackedFields } from "./untracked-fields.ts";
import type { WrittenPart } from "./untracked-fields.ts";
import type { ApplyWrite, UpdateWrite } from "./write.ts";

/** Writes as a kube-apiserver 1.36 was sent them, the object that it had, and who owned what afterwards or why it refused. */
type RealWrite = WrittenPart &
  (
    | (ApplyWrite & { readonly write: "apply"; readonly object?: unknown; readonly conflict?: unknown })
    | (UpdateWrite & { readonly write: "update"; readonly managedFields: unknown })
  );

const realWrites: readonly RealWrite[] = readFileSync(new URL("testdata/real-writes.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as RealWrite);

test.for(realWrites.map((real, index) => [index, real.write, real.kind.kind, real] as const))(
  "%i: an %s of a %s does what it does on a real server [apiserver/apply-as-real]",
  ([, , , real], { expect }) => {
    const engine = new ApplyEngine({ schemas: thingSchemas() });
    const ignored = untrackedFields(real);
    if (real.write === "update") {
      expect(JSON.stringify(engine.recordUpdate({ ...real, ignored }))).toBe(JSON.stringify(real.managedFields));
    } else {
      const { object, conflict } = engine.apply({ ...real, ignored });
      expect(object).toEqual(real.object);
      expect(conflict).toEqual(real.conflict);
      expect(JSON.stringify(object?.metadata.managedFields)).toBe(
        JSON.stringify((real.object as typeof object)?.metadata.managedFields),
      );
    }
  },
);
