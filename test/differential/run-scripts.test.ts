import { test } from "vitest";
import type { Answer, Call, Send } from "./call.ts";
import { hangUp } from "./https-sender.ts";
import { runScripts } from "./run-scripts.ts";
import { judge } from "./verdict.ts";
import type { Verdict } from "./verdict.ts";

const post: Call = { method: "POST", path: "/api/v1/namespaces/{ns}/configmaps", body: {} };
const counted: Call = { method: "GET", path: "/livez" };

/** A server that answers preparations by the status that a method has here, and all else alike. */
function server(statuses: Readonly<Record<string, number>> = {}): Send {
  const answer = (call: Call): Answer => {
    if (call.path === counted.path) return { status: 200, headers: {}, text: "ok" };
    const status = statuses[call.path.split("/").at(-1) ?? ""] ?? statuses[call.method] ?? 200;
    return status === hangUp.status ? hangUp : { status, headers: {}, text: "{}" };
  };
  return (call) => Promise.resolve(answer(call));
}

async function verdict(ours: Send, real: Send, setups: readonly Call[]): Promise<Verdict> {
  const calls = [...setups.map((call) => ({ ...call, isSetup: true })), counted];
  const servers = { ours, real, [Symbol.asyncDispose]: () => Promise.resolve() };
  const outcome = await runScripts([{ id: "s", kind: "K", calls }], { servers, prefix: "p", nowMs: 0 });
  return judge(outcome, []);
}

test("a run fails when either server has not prepared what is compared [apiserver/differential]", async ({
  expect,
}) => {
  expect((await verdict(server(), server(), [post])).problems).toEqual([]);
  const failing = [{ namespaces: 500 }, { namespaces: 409 }, { namespaces: 0 }, { configmaps: 409 }, { configmaps: 0 }];
  for (const statuses of failing) {
    const text = `said ${Object.values(statuses)[0]}:`;
    const { problems: ours } = await verdict(server(statuses), server(), [post]);
    expect(ours).toEqual([expect.stringContaining(`: ours ${text}`)]);
    const { problems: real } = await verdict(server(), server(statuses), [post]);
    expect(real).toEqual([expect.stringContaining(`: the real server ${text}`)]);
  }
});

test("a preparation may find what it makes where that is meant, and what it removes gone [apiserver/differential]", async ({
  expect,
}) => {
  const taken = server({ configmaps: 409 });
  expect((await verdict(taken, taken, [{ ...post, mayExist: true }])).problems).toEqual([]);
  const removal: Call = { method: "DELETE", path: "/api/v1/namespaces/{ns}/configmaps/a" };
  const [gone, broken] = [server({ DELETE: 404 }), server({ DELETE: 500 })];
  expect((await verdict(gone, gone, [removal])).problems).toEqual([]);
  expect((await verdict(broken, gone, [removal])).problems).toHaveLength(1);
  const missing = server({ a: 404 });
  expect((await verdict(missing, missing, [{ ...removal, method: "GET" }])).problems).toHaveLength(2);
});

test("a run without one of the servers ends with the reason [apiserver/differential]", async ({ expect }) => {
  const nobody: Send = () => Promise.reject(new Error("nobody is there"));
  await expect(verdict(server(), nobody, [])).rejects.toThrow("nobody is there");
  await expect(verdict(nobody, server(), [])).rejects.toThrow("nobody is there");
});
