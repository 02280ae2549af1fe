import { test } from "vitest";
import { ReviewOwners } from "./review-owners.ts";

const kind = { group: "authorization.k8s.io", version: "v1", kind: "SelfSubjectAccessReview" };
const by = { manager: "me", time: "2026-01-02T03:04:05Z" };

test("the answer to a review tells who asked, if anything was asked [apiserver/review-owners]", ({ expect }) => {
  const owners = new ReviewOwners();
  const spec = { resourceAttributes: { verb: "get", resource: "pods" } };
  const answer = { metadata: { namespace: "a" }, spec, status: { allowed: true } };
  const fields = { "f:resourceAttributes": { ".": {}, "f:resource": {}, "f:verb": {} } };
  expect(owners.told(answer, { spec }, { kind, by })).toEqual({
    ...answer,
    metadata: {
      namespace: "a",
      managedFields: [
        {
          manager: "me",
          operation: "Update",
          apiVersion: "authorization.k8s.io/v1",
          time: by.time,
          fieldsType: "FieldsV1",
          fieldsV1: { "f:spec": fields },
        },
      ],
    },
  });
  expect(owners.told(answer, {}, { kind, by })).toBe(answer);
});
