/** One thing that must hold before a change is good. */
export interface Step {
  readonly name: string;
  /** Arguments for `node`, from the repository's root; the next one starts only if the one before succeeded. */
  readonly commands: readonly (readonly string[])[];
}

const vitest = "node_modules/vitest/vitest.mjs";
const tsc = "node_modules/typescript/bin/tsc";

/** Everything that `npm run check` checks, in this order: `docs` needs what `package` built. */
export const steps: readonly Step[] = [
  { name: "format", commands: [["node_modules/oxfmt/bin/oxfmt", "--check"]] },
  { name: "lint", commands: [["node_modules/oxlint/bin/oxlint", "--type-aware", "--deny-warnings"]] },
  {
    name: "types",
    commands: [
      [tsc, "-p", "tsconfig.json", "--noEmit"],
      [tsc, "-p", "tsconfig.build.json", "--noEmit"],
    ],
  },
  { name: "package", commands: [["tools/build.ts"], ["tools/check/package-contents.ts"]] },
  { name: "architecture", commands: [[vitest, "run", "--reporter=dot", "test/architecture"]] },
  { name: "surface", commands: [[vitest, "run", "--reporter=dot", "test/surface"]] },
  { name: "behaviours", commands: [["tools/behaviours/main.ts"]] },
  { name: "unused", commands: [["node_modules/knip/bin/knip.js"]] },
  { name: "docs", commands: [["tools/docs/main.ts"]] },
];
