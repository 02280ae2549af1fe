/** What Kubernetes says of members that are missing, where it says more than that they are required. */
export const requiredWords: Readonly<Record<string, string>> = {
  "admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec.validationActions":
    "at least one validation action is required",
  "autoscaling.v2.ContainerResourceMetricSource.container": "must specify a container",
  "autoscaling.v2.ContainerResourceMetricSource.name": "must specify a resource name",
  "autoscaling.v2.MetricIdentifier.name": "must specify a metric name",
  "autoscaling.v2.MetricSpec.type": "must specify a metric source type",
  "autoscaling.v2.MetricTarget.type": "must specify a metric target type",
  "autoscaling.v2.ResourceMetricSource.name": "must specify a resource name",
  "core.v1.AppArmorProfile.type": "type is required when appArmorProfile is set",
  "core.v1.SeccompProfile.type": "type is required when seccompProfile is set",
  "flowcontrol.v1.PolicyRulesWithSubjects.subjects": "subjects must contain at least one value",
  "flowcontrol.v1.ResourcePolicyRule.apiGroups": "resource rules must supply at least one api group",
  "flowcontrol.v1.ResourcePolicyRule.resources": "resource rules must supply at least one resource",
  "flowcontrol.v1.ResourcePolicyRule.verbs": "verbs must contain at least one value",
  "networking.v1.HTTPIngressPath.pathType": "pathType must be specified",
};
