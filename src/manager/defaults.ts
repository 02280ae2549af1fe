import { controllerDefaults } from "../controller/index.ts";

/** What a manager does unless told otherwise. */
export interface ManagerDefaults {
  readonly gracefulShutdownMs: number;
}

/** How a manager works unless it is told otherwise. */
export const managerDefaults: ManagerDefaults = { gracefulShutdownMs: controllerDefaults.gracefulShutdownMs };
