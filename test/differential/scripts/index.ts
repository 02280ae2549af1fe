import type { Script } from "../call.ts";
import { applies } from "./apply.ts";
import { auth } from "./auth.ts";
import { crds } from "./crds.ts";
import { deletes } from "./deletes.ts";
import { discovery } from "./discovery.ts";
import { errors } from "./errors.ts";
import { lifecycle } from "./lifecycle.ts";
import { lists } from "./lists.ts";
import { negotiation } from "./negotiation.ts";
import { patches } from "./patches.ts";
import { subresources } from "./subresources.ts";
import { watches } from "./watches.ts";

/** The scripts, each named after the behaviour that it shows. */
export const scripts: readonly Script[] = [
  ...lifecycle,
  ...lists,
  ...watches,
  ...patches,
  ...applies,
  ...deletes,
  ...subresources,
  ...crds,
  ...discovery,
  ...negotiation,
  ...auth,
  ...errors,
];
