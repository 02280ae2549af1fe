import { noAmbientTime } from "./no-ambient-time.ts";

/** The repository's own lint rules. oxlint loads a plugin by its default export. */
export default {
  meta: { name: "setpoint" },
  rules: { "no-ambient-time": noAmbientTime },
};
