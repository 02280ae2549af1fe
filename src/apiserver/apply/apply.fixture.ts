import type { KubeObject, ManagedFieldsEntry } from "../../model/index.ts";
import { ApplyEngine } from "./apply-engine.ts";
import type { ApplyOutcome } from "./apply-engine.ts";
import type { JsonMap } from "./json-kind.ts";
import { thingSchemas } from "./thing.fixture.ts";
import type { ApplyWrite, Write } from "./write.ts";

/** An object of a test. */
export type TestObject = KubeObject & JsonMap;

const kind: Readonly<Write["kind"]> = { apiVersion: "example.com/v1", kind: "Thing" };

/** One `Thing` of a custom kind, that the managers of a test apply to and update. Each write is a second later than the one before. */
export class ThingUnderTest {
  readonly engine = new ApplyEngine({ schemas: thingSchemas() });
  live: TestObject | undefined;
  #seconds = 0;

  /** Applies a spec, and the metadata with it. A refused apply changes nothing. */
  apply(
    manager: string,
    spec: object | undefined,
    { metadata = {}, ...options }: Partial<Omit<ApplyWrite, "applied">> & { readonly metadata?: object } = {},
  ): ApplyOutcome {
    const write = this.#write(manager, options);
    const applied = { ...write.kind, metadata: { name: "x", ...metadata }, ...(spec === undefined ? {} : { spec }) };
    const outcome = this.engine.apply({ ...write, force: false, live: this.#inVersion(write), applied, ...options });
    this.live = outcome.object ?? this.live;
    return outcome;
  }

  /** Replaces the spec, and the metadata with it. */
  update(
    manager: string,
    spec: object,
    { metadata = {}, ...options }: Partial<Write> & { readonly metadata?: object } = {},
  ): void {
    const write = this.#write(manager, options);
    const uid = { uid: "1" };
    const after = { ...write.kind, metadata: { name: "x", ...uid, ...metadata }, spec };
    const managedFields = this.engine.recordUpdate({ ...write, before: this.#inVersion(write), after });
    const { managedFields: _sent, ...rest } = after.metadata as {
      readonly name: string;
      readonly managedFields?: unknown;
    };
    this.live = { ...after, metadata: { ...rest, ...(managedFields.length === 0 ? {} : { managedFields }) } };
  }

  get spec(): unknown {
    return this.live?.["spec"];
  }

  /** Each owner as `manager operation`, and its fields. */
  get owners(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.entries.map(({ manager, operation, fieldsV1 }) => [`${manager} ${operation}`, fieldsV1]),
    );
  }

  get entries(): readonly ManagedFieldsEntry[] {
    return this.live?.metadata.managedFields ?? [];
  }

  #write(manager: string, options: Partial<Write>): Write {
    const time = `2026-01-01T00:00:${String(this.#seconds++).padStart(2, "0")}Z`;
    return { kind, isCustom: true, manager, time, ...options };
  }

  #inVersion(write: Write): TestObject | undefined {
    return this.live === undefined ? undefined : { ...this.live, ...write.kind };
  }
}
