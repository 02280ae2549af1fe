import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { temporaryFolder } from "../control-plane/temporary-folder.ts";
import { bundle } from "./bundle.ts";
import { runProgram } from "./run-program.fixture.ts";

const colours: Readonly<Record<string, string>> = {
  "src/index.ts": `export { Colour } from "./colours/index.ts";\nexport { paint, paintLater } from "./paint/index.ts";`,
  "src/colours/index.ts": `export { Colour } from "./colour.ts";`,
  "src/colours/colour.ts": `/** A colour. */\nexport class Colour { readonly name: string = "red"; }`,
  "src/colours/colour.test.ts": `throw new Error("a test was bundled");`,
  "src/paint/index.ts": `export { paint, paintLater } from "./inner/paint.ts";`,
  "src/paint/inner/paint.ts": `
    import { Colour } from "../../colours/index.ts";
    export const paint = (): Colour => new Colour();
    export const paintLater = async (): Promise<string> => (await import("../../types/paper/v1/index.ts")).Paper.kind;
    export const dry = async (): Promise<unknown> => import("dryer");`,
  "src/types/paper/v1/index.ts": `export interface Paper { readonly kind: string }\nexport const Paper: Paper = { kind: "Paper" };`,
};

/** Writes the files into a new folder and bundles its `src`. */
async function bundled(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly output: string }> {
  await using open = new AsyncDisposableStack();
  const { path } = open.use(await temporaryFolder());
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  const output = join(path, "out");
  await bundle({ source: join(path, "src"), output });
  const moved = open.move();
  return { output, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

test("every folder becomes one module, and the kinds of every group and version another", async ({ expect }) => {
  await using painting = await bundled(colours);
  const files = await readdir(painting.output, { recursive: true });
  expect(files.filter((file) => file.endsWith(".js")).sort()).toEqual([
    "colours/index.js",
    "index.js",
    "paint/index.js",
    "types/paper/v1/index.js",
  ]);
});

test("folders import each other's module, at once and later", async ({ expect }) => {
  await using painting = await bundled(colours);
  const found = await runProgram(
    painting.output,
    `import { Colour, paint, paintLater } from "./index.js";
    import { Colour as same } from "./colours/index.js";
    const painted = paint();
    console.log(JSON.stringify([Colour === same, painted instanceof Colour, Colour.name, painted, await paintLater()]));`,
  );
  expect(found).toEqual([true, true, "Colour", { name: "red" }, "Paper"]);
});

test("what nobody can reach is left out, and comments with it", async ({ expect }) => {
  await using painting = await bundled(colours);
  expect(await readFile(join(painting.output, "paint/index.js"), "utf8")).not.toContain("dryer");
  expect(await readFile(join(painting.output, "colours/index.js"), "utf8")).not.toContain("A colour");
});

test("a package is not taken in", async ({ expect }) => {
  await using painting = await bundled({ "src/index.ts": `export const load = () => import("no-such-package");` });
  expect(await readFile(join(painting.output, "index.js"), "utf8")).toContain(`import("no-such-package")`);
});

test("a file that is not there fails the bundle", async ({ expect }) => {
  await expect(bundled({ "src/index.ts": `export { a } from "./a.ts";` })).rejects.toThrow("./a.ts");
});

test("what the bundler only remarks fails the bundle", async ({ expect }) => {
  await expect(bundled({ "src/index.ts": `export const a = eval("1");` })).rejects.toThrow("eval");
});
