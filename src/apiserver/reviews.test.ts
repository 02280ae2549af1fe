import { test } from "vitest";
import { ApiServer } from "./api-server.ts";
import { send } from "./server.fixture.ts";
import type { ReadAnswer } from "./server.fixture.ts";

const access = "/apis/authorization.k8s.io/v1";
const spec = { resourceAttributes: { verb: "get", resource: "pods", namespace: "default" } };

test("a question has no metadata of its own [apiserver/access-reviews-refused]", async ({ expect }) => {
  await using server = await ApiServer.start();
  const causes = async (path: string, body: object): Promise<unknown> => {
    const { status, json } = await send(server, `POST ${access}/${path}`, { body });
    return status === 422 ? (json as { details: { causes: unknown } }).details.causes : status;
  };
  const cause = (value: object, words: string): readonly object[] => [
    { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${words}`, field: "metadata" },
  ];
  const named = { metadata: { name: "x" }, spec };
  expect(await causes("selfsubjectaccessreviews", named)).toEqual(cause({ name: "x" }, "must be empty"));
  const local = { metadata: { name: "x", namespace: "default" }, spec: { ...spec, user: "u" } };
  const words = "must be empty except for namespace";
  expect(await causes("namespaces/default/localsubjectaccessreviews", local)).toEqual(cause({ name: "x" }, words));
  const filledIn = { namespace: "q", uid: "u", creationTimestamp: "2024-01-01T00:00:00Z", selfLink: "s" };
  expect(await causes("selfsubjectaccessreviews", { metadata: filledIn, spec })).toBe(201);
});

test("a review of a token keeps what was sent with it [apiserver/token-review]", async ({ expect }) => {
  await using server = await ApiServer.start();
  const ask = async (body: object): Promise<unknown> =>
    (await send(server, "POST /apis/authentication.k8s.io/v1/tokenreviews", { body })).json;
  const metadata = { name: "x", labels: { a: "b" }, uid: "u", deletionTimestamp: "2024-01-01T00:00:00Z" };
  const status = { authenticated: true, user: { username: "u" }, audiences: ["q"] };
  const { metadata: kept, ...rest } = (await ask({ metadata, spec: { token: "a" }, status })) as {
    readonly metadata: object;
  };
  const { managedFields, ...own } = kept as { readonly managedFields: readonly { readonly fieldsV1: object }[] };
  expect(own).toEqual({ name: "x", labels: { a: "b" } });
  expect(JSON.stringify(managedFields[0]?.fieldsV1)).not.toContain("deletionTimestamp");
  expect(rest).toMatchObject({
    status: { user: { username: "u" }, audiences: ["q"], error: "invalid bearer token" },
  });
  expect((rest as { status: object }).status).not.toHaveProperty("authenticated");
});

test("an answer that is made anew has no owners [apiserver/review-owners]", async ({ expect }) => {
  await using server = await ApiServer.start();
  const ask = async (path: string, body: object): Promise<object> =>
    ((await send(server, `POST ${path}`, { body })).json as { readonly metadata: object }).metadata;
  const sent = { spec: { namespace: "default" } };
  expect(await ask(`${access}/selfsubjectrulesreviews`, sent)).toEqual({});
  const status = { userInfo: { username: "u" } };
  expect(await ask("/apis/authentication.k8s.io/v1/selfsubjectreviews", { status })).toEqual({
    creationTimestamp: expect.any(String) as string,
  });
});

test("whoever posts a review is told of fields that it does not have [apiserver/field-validation]", async ({
  expect,
}) => {
  await using server = await ApiServer.start();
  const text = '{"spec":{"resourceAttributes":{"verb":"get"},"colour":1,"resourceAttributes":{"resource":"pods"}}}';
  const ask = (query: string): Promise<ReadAnswer> =>
    send(server, `POST ${access}/selfsubjectaccessreviews${query}`, { body: new TextEncoder().encode(text) });
  const warned = await ask("");
  const found = ['unknown field "spec.colour"', 'duplicate field "spec.resourceAttributes"'];
  expect(warned.headers["warning"]).toBe(found.map((one) => `299 - ${JSON.stringify(one)}`).join(", "));
  expect(warned.json).toMatchObject({ spec: { resourceAttributes: { verb: "get", resource: "pods" } } });
  expect((await ask("?fieldValidation=Ignore")).headers["warning"]).toBeUndefined();
  const { status, json } = await ask("?fieldValidation=Strict");
  expect(status).toBe(400);
  expect((json as { message: string }).message).toBe(
    `SelfSubjectAccessReview in version "v1" cannot be handled as a SelfSubjectAccessReview: strict decoding error: ${found.join(", ")}`,
  );
});
