import { afterEach, describe, test, vi } from "vitest";
import { nextTurn } from "./turn.ts";

afterEach(() => void vi.unstubAllGlobals());

describe.for([
  ["where there is setImmediate", undefined],
  ["where there is none", { setImmediate: undefined }],
] as const)("%s", ([, globals]) => {
  test("a turn lets a promise chain of any length settle", async ({ expect }) => {
    if (globals) vi.stubGlobal("setImmediate", globals.setImmediate);
    let steps = 0;
    const chain = async (): Promise<void> => {
      for (; steps < 5000; steps += 1) await Promise.resolve();
    };
    void chain();
    await nextTurn();
    expect(steps).toBe(5000);
  });

  test("turns come in the order in which they were asked for", async ({ expect }) => {
    if (globals) vi.stubGlobal("setImmediate", globals.setImmediate);
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((id) => nextTurn().then(() => order.push(id))));
    expect(order).toEqual([1, 2, 3]);
  });
});
