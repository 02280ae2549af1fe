import { test } from "vitest";
import { generateObjects, readBootstrapObjects } from "./generate-objects.ts";

const schema = {
  metadata: {
    name: "probes",
    labels: { a: "b" },
    uid: "1",
    resourceVersion: "7",
    managedFields: [{ manager: "consumer", subresource: "status" }, { manager: "producer" }],
  },
  spec: { quoted: 'a "word" `${x}`' },
  status: { conditions: [{ type: "Dangling", lastTransitionTime: "2026-01-01T00:00:00Z" }] },
};

test("an object becomes a line that says where it belongs, who writes it and what, without what differs from server to server", ({
  expect,
}) => {
  const text =
    generateObjects(new Map([["g/v1/things", [schema]]]), "v1.0.0").get("types/pack/bootstrap-objects.ts") ?? "";
  const literal = text.slice(text.indexOf("= `") + "= `".length, text.lastIndexOf("`"));
  expect(literal).not.toMatch(/(?<!\\)[`$]/);
  const bootstrapObjects = literal.replaceAll(/\\([\\`$])/g, "$1");
  expect(JSON.parse(bootstrapObjects)).toEqual({
    at: "g/v1/things",
    manager: "producer",
    body: { metadata: { name: "probes", labels: { a: "b" } }, spec: schema.spec },
    statusManager: "consumer",
    conditions: [{ type: "Dangling" }],
  });
});

test("a server that has none is not believed", async ({ expect }) => {
  const reader = { get: async () => ({ items: [] }) };
  await expect(readBootstrapObjects(reader)).rejects.toMatchObject({ code: "SETPOINT_CODEGEN_RESPONSE" });
});
