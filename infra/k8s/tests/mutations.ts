import type { Manifest } from '../manifests.ts';

/** Replaces `find` in the JSON of the manifest `of` by `by`. The check must then report `problem`. */
export type Mutation = readonly [title: string, of: string, find: string | RegExp, by: string, problem: string];

const whole = /^.*$/s;
const memoryLimit = /("limits":\{[^}]*),"memory":"\w+"/;

export const mutations: readonly Mutation[] = [
  // Variables and secrets.
  [
    'a variable that no schema knows',
    'ConfigMap/settings-content',
    '"NATS_URL"',
    '"PAGE":"5","NATS_URL"',
    'gets PAGE,',
  ],
  [
    'a variable of another service',
    'ConfigMap/settings-content',
    '"NATS_URL"',
    '"TLS":"always","NATS_URL"',
    'gets TLS,',
  ],
  [
    'a required variable that is gone',
    'ConfigMap/settings-content',
    '"NATS_URL"',
    '"SUBJECT_PREFIX"',
    'lacks NATS_URL',
  ],
  [
    'a required secret that is gone',
    'Secret/secrets-gateway',
    'KNOWN_BROWSER_SECRET',
    '#',
    'lacks KNOWN_BROWSER_SECRET',
  ],
  [
    'a seal key for moderation',
    'Secret/secrets-moderation',
    'NATS_USER=',
    'SEALED_AUTHOR_KEYS=a\\nNATS_USER=',
    'gets SEALED',
  ],
  [
    'the owner of tables',
    'Secret/secrets-content',
    'NATS_USER=',
    'OWNER_DATABASE_URL=a\\nNATS_USER=',
    'gets OWNER_DATABASE_URL',
  ],
  ['a migration without its role', 'Secret/secrets-migrate-content', 'DATABASE_ROLE', '#', 'lacks DATABASE_ROLE'],
  [
    'the secret of another process',
    'Deployment/service-content',
    'secrets-content',
    'secrets-identity',
    'not every secret',
  ],
  ['an empty secret', 'Secret/secrets-redis', /"data":\{[^}]*\}/, '"data":{}', 'is empty'],
  ['a ConfigMap that is gone', 'ConfigMap/nats-server', whole, '', 'not every ConfigMap'],
  // Services, migrations and their pods.
  ['a service that is missing', 'Deployment/service-moderation', whole, '', 'the Deployments are not the services'],
  ['a migration that is missing', 'Job/migrate-engagement', whole, '', 'the Jobs are not the migrations'],
  [
    'an image of another release',
    'Deployment/service-gateway',
    /"hearsay-gateway:[^"]*"/,
    '"hearsay-gateway:0.1.0"',
    'runs hearsay-gateway:0.1.0',
  ],
  ['another version of a server', 'StatefulSet/redis', /"redis:[^"]*"/, '"redis:8"', 'redis runs redis:8'],
  ['a port on which nothing listens', 'Deployment/service-content', '9100', '9101', 'declares other ports'],
  ['a probe of no port', 'Deployment/service-content', '"port":"health"', '"port":"http"', 'probes no port'],
  ['a probe that is missing', 'StatefulSet/nats', 'startupProbe', 'otherProbe', 'nats (nats) has no startupProbe'],
  [
    'a grace period no longer than the drain',
    'Deployment/service-gateway',
    'Seconds":30',
    'Seconds":15',
    'is killed after 15 s',
  ],
  ['a grace period below the lame duck mode', 'StatefulSet/nats', 'Seconds":60', 'Seconds":30', 'is killed after 30 s'],
  [
    'a token of the service account',
    'Deployment/service-gateway',
    'automountServiceAccountToken',
    'other',
    'gets a token',
  ],
  ['variables of every Service', 'Job/migrate-content', 'enableServiceLinks', 'other', 'variables of every Service'],
  ['a user that may be root', 'StatefulSet/redis', '"runAsNonRoot":true', '"runAsNonRoot":false', 'may run as root'],
  [
    'a writable file system',
    'Job/migrate-content',
    'readOnlyRootFilesystem',
    'other',
    'has rights that it does not need',
  ],
  ['no limit of memory', 'Deployment/service-gateway', memoryLimit, '$1', 'has no memory in its limits'],
  ['no disruption budget', 'PodDisruptionBudget/service-gateway', whole, '', 'has no disruption budget of one'],
  [
    'a budget of two services',
    'PodDisruptionBudget/service-gateway',
    ',"app.kubernetes.io/name":"gateway"}}',
    '}}',
    'counts other pods too',
  ],
  [
    'pods that share a node',
    'Deployment/service-content',
    'topologySpreadConstraints',
    'other',
    'is not spread over the nodes',
  ],
  // Addresses and databases.
  [
    'a server that does not exist',
    'ConfigMap/settings-content',
    'nats-2.nats',
    'nats-3.nats',
    'connects to nats-3.nats:4222',
  ],
  [
    'a Sentinel that does not exist',
    'Secret/secrets-content',
    'redis-2.redis',
    'redis-3.redis',
    'connects to redis-3.redis:26379',
  ],
  [
    'more copies of a stream than NATS servers',
    'ConfigMap/settings-content',
    '"EVENT_STREAM_REPLICAS":"3"',
    '"EVENT_STREAM_REPLICAS":"5"',
    'service-content wants 5 copies of its stream',
  ],
  [
    'a primary without a synchronous standby',
    'Cluster/postgres',
    '"synchronous":',
    '"other":',
    'service-content wants a synchronous standby, not none',
  ],
  [
    'a service that accepts a primary alone',
    'ConfigMap/settings-content',
    '"DATABASE_STANDBY":"synchronous"',
    '"DATABASE_STANDBY":"none"',
    'service-content wants a none standby, not synchronous',
  ],
  ['a Service that is missing', 'Service/redis', whole, '', 'service-content connects to redis-0.redis:6379'],
  [
    'a Service without pods',
    'Service/redis',
    '"app.kubernetes.io/name":"redis"',
    '"app":"redis"',
    'the Service redis leads to no port',
  ],
  [
    'a database that nothing makes',
    'Cluster/postgres',
    '"create database hearsay_content",',
    '',
    'the databases are not those of the services',
  ],
  // Policies.
  [
    'an edge that no process uses',
    'NetworkPolicy/services-to-redis',
    '"content"',
    '"content","identity"',
    'allows service-identity -> redis:6379',
  ],
  [
    'a server that accepts everything',
    'NetworkPolicy/services-to-redis',
    '"from"',
    '"other"',
    'allows anywhere -> redis:6379',
  ],
  [
    'a port that nothing uses',
    'NetworkPolicy/services-to-nats',
    '"port":4222',
    '"port":8222',
    'allows service-content -> nats:8222',
  ],
  [
    'an edge that is refused',
    'NetworkPolicy/services-to-redis',
    ',"moderation"',
    '',
    'no policy allows service-moderation -> redis:6379',
  ],
  [
    'a policy that is gone',
    'NetworkPolicy/services-to-nats',
    whole,
    '',
    'no policy allows service-content -> nats:4222',
  ],
  [
    'pictures that the gateway cannot fetch',
    'NetworkPolicy/gateway-to-internet',
    '"port":80',
    '"port":81',
    'no policy allows service-gateway -> internet:80',
  ],
  [
    'a service with access to the internet',
    'NetworkPolicy/content-to-media',
    ',"app.kubernetes.io/name":"content"',
    '',
    'allows service-identity -> internet:443',
  ],
  [
    'Sentinels that the services cannot reach',
    'NetworkPolicy/services-to-redis',
    '{"port":26379}',
    '{"port":26380}',
    'no policy allows service-content -> redis:26379',
  ],
  ['NATS servers that cannot meet', 'NetworkPolicy/nats-to-nats', whole, '', 'no policy allows nats -> nats:6222'],
  ['pods that accept connections', 'NetworkPolicy/default', '"Ingress",', '', 'the policy `default` differs'],
];

