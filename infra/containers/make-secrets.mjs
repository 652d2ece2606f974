/**
 * make-secrets.mjs FOLDER: makes the secrets of a system in containers, in one folder per container. Keeps existing
 * secrets, so that sealed data can still be opened. Images, the host's environment and the repository contain no
 * secrets. MEDIA_URL, REDIS_URL and REDIS_SENTINELS name servers outside of compose. The argument `add-seal-key` adds a
 * key that only opens seals. `use-seal-key` makes it the key that seals (docs/how-to/renew-the-seal-key.md).
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsPermissionsOf, serviceNames } from '@hearsay/contracts';
import { authorizationLines, credentialsOf, natsUsersOf } from '../local/credentials.ts';

const [folder, act] = process.argv.slice(2);
if (!folder || (act !== undefined && act !== 'add-seal-key' && act !== 'use-seal-key')) {
  process.stderr.write('make-secrets.mjs FOLDER [add-seal-key | use-seal-key]\n');
  process.exit(64);
}

/** All users of a container may read its volume, which no other container mounts. */
const mode = 0o444;
/** @type {(path: string, text: string) => void} */
const write = (path, text) => {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
};

const ledger = join(folder, 'ledger', 'secrets.json');
/** @type {Record<string, string>} */
const known = existsSync(ledger) ? JSON.parse(readFileSync(ledger, 'utf8')) : {};
/** A key of 32 bytes. @param {string} name */
const key = (name) => (known[name] ??= randomBytes(32).toString('base64'));
/** Hex fits into URLs and arguments. Base64url may begin with a hyphen, like an option. @param {string} name */
const password = (name) => (known[name] ??= randomBytes(24).toString('hex'));

const newSealKey = known['new seal key'];
if (act === 'use-seal-key') {
  if (!newSealKey) {
    process.stderr.write('There is no new seal key: add-seal-key makes one\n');
    process.exit(1);
  }
  known['sealed authors'] = [newSealKey, key('sealed authors')].join(',');
  delete known['new seal key'];
}
const readingKey = act === 'add-seal-key' ? key('new seal key') : known['new seal key'];

/**
 * A variable of the environment. Later runs use the stored value, until a run sets the variable to empty. @param
 * {string} name
 */
const setting = (name) => {
  const value = process.env[name] ?? known[name];
  if (value) known[name] = value;
  else delete known[name];
  return value;
};
const sentinels = setting('REDIS_SENTINELS');
const ourRedisUrl = sentinels
  ? `redis+sentinel://:${password('redis')}@${sentinels}/hearsay`
  : `redis://:${password('redis')}@redis:6379`;
const redisUrl = setting('REDIS_URL') || ourRedisUrl;
const mediaUrl = setting('MEDIA_URL') || `s3://hearsay:${password('minio user')}@minio:9000/media?tls=off`;
/** @type {(role: string, database: string) => string} */
const databaseUrl = (role, database) => `postgres://${role}:${password(role)}@postgres:5432/${database}`;
/** @param {Record<string, string>} variables */
const lines = (variables) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

/** @param {string} process */
const secretsOf = (process) => ({
  NATS_USER: process,
  NATS_PASSWORD: password(`nats ${process}`),
  ...credentialsOf(process, {
    databaseUrl: (name) => databaseUrl(`hearsay_${name}`, `hearsay_${name}`),
    redisUrl,
    mediaUrl,
    knownBrowser: key('known browsers'),
    idempotency: key('idempotency'),
    sealKeys: {
      SEALED_AUTHOR_KEYS: key('sealed authors'),
      ...(readingKey && { SEALED_AUTHOR_READING_KEYS: readingKey }),
      SEALED_AUTHOR_TAG_KEY: key('tags'),
    },
  }),
});

