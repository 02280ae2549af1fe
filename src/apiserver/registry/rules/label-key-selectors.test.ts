import { test } from "vitest";
import { pod, pods } from "../objects.fixture.ts";
import { refusal, RegistryFixture } from "../registry.fixture.ts";

const at = "spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution";
const exists = 'Invalid value: "a": exists in both matchLabelKeys and';

/** Makes a pod with one label, and terms of affinity with these lists of keys. */
async function made(terms: readonly object[], label = "b"): Promise<unknown> {
  const labelSelector = { matchLabels: { x: "y" } };
  const all = terms.map((term) => ({ topologyKey: "zone", labelSelector, ...term }));
  const spec = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: all } } };
  const body = { ...pod("p", spec), metadata: { name: "p", labels: { a: label } } };
  const { spec: answered } = await (await RegistryFixture.open()).post(pods, body);
  return answered;
}

async function causesOf(
  request: Promise<unknown>,
): Promise<readonly (readonly [string | undefined, string | undefined])[]> {
  const { details } = await refusal(request);
  return (details?.causes ?? []).map(({ field, message }) => [field, message]);
}

function many(count: number, key = "a"): readonly string[] {
  return Array.from({ length: count }, () => key);
}

test("a key of labels that stands twice counts twice, and is refused where it is to match [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const other = { key: "a", operator: "NotIn", values: ["b"] };
  expect(await made([{ mismatchLabelKeys: many(2) }])).toMatchObject({
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchExpressions: [other, other] } }],
      },
    },
  });
  expect(await causesOf(made([{ matchLabelKeys: ["a", "none", "a"] }]))).toEqual([
    [`${at}[0][2]`, `${exists} labelSelector`],
  ]);
  expect(await causesOf(made([{ matchLabelKeys: many(2), mismatchLabelKeys: many(1) }]))).toEqual([
    [`${at}[0][1]`, `${exists} labelSelector`],
    [`${at}[0][1]`, `${exists} labelSelector`],
    [`${at}[0].matchLabelKeys[0]`, `${exists} mismatchLabelKeys`],
    [`${at}[0].matchLabelKeys[1]`, `${exists} mismatchLabelKeys`],
  ]);
});

test("an answer does not grow with how often a key of labels is repeated [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const count = 5000;
  const spec = await made([{ mismatchLabelKeys: many(count) }]);
  expect(spec).toMatchObject({ containers: [{}] });
  expect(JSON.stringify(spec).length).toBeLessThan(2 * JSON.stringify(many(count)).length);
  const refused = [
    { matchLabelKeys: many(count) },
    { matchLabelKeys: many(count), mismatchLabelKeys: many(count) },
    { matchLabelKeys: many(count, "") },
    { mismatchLabelKeys: many(count, "not valid") },
  ];
  for (const term of refused) {
    const status = await refusal(made([term]));
    expect(status).toMatchObject({ code: 422 });
    expect(JSON.stringify(status).length).toBeLessThan(5000);
  }
  expect(await causesOf(made([{ matchLabelKeys: many(count) }]))).toEqual([
    [`${at}[0][${count - 1}]`, `${exists} labelSelector`],
  ]);
});

test("the value of a label that is far too long is not written into every selector [apiserver/built-in-defaults]", async ({
  expect,
}) => {
  const terms = Array.from({ length: 100 }, () => ({ matchLabelKeys: ["a"] }));
  const causes = await causesOf(made(terms, "b".repeat(10_000)));
  expect(causes.map(([field]) => field)).toEqual(["metadata.labels"]);
  expect(await causesOf(made(terms, "b".repeat(100)))).toHaveLength(101);
});
