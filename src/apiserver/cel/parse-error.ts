import type { Issue } from "./source.ts";

/** Ends the reading of an expression: nothing that follows can be understood. Never leaves the parser. */
export class SyntaxFault extends Error {
  readonly issue: Issue;

  constructor(offset: number, message: string) {
    super(message);
    this.issue = { offset, message };
  }
}
