import type { RuleTester } from "oxlint/plugins-dev";

/** A lint rule as oxlint loads it. oxlint exports this type only through its tester. */
export type Rule = Parameters<RuleTester["run"]>[1];
/** What oxlint hands to a rule for each file. */
export type RuleContext = Parameters<Extract<Rule, { create: (context: never) => unknown }>["create"]>[0];
/** A node of the syntax tree, with its parent. */
export type RuleNode = Parameters<RuleContext["sourceCode"]["getScope"]>[0];
/** A place where a name is used, with what it is bound to. */
export type Reference = ReturnType<RuleContext["sourceCode"]["getScope"]>["references"][number];
