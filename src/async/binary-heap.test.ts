import fc from "fast-check";
import { test } from "vitest";
import { BinaryHeap } from "./binary-heap.ts";

const ascending = (a: number, b: number): number => a - b;

test("an empty heap has nothing to peek at or pop", ({ expect }) => {
  const heap = new BinaryHeap<number>(ascending);
  expect([heap.size, heap.peek(), heap.pop(), heap.size]).toEqual([0, undefined, undefined, 0]);
});

test("pop always gives the smallest item that is left, whatever the order of pushes and pops", ({ expect }) => {
  const operation = fc.option(fc.integer({ min: 0, max: 50 }), { nil: "pop" as const, freq: 2 });
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
      const heap = new BinaryHeap<number>(ascending);
      const model: number[] = [];
      for (const item of operations) {
        if (item === "pop") expect(heap.pop()).toBe(model.shift());
        else {
          heap.push(item);
          model.push(item);
          model.sort(ascending);
        }
        expect([heap.size, heap.peek()]).toEqual([model.length, model[0]]);
      }
    }),
  );
});
