/** The functions that only turn a value into one of another type: of a literal their result is known before anything runs. */
export const conversions: ReadonlySet<string> = new Set(
  "bool bytes double duration dyn int string timestamp type uint".split(" "),
);
