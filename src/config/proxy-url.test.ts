import { test } from "vitest";
import { kubeconfig, refusalOf } from "./kubeconfig.fixture.ts";
import { parseKubeconfig } from "./parse-kubeconfig.ts";
import { proxyFromEnvironment } from "./proxy-url.ts";

test("a proxy speaks HTTP, HTTPS or SOCKS [config/proxy-url]", async ({ expect }) => {
  const environment = { HTTPS_PROXY: "http://environment" };
  const proxyUrl = async (proxy: unknown): Promise<string | undefined> =>
    (await parseKubeconfig(kubeconfig({ cluster: { "proxy-url": proxy } }), { environment })).proxyUrl;
  for (const proxy of ["http://a:3128", "https://a", "socks5://me:password@a:1080"]) {
    expect(await proxyUrl(proxy)).toBe(proxy);
  }
  for (const proxy of ["a:3128", "socks5h://a", "socks6://a", "proxy", "http://", "file:///secret"]) {
    const error = await refusalOf(proxyUrl(proxy));
    expect(error.place).toContain("clusters[c].cluster.proxy-url");
    expect(error.message).not.toContain("secret");
  }
  expect(await proxyUrl("")).toBe("http://environment");
  const given = await parseKubeconfig(kubeconfig({ cluster: { "proxy-url": "http://a" } }), { proxyUrl: "http://b" });
  expect(given.proxyUrl).toBe("http://b");
});

const from = (server: string, environment: Readonly<Record<string, string>>): string | undefined =>
  proxyFromEnvironment(new URL(server), environment);

test("the variables count by the server's scheme, in capitals first [config/proxy-environment]", ({ expect }) => {
  const both = { HTTPS_PROXY: "http://s", HTTP_PROXY: "http://p", https_proxy: "http://small" };
  expect(from("https://a", both)).toBe("http://s");
  expect(from("http://a", both)).toBe("http://p");
  expect(from("https://a", { https_proxy: "http://small" })).toBe("http://small");
  expect(from("https://a", { HTTPS_PROXY: "host:3128" })).toBe("http://host:3128");
  expect(from("https://a", { HTTP_PROXY: "http://p" })).toBeUndefined();
  expect(from("https://a", { HTTPS_PROXY: "" })).toBeUndefined();
  expect(() => from("https://a", { HTTPS_PROXY: "gopher://me:secret@a" })).toThrow(
    /^load the configuration from HTTPS_PROXY: it is no address/,
  );
});

test.for([
  ["https://localhost:1", "", false],
  ["https://127.4.5.6", "", false],
  ["https://[::1]:1", "", false],
  ["https://example.org", "", true],
  ["https://example.org", "*", false],
  ["https://example.org", "other, example.org", false],
  ["https://sub.example.org", "EXAMPLE.org", false],
  ["https://example.org", ".example.org", true],
  ["https://sub.example.org", ".example.org", false],
  ["https://sub.example.org", "*.example.org", false],
  ["https://example.org", "*.example.org", true],
  ["https://badexample.org", "example.org", true],
  ["https://example.org", "example.org:443", false],
  ["https://example.org", "example.org:6443", true],
  ["https://example.org:6443", "example.org:6443", false],
  ["https://10.1.2.3", "10.0.0.0/8", false],
  ["https://11.1.2.3", "10.0.0.0/8", true],
  ["https://10.1.2.3", "10.1.2.3", false],
  ["https://10.1.2.3", "10.1.2.3:443", false],
  ["https://10.1.2.3", "2.3", true],
  ["https://[fd00::1]", "fd00::/8", false],
  ["https://[fd00::1]", "fd00::1", false],
  ["https://[fd00::1]:6443", "[fd00::1]:6443", false],
  ["https://[fd00::1]", "fd00::2,10.0.0.0/8", true],
  ["https://example.org", "10.0.0.0/8,10.0.0.0/99,a/b,:,", true],
] as const)(
  "%s with NO_PROXY %j goes through the proxy: %s [config/proxy-environment]",
  ([server, NO_PROXY, isProxied], { expect }) => {
    for (const name of ["NO_PROXY", "no_proxy"]) {
      const proxy = from(server, { HTTPS_PROXY: "http://proxy", [name]: NO_PROXY });
      expect(proxy).toBe(isProxied ? "http://proxy" : undefined);
    }
  },
);
