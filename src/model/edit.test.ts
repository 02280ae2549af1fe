import { expectTypeOf, test } from "vitest";
import { asDraft } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { edit } from "./edit.ts";
import type { ObjectMeta } from "./object.ts";

interface Widget {
  readonly kind?: string | undefined;
  readonly metadata: ObjectMeta;
  readonly spec: {
    readonly size: number;
    readonly ports: readonly { readonly name: string; readonly port: number }[];
    readonly data?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly status?: { readonly conditions: readonly { readonly type: string; readonly status: string }[] } | undefined;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

function widget(): Widget {
  return deepFreeze({
    kind: "Widget",
    metadata: { name: "blue", labels: { app: "web" }, finalizers: ["a", "b"] },
    spec: {
      size: 3,
      ports: [
        { name: "http", port: 80 },
        { name: "https", port: 443 },
      ],
      data: { nested: { deep: { value: 1 } } },
    },
    status: { conditions: [{ type: "Ready", status: "True" }] },
  });
}

test("an edit returns a new object that shares what did not change [model/edit-shares]", ({ expect }) => {
  const before = widget();
  const after = edit(before, (draft) => {
    draft.spec.size = 4;
  });
  expect(after).toEqual({ ...widget(), spec: { ...widget().spec, size: 4 } });
  expect(before).toEqual(widget());
  expect(after.metadata).toBe(before.metadata);
  expect(after.status).toBe(before.status);
  expect(after.spec.ports).toBe(before.spec.ports);
});

test("levels that a recipe only read stay shared [model/edit-shares]", ({ expect }) => {
  const before = widget();
  const after = edit(before, (draft) => {
    if (draft.metadata.labels?.["app"] === "web" && draft.spec.ports.some(({ port }) => port === 443))
      draft.kind = "Gadget";
  });
  expect(after.kind).toBe("Gadget");
  expect(after.metadata).toBe(before.metadata);
  expect(after.spec).toBe(before.spec);
});

test("an edit that changes nothing returns the object itself [model/edit-identity]", ({ expect }) => {
  const before = widget();
  const nothingDone: ((draft: Draft<Widget>) => void)[] = [
    () => {},
    (draft) => JSON.stringify(draft),
    (draft) => {
      draft.spec.size = 3;
    },
    (draft) => {
      draft.spec.size = 9;
      draft.spec.size = 3;
    },
    (draft) => {
      draft.spec.ports.push({ name: "x", port: 1 });
      draft.spec.ports.pop();
    },
    (draft) => {
      draft.spec.ports.reverse();
      draft.spec.ports.reverse();
    },
    (draft) => {
      delete draft.status;
      draft.status = { conditions: [{ type: "Ready", status: "True" }] };
    },
    (draft) => {
      draft.status = asDraft(structuredClone(before).status);
    },
    (draft) => {
      draft.metadata.labels = { ...draft.metadata.labels };
    },
    (draft) => {
      draft.metadata.annotations = undefined;
    },
    (draft) => {
      draft.spec.ports = draft.spec.ports.map((port) => ({ ...port }));
    },
    (draft) => {
      delete draft.metadata.annotations;
    },
  ];
  for (const recipe of nothingDone) expect(edit(before, recipe)).toBe(before);
});

test("a member that was undefined is not missed [model/edit-identity]", ({ expect }) => {
  const before: { a?: number | undefined; b: number } = { a: undefined, b: 1 };
  expect(
    edit(before, (draft) => {
      delete draft.a;
    }),
  ).toBe(before);
});

test("a part that is replaced by an equal one stays shared [model/edit-identity]", ({ expect }) => {
  const before = widget();
  const after = edit(before, (draft) => {
    draft.spec.size = 4;
    draft.status = { conditions: [{ type: "Ready", status: "True" }] };
    draft.metadata = asDraft(structuredClone(before.metadata));
  });
  expect(after.status).toBe(before.status);
  expect(after.metadata).toBe(before.metadata);
});

test("NaN and -0 are no changes, as in deep equality [model/edit-identity]", ({ expect }) => {
  const numbers = { nan: Number.NaN, zero: 0 };
  const again = edit(numbers, (draft) => {
    draft.nan = 1;
    draft.nan = Number.NaN;
    draft.zero = -0;
  });
  expect(again).toBe(numbers);
});

test("lists can be edited with every method of an array [model/edit-lists]", ({ expect }) => {
  const edited = (recipe: (list: string[]) => void): readonly string[] =>
    edit(Object.freeze(["c", "a", "b"]) as readonly string[], recipe);
  expect(edited((list) => list.push("d", "e"))).toEqual(["c", "a", "b", "d", "e"]);
  expect(edited((list) => list.unshift("d"))).toEqual(["d", "c", "a", "b"]);
  expect(edited((list) => list.splice(1, 1, "x", "y"))).toEqual(["c", "x", "y", "b"]);
  expect(edited((list) => list.sort())).toEqual(["a", "b", "c"]);
  expect(edited((list) => list.reverse())).toEqual(["b", "a", "c"]);
  expect(edited((list) => list.fill("z", 1))).toEqual(["c", "z", "z"]);
  expect(edited((list) => list.copyWithin(0, 1))).toEqual(["a", "b", "b"]);
  expect(edited((list) => list.shift())).toEqual(["a", "b"]);
  expect(
    edited((list) => {
      list.length = 1;
    }),
  ).toEqual(["c"]);
  expect(
    edited((list) => {
      list[5] = "z";
    }),
  ).toHaveLength(6);
});

test("a draft of a list reads like one [model/edit-reads]", ({ expect }) => {
  edit(widget(), ({ spec: { ports }, metadata: { finalizers = [] } }) => {
    expect(Array.isArray(ports)).toBe(true);
    expect([...finalizers, finalizers.length, finalizers.at(-1), finalizers.indexOf("b")]).toEqual([
      "a",
      "b",
      2,
      "b",
      1,
    ]);
    expect(
      finalizers
        .toSorted()
        .concat(["c"])
        .filter((name) => name !== "a"),
    ).toEqual(["b", "c"]);
    expect(Array.isArray(ports.map(({ name }) => name))).toBe(true);
    expect(ports.find(({ name }) => name === "https")?.port).toBe(443);
    expect(JSON.stringify(ports)).toBe(JSON.stringify(widget().spec.ports));
    expect(Object.keys(ports)).toEqual(["0", "1"]);
  });
});

test("elements that moved inside a list keep their edits and their identity [model/edit-lists]", ({ expect }) => {
  const before = widget();
  const after = edit(before, ({ spec: { ports } }) => {
    const [http] = ports;
    if (http !== undefined) http.port = 8080;
    ports.reverse();
    ports.unshift({ name: "first", port: 1 });
  });
  expect(after.spec.ports).toEqual([
    { name: "first", port: 1 },
    { name: "https", port: 443 },
    { name: "http", port: 8080 },
  ]);
  expect(after.spec.ports[1]).toBe(before.spec.ports[1]);
});

test("a draft of an object reads like one [model/edit-reads]", ({ expect }) => {
  edit(widget(), (draft) => {
    const plain = widget();
    expect(JSON.stringify(draft)).toBe(JSON.stringify(plain));
    expect(Object.keys(draft)).toEqual(Object.keys(plain));
    expect({ ...draft.metadata.labels }).toEqual(plain.metadata.labels);
    expect(Object.entries(draft.spec.ports[0] ?? {})).toEqual([
      ["name", "http"],
      ["port", 80],
    ]);
    expect(["spec" in draft, "nothing" in draft, Object.hasOwn(draft, "spec")]).toEqual([true, false, true]);
    expect(draft.spec).toBe(draft.spec);
    expect(Object.getOwnPropertyDescriptor(draft, "spec")?.value).toBe(draft.spec);
    expect(() => structuredClone(draft)).toThrow("could not be cloned");
  });
});

test("members can be added and deleted [model/edit-members]", ({ expect }) => {
  const after = edit(widget(), (draft) => {
    delete draft.status;
    delete draft.metadata.labels?.["app"];
    draft.metadata.annotations = { note: "x" };
    draft.metadata.annotations["more"] = "y";
    Object.assign(draft.spec, { extra: true });
  });
  expect(after).toEqual({
    kind: "Widget",
    metadata: { name: "blue", labels: {}, finalizers: ["a", "b"], annotations: { note: "x", more: "y" } },
    spec: { ...widget().spec, extra: true },
  });
  expect("status" in after).toBe(false);
});

test("what a recipe assigns is never written to [model/edit-assigned]", ({ expect }) => {
  const template = deepFreeze({ labels: { app: "api" } });
  const open = { labels: { app: "open" } };
  const after = edit({ a: {}, b: {} } as Record<string, { labels?: Record<string, string> }>, (draft) => {
    draft["a"] = template;
    draft["a"].labels = { ...draft["a"].labels, more: "x" };
    draft["b"] = open;
    const { labels } = draft["b"];
    if (labels !== undefined) labels["app"] = "changed";
  });
  expect(after).toEqual({ a: { labels: { app: "api", more: "x" } }, b: { labels: { app: "changed" } } });
  expect(template).toEqual({ labels: { app: "api" } });
  expect(open).toEqual({ labels: { app: "open" } });
});

test("drafts may be moved, used twice and put inside new values [model/edit-moves]", ({ expect }) => {
  interface Tree {
    readonly [key: string]: Tree | readonly Tree[] | number;
  }
  const before: Tree = deepFreeze({ a: { x: 1 }, b: { y: 1 } });
  const after = edit(before, (draft) => {
    const a = draft["a"] as Draft<Tree>;
    a["x"] = 2;
    draft["moved"] = a;
    draft["list"] = Object.freeze([a, { inside: a, other: draft["b"] as Draft<Tree> }]) as Draft<Tree>[];
    delete draft["a"];
  });
  expect(after).toEqual({
    b: { y: 1 },
    moved: { x: 2 },
    list: [{ x: 2 }, { inside: { x: 2 }, other: { y: 1 } }],
  });
  expect(JSON.parse(JSON.stringify(after))).toEqual(after);
  const [first, second] = after["list"] as readonly Tree[];
  expect(first).toBe(after["moved"]);
  expect(second?.["other"]).toBe(before["b"]);
});

test("a wide value is not a deep one [model/edit-assigned]", ({ expect }) => {
  const wide = Array.from({ length: 5_000 }, (_, index) => ({ index }));
  const after = edit({ list: [] as { index: number }[] }, (draft) => {
    draft.list = wide;
    draft.list.push({ index: -1 });
  });
  expect(after.list).toHaveLength(5_001);
  expect(after.list[4_999]).toBe(wide[4_999]);
});

test("views with getters can be edited, and are read once a level [model/edit-views]", ({ expect }) => {
  const parsed: string[] = [];
  const spec = deepFreeze({ size: 1 });
  const view = Object.freeze({
    get metadata() {
      parsed.push("metadata");
      return deepFreeze({ name: "blue" });
    },
    get spec() {
      parsed.push("spec");
      return spec;
    },
  }) as { readonly metadata: { readonly name: string }; readonly spec: { readonly size: number } };
  const after = edit(view, (draft) => {
    draft.spec.size += 1;
  });
  expect(after).toEqual({ metadata: { name: "blue" }, spec: { size: 2 } });
  expect(spec.size).toBe(1);
  expect(Object.getOwnPropertyDescriptor(after, "metadata")).toMatchObject({ value: { name: "blue" }, writable: true });
  expect(
    edit(view, (draft) => {
      draft.spec.size = 1;
      draft.metadata.name = "blue";
    }),
  ).toBe(view);
});

test("an object without prototype stays one [model/edit-members]", ({ expect }) => {
  const bare = Object.assign(Object.create(null) as Record<string, number>, { a: 1 });
  const after = edit(bare, (draft) => {
    draft["b"] = 2;
  });
  expect(Object.getPrototypeOf(after)).toBeNull();
  expect({ ...after }).toEqual({ a: 1, b: 2 });
});

test("instances of classes pass through as they are [model/edit-members]", ({ expect }) => {
  const when = new Date(0);
  const after = edit({ when, n: 1 }, (draft) => {
    expect(draft.when as unknown).toBe(when);
    draft.n = 2;
  });
  expect(after.when).toBe(when);
});

test("a read-only value can be assigned as it is [model/draft-type]", ({ expect }) => {
  const before = widget();
  const other = deepFreeze({ size: 7, ports: [{ name: "grpc", port: 9000 }] });
  const after = edit(before, (draft) => {
    draft.spec = asDraft<Widget["spec"]>(other);
  });
  expect(after.spec).toBe(other);
});

test("the type of a draft is writable at every level [model/draft-type]", () => {
  type Labels = NonNullable<Draft<Widget>["metadata"]["labels"]>;
  expectTypeOf<Labels>().toEqualTypeOf<Record<string, string>>();
  expectTypeOf<Draft<Widget>["spec"]["ports"]>().toEqualTypeOf<{ name: string; port: number }[]>();
  expectTypeOf<Draft<readonly [1, readonly string[]]>>().toEqualTypeOf<[1, string[]]>();
  expectTypeOf<Draft<{ readonly any: unknown; readonly run: () => void }>>().toEqualTypeOf<{
    any: unknown;
    run: () => void;
  }>();
});
