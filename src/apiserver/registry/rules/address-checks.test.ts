import { test } from "vitest";
import { canonicalAddress } from "./address-bits.ts";
import { exactRange } from "./address-checks.ts";

test("a long address has one form [apiserver/rules-as-data]", ({ expect }) => {
  const forms: readonly (readonly [string, string])[] = [
    ["2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["0:0:0:0:0:0:0:0", "::"],
    ["::0001", "::1"],
    ["1::0", "1::"],
    ["10.0.0.1", "10.0.0.1"],
  ];
  expect(forms.map(([text]) => canonicalAddress(text))).toEqual(forms.map(([, form]) => form));
});

test("a range is refused in the words of Kubernetes unless it is in its one form [apiserver/rules-as-data]", ({
  expect,
}) => {
  const said = (range: string): string | undefined =>
    exactRange(range, "r")[0]?.message?.replace(/^[^:]*: "[^"]*": /, "");
  expect(said("10.0.0.1/8")).toBe("must not have bits set beyond the prefix length");
  expect(said("::ffff:1.2.3.0/120")).toBe("must not have an IPv4-mapped IPv6 address");
  expect(said("10.0.0.0/08")).toBe("must not have leading 0s in IP or prefix length");
  expect(said("2001:DB8::/32")).toBe('must be in canonical form ("2001:db8::/32")');
  expect(said("10.0.0.0/33")).toBe("must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
  expect([said("10.0.0.0/8"), said("2001:db8::/32"), said("::/0")]).toEqual([undefined, undefined, undefined]);
});
