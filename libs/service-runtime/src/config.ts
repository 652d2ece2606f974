import type { NatsAccess } from '@hearsay/messaging';
import { z } from 'zod';
import { urlsByHost } from './database.js';
import { hasSentinels, redisAddresses } from './redis.js';

/** The exit code for a wrong configuration (EX_CONFIG of sysexits.h). A supervisor must not restart such a process. */
export const wrongConfigurationExit = 78;

export const secretKey = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'));

/** A list of words that are separated by commas. */
export const listWithDefault = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
export const optionalList = listWithDefault('');

/** A port number. 0 means any free port. */
export const port = z.coerce.number().int().min(0).max(65535);

const encoded = 'write / as %2F, # as %23, ? as %3F and % as %25 in user and password';

/** Returns the mistake in a server's URL, or undefined. A password must not contain an unencoded / # ? or %. */
const problemOf = (text: string, protocols: readonly string[], hasPath: boolean): string | undefined => {
  const form = `must be ${protocols.map((protocol) => `${protocol}//HOST:PORT${hasPath ? '/NAME' : ''}`).join(' or ')}`;
  if (!protocols.some((protocol) => text.startsWith(`${protocol}//`))) return form;
  if (!URL.canParse(text)) return `${form}; ${encoded}`;
  const { username, password, hostname, pathname, search, hash } = new URL(text);
  const isEncoded = [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  // After an unencoded slash, the rest of the password and the @ before the host are parsed as the path.
  const isWhole = (hostname !== '' || hasPath) && hash === '' && !`${pathname}${search}`.includes('@');
  if (!isWhole || !isEncoded) return `${form}; ${encoded}`;
  if (!hasPath && (!['', '/'].includes(pathname) || search !== '')) return `${form}, and nothing behind it`;
  return undefined;
};

const addresses = (
  protocols: readonly string[],
  { hasPath = false, listed = (text: string): readonly string[] => [text] } = {},
) =>
  z.string().superRefine((text, context) => {
    for (const address of listed(text)) {
      const message = problemOf(address.trim(), protocols, hasPath);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }
  });

const sentinelsForm = ['redis', 'rediss']
  .map((protocol) => `${protocol}+sentinel://HOST:PORT,HOST:PORT/NAME`)
  .join(' or ');

/** A URL of Redis. Its path is the number of a database. With Sentinels, the primary's name comes before the number. */
export const redisUrl = z.string().superRefine((text, context) => {
  for (const address of redisAddresses(text)) {
    const problem = problemOf(address, ['redis:', 'rediss:'], true);
    const { hostname, pathname } = problem === undefined ? new URL(address) : { hostname: '', pathname: '' };
    const isComplete = !hasSentinels(text) || (hostname !== '' && /^\/[^/]+(\/\d+)?$/.test(pathname));
    const message = isComplete ? problem : `must be ${sentinelsForm}; ${encoded}`;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }
});
const postgres = ['postgres:', 'postgresql:'] as const;
const databaseUrl = addresses(postgres, { hasPath: true });

export const natsSettings = {
  NATS_URL: addresses(['nats:', 'tls:'], { listed: (text) => text.split(',') }).describe(
    'Servers of one cluster, `nats://HOST:PORT` or `tls://HOST:PORT`, separated by commas.',
  ),
  NATS_USER: z.string().min(1).optional().describe('User of this process, where NATS has users.'),
  NATS_PASSWORD: z.string().min(1).optional().describe('Password of `NATS_USER`.'),
  NATS_CREDS: z.string().min(1).optional().describe('File with a JWT and seed, instead of user and password.'),
  NATS_CA: z
    .string()
    .min(1)
    .optional()
    .describe('File with the certificates (PEM) that sign those of the servers; means TLS.'),
} as const;

export const natsAccess = (config: z.output<z.ZodObject<typeof natsSettings>>): NatsAccess => ({
  url: config.NATS_URL,
  user: config.NATS_USER,
  password: config.NATS_PASSWORD,
  credentialsFile: config.NATS_CREDS,
  caFile: config.NATS_CA,
});

/** An origin without a path. Empty means undefined. */
export const publicUrl = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })])
  .refine(
    (url) => url === '' || new URL(url).pathname === '/',
    'must have no path: Hearsay is served at the root of a host',
  )
  .default('')
  .transform((url) => (url === '' ? undefined : new URL(url).origin))
  .describe(
    'The public address, like `https://hearsay.example`. Empty = links begin with the Host header of each request.',
  );

