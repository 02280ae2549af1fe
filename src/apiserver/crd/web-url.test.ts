import { test } from "vitest";
import { parseWebUrl } from "./web-url.ts";

const wrong: Readonly<Record<string, string>> = {
  "https://h:p": 'invalid port ":p" after host',
  "https://a:b:c": 'invalid port ":b:c" after host',
  "https://[::1": "missing ']' in host",
  "https://[::1]x": 'invalid port "x" after host',
  "https://a[::1]": "invalid IP-literal",
  "https://[1.2.3.4]": "invalid IP-literal",
  "https://[x]": 'invalid host: ParseAddr("x"): unable to parse IP',
  "https://[::1%25]": 'invalid host: ParseAddr("::1%"): zone must be a non-empty string',
  "https://[fe80::1%en0]": 'invalid URL escape "%en"',
  "%zz": 'invalid URL escape "%zz"',
  "https://h/%1x2": 'invalid URL escape "%1x"',
  "https://h%41": 'invalid URL escape "%41"',
  "https://h%": 'invalid URL escape "%"',
  "https://u%zz@h": 'invalid URL escape "%zz"',
  "https://h#%41%zz1": 'invalid URL escape "%zz"',
  "https://a b/": 'invalid character " " in host name',
  "https://h\\x": 'invalid character "\\\\" in host name',
  "https://h\\u0041": 'invalid character "\\\\" in host name',
  "https://u x@h": "net/url: invalid userinfo",
  "1a://h": "first path segment in URL cannot contain colon",
  " https://h": "first path segment in URL cannot contain colon",
  ":a": "missing protocol scheme",
  "https://h\n": "net/url: invalid control character in URL",
};

test("what is no address on the web is refused in Go's words [apiserver/rules-as-data]", ({ expect }) => {
  for (const [text, words] of Object.entries(wrong)) {
    expect(parseWebUrl(text)).toBe(`parse ${JSON.stringify(text)}: ${words}`);
  }
  expect(parseWebUrl("https://h/\u0001")).toBe('parse "https://h/\\x01": net/url: invalid control character in URL');
});

const none = { scheme: "", host: "", user: undefined, query: "", fragment: "" };
const secure = { ...none, scheme: "https", host: "h" };

test("the parts of an address are those that Go finds [apiserver/rules-as-data]", ({ expect }) => {
  const parts: Readonly<Record<string, object>> = {
    "": none,
    "a..b/c": none,
    "a/b:c": none,
    "/x": none,
    "///x": none,
    "//h": { ...none, host: "h" },
    "HTTPS://h/x": secure,
    "https:h": { ...secure, host: "" },
    "https:/h": { ...secure, host: "" },
    "https:///x": { ...secure, host: "" },
    "https://:80": { ...secure, host: ":80" },
    "https://h:99999": { ...secure, host: "h:99999" },
    "https://[::1]:1/x": { ...secure, host: "[::1]:1" },
    "https://[fe80::1%25en0]": { ...secure, host: "[fe80::1%25en0]" },
    "https://h?": secure,
    "https://h?a=b c": { ...secure, query: "a=b c" },
    "https://h?a#b?c": { ...secure, query: "a", fragment: "b?c" },
    "https://h#a%20b": { ...secure, fragment: "a b" },
    "https://@h": { ...secure, user: "" },
    "https://a:b:c@h": { ...secure, user: "a:b%3Ac" },
    "https://a@b@h": { ...secure, user: "a%40b" },
    "https://u!$&'()*+,;=@h": { ...secure, user: "u%21$&%27%28%29%2A+,;=" },
    "mailto:a@b?x#y": { ...none, scheme: "mailto", query: "x", fragment: "y" },
  };
  for (const [text, found] of Object.entries(parts)) expect(parseWebUrl(text), text).toEqual(found);
});
