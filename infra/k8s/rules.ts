import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { forcedExitAfterMs } from '@hearsay/service-runtime';
import { parse } from 'yaml';
import { repository } from '../local/paths.mjs';
import { databaseServices, services } from '../local/service-list.ts';
import { edgeProblems, type ServerAddress, serversIn } from './edges.ts';
import {
  configMapNames,
  isMigration,
  isServer,
  isService,
  type Manifest,
  manifestsOfKind,
  matchesLabels,
  secretNames,
  secretText,
  serviceOf,
  type Workload,
  workloadsOf,
} from './manifests.ts';
import { environmentOf, variableProblems } from './variables.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, { image: string }> };

const same = (one: readonly string[], other: readonly string[]) =>
  isDeepStrictEqual([...one].sort(), [...other].sort());
const unless = (isRight: boolean, problem: string): string[] => (isRight ? [] : [problem]);

const completeness = (manifests: readonly Manifest[]): string[] => {
  const workloads = workloadsOf(manifests);
  const named = (is: (workload: Workload) => boolean) => workloads.filter(is).map(serviceOf);
  return [
    ...unless(same(named(isService), services), 'the Deployments are not the services'),
    ...unless(same(named(isMigration), databaseServices), 'the Jobs are not the migrations'),
  ];
};

const confinedPod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
const confinedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const includes = (whole: object | undefined, part: object): boolean => isDeepStrictEqual({ ...whole, ...part }, whole);

const confinement = ({ name, pod, containers }: Workload): string[] => [
  ...unless(pod.automountServiceAccountToken === false, `${name} gets a token of its service account`),
  ...unless(pod.enableServiceLinks === false, `${name} gets variables of every Service`),
  ...unless(includes(pod.securityContext, confinedPod), `${name} may run as root or without seccomp`),
  ...containers.flatMap((container) => [
    ...unless(includes(container.securityContext, confinedContainer), `${name} has rights that it does not need`),
    ...['requests', 'limits'].flatMap((kind) =>
      ['cpu', 'memory'].flatMap((what) =>
        unless(
          container.resources?.[kind as 'requests']?.[what] !== undefined,
          `${name} has no ${what} in its ${kind}`,
        ),
      ),
    ),
  ]),
];

const imagesOf = (workload: Workload): string[] => {
  const isOurs = !isServer(workload);
  const expected = isOurs ? `hearsay-${serviceOf(workload)}:${version}` : compose.services[workload.name]?.image;
  return workload.containers.flatMap(({ image }) => unless(image === expected, `${workload.name} runs ${image}`));
};

const probeNames = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

const probesAndPorts = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const { name, pod } = workload;
  const probes = pod.containers.flatMap((container) =>
    probeNames.flatMap((kind) => {
      const probe = container[kind];
      const port = probe?.httpGet?.port;
      const isKnown =
        port === undefined || container.ports?.some((one) => [one.name, one.containerPort].includes(port));
      const what = `${name} (${container.name})`;
      return [
        ...unless(probe !== undefined, `${what} has no ${kind}`),
        ...unless(isKnown === true, `${what} probes no port of its`),
      ];
    }),
  );
  const ports = pod.containers[0]?.ports ?? [];
  if (!isService(workload)) return probes;
  const { HEALTH_PORT, HEALTH_HOST, PORT, HOST } = environmentOf(workload, manifests);
  const listens = { health: HEALTH_PORT, ...(PORT !== undefined && { http: PORT }) };
  const declared = Object.fromEntries(ports.map((port) => [port.name, String(port.containerPort)]));
  const hosts = [HEALTH_HOST, ...(PORT === undefined ? [] : [HOST])];
  return [
    ...probes,
    ...unless(isDeepStrictEqual(declared, listens), `${name} declares other ports than it listens on`),
    ...unless(
      hosts.every((host) => host === '0.0.0.0'),
      `${name} listens on loopback`,
    ),
  ];
};

