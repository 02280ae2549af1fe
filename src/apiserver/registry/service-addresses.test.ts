import { test } from "vitest";
import { systemRandom } from "../../async/index.ts";
import { MemoryStore } from "../storage/index.ts";
import type { Commit, Scan, StoredObject, StoreRange } from "../storage/index.ts";
import { addressCollection } from "./address-notes.ts";
import { encode } from "./document.ts";
import { RegistryFixture } from "./registry.fixture.ts";
import { ServiceAddresses, serviceCollection } from "./service-addresses.ts";

/** A store that counts how often a whole collection was read. */
class CountedStore extends MemoryStore {
  scans = 0;

  override scan(range: StoreRange, revision?: number): Promise<Scan> {
    this.scans++;
    return super.scan(range, revision);
  }
}

interface Written {
  readonly name: string;
  readonly expected?: number;
  readonly clusterIPs?: readonly string[];
  readonly nodePort?: number;
}

async function write(store: MemoryStore, { name, expected = 0, clusterIPs = [], nodePort }: Written): Promise<number> {
  const document = {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name },
    spec: { clusterIPs, ports: [{ nodePort }] },
  };
  const key = { collection: serviceCollection, namespace: "default", name };
  const commit = { type: "put", key, expected, encode: (revision: number) => encode(document, revision) } as const;
  return (await store.commit(commit)).revision;
}

test("what services have is known after each change of one, and after changes that were forgotten, and all are read no more than that needs [apiserver/service-addresses]", async ({
  expect,
}) => {
  const store = new CountedStore({ historySize: 3 });
  const notes = { make: async () => {}, remove: async () => {} };
  const addresses = new ServiceAddresses({ store, random: systemRandom, notes });
  const taken = (): Promise<readonly unknown[]> =>
    addresses.run(async () => [
      ...["10.96.0.7", "10.96.0.8", "10.96.0.9"].filter((address) => addresses.isTaken(address)),
      ...[30_001, 30_002].filter((port) => addresses.isPortTaken(port)),
    ]);
  const first = await write(store, { name: "a", clusterIPs: ["10.96.0.7"], nodePort: 30_001 });
  expect(await taken()).toEqual(["10.96.0.7", 30_001]);
  await write(store, { name: "b", clusterIPs: ["10.96.0.8"] });
  const second = await write(store, { name: "a", expected: first, clusterIPs: ["10.96.0.9"], nodePort: 30_002 });
  expect(await taken()).toEqual(["10.96.0.8", "10.96.0.9", 30_002]);
  await store.commit({
    type: "delete",
    key: { collection: serviceCollection, namespace: "default", name: "a" },
    expected: second,
    encode: () => new Uint8Array(),
  });
  expect(await taken()).toEqual(["10.96.0.8"]);
  expect(await taken()).toEqual(["10.96.0.8"]);
  expect(store.scans).toBe(3);
  for (const name of ["c", "d", "e", "f"]) await write(store, { name, clusterIPs: ["10.96.0.7"] });
  expect(await taken()).toEqual(["10.96.0.7", "10.96.0.8"]);
  expect(store.scans).toBe(4);
});

/** A store that fails some commits. */
class FailingStore extends MemoryStore {
  /** The collection whose commits fail. */
  failing = "";

  override commit(commit: Commit): Promise<StoredObject> {
    if (commit.key.collection === this.failing) return Promise.reject(new Error("the disk is full"));
    return super.commit(commit);
  }
}

test("a service is written though its note cannot be, which follows with the next write [apiserver/service-addresses]", async ({
  expect,
}) => {
  const store = new FailingStore();
  const fixture = await RegistryFixture.open(store);
  const [services, notes] = ["/api/v1/namespaces/default/services", "/apis/networking.k8s.io/v1/ipaddresses"];
  const make = (name: string, clusterIP: string): Promise<unknown> =>
    fixture.post(services, { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } });
  store.failing = addressCollection;
  await make("a", "10.96.3.3");
  await make("b", "10.96.3.4");
  expect(await fixture.names(services)).toEqual(["a", "b"]);
  expect(await fixture.names(notes)).toEqual([]);
  store.failing = "";
  await make("c", "10.96.3.5");
  expect(await fixture.names(notes)).toEqual(["10.96.3.3", "10.96.3.4", "10.96.3.5"]);
  store.failing = addressCollection;
  await fixture.delete(`${services}/a`);
  expect(await fixture.names(notes)).toContain("10.96.3.3");
  store.failing = "";
  await fixture.patch(`${services}/b`, { metadata: { labels: { a: "b" } } });
  expect(await fixture.names(notes)).toEqual(["10.96.3.4", "10.96.3.5"]);
});
