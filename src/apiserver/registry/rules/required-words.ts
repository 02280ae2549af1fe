/** What Kubernetes says of members that are missing, where it says more than that they are required. */
export const requiredWords: Readonly<Record<string, string>> = {
  "core.v1.AppArmorProfile.type": "type is required when appArmorProfile is set",
  "core.v1.SeccompProfile.type": "type is required when seccompProfile is set",
};