/** The seconds of `lame_duck_duration`. During this time a stopping NATS server ignores SIGTERM. */
const lameDuckSeconds = (pod: Workload['pod'], manifests: readonly Manifest[]): number => {
  const files = manifests.filter(({ metadata }) => configMapNames(pod).includes(metadata.name));
  const text = files.flatMap(({ data }) => Object.values(data ?? {})).join('\n');
  return Number(/lame_duck_duration: (\d+)s/.exec(text)?.[1] ?? 0);
};

const graceOf = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const { name, pod } = workload;
  const pauseSeconds = pod.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const endsWithinSeconds = isService(workload) ? forcedExitAfterMs / 1000 : lameDuckSeconds(pod, manifests);
  const grace = pod.terminationGracePeriodSeconds ?? 0;
  return unless(grace > pauseSeconds + endsWithinSeconds, `${name} is killed after ${grace} s, before it has ended`);
};

const availability = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const { name, labels, pod, replicas } = workload;
  const selects = ({ spec }: Manifest) => matchesLabels(spec?.selector ?? {}, labels);
  const budgets = manifestsOfKind(manifests, 'PodDisruptionBudget').filter(selects);
  const others = workloadsOf(manifests).filter((other) => other.name !== name);
  const isAlone = budgets.every(({ spec }) =>
    others.every((other) => !matchesLabels(spec?.selector ?? {}, other.labels)),
  );
  const isSpread = (pod.topologySpreadConstraints ?? []).some(({ labelSelector }) =>
    matchesLabels(labelSelector, labels),
  );
  return [
    ...unless(
      budgets.length === 1 && budgets[0]?.spec?.maxUnavailable === 1,
      `${name} has no disruption budget of one`,
    ),
    ...unless(isAlone, `the disruption budget of ${name} counts other pods too`),
    ...unless(replicas === 1 || isSpread, `${name} is not spread over the nodes`),
  ];
};

const secretsAndSettings = (manifests: readonly Manifest[]): string[] => {
  const pods = workloadsOf(manifests);
  const postgres = manifestsOfKind(manifests, 'Cluster').flatMap(({ spec }) => spec?.bootstrap?.initdb ?? []);
  const usedSecrets = [
    ...pods.flatMap(({ pod }) => secretNames(pod)),
    ...postgres.flatMap(({ postInitSQLRefs }) => postInitSQLRefs.secretRefs.map(({ name }) => name)),
  ];
  const usedConfigMaps = pods.flatMap(({ pod }) => configMapNames(pod));
  const namesOf = (kind: string) => manifestsOfKind(manifests, kind).map(({ metadata }) => metadata.name);
  const empty = [...manifestsOfKind(manifests, 'Secret'), ...manifestsOfKind(manifests, 'ConfigMap')].filter(
    ({ data = {} }) => Object.keys(data).length === 0,
  );
  return [
    ...unless(same(usedSecrets, namesOf('Secret')), 'not every secret belongs to exactly one container'),
    ...unless(same(usedConfigMaps, namesOf('ConfigMap')), 'not every ConfigMap belongs to exactly one container'),
    ...empty.map(({ metadata }) => `${metadata.name} is empty`),
  ];
};

/** The ports of each Kubernetes Service by name, with the Service that CloudNativePG makes. */
const servicePorts = (manifests: readonly Manifest[]): Map<string, number[]> => {
  const ours = manifestsOfKind(manifests, 'Service').map(
    ({ metadata, spec }) => [metadata.name, (spec?.ports ?? []).map(({ port }) => port)] as const,
  );
  const theirs = manifestsOfKind(manifests, 'Cluster')
    .flatMap(({ spec }) => spec?.managed?.services.additional ?? [])
    .map(({ serviceTemplate }) => [serviceTemplate.metadata.name, [5432]] as const);
  return new Map([...ours, ...theirs].map(([name, ports]) => [name, [...ports]]));
};

