import fc from "fast-check";
import { test } from "vitest";
import { Ring } from "./ring.ts";

test("values come out in the order in which they went in, whatever the pushes and shifts between", ({ expect }) => {
  const operation = fc.oneof(
    { weight: 3, arbitrary: fc.constant("push" as const) },
    { weight: 2, arbitrary: fc.constant("shift" as const) },
  );
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 400, size: "max" }), (operations) => {
      const ring = new Ring<number>();
      const model: number[] = [];
      operations.forEach((operation, index) => {
        if (operation === "push") {
          ring.push(index);
          model.push(index);
        } else if (ring.shift() !== model.shift()) expect.unreachable();
        if (ring.size !== model.length) expect.unreachable();
      });
      while (model.length > 0) expect(ring.shift()).toBe(model.shift());
      expect([ring.shift(), ring.size]).toEqual([undefined, 0]);
    }),
  );
});
