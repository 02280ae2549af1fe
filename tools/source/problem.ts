/** Where something is wrong. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Something in the repository that breaks a rule. Its message says what to do, and begins with the place in a form that editors open. */
export class Problem extends Error implements Place {
  override readonly name = "Problem";
  readonly code = "SETPOINT_SOURCE_PROBLEM";
  readonly file: string;
  readonly line: number;

  constructor({ file, line }: Place, message: string) {
    super(`${file}:${line}: ${message}`);
    this.file = file;
    this.line = line;
  }
}
