/** Whether a text is an IPv4 address; zeros in front make no difference. */
function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

/** Whether a text is an address with dots: also one of the newer kind that ends in one of the older. */
export function isDotted(text: string): boolean {
  return isIpv4(text) || (text.includes(".") && isIpv6(text));
}

/** Whether a text is an IPv6 address, without a zone. */
export function isIpv6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(":") && URL.canParse(`http://[${text}]/`);
}

/** Whether a text is an address and the length of its network. */
export function isCidr(text: string): boolean {
  const [address = "", length = "", ...rest] = text.split("/");
  if (rest.length > 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length)) return false;
  return (isIpv4(address) && Number(length) <= 32) || (isIpv6(address) && Number(length) <= 128);
}

/** Whether a text is a hardware address of 6, 8 or 20 bytes. */
export function isMac(text: string): boolean {
  return (
    /^[0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\1[0-9a-f]{2}){4}(?:(?:\1[0-9a-f]{2}){2}|(?:\1[0-9a-f]{2}){14})?$/i.test(
      text,
    ) ||
    /^[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}(?:\.[0-9a-f]{4}|(?:\.[0-9a-f]{4}){7})?$/i.test(text) ||
    /^(?:[0-9a-f]{12}|[0-9a-f]{16}|[0-9a-f]{40})$/i.test(text)
  );
}