export const processSettings = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .describe('Kind of this system. `production` is strict; the others are generous.'),
  ...natsSettings,
  SUBJECT_PREFIX: z
    .string()
    .regex(/^([a-z0-9]+_)?$/, 'must be empty or one word of a-z and 0-9 with _ at its end')
    .default('')
    .describe(
      'Comes before every subject and stream, so that several systems can share a NATS: empty, or one word with `_` at its end.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lines below this level are not written.'),
  HEALTH_PORT: port.describe('Port of `/health` and `/metrics`; 0 = any free one.'),
  HEALTH_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address on which `/health` and `/metrics` listen: loopback, or `0.0.0.0` inside a container.'),
} as const;

export const serviceSettings = {
  ...processSettings,
  DATABASE_URL: addresses(postgres, { hasPath: true, listed: urlsByHost }).describe(
    "The service's own database, as the role that may read and write rows. With several hosts, `HOST:PORT,HOST:PORT`, the service uses the primary among them.",
  ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(16)
    .describe('Connections that reads may have. A process opens up to 15 others (docs/containers.md).'),
  EVENT_STREAM_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe("NATS servers that keep a copy of the service's event stream. An existing stream is changed."),
  EVENT_STREAM_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      "Largest size of the service's event stream in MB. When it is full, events wait in PostgreSQL; none is deleted.",
    ),
  DATABASE_STANDBY: z
    .enum(['none', 'synchronous'])
    .default('none')
    .describe(
      'With `synchronous` the service writes only to a primary whose commits wait for a synchronous standby, and starts only there. Set it wherever a standby may be promoted (docs/operations/availability.md).',
    ),
  IDEMPOTENCY_SECRET: secretKey.describe(
    '32 bytes in base64. Hashes stored idempotency keys. A new secret forgets those of the last day.',
  ),
} as const;

export const ownerSettings = {
  OWNER_DATABASE_URL: databaseUrl.describe('The same database as the role that owns the tables.'),
  DATABASE_ROLE: z.string().min(1).describe('The role of the service. It is granted its rights on new tables.'),
} as const;

export const withoutHealthPort = { HEALTH_PORT: '0' } as const;

const isWithoutTwins = (keys: readonly Buffer[]) => new Set(keys.map(String)).size === keys.length;

/** The settings of a service that opens sealed authors (`SealedAuthors`). */
export const sealSettings = {
  SEALED_AUTHOR_KEYS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(secretKey))
    .refine(isWithoutTwins, 'must not hold a key twice')
    .describe('Keys of 32 bytes in base64, separated by commas. The first one seals, all open.'),
  SEALED_AUTHOR_READING_KEYS: optionalList
    .pipe(z.array(secretKey))
    .refine(isWithoutTwins, 'must not hold a key twice')
    .describe(
      'Keys that open and never seal, in the same form. A new key is listed here until every process has it (docs/how-to/renew-the-seal-key.md).',
    ),
  SEALED_AUTHOR_TAG_KEY: secretKey.describe(
    "32 bytes in base64. Makes the tags that find a person's own anonymous posts, so it must never change.",
  ),
} as const;

/** Reads the configuration from the environment. If it is wrong, prints all problems to stderr and exits with 78. */
export const readConfig = <S extends z.ZodType>(
  schema: S,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<S> => {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  process.stderr.write(`${describeProblems(parsed.error)}\n`);
  process.exit(wrongConfigurationExit);
};

export const describeProblems = (error: z.ZodError): string =>
  ['The configuration is wrong:', ...error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)].join(
    '\n',
  );
