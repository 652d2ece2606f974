import { isDeepStrictEqual } from 'node:util';
import {
  isMigration,
  isServer,
  isService,
  type Manifest,
  manifestsOfKind,
  matchesLabels,
  type Peer,
  type Workload,
  workloadsOf,
} from './manifests.ts';
import { environmentOf } from './variables.ts';

/** A connection as `FROM -> TO:PORT`, with names of workloads or of servers outside of the cluster. */
type Edge = string;
const edge = (from: string, to: string, port: number | string): Edge => `${from} -> ${to}:${port}`;

const postgres = { name: 'postgres', labels: { 'cnpg.io/cluster': 'postgres' } };
const kubernetes = 'kubernetes.io/metadata.name';

const nodesOf = (manifests: readonly Manifest[]): Pick<Workload, 'name' | 'labels'>[] => [
  ...workloadsOf(manifests),
  postgres,
];

const peerNames = (peers: readonly Peer[] | undefined, nodes: ReturnType<typeof nodesOf>): string[] =>
  peers?.flatMap(({ podSelector, namespaceSelector, ipBlock }) => {
    if (ipBlock) return ['internet'];
    if (namespaceSelector) return [namespaceSelector.matchLabels?.[kubernetes] ?? 'every namespace'];
    return nodes.filter(({ labels }) => matchesLabels(podSelector ?? {}, labels)).map(({ name }) => name);
  }) ?? ['anywhere'];

/** The connections that the network policies allow. The policy `default` forbids all others. */
export const allowedEdges = (manifests: readonly Manifest[]): Edge[] => {
  const nodes = nodesOf(manifests);
  const policies = manifestsOfKind(manifests, 'NetworkPolicy').filter(({ metadata }) => metadata.name !== 'default');
  return policies.flatMap(({ spec }) => {
    const here = nodes.filter(({ labels }) => matchesLabels(spec?.podSelector ?? {}, labels)).map(({ name }) => name);
    const ports = (rule: { ports?: readonly { port: number }[] }) => rule.ports?.map(({ port }) => port) ?? ['any'];
    const incoming = (spec?.ingress ?? []).flatMap((rule) =>
      peerNames(rule.from, nodes).flatMap((from) =>
        here.flatMap((to) => ports(rule).map((port) => edge(from, to, port))),
      ),
    );
    const outgoing = (spec?.egress ?? []).flatMap((rule) =>
      peerNames(rule.to, nodes).flatMap((to) =>
        here.flatMap((from) => ports(rule).map((port) => edge(from, to, port))),
      ),
    );
    return [...incoming, ...outgoing];
  });
};

const defaultPorts: Readonly<Record<string, string>> = {
  s3: '443',
  postgres: '5432',
  redis: '6379',
  'redis+sentinel': '26379',
  nats: '4222',
};

export interface ServerAddress {
  readonly host: string;
  readonly port: string;
  readonly isOutside: boolean;
}

/**
 * The servers in a list of URLs. Other texts name no server. A Sentinel runs on the same host as its Redis.
 */
export const serversIn = (text: string): ServerAddress[] => {
  const scheme = /^([a-z0-9+]+):\/\//.exec(text)?.[1] ?? '';
  const standard = defaultPorts[scheme];
  if (standard === undefined) return [];
  const ports = scheme === 'redis+sentinel' ? [standard, defaultPorts.redis!] : [standard];
  return text.split(',').flatMap((address) => {
    const { hostname, port } = new URL(`http://${address.trim().replace(/^[a-z0-9+]+:\/\//, '')}`);
    return ports.map((each, index) => ({
      host: hostname,
      port: (index === 0 && port) || each,
      isOutside: scheme === 's3',
    }));
  });
};

/** The name of the workload behind a host name, such as `nats` for `nats-0.nats`. */
const serverNamed = (host: string): string => host.split('.').at(-1)!;

/** Ports on which the servers of one kind call each other. */
const portsBetween: Readonly<Record<string, readonly number[]>> = { nats: [6222], redis: [6379, 26379] };

/** The connections that processes make: to the addresses in their variables, and a few other connections. */
const usedEdges = (manifests: readonly Manifest[]): Edge[] => {
  const workloads = workloadsOf(manifests);
  const fromVariables = workloads
    .filter((workload) => !isServer(workload))
    .flatMap((workload) =>
      Object.entries(environmentOf(workload, manifests))
        .filter(([name]) => !isMigration(workload) || name === 'OWNER_DATABASE_URL')
        .flatMap(([, value]) => serversIn(value))
        .map(({ host, port, isOutside }) => edge(workload.name, isOutside ? 'internet' : serverNamed(host), port)),
    );
  const gateway = workloads.find((workload) => isService(workload) && workload.name === 'service-gateway');
  const browsers = gateway && edge('anywhere', gateway.name, environmentOf(gateway, manifests).PORT ?? '');
  const pictures = gateway ? [80, 443].map((port) => edge(gateway.name, 'internet', port)) : [];
  const betweenServers = workloads
    .filter(({ replicas }) => replicas > 1)
    .flatMap(({ name }) => (portsBetween[name] ?? []).map((port) => edge(name, name, port)));
  // The operator of CloudNativePG calls the PostgreSQL instances. The instances call each other and the Kubernetes API.
  const ofPostgres = ['cnpg-system', postgres.name].flatMap((from) =>
    [5432, 8000].map((port) => edge(from, postgres.name, port)),
  );
  const api = [443, 6443].map((port) => edge(postgres.name, 'anywhere', port));
  return [...fromVariables, ...(browsers ? [browsers] : []), ...pictures, ...betweenServers, ...ofPostgres, ...api];
};

/** By this policy, pods may connect to each other and to DNS, but accept no connections. */
const closedByDefault = {
  podSelector: {},
  policyTypes: ['Ingress', 'Egress'],
  egress: [
    { to: [{ podSelector: {} }] },
    {
      to: [{ namespaceSelector: { matchLabels: { [kubernetes]: 'kube-system' } } }],
      ports: [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP' },
      ],
    },
  ],
};

/** Sentences about connections that are allowed but unused, or used but not allowed. */
export const edgeProblems = (manifests: readonly Manifest[]): string[] => {
  const [allowed, used] = [allowedEdges(manifests), usedEdges(manifests)];
  const without = (edges: readonly Edge[], others: readonly Edge[]) => [
    ...new Set(edges.filter((one) => !others.includes(one))),
  ];
  const standard = manifestsOfKind(manifests, 'NetworkPolicy').find(({ metadata }) => metadata.name === 'default');
  const isClosed = isDeepStrictEqual(standard?.spec, closedByDefault);
  return [
    ...(isClosed ? [] : ['the policy `default` differs from what the other policies rely on']),
    ...without(allowed, used).map((one) => `a policy allows ${one}, which no process uses`),
    ...without(used, allowed).map((one) => `no policy allows ${one}`),
  ];
};
