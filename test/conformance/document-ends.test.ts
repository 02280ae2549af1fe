import { test } from "vitest";
import { text } from "node:stream/consumers";
import { forEachServer } from "./for-each-server.ts";
import type { TestServer } from "./for-each-server.ts";

/** The last two characters of an answer, and of how many lines it is. */
async function endOf(
  { transport, token }: TestServer,
  path: string,
  accept = "application/json",
): Promise<readonly [number, string, boolean]> {
  const headers = { accept, authorization: `Bearer ${token}` };
  const response = await transport({ method: "GET", path, headers });
  const all = await text(response.body);
  return [response.status, all.slice(-2), all.trimEnd().includes("\n")];
}

forEachServer(["embedded", "real"], "a document in JSON", (start) => {
  test("ends its line, and is on many lines only for people [apiserver/document-end]", async ({ expect }) => {
    await using server = await start();
    const table = "application/json;as=Table;g=meta.k8s.io;v=v1";
    for (const path of ["/api", "/apis/apps/v1", "/api/v1/namespaces/default"]) {
      expect([path, ...(await endOf(server, path))]).toEqual([path, 200, "}\n", false]);
    }
    expect(await endOf(server, "/api/v1/namespaces/default", table)).toEqual([200, "}\n", false]);
    expect(await endOf(server, "/api/v1/namespaces")).toEqual([200, "}\n", false]);
    expect(await endOf(server, "/api/v1/namespaces/none")).toEqual([404, "}\n", false]);
    expect(await endOf(server, "/api/v1/namespaces/none?pretty=true")).toEqual([404, "\n}", true]);
    expect(await endOf(server, "/api/v1/namespaces/default?pretty=true")).toEqual([200, "\n}", true]);
    expect(await endOf(server, "/api/v1/namespaces/default", "text/csv")).toEqual([406, "\n}", true]);
  });
});
