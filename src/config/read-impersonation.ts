import type { Impersonation } from "./client-config.ts";
import { invalid } from "./section.ts";
import type { Section } from "./section.ts";

/** The fields `as`, `as-uid`, `as-groups` and `as-user-extra` of a user. Anything of a user without its name is refused. */
export function readImpersonation(user: Section): Impersonation | undefined {
  const name = user.text("as");
  const uid = user.text("as-uid");
  const groups = user.texts("as-groups");
  const extraFields = user.section("as-user-extra");
  const extra = extraFields.keys().map((key): [string, readonly string[]] => [key, extraFields.texts(key)]);
  if (name === undefined) {
    if (uid === undefined && groups.length === 0 && extra.length === 0) return undefined;
    throw invalid(user.placeOf("as"), "found nothing", "the user whose uid, groups or extra fields these are");
  }
  const texts = [name, uid ?? "", ...groups, ...extra.flat(2)];
  if (texts.some((text) => /\p{Cc}/u.test(text))) {
    throw invalid(
      user.placeOf("as"),
      "it or a field beside it has control characters",
      "texts that a header can carry",
    );
  }
  return {
    user: name,
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
  };
}