const addresses = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const services = servicePorts(manifests);
  const replicasOf = (name: string) => workloadsOf(manifests).find((one) => one.name === name)?.replicas ?? 0;
  const leadsNowhere = ({ host, port, isOutside }: ServerAddress) => {
    const [first, service = first] = host.split('.') as [string, string?];
    const ordinal = Number(/-(\d+)$/.exec(first)?.[1] ?? 0);
    const isPod = first === service || (first === `${service}-${ordinal}` && ordinal < replicasOf(service));
    return !isOutside && (!isPod || !services.get(service)?.includes(Number(port)));
  };
  return Object.values(environmentOf(workload, manifests))
    .flatMap(serversIn)
    .filter(leadsNowhere)
    .map(({ host, port }) => `${workload.name} connects to ${host}:${port}, which no Service has`);
};

const streamCopies = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const copies = Number(environmentOf(workload, manifests).EVENT_STREAM_REPLICAS ?? 1);
  const servers = workloadsOf(manifests).find(({ name }) => name === 'nats')?.replicas ?? 0;
  return unless(copies <= servers, `${workload.name} wants ${copies} copies of its stream on ${servers} servers`);
};

const standbys = (workload: Workload, manifests: readonly Manifest[]): string[] => {
  const { DATABASE_URL, DATABASE_STANDBY = 'none' } = environmentOf(workload, manifests);
  const isSynchronous = manifestsOfKind(manifests, 'Cluster').every(
    ({ spec }) => spec?.postgresql?.synchronous !== undefined,
  );
  const expected = isSynchronous ? 'synchronous' : 'none';
  if (isMigration(workload) || DATABASE_URL === undefined) return [];
  return unless(DATABASE_STANDBY === expected, `${workload.name} wants a ${DATABASE_STANDBY} standby, not ${expected}`);
};

const selectedByServices = (manifests: readonly Manifest[]): string[] =>
  manifestsOfKind(manifests, 'Service').flatMap(({ metadata, spec }) => {
    const { selector = {}, ports = [] } = spec ?? {};
    const pods = workloadsOf(manifests).filter(({ labels }) => matchesLabels({ matchLabels: selector }, labels));
    const declared = pods.flatMap(({ pod }) => pod.containers.flatMap((container) => container.ports ?? []));
    const reaches = ({ port, targetPort = port }: { port: number; targetPort?: string | number }) =>
      declared.some((one) => one.name === targetPort || one.containerPort === targetPort);
    return unless(
      pods.length === 1 && ports.every(reaches),
      `the Service ${metadata.name} leads to no port of one workload`,
    );
  });

const databasesMade = (manifests: readonly Manifest[]): string[] => {
  const made = manifestsOfKind(manifests, 'Cluster').flatMap(({ spec }) => spec?.bootstrap?.initdb.postInitSQL ?? []);
  const secret = manifests.find(({ metadata }) => metadata.name.startsWith('secrets-postgres'));
  const roles = secretText(secret, 'roles.sql');
  const names = databaseServices.map((service) => `hearsay_${service}`);
  return [
    ...unless(
      same(
        made,
        names.map((name) => `create database ${name}`),
      ),
      'the databases are not those of the services',
    ),
    ...names.flatMap((name) => unless(roles.includes(`alter database ${name} owner to `), `no role owns ${name}`)),
  ];
};

/** Checks the rendered manifests of one overlay. @returns a sentence for each problem */
export const manifestProblems = (manifests: readonly Manifest[]): string[] => {
  const workloads = workloadsOf(manifests);
  const running = workloads.filter((workload) => !isMigration(workload));
  const ours = workloads.filter((workload) => !isServer(workload));
  return [
    ...completeness(manifests),
    ...workloads.flatMap((workload) => [...confinement(workload), ...imagesOf(workload)]),
    ...running.flatMap((workload) => [
      ...probesAndPorts(workload, manifests),
      ...graceOf(workload, manifests),
      ...availability(workload, manifests),
    ]),
    ...ours.flatMap((workload) => [
      ...variableProblems(workload, manifests),
      ...addresses(workload, manifests),
      ...streamCopies(workload, manifests),
      ...standbys(workload, manifests),
    ]),
    ...secretsAndSettings(manifests),
    ...selectedByServices(manifests),
    ...databasesMade(manifests),
    ...edgeProblems(manifests),
  ];
};
