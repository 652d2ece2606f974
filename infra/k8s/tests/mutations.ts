import type { Manifest } from '../manifests.ts';

/** The test replaces `find` with `by` in a manifest’s JSON. The check must then report `problem`. */
type Row = readonly [title: string, find: string | RegExp, by: string, problem: string];
type Mutation = readonly [title: string, of: string, find: string | RegExp, by: string, problem: string];

const whole = /^.*$/s;
const memoryLimit = /("limits":\{[^}]*),"memory":"\w+"/;

const mutationsByManifest: Readonly<Record<string, readonly Row[]>> = {
  'ConfigMap/settings-content': [
    ['a variable that no schema knows', '"NATS_URL"', '"PAGE":"5","NATS_URL"', 'gets PAGE,'],
    ['a variable of another service', '"NATS_URL"', '"TLS":"always","NATS_URL"', 'gets TLS,'],
    ['a required variable that is gone', '"NATS_URL"', '"SUBJECT_PREFIX"', 'lacks NATS_URL'],
    ['a server that does not exist', 'nats-2.nats', 'nats-3.nats', 'connects to nats-3.nats:4222'],
    [
      'more copies of a stream than NATS servers',
      '"EVENT_STREAM_REPLICAS":"3"',
      '"EVENT_STREAM_REPLICAS":"5"',
      'wants 5 copies of its stream',
    ],
    [
      'a service that accepts a primary alone',
      '"DATABASE_STANDBY":"synchronous"',
      '"DATABASE_STANDBY":"none"',
      'wants a none standby, not synchronous',
    ],
  ],
  'Secret/secrets-gateway': [
    ['a required secret that is gone', 'KNOWN_BROWSER_SECRET', '#', 'lacks KNOWN_BROWSER_SECRET'],
  ],
  'Secret/secrets-moderation': [
    ['a seal key for moderation', 'NATS_USER=', 'SEALED_AUTHOR_KEYS=a\\nNATS_USER=', 'gets SEALED'],
  ],
  'Secret/secrets-content': [
    ['the address of the owner', 'NATS_USER=', 'OWNER_DATABASE_URL=a\\nNATS_USER=', 'gets OWNER_DATABASE_URL'],
    ['a Sentinel that does not exist', 'redis-2.redis', 'redis-3.redis', 'connects to redis-3.redis:26379'],
  ],
  'Secret/secrets-migrate-content': [['a migration without its role', 'DATABASE_ROLE', '#', 'lacks DATABASE_ROLE']],
  'Deployment/service-content': [
    ['the secret of another process', 'secrets-content', 'secrets-identity', 'not every secret'],
    ['a port on which nothing listens', '9100', '9101', 'declares other ports'],
    ['a probe of an unknown port', '"port":"health"', '"port":"http"', 'probes no port'],
    ['pods that share a node', 'topologySpreadConstraints', 'other', 'is not spread over the nodes'],
  ],
  'Secret/secrets-redis': [['an empty secret', /"data":\{[^}]*\}/, '"data":{}', 'is empty']],
  'ConfigMap/nats-server': [['a ConfigMap that is gone', whole, '', 'not every ConfigMap']],
  'Deployment/service-moderation': [['a service that is missing', whole, '', 'the Deployments are not the services']],
  'Job/migrate-engagement': [['a migration that is missing', whole, '', 'the Jobs are not the migrations']],
  'Deployment/service-gateway': [
    ['an image of another release', /"hearsay-gateway:[^"]*"/, '"hearsay-gateway:0.1.0"', 'runs hearsay-gateway:0.1.0'],
    ['a grace period no longer than the drain', 'Seconds":30', 'Seconds":15', 'is killed after 15 s'],
    ['a token of the service account', 'automountServiceAccountToken', 'other', 'gets a token'],
    ['no limit of memory', memoryLimit, '$1', 'has no memory in its limits'],
  ],
  'StatefulSet/redis': [
    ['another version of a server', /"redis:[^"]*"/, '"redis:8"', 'redis runs redis:8'],
    ['a user that may be root', '"runAsNonRoot":true', '"runAsNonRoot":false', 'may run as root'],
  ],
  'StatefulSet/nats': [
    ['a probe that is missing', 'startupProbe', 'otherProbe', 'nats (nats) has no startupProbe'],
    ['a grace period below the lame duck mode', 'Seconds":60', 'Seconds":30', 'is killed after 30 s'],
  ],
  'Job/migrate-content': [
    ['variables of every Service', 'enableServiceLinks', 'other', 'variables of every Service'],
    ['a writable file system', 'readOnlyRootFilesystem', 'other', 'has rights that it does not need'],
  ],
  'PodDisruptionBudget/service-gateway': [
    ['no disruption budget', whole, '', 'has no disruption budget of one'],
    ['a disruption budget of two services', ',"app.kubernetes.io/name":"gateway"}}', '}}', 'counts other pods too'],
  ],
  'Cluster/postgres': [
    ['a primary without a synchronous standby', '"synchronous":', '"other":', 'wants a synchronous standby, not none'],
    ['a database that is missing', '"create database hearsay_content",', '', 'databases are not those of the services'],
  ],
  'Service/redis': [
    ['a Service that is missing', whole, '', 'service-content connects to redis-0.redis:6379'],
    ['a Service without pods', '"app.kubernetes.io/name":"redis"', '"app":"redis"', 'Service redis leads to no port'],
  ],
  'NetworkPolicy/services-to-redis': [
    ['an edge that no process uses', '"content"', '"content","identity"', 'allows service-identity -> redis:6379'],
    ['a server that accepts everything', '"from"', '"other"', 'allows anywhere -> redis:6379'],
    ['an edge that is refused', ',"moderation"', '', 'no policy allows service-moderation -> redis:6379'],
    ['Sentinels out of reach', '{"port":26379}', '{"port":26380}', 'no policy allows service-content -> redis:26379'],
  ],
  'NetworkPolicy/services-to-nats': [
    ['a port that nothing uses', '"port":4222', '"port":8222', 'allows service-content -> nats:8222'],
    ['a policy that is gone', whole, '', 'no policy allows service-content -> nats:4222'],
  ],
  'NetworkPolicy/gateway-to-internet': [
    ['a closed port to foreign pictures', '"port":80', '"port":81', 'no policy allows service-gateway -> internet:80'],
  ],
  'NetworkPolicy/content-to-media': [
    ['an edge to the internet', ',"app.kubernetes.io/name":"content"', '', 'allows service-identity -> internet:443'],
  ],
  'NetworkPolicy/nats-to-nats': [['NATS servers that cannot meet', whole, '', 'no policy allows nats -> nats:6222']],
  'NetworkPolicy/default': [['pods that accept connections', '"Ingress",', '', 'the policy `default` differs']],
};

export const mutations: readonly Mutation[] = Object.entries(mutationsByManifest).flatMap(([of, rows]) =>
  rows.map(([title, ...row]) => [title, of, ...row] as const),
);

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
