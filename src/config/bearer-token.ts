import { invalid } from "./section.ts";

/** A token without the space around it. Refuses what no header can carry; what that is, is not told. */
export function checkedToken(text: string, place: string): string {
  const token = text.trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw invalid(place, "it is empty or has characters that no header can carry", "visible ASCII characters");
}
