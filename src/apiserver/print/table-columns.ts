/**
 * The columns of tables, by group and resource, as Kubernetes v1.36.3 tells them but for their descriptions. A test compares them with the real
 * server. A column is its name, its type if that is not `string`, its format if it has one, and `*` if only wide tables show it.
 */
export const tableColumns: Readonly<Record<string, string>> = {
  "autoscaling/scales": "Name, Desired:integer, Available:integer, Age",
  "/componentstatuses": "Name:string:name, Status, Message, Error",
  "/configmaps": "Name:string:name, Data, Age",
  "/endpoints": "Name:string:name, Endpoints, Age",
  "/events": "Last Seen, Type, Reason, Object, Subobject*, Source*, Message, First Seen*, Count*, Name:string:name*",
  "/namespaces": "Name:string:name, Status, Age",
  "/nodes":
    "Name:string:name, Status, Roles, Age, Version, Internal-IP*, External-IP*, OS-Image*, Kernel-Version*, Container-Runtime*",
  "/persistentvolumeclaims":
    "Name:string:name, Status, Volume, Capacity, Access Modes, StorageClass, VolumeAttributesClass, Age, VolumeMode*",
  "/persistentvolumes":
    "Name:string:name, Capacity, Access Modes, Reclaim Policy, Status, Claim, StorageClass, VolumeAttributesClass, Reason, Age, VolumeMode*",
  "/pods": "Name:string:name, Ready, Status, Restarts, Age, IP*, Node*, Nominated Node*, Readiness Gates*",
  "/podtemplates": "Name:string:name, Containers, Images, Pod Labels",
  "/replicationcontrollers":
    "Name:string:name, Desired:integer, Current:integer, Ready:integer, Age, Containers*, Images*, Selector*",
  "/resourcequotas": "Name:string:name, Request, Limit, Age",
  "/secrets": "Name:string:name, Type, Data, Age",
  "/serviceaccounts": "Name:string:name, Age",
  "/services": "Name:string:name, Type, Cluster-IP, External-IP, Port(s), Age, Selector*",
  "apiregistration.k8s.io/apiservices": "Name:string:name, Service, Available, Age",
  "apps/controllerrevisions": "Name:string:name, Controller, Revision, Age",
  "apps/daemonsets":
    "Name:string:name, Desired:integer, Current:integer, Ready:integer, Up-to-date:integer, Available:integer, Node Selector, Age, Containers*, Images*, Selector*",
  "apps/deployments": "Name:string:name, Ready, Up-to-date, Available, Age, Containers*, Images*, Selector*",
  "apps/replicasets":
    "Name:string:name, Desired:integer, Current:integer, Ready:integer, Age, Containers*, Images*, Selector*",
  "apps/statefulsets": "Name:string:name, Ready, Age, Containers*, Images*",
  "events.k8s.io/events":
    "Last Seen, Type, Reason, Object, Subobject*, Source*, Message, First Seen*, Count*, Name:string:name*",
  "autoscaling/horizontalpodautoscalers": "Name:string:name, Reference, Targets, MinPods, MaxPods, Replicas, Age",
  "batch/cronjobs":
    "Name:string:name, Schedule, Timezone, Suspend:boolean, Active:integer, Last Schedule, Age, Containers*, Images*, Selector*",
  "batch/jobs": "Name:string:name, Status, Completions, Duration, Age, Containers*, Images*, Selector*",
  "certificates.k8s.io/certificatesigningrequests":
    "Name:string:name, Age, SignerName, Requestor, RequestedDuration, Condition",
  "networking.k8s.io/ingressclasses": "Name:string:name, Controller, Parameters, Age",
  "networking.k8s.io/ingresses": "Name:string:name, Class, Hosts, Address, Ports, Age",
  "networking.k8s.io/ipaddresses": "Name:string:name, ParentRef",
  "networking.k8s.io/networkpolicies": "Name:string:name, Pod-Selector, Age",
  "networking.k8s.io/servicecidrs": "Name:string:name, CIDRs, Age",
  "policy/poddisruptionbudgets": "Name:string:name, Min Available, Max Unavailable, Allowed Disruptions:integer, Age",
  "rbac.authorization.k8s.io/clusterrolebindings": "Name:string:name, Role, Age, Users*, Groups*, ServiceAccounts*",
  "rbac.authorization.k8s.io/rolebindings": "Name:string:name, Role, Age, Users*, Groups*, ServiceAccounts*",
  "storage.k8s.io/csidrivers":
    "Name:string:name, AttachRequired:boolean, PodInfoOnMount:boolean, StorageCapacity:boolean, TokenRequests, RequiresRepublish:boolean, Modes, Age",
  "storage.k8s.io/csinodes": "Name:string:name, Drivers:integer, Age",
  "storage.k8s.io/storageclasses":
    "Name:string:name, Provisioner, ReclaimPolicy, VolumeBindingMode, AllowVolumeExpansion, Age",
  "storage.k8s.io/volumeattachments": "Name:string:name, Attacher:string:name, PV, Node, Attached:boolean, Age",
  "storage.k8s.io/volumeattributesclasses": "Name:string:name, DriverName, Age",
  "admissionregistration.k8s.io/mutatingadmissionpolicies": "Name:string:name, Mutations:integer, ParamKind, Age",
  "admissionregistration.k8s.io/mutatingadmissionpolicybindings": "Name:string:name, PolicyName, ParamRef, Age",
  "admissionregistration.k8s.io/mutatingwebhookconfigurations": "Name:string:name, Webhooks:integer, Age",
  "admissionregistration.k8s.io/validatingadmissionpolicies": "Name:string:name, Validations:integer, ParamKind, Age",
  "admissionregistration.k8s.io/validatingadmissionpolicybindings": "Name:string:name, PolicyName, ParamRef, Age",
  "admissionregistration.k8s.io/validatingwebhookconfigurations": "Name:string:name, Webhooks:integer, Age",
  "scheduling.k8s.io/priorityclasses": "Name:string:name, Value:integer, Global-Default:boolean, Age, PreemptionPolicy",
  "coordination.k8s.io/leases": "Name:string:name, Holder, Age",
  "node.k8s.io/runtimeclasses": "Name:string:name, Handler, Age",
  "discovery.k8s.io/endpointslices": "Name:string:name, AddressType, Ports, Endpoints, Age",
  "resource.k8s.io/deviceclasses": "Name:string:name, Age",
  "resource.k8s.io/resourceclaims": "Name:string:name, State, Age",
  "resource.k8s.io/resourceclaimtemplates": "Name:string:name, Age",
  "resource.k8s.io/resourceslices": "Name:string:name, Node, Driver, Pool, Age",
  "flowcontrol.apiserver.k8s.io/flowschemas":
    "Name:string:name, PriorityLevel, MatchingPrecedence, DistinguisherMethod, Age, MissingPL",
  "flowcontrol.apiserver.k8s.io/prioritylevelconfigurations":
    "Name:string:name, Type, NominalConcurrencyShares, Queues, HandSize, QueueLengthLimit, Age",
};
