import { test } from "vitest";
import type { Document } from "./document.ts";
import { RegistryFixture } from "./registry.fixture.ts";
import { requestedBy } from "./requested-by.ts";

const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";

test("a request for a certificate says who made it, whatever it said before [apiserver/requested-by]", async ({
  expect,
}) => {
  const fixture = await RegistryFixture.open();
  const claimed = { username: "root", uid: "0", groups: ["system:masters"], extra: { a: ["b"] } };
  const request: Document = {
    apiVersion: "certificates.k8s.io/v1",
    kind: "CertificateSigningRequest",
    metadata: { name: "c" },
    spec: { ...claimed, usages: ["client auth"] },
  };
  const by = (user: Parameters<typeof requestedBy>[1]): unknown =>
    requestedBy(fixture.target(requests), user)?.(request)["spec"];
  expect(by({ name: "ann", groups: [] })).toEqual({ username: "ann", usages: ["client auth"] });
  expect(by({ name: "ann", uid: "1", groups: ["g"], extra: { c: ["d"] } })).toEqual({
    username: "ann",
    uid: "1",
    groups: ["g"],
    extra: { c: ["d"] },
    usages: ["client auth"],
  });
});
