import { test } from "vitest";
import type { Draft } from "./draft.ts";
import { edit } from "./edit.ts";

interface Widget {
  readonly kind: string;
  readonly spec: { readonly size: number; readonly ports: readonly number[] };
}

function widget(): Widget {
  return Object.freeze({ kind: "Widget", spec: Object.freeze({ size: 3, ports: Object.freeze([80, 443]) }) });
}

test("if a recipe throws, the edit throws the same and nothing has changed [model/edit-throws]", ({ expect }) => {
  const before = widget();
  const problem = new Error("no");
  const editing = (): unknown =>
    edit(before, (draft) => {
      draft.spec.size = 9;
      throw problem;
    });
  expect(editing).toThrow(problem);
  expect(before).toEqual(widget());
});

test("a recipe that returns a promise is refused, and its later failure is nobody's [model/edit-async]", async ({
  expect,
}) => {
  let later: Promise<void> = Promise.resolve();
  const recipe = (draft: Draft<Widget>): void => {
    later = (async () => {
      await Promise.resolve();
      draft.spec.size = 9;
    })();
    return later as unknown as undefined;
  };
  expect(() => edit(widget(), recipe)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_EDIT" }));
  await expect(later).rejects.toMatchObject({ code: "SETPOINT_DRAFT_ENDED" });
});

test("the failure of a refused recipe that nobody waits for is not reported [model/edit-async]", async ({ expect }) => {
  const unhandled: unknown[] = [];
  const report = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", report);
  const recipe = async (): Promise<void> => {
    await Promise.resolve();
    throw new Error("nobody waits");
  };
  expect(() => edit(widget(), recipe as () => void)).toThrow(
    expect.objectContaining({ code: "SETPOINT_INVALID_EDIT" }),
  );
  // Rejections are reported when the microtasks are done, before the next task.
  await new Promise<void>((resolve) => void setImmediate(resolve));
  process.off("unhandledRejection", report);
  expect(unhandled).toEqual([]);
});

test("a draft cannot be used after its recipe [model/edit-ended]", ({ expect }) => {
  const kept: Draft<Widget>[] = [];
  const keep = (draft: Draft<Widget>): void => {
    kept.push(draft);
    draft.spec.size = 4;
  };
  const after = edit(widget(), keep);
  const [draft] = kept as [Draft<Widget>];
  const uses: (() => unknown)[] = [
    () => draft.spec,
    () => "spec" in draft,
    () => Object.keys(draft),
    () => JSON.stringify(draft),
    () => Object.getOwnPropertyDescriptor(draft, "spec"),
    () => Object.assign(draft, { kind: "x" }),
    () => Object.defineProperty(draft, "kind", { value: "x" }),
    () => Reflect.deleteProperty(draft, "kind"),
  ];
  for (const use of uses) expect(use).toThrow(expect.objectContaining({ code: "SETPOINT_DRAFT_ENDED" }));
  expect(after.kind).toBe("Widget");
});

test("no path through a draft leads to a prototype [model/prototypes-unreachable]", ({ expect }) => {
  const evil = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
  edit(widget() as object, (draft) => {
    const members = draft as Record<string, unknown>;
    for (const key of evil) expect([members[key], key in members]).toEqual([undefined, false]);
    const { ports } = members["spec"] as { ports: Record<string, unknown> };
    expect([ports["__proto__"], ports["constructor"]]).toEqual([undefined, undefined]);
  });
});

test("keys that name inherited things are set as own members and nothing else [model/keys-are-data]", ({ expect }) => {
  const evil = ["__proto__", "constructor", "prototype", "toString"];
  const value = { polluted: true };
  const set = edit(
    { data: {}, list: [] as unknown[] } as { data: Record<string, unknown>; list: unknown[] },
    (draft) => {
      for (const key of evil) draft.data[key] = value;
      Object.defineProperty(draft.list, "__proto__", { value: 1 });
    },
  );
  expect(Object.keys(set.data)).toEqual(evil);
  expect(Object.getPrototypeOf(set.data)).toBe(Object.prototype);
  expect(Array.isArray(set.list) && Object.getPrototypeOf(set.list) === Array.prototype).toBe(true);
  const read = edit(JSON.parse('{"__proto__":{"a":1},"b":1}') as Record<string, Record<string, number>>, (draft) => {
    draft["__proto__"] = { a: 2 };
    delete draft["b"];
  });
  expect(JSON.stringify(read)).toBe('{"__proto__":{"a":2}}');
  expect([Object.keys(Object.prototype), Reflect.get({}, "polluted"), Reflect.get({}, "a")]).toEqual([
    [],
    undefined,
    undefined,
  ]);
});

test.for<[string, (draft: Draft<Widget>) => unknown]>([
  ["freezing a draft", (draft) => Object.freeze(draft)],
  ["setting the prototype of a draft", (draft) => Reflect.setPrototypeOf(draft, null)],
  ["defining an accessor", (draft) => Object.defineProperty(draft, "x", { get: () => 1 })],
  ["setting a symbol", (draft) => Object.assign(draft, { [Symbol.iterator]: 1 })],
])("%s is refused [model/edit-refuses]", ([, recipe], { expect }) => {
  expect(() => edit(widget(), recipe)).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_EDIT" }));
});

test.for<[unknown]>([[null], [undefined], ["text"], [7], [new Map()], [() => {}]])(
  "%o cannot be edited [model/edit-refuses]",
  ([value], { expect }) => {
    expect(() => edit(value as object, () => {})).toThrow(expect.objectContaining({ code: "SETPOINT_INVALID_EDIT" }));
  },
);

test("a document that would hold itself is refused [model/too-deep]", ({ expect }) => {
  interface Node {
    left?: Node;
    right?: Node;
  }
  const loops: ((draft: Node) => void)[] = [
    (draft) => {
      draft.left = draft;
      draft.right = draft;
    },
    (draft) => {
      draft.left = { right: draft };
    },
    (draft) => {
      const loop: Node = {};
      loop.left = loop;
      draft.left = loop;
    },
  ];
  for (const loop of loops)
    expect(() => edit({} as Node, loop)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
});

test.for([10_000, 1_000_000])(
  "a recipe may not assign or walk down %i levels [model/too-deep]",
  (depth, { expect }) => {
    interface Chain {
      next?: Chain;
      size?: number;
    }
    let deep: Chain = {};
    for (let level = 0; level < depth; level++) deep = { next: deep };
    const before = { next: deep };
    const assign = (draft: Chain): void => {
      draft.next = { next: deep, size: 1 };
    };
    const walk = (draft: Chain): void => {
      let chain: Chain | undefined = draft;
      while (chain !== undefined) chain = chain.next;
    };
    for (const recipe of [assign, walk])
      expect(() => edit(before as Chain, recipe)).toThrow(expect.objectContaining({ code: "SETPOINT_TOO_DEEP" }));
    expect(() => edit(before as Chain, assign)).toThrow(/^Cannot edit a document at next\.next\.next/);
    const beside = edit(before as Chain, (draft) => {
      draft.size = 1;
    });
    expect([beside.size, beside.next === deep]).toEqual([1, true]);
  },
);