/** Kind and name of a manifest, without the hash that kustomize appends. */
const nameOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name.replace(/-[bcdfghkmt2-9]{10}$/, '')}`;
const decoded = (text: string) => Buffer.from(text, 'base64').toString();
const encoded = (text: string) => Buffer.from(text).toString('base64');
const recoded = (manifest: Manifest, code: (text: string) => string): Manifest => ({
  ...manifest,
  data: Object.fromEntries(Object.entries(manifest.data ?? {}).map(([name, text]) => [name, code(text)])),
});

/** @throws if the manifests do not contain the text that the mutation replaces */
export const applyMutation = (manifests: readonly Manifest[], [, of, find, by]: Mutation): Manifest[] => {
  const manifest = manifests.find((one) => nameOf(one) === of);
  if (!manifest) throw new Error(`There is no ${of}`);
  const isSecret = manifest.kind === 'Secret';
  const before = JSON.stringify(isSecret ? recoded(manifest, decoded) : manifest);
  const after = before.replace(find, by);
  if (after === before) throw new Error(`${of} does not contain ${find}`);
  const others = manifests.filter((one) => one !== manifest);
  if (after === '') return others;
  const changed = JSON.parse(after) as Manifest;
  return [...others, isSecret ? recoded(changed, encoded) : changed];
};