const databases = [];
const roles = [];
for (const service of serviceNames) {
  const role = `hearsay_${service}`;
  const owner = `${role}_owner`;
  write(
    `migrate-${service}/secrets.env`,
    lines({ ...secretsOf(service), OWNER_DATABASE_URL: databaseUrl(owner, role), DATABASE_ROLE: role }),
  );
  databases.push(`create database ${role};`);
  roles.push(
    `create role ${owner} login password '${password(owner)}';`,
    `create role ${role} login password '${password(role)}';`,
    `alter database ${role} owner to ${owner};`,
    `revoke all on database ${role} from public;`,
    `grant connect on database ${role} to ${role};`,
  );
}
/** @type {import('@hearsay/contracts').NatsProcessName[]} */
const processes = [...serviceNames, 'gateway'];
for (const process of processes) write(`${process}/secrets.env`, lines(secretsOf(process)));
write('operator/secrets.env', lines({ NATS_USER: 'operator', NATS_PASSWORD: password('nats operator') }));

write('postgres/password', password('postgres'));
// The image runs these files by name. CloudNativePG makes the databases itself (infra/k8s).
write('postgres/databases.sql', `${databases.join('\n')}\n`);
write('postgres/roles.sql', `${roles.join('\n')}\n`);
// Below the container's memory limit, so that a full Redis refuses writes instead of being killed.
const maxMemory = '160mb';
write(
  'redis/redis.conf',
  `requirepass ${password('redis')}\nmasterauth ${password('redis')}\nappendonly yes\nmaxmemory ${maxMemory}\nmaxmemory-policy noeviction\n`,
);
for (const container of ['minio', 'minio-user']) {
  write(`${container}/user`, 'administrator');
  write(`${container}/password`, password('minio'));
}
write('minio-user/service-user', 'hearsay');
write('minio-user/service-password', password('minio user'));
const reloader = { NATS_URL: 'nats://nats:4222', NATS_USER: 'reload', NATS_PASSWORD: password('nats reload') };
write('nats-reload/secrets.env', lines(reloader));
const users = natsUsersOf(processes, (name) => password(`nats ${name}`), natsPermissionsOf);
write(
  'nats/nats.conf',
  [
    'server_name: hearsay',
    'http_port: 8222',
    // At this limit JetStream refuses messages, so that it never fills the disk. Unpublished events wait in PostgreSQL.
    'jetstream { store_dir: "/data", sync_interval: 1s, max_file_store: 8GB }',
    ...authorizationLines(users),
    // The user `reload` may make the server reload this file. This user has no access to the services' subjects.
    `accounts { SYS: { users: [ { user: "reload", password: ${JSON.stringify(reloader.NATS_PASSWORD)} } ] } }`,
    'system_account: SYS',
    '',
  ].join('\n'),
);
// Each Redis of infra/k8s has a Sentinel. Two of three agree that the primary is gone.
write(
  'redis/sentinel.conf',
  [
    'port 26379',
    'sentinel resolve-hostnames yes',
    'sentinel announce-hostnames yes',
    'sentinel monitor hearsay redis-0.redis 6379 2',
    `sentinel auth-pass hearsay ${password('redis')}`,
    'sentinel down-after-milliseconds hearsay 5000',
    'sentinel failover-timeout hearsay 15000',
    '',
  ].join('\n'),
);
// The routes between the three NATS servers of infra/k8s.
const routes = [0, 1, 2].map((server) => `nats://routes:${password('nats routes')}@nats-${server}.nats:6222`);
write(
  'nats/cluster.conf',
  [
    'cluster {',
    '  name: hearsay',
    '  port: 6222',
    `  authorization: { user: routes, password: ${JSON.stringify(password('nats routes'))}, timeout: 30 }`,
    `  routes: ${JSON.stringify(routes)}`,
    // Clients only use the host names of NATS_URL, because the addresses of pods change.
    '  no_advertise: true',
    '}',
    '',
  ].join('\n'),
);
write('ledger/secrets.json', `${JSON.stringify(known, null, 2)}\n`);
