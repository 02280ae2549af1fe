import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { test } from "vitest";
import { forEachKubectl } from "./kubectl.fixture.ts";

/** A command, the object that it makes, and what is then in it. `NS` stands for the namespace, which makes names of no namespace unique. */
interface Generator {
  readonly command: string;
  readonly object: string;
  /** What is read of it, and what that is. */
  readonly path: string;
  readonly value: string;
}

const generators: readonly Generator[] = [
  {
    command: "clusterrole NS-reader --verb=get,list --resource=pods,deployments.apps",
    object: "clusterrole.rbac.authorization.k8s.io/NS-reader",
    path: "{.rules[*].apiGroups}",
    value: '[""] ["apps"]',
  },
  {
    command: "clusterrolebinding NS-readers --clusterrole=view --user=amy --group=team",
    object: "clusterrolebinding.rbac.authorization.k8s.io/NS-readers",
    path: "{.roleRef.name}:{.subjects[*].name}",
    value: "view:amy team",
  },
  {
    command: "configmap settings --from-literal=colour=blue",
    object: "configmap/settings",
    path: "{.data.colour}",
    value: "blue",
  },
  {
    command: "cronjob nightly --image=busybox --schedule=0,30_*_*_*_*",
    object: "cronjob.batch/nightly",
    path: "{.spec.schedule}/{.spec.concurrencyPolicy}",
    value: "0,30 * * * */Allow",
  },
  {
    command: "deployment web --image=nginx --replicas=2 --port=80",
    object: "deployment.apps/web",
    path: "{.spec.replicas}/{.spec.strategy.type}/{.spec.template.spec.containers[0].ports[0].containerPort}",
    value: "2/RollingUpdate/80",
  },
  {
    command: "ingress door --rule=example.dev/shop=web:8080,tls=certificate",
    object: "ingress.networking.k8s.io/door",
    path: "{.spec.rules[0].http.paths[0].backend.service.port.number}/{.spec.tls[0].secretName}",
    value: "8080/certificate",
  },
  {
    command: "job once --image=busybox -- echo hello",
    object: "job.batch/once",
    path: "{.spec.completions}/{.spec.template.spec.containers[0].command}",
    value: '1/["echo","hello"]',
  },
  {
    command: "namespace NS-team",
    object: "namespace/NS-team",
    path: "{.status.phase}",
    value: "Active",
  },
  {
    command: "poddisruptionbudget careful --selector=app=web --min-available=50%",
    object: "poddisruptionbudget.policy/careful",
    path: "{.spec.minAvailable}",
    value: "50%",
  },
  {
    command: "priorityclass NS-urgent --value=1000 --preemption-policy=Never",
    object: "priorityclass.scheduling.k8s.io/NS-urgent",
    path: "{.value}/{.preemptionPolicy}",
    value: "1000/Never",
  },
  {
    command: "quota limits --hard=cpu=1,memory=1Gi",
    object: "resourcequota/limits",
    path: "{.spec.hard.memory}",
    value: "1Gi",
  },
  {
    command: "role reader --verb=get --resource=pods --resource-name=web",
    object: "role.rbac.authorization.k8s.io/reader",
    path: "{.rules[0].resourceNames[0]}",
    value: "web",
  },
  {
    command: "rolebinding readers --role=reader --serviceaccount=NS:robot",
    object: "rolebinding.rbac.authorization.k8s.io/readers",
    path: "{.subjects[0].kind}/{.subjects[0].namespace}",
    value: "ServiceAccount/NS",
  },
  {
    command: "secret generic keys --from-literal=a=b",
    object: "secret/keys",
    path: "{.type}/{.data.a}",
    value: "Opaque/Yg==",
  },
  {
    command: "secret docker-registry pull --docker-server=r.dev --docker-username=a --docker-password=b",
    object: "secret/pull",
    path: "{.type}",
    value: "kubernetes.io/dockerconfigjson",
  },
  {
    command: "secret tls certificate --cert=FOLDER/certificate.pem --key=FOLDER/key.pem",
    object: "secret/certificate",
    path: "{.type}",
    value: "kubernetes.io/tls",
  },
  {
    command: "service clusterip inside --tcp=80:8080",
    object: "service/inside",
    path: "{.spec.type}/{.spec.ports[0].targetPort}/{.spec.sessionAffinity}",
    value: "ClusterIP/8080/None",
  },
  {
    command: "service externalname elsewhere --external-name=example.dev",
    object: "service/elsewhere",
    path: "{.spec.type}/{.spec.externalName}/{.spec.clusterIP}",
    value: "ExternalName/example.dev/",
  },
  {
    command: "service loadbalancer front --tcp=80:8080",
    object: "service/front",
    path: "{.spec.type}/{.spec.allocateLoadBalancerNodePorts}",
    value: "LoadBalancer/true",
  },
  {
    command: "service nodeport outside --tcp=80:8080 --node-port=30999",
    object: "service/outside",
    path: "{.spec.ports[0].nodePort}/{.spec.externalTrafficPolicy}",
    value: "30999/Cluster",
  },
  {
    command: "serviceaccount robot",
    object: "serviceaccount/robot",
    path: "{.metadata.name}",
    value: "robot",
  },
];

