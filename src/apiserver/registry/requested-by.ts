import type { Requester, Target } from "./contract.ts";
import type { Document } from "./document.ts";

const certificateRequests = "certificates.k8s.io/certificatesigningrequests";

/** What makes a new request for a certificate say who made it; `undefined` for other objects, which do not tell. */
export function requestedBy(
  { served }: Target,
  user: Requester | undefined,
): ((request: Document) => Document) | undefined {
  if (served.collection !== certificateRequests || user === undefined) return undefined;
  const { name, uid = "", groups, extra = {} } = user;
  return (request) => {
    // Nobody makes a request in another's name.
    const { uid: _uid, groups: _groups, extra: _extra, ...asked } = (request["spec"] ?? {}) as Document;
    return {
      ...request,
      spec: {
        ...asked,
        username: name,
        ...(uid === "" ? {} : { uid }),
        ...(groups.length === 0 ? {} : { groups }),
        ...(Object.keys(extra).length === 0 ? {} : { extra }),
      },
    };
  };
}
