interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly { readonly configMapRef?: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly resources?: Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;
  readonly securityContext?: object;
}

interface Source {
  readonly secret?: { readonly secretName?: string; readonly name?: string };
  readonly configMap?: { readonly name: string };
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly (Source & {
    readonly name: string;
    readonly projected?: { readonly sources: Source[] };
  })[];
  readonly securityContext?: object;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: Selector }[];
}

export type Labels = Readonly<Record<string, string>>;

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly { readonly key: string; readonly operator: string; readonly values: string[] }[];
}

export interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

interface PolicyRule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number; readonly protocol?: string }[];
}

/** A manifest of any kind, with the fields that our checks read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly instances?: number;
    readonly selector?: Selector & Labels;
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly PolicyRule[];
    readonly egress?: readonly PolicyRule[];
    readonly maxUnavailable?: number;
    readonly ports?: readonly { readonly port: number; readonly targetPort?: string | number }[];
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly bootstrap?: {
      readonly initdb: { readonly postInitSQL: string[]; readonly postInitSQLRefs: { secretRefs: Named[] } };
    };
    readonly managed?: { readonly services: { readonly additional: { serviceTemplate: { metadata: Named } }[] } };
    readonly postgresql?: { readonly parameters: Labels; readonly synchronous?: object };
  };
}

interface Named {
  readonly name: string;
}

/** A Deployment, StatefulSet or Job. */
export interface Workload {
  readonly name: string;
  readonly kind: string;
  readonly replicas: number;
  readonly labels: Labels;
  readonly pod: PodSpec;
  readonly containers: readonly Container[];
}

export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  manifests.flatMap(({ kind, metadata, spec }) =>
    spec?.template
      ? {
          name: metadata.name,
          kind,
          replicas: spec.replicas ?? 1,
          labels: spec.template.metadata.labels,
          pod: spec.template.spec,
          containers: [...(spec.template.spec.initContainers ?? []), ...spec.template.spec.containers],
        }
      : [],
  );

export const matchesLabels = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''));

export const manifestsOfKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

/** True for a server such as NATS, which does not run our code. */
export const isServer = ({ kind }: Workload): boolean => kind === 'StatefulSet';
export const isService = ({ kind }: Workload): boolean => kind === 'Deployment';
export const isMigration = ({ kind }: Workload): boolean => kind === 'Job';
/** The service of a workload, such as `content` for `service-content` and `migrate-content`. */
export const serviceOf = ({ name }: Workload): string => name.replace(/^(service|migrate)-/, '');

export const secretNames = ({ volumes = [] }: PodSpec): string[] =>
  volumes
    .flatMap((volume) => [volume, ...(volume.projected?.sources ?? [])])
    .flatMap(({ secret }) => secret?.secretName ?? secret?.name ?? []);

export const configMapNames = (pod: PodSpec): string[] => [
  ...pod.containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? [])),
  ...(pod.volumes ?? [])
    .flatMap((volume) => [volume, ...(volume.projected?.sources ?? [])])
    .flatMap(({ configMap }) => configMap?.name ?? []),
];

export const secretText = (manifest: Manifest | undefined, file: string): string =>
  Buffer.from(manifest?.data?.[file] ?? '', 'base64').toString();