async function writeCertificate(folder: string): Promise<void> {
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")];
  await promisify(execFile)("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=web", ...files]);
}

forEachKubectl(["embedded", "real"], "kubectl create", (start) => {
  test.for(generators)("$command [apiserver/kubectl-create]", async (generator, { expect }) => {
    await using cluster = await start();
    const { namespace, folder, kubectl, run } = cluster;
    const fill = (text: string): string => text.replaceAll("NS", namespace).replaceAll("FOLDER", folder);
    if (generator.command.startsWith("secret tls")) await writeCertificate(folder);
    const words = fill(generator.command).split(" ");
    const object = fill(generator.object);
    const made = await kubectl(["create", ...words.map((word) => word.replaceAll("_", " "))]);
    expect(made).toEqual({ code: 0, stdout: `${object} created\n`, stderr: "" });
    expect(await run(["get", object, "-o", `jsonpath=${generator.path}`])).toBe(fill(generator.value));
  });

  test("a job from a cron job is the cron job's [apiserver/kubectl-create]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    await run(["create", "cronjob", "nightly", "--image=busybox", "--schedule=0 0 * * *"]);
    expect(await run("create job now --from=cronjob/nightly")).toBe("job.batch/now created\n");
    const owner = "jsonpath={.metadata.ownerReferences[0].kind}/{.metadata.annotations}";
    expect(await run(`get job now -o ${owner}`)).toBe('CronJob/{"cronjob.kubernetes.io/instantiate":"manual"}');
  });

  test("a token of a service account names it [apiserver/kubectl-token]", async ({ expect }) => {
    await using cluster = await start();
    const { namespace, run, kubectl } = cluster;
    expect((await kubectl("create token robot")).stderr).toBe(
      'error: failed to create token: serviceaccounts "robot" not found\n',
    );
    await run("create serviceaccount robot");
    const token = (await run("create token robot --duration=1h")).trim();
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
    const named = await run("create -f - -o jsonpath={.status.user.username}", { input: review });
    expect(named).toBe(`system:serviceaccount:${namespace}:robot`);
  });

  test("run makes a pod, and expose a service for what there is [apiserver/kubectl-run]", async ({ expect }) => {
    await using cluster = await start();
    const { run } = cluster;
    expect(await run("run web --image=nginx --port=80 --labels=app=web --env=A=b")).toBe("pod/web created\n");
    expect(await run("get pod web -o jsonpath={.status.phase}/{.spec.containers[0].env[0].value}")).toBe("Pending/b");
    expect(await run("expose pod web --port=8080 --target-port=80")).toBe("service/web exposed\n");
    expect(await run("get service web -o jsonpath={.spec.selector}{.spec.ports[0].port}")).toBe('{"app":"web"}8080');
    await run("create deployment shop --image=nginx");
    expect(await run("expose deployment shop --port=80")).toBe("service/shop exposed\n");
  });
});
