import type { CompiledRules, RuleCompiler } from "../crd/index.ts";

/** Thrown where rules have to be read before what reads them is there. */
class RulesNotLoaded extends Error {
  override readonly name = "RulesNotLoaded";
  readonly code = "SETPOINT_RULES_NOT_LOADED";
}

/** Reads the CEL rules of definitions. The language is loaded when the first rule is met: most servers never need it. */
export class LazyRules implements RuleCompiler {
  #loaded: RuleCompiler | undefined;

  compile(...rules: Parameters<RuleCompiler["compile"]>): CompiledRules | undefined {
    if (this.#loaded === undefined) throw new RulesNotLoaded("cannot read a CEL rule: the language is not loaded yet");
    return this.#loaded.compile(...rules);
  }

  async load(): Promise<void> {
    const { CelRules } = await import("../cel/index.ts");
    this.#loaded ??= new CelRules();
  }

  /** Does something that may meet rules, and does it again should they be the first: nothing may be committed before rules are read. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RulesNotLoaded)) throw error;
      await this.load();
      return work();
    }
  }
}
