import type { SampleKind } from "./real-answers.fixture.ts";

/** Bodies with a wrong type, and what the decoder of kube-apiserver v1.36.3 said of each. */
export const wrongTypes: readonly (readonly [kind: SampleKind, text: string, problem: string])[] = [
  ["ConfigMap", '{"data":{"a":1}}', "json: cannot unmarshal number into Go struct field ConfigMap.data of type string"],
  [
    "ConfigMap",
    '{"data":"a"}',
    "json: cannot unmarshal string into Go struct field ConfigMap.data of type map[string]string",
  ],
  [
    "ConfigMap",
    '{"data":[]}',
    "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string",
  ],
  [
    "ConfigMap",
    '{"immutable":"yes"}',
    "json: cannot unmarshal string into Go struct field ConfigMap.immutable of type bool",
  ],
  [
    "ConfigMap",
    '{"metadata":5}',
    "json: cannot unmarshal number into Go struct field ConfigMap.metadata of type v1.ObjectMeta",
  ],
  ["ConfigMap", '{"binaryData":{"a":"x"}}', "illegal base64 data at input byte 0"],
  ["ConfigMap", '{"binaryData":{"a":"Bogus"}}', "illegal base64 data at input byte 4"],
  ["ConfigMap", '{"binaryData":{"a":"QQ="}}', "illegal base64 data at input byte 3"],
  ["ConfigMap", '{"binaryData":{"a":"Q==="}}', "illegal base64 data at input byte 1"],
  ["ConfigMap", '{"binaryData":{"a":"ab!c"}}', "illegal base64 data at input byte 2"],
  [
    "ConfigMap",
    '{"binaryData":{"a":true}}',
    "json: cannot unmarshal bool into Go struct field ConfigMap.binaryData of type []uint8",
  ],
  [
    "ConfigMap",
    '{"binaryData":{"a":[1,"x"]}}',
    "json: cannot unmarshal string into Go struct field ConfigMap.binaryData of type uint8",
  ],
  [
    "ConfigMap",
    '{"binaryData":{"a":[256]}}',
    "json: cannot unmarshal number 256 into Go struct field ConfigMap.binaryData of type uint8",
  ],
  [
    "ConfigMap",
    '{"metadata":{"labels":{"a":1}}}',
    "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.labels of type string",
  ],
  [
    "ConfigMap",
    '{"metadata":{"finalizers":[1]}}',
    "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.finalizers of type string",
  ],
  [
    "ConfigMap",
    '{"metadata":{"ownerReferences":{}}}',
    "json: cannot unmarshal object into Go struct field ObjectMeta.metadata.ownerReferences of type []v1.OwnerReference",
  ],
  [
    "ConfigMap",
    '{"metadata":{"ownerReferences":[{"controller":1}]}}',
    "json: cannot unmarshal number into Go struct field OwnerReference.metadata.ownerReferences.controller of type bool",
  ],
  [
    "ConfigMap",
    '{"metadata":{"generation":1.5}}',
    "json: cannot unmarshal number 1.5 into Go struct field ObjectMeta.metadata.generation of type int64",
  ],
  [
    "ConfigMap",
    '{"metadata":{"generation":9223372036854775808}}',
    "json: cannot unmarshal number 9223372036854775808 into Go struct field ObjectMeta.metadata.generation of type int64",
  ],
  [
    "ConfigMap",
    '{"metadata":{"uid":{}}}',
    "json: cannot unmarshal object into Go struct field ObjectMeta.metadata.uid of type types.UID",
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":"2020-02-31T00:00:00Z"}}',
    'parsing time "2020-02-31T00:00:00Z": day out of range',
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":"2020-01-01"}}',
    'parsing time "2020-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"',
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":"2020-01-01T00:00:00Zx"}}',
    'parsing time "2020-01-01T00:00:00Zx": extra text: "x"',
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":"x"}}',
    'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":5}}',
    "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":"2020-01-01T00:00:00"}}',
    'parsing time "2020-01-01T00:00:00" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"',
  ],
  [
    "ConfigMap",
    '{"metadata":{"creationTimestamp":""}}',
    'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"',
  ],
  ["Pod", '{"spec":[]}', "json: cannot unmarshal array into Go struct field Pod.spec of type v1.PodSpec"],
  [
    "Pod",
    '{"spec":{"containers":{}}}',
    "json: cannot unmarshal object into Go struct field PodSpec.spec.containers of type []v1.Container",
  ],
  [
    "Pod",
    '{"spec":{"containers":["a"]}}',
    "json: cannot unmarshal string into Go struct field PodSpec.spec.containers of type v1.Container",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"image":1}]}}',
    "json: cannot unmarshal number into Go struct field Container.spec.containers.image of type string",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"ports":[{"containerPort":3000000000}]}]}}',
    "json: cannot unmarshal number 3000000000 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"ports":[{"containerPort":1.5}]}]}}',
    "json: cannot unmarshal number 1.5 into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"ports":[{"containerPort":"80"}]}]}}',
    "json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"ports":[{"protocol":5}]}]}}',
    "json: cannot unmarshal number into Go struct field ContainerPort.spec.containers.ports.protocol of type v1.Protocol",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"resources":{"limits":{"cpu":"abc"}}}]}}',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"resources":{"limits":{"cpu":{}}}}]}}',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"resources":{"limits":{"cpu":true}}}]}}',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"resources":{"limits":"1"}}]}}',
    "json: cannot unmarshal string into Go struct field ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"resources":{"limits":{"cpu":"1Zi"}}}]}}',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    "Pod",
    '{"spec":{"containers":[{"livenessProbe":{"httpGet":{"path":true}}}]}}',
    "json: cannot unmarshal bool into Go struct field HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.path of type string",
  ],
  [
    "Pod",
    '{"spec":{"volumes":[{"emptyDir":[]}]}}',
    "json: cannot unmarshal array into Go struct field Volume.spec.volumes.VolumeSource.emptyDir of type v1.EmptyDirVolumeSource",
  ],
  [
    "Pod",
    '{"spec":{"ephemeralContainers":[{"tty":1}]}}',
    "json: cannot unmarshal number into Go struct field EphemeralContainer.spec.ephemeralContainers.EphemeralContainerCommon.tty of type bool",
  ],
  [
    "Pod",
    '{"spec":{"nodeName":1,"hostNetwork":"x"}}',
    "json: cannot unmarshal number into Go struct field PodSpec.spec.nodeName of type string",
  ],
  [
    "Pod",
    '{"spec":{"nodeName":1,"overhead":{"cpu":"abc"}}}',
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
  [
    "Pod",
    '{"spec":{"nodeSelector":{"a":null,"b":[]}}}',
    "json: cannot unmarshal array into Go struct field PodSpec.spec.nodeSelector of type string",
  ],
  [
    "Service",
    '{"spec":{"ports":[{"targetPort":true}]}}',
    "json: cannot unmarshal bool into Go struct field ServicePort.spec.ports.targetPort of type int32",
  ],
  [
    "Service",
    '{"spec":{"ports":[{"targetPort":1.5}]}}',
    "json: cannot unmarshal number 1.5 into Go struct field ServicePort.spec.ports.targetPort of type int32",
  ],
  [
    "Service",
    '{"spec":{"ports":[{"targetPort":3000000000}]}}',
    "json: cannot unmarshal number 3000000000 into Go struct field ServicePort.spec.ports.targetPort of type int32",
  ],
  [
    "Service",
    '{"spec":{"ports":[{"targetPort":{}}]}}',
    "json: cannot unmarshal object into Go struct field ServicePort.spec.ports.targetPort of type int32",
  ],
  [
    "Service",
    '{"spec":{"ipFamilies":[1]}}',
    "json: cannot unmarshal number into Go struct field ServiceSpec.spec.ipFamilies of type v1.IPFamily",
  ],
  [
    "Lease",
    '{"spec":{"renewTime":"x"}}',
    'parsing time "x" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "x" as "2006"',
  ],
  [
    "Lease",
    '{"spec":{"renewTime":"2020-01-01T00:00:00Z"}}',
    'parsing time "2020-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
  ],
  [
    "Lease",
    '{"spec":{"renewTime":"2020-01-01T00:00:00.1234567Z"}}',
    'parsing time "2020-01-01T00:00:00.1234567Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "7Z" as "Z07:00"',
  ],
  [
    "Lease",
    '{"spec":{"renewTime":5}}',
    "json: cannot unmarshal number into Go struct field LeaseSpec.spec.renewTime of type string",
  ],
  [
    "Deployment",
    '{"spec":{"replicas":"3"}}',
    "json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32",
  ],
  [
    "Deployment",
    '{"spec":{"template":{"metadata":[]}}}',
    "json: cannot unmarshal array into Go struct field PodTemplateSpec.spec.template.metadata of type v1.ObjectMeta",
  ],
  [
    "Deployment",
    '{"spec":{"strategy":{"rollingUpdate":{"maxSurge":[]}}}}',
    "json: cannot unmarshal array into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32",
  ],
  [
    "PersistentVolumeClaim",
    '{"spec":{"accessModes":[1]}}',
    "json: cannot unmarshal number into Go struct field PersistentVolumeClaimSpec.spec.accessModes of type v1.PersistentVolumeAccessMode",
  ],
  [
    "PersistentVolumeClaim",
    '{"spec":{"accessModes":"a"}}',
    "json: cannot unmarshal string into Go struct field PersistentVolumeClaimSpec.spec.accessModes of type []v1.PersistentVolumeAccessMode",
  ],
  [
    "Role",
    '{"rules":[{"verbs":5}]}',
    "json: cannot unmarshal number into Go struct field PolicyRule.rules.verbs of type []string",
  ],
  [
    "Ingress",
    '{"spec":{"rules":[{"http":{"paths":[{"path":{}}]}}]}}',
    "json: cannot unmarshal object into Go struct field HTTPIngressPath.spec.rules.IngressRuleValue.http.paths.path of type string",
  ],
  ["Event", '{"count":"x"}', "json: cannot unmarshal string into Go struct field Event.count of type int32"],
  [
    "Event",
    '{"eventTime":"2020-01-01T00:00:00Z"}',
    'parsing time "2020-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
  ],
];
