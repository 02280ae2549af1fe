import type { Credential, CredentialSource } from "../config/index.ts";
import { discard } from "./middleware.ts";
import type { HttpRequest, Middleware } from "./transport.ts";

/**
 * Sends with each request who speaks, unless it says so itself. When the server refuses that (401) and the source has another credential, the
 * request is sent once more with it.
 */
export function authenticate(source: CredentialSource): Middleware {
  return (next) => async (request) => {
    if (Object.hasOwn(request.headers, "authorization")) return next(request);
    const { signal } = request;
    const credential = await source.current({ signal });
    const response = await next(withCredential(request, credential));
    if (response.status !== 401 || !source.refused(credential)) return response;
    await discard(response);
    return next(withCredential(request, await source.current({ signal })));
  };
}

/** A certificate is not sent with a request: it belongs to the connection. */
function withCredential(request: HttpRequest, { authorization }: Credential): HttpRequest {
  return authorization === undefined ? request : { ...request, headers: { ...request.headers, authorization } };
}
