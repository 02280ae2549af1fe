import { invalid } from "./section.ts";

/** The address of a server. It is not told when it is refused: it may hold a password. */
export function parseServerUrl(text: string, place: string): URL {
  const url = URL.parse(text);
  const isAddress = url !== null && ["https:", "http:"].includes(url.protocol);
  if (isAddress && [url.username, url.password, url.search, url.hash].every((part) => part === "")) return url;
  const expected = "an address like https://host:6443, without user, password, query and fragment";
  throw invalid(place, "it is no address of a server", expected);
}
