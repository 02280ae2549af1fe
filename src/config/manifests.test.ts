import { describe, test } from "vitest";
import { ConfigError } from "./errors.ts";
import { readManifests } from "./manifests.ts";

describe("manifests", () => {
  test("are any number of YAML documents, or JSON; empty ones are none [client/read-manifests]", async ({ expect }) => {
    const text = "# only a comment\n---\nkind: A\n---\n---\nkind: B\nitems: [1, { x: y }]\n...\n---\nnull\n";
    expect(await readManifests(text)).toEqual([{ kind: "A" }, { kind: "B", items: [1, { x: "y" }] }]);
    expect(await readManifests('{"kind":"A"}')).toEqual([{ kind: "A" }]);
    expect(await readManifests("{kind: A}")).toEqual([{ kind: "A" }]);
    expect(await readManifests("")).toEqual([]);
    expect(await readManifests("text")).toEqual(["text"]);
  });

  test("are read as kubectl reads them [client/read-manifests]", async ({ expect }) => {
    const text = [
      "mode: 0644",
      "hex: 0x1F",
      "thousand: 1_000",
      "y: n",
      "yes: yes",
      "off: Off",
      'quoted: "yes"',
      "time: 2026-01-01T00:00:00Z",
      "port: 22:22",
      "null: ~",
      "version: 1.10",
      "base: &base { a: 1, b: 2 }",
      "merged: { <<: *base, b: 3 }",
    ].join("\n");
    const [document] = await readManifests(text);
    expect(document).toEqual({
      mode: 0o644,
      hex: 31,
      thousand: 1_000,
      y: "n",
      true: true,
      false: false,
      quoted: "yes",
      time: "2026-01-01T00:00:00Z",
      port: "22:22",
      "": null,
      version: 1.1,
      base: { a: 1, b: 2 },
      merged: { a: 1, b: 3 },
    });
  });

  test("keep whole numbers exactly, however large [client/read-manifests]", async ({ expect }) => {
    const numbers = '{"a":9007199254740993,"b":-12345678901234567890,"c":12}';
    for (const text of [numbers, "a: 9007199254740993\nb: -12345678901234567890\nc: 12"]) {
      const [document] = await readManifests(text);
      expect(JSON.stringify(document)).toBe(numbers);
    }
  });

  test.for(["a: [", "a: 1\na: 2", "a: *b", "kind: A\n---\n{", `a: &a [${"x,".repeat(99)}]\nb: [${"*a,".repeat(200)}]`])(
    "that cannot be read are refused with the place, never with the text (%#) [client/read-manifests]",
    async (text, { expect }) => {
      const error = await readManifests(`secret: s3cr3t\n${text}`, "bundle.yaml").catch((caught: unknown) => caught);
      expect(error).toSatisfy((caught) => ConfigError.is(caught, "SETPOINT_CONFIG_SYNTAX"));
      expect(String(error)).toContain("bundle.yaml");
      expect(String(error)).not.toContain("s3cr3t");
    },
  );
});
