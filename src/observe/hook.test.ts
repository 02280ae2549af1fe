import { test } from "vitest";
import { Hook } from "./hook.ts";

function collecting(): { hook: Hook<string>; errors: unknown[] } {
  const errors: unknown[] = [];
  return { hook: new Hook<string>({ onError: (error) => errors.push(error) }), errors };
}

test("a hook is active only while somebody listens [observe/hook-idle-inactive]", ({ expect }) => {
  const { hook } = collecting();
  expect(hook.active).toBe(false);
  const first = hook.subscribe(() => {});
  const second = hook.subscribe(() => {});
  first[Symbol.dispose]();
  expect(hook.active).toBe(true);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
  expect(hook.active).toBe(false);
});

test("every listener hears every event, in the order of subscription [observe/hook-order]", ({ expect }) => {
  const { hook } = collecting();
  const heard: string[] = [];
  const same = (event: string): void => void heard.push(`same ${event}`);
  hook.subscribe((event) => heard.push(`first ${event}`));
  hook.subscribe(same);
  const again = hook.subscribe(same);
  hook.emit("a");
  again[Symbol.dispose]();
  hook.emit("b");
  expect(heard).toEqual(["first a", "same a", "same a", "first b", "same b"]);
});

test("a listener that throws is reported, and the others and the caller go on [observe/hook-listener-contained]", ({
  expect,
}) => {
  const { hook, errors } = collecting();
  const heard: string[] = [];
  const failure = new Error("listener");
  hook.subscribe(() => {
    throw failure;
  });
  hook.subscribe((event) => heard.push(event));
  hook.emit("a");
  expect(heard).toEqual(["a"]);
  expect(errors).toEqual([failure]);
});

test("a listener that rejects is reported [observe/hook-listener-contained]", async ({ expect }) => {
  const { hook, errors } = collecting();
  const failure = new Error("later");
  const rejecting: () => unknown = () => Promise.reject(failure);
  hook.subscribe(rejecting);
  hook.emit("a");
  await Promise.resolve();
  await Promise.resolve();
  expect(errors).toEqual([failure]);
});

test("an error handler that throws disturbs nobody [observe/hook-listener-contained]", ({ expect }) => {
  const hook = new Hook<string>({
    onError: () => {
      throw new Error("handler");
    },
  });
  const heard: string[] = [];
  hook.subscribe(() => {
    throw new Error("listener");
  });
  hook.subscribe((event) => heard.push(event));
  hook.emit("a");
  expect(heard).toEqual(["a"]);
});

test("who subscribes during an event hears the next one, who leaves hears no more [observe/hook-change-while-emitting]", ({
  expect,
}) => {
  const { hook, errors } = collecting();
  const heard: string[] = [];
  hook.subscribe((event) => {
    heard.push(`first ${event}`);
    if (event !== "a") return;
    hook.subscribe((later) => heard.push(`new ${later}`));
    leaving[Symbol.dispose]();
  });
  const leaving = hook.subscribe((event) => heard.push(`leaving ${event}`));
  hook.subscribe((event) => heard.push(`last ${event}`));
  hook.emit("a");
  hook.emit("b");
  expect(heard).toEqual(["first a", "last a", "first b", "last b", "new b"]);
  expect(errors).toEqual([]);
});
