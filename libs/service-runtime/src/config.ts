import type { NatsAccess } from '@hearsay/messaging';
import { z } from 'zod';

/** Exit code for a wrong configuration (EX_CONFIG of sysexits.h): a supervisor must not restart such a process. */
export const wrongConfigurationExit = 78;

/** A key of 32 bytes, in base64. */
export const secretKey = z
  .base64()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform((text) => Buffer.from(text, 'base64'));

export const optionalList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

const natsUrls = z
  .string()
  .refine(
    (text) => text.split(',').every((url) => /^(nats|tls):\/\/[^\s/]+$/.test(url.trim()) && URL.canParse(url.trim())),
    'must be nats://HOST:PORT or tls://HOST:PORT, several separated by commas',
  );

/** How to reach NATS and as whom. */
export const natsSettings = {
  NATS_URL: natsUrls.meta({ description: 'Servers of one cluster, `nats://HOST:PORT` or `tls://HOST:PORT`, separated by commas.' }),
  NATS_USER: z.string().min(1).optional().meta({ description: 'User of this process, where NATS has users.' }),
  NATS_PASSWORD: z.string().min(1).optional().meta({ description: 'Password of `NATS_USER`.' }),
  NATS_CREDS: z.string().min(1).optional().meta({ description: 'File with a JWT and seed, instead of user and password.' }),
  NATS_CA: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'File with the certificates (PEM) that sign those of the servers; means TLS.' }),
} as const;

interface NatsConfig {
  readonly NATS_URL: string;
  readonly NATS_USER?: string | undefined;
  readonly NATS_PASSWORD?: string | undefined;
  readonly NATS_CREDS?: string | undefined;
  readonly NATS_CA?: string | undefined;
}

/** What `connectNats` needs of a configuration. */
export const natsAccess = (config: NatsConfig): NatsAccess => ({
  url: config.NATS_URL,
  user: config.NATS_USER,
  password: config.NATS_PASSWORD,
  credentialsFile: config.NATS_CREDS,
  caFile: config.NATS_CA,
});

/** Settings that every process has. */
export const processSettings = {
  NODE_ENV: z.enum(['development', 'test', 'production']),
  ...natsSettings,
  SUBJECT_PREFIX: z
    .string()
    .regex(/^([a-z0-9]+_)?$/, 'must be empty or one word of a-z and 0-9 with _ at its end')
    .default(''),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65535),
  HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
} as const;

/** Settings of every event-sourced service. */
export const serviceSettings = {
  ...processSettings,
  DATABASE_URL: z.url(),
  IDEMPOTENCY_SECRET: secretKey,
} as const;

/** For programs that serve nothing: nobody has to choose a port for them. */
export const nothingListens = { HEALTH_PORT: '0' } as const;

/** Every service that opens sealed authors has both, see `SealedAuthors`. */
export const sealSettings = {
  /** Keys of 32 bytes in base64, the newest first: that one seals, all open what they sealed. */
  SEALED_AUTHOR_KEYS: z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(secretKey))
    .refine((keys) => new Set(keys.map(String)).size === keys.length, 'must not hold a key twice'),
  /** 32 bytes in base64. Tags by which people's own anonymous posts are found are made with it, so it must never change. */
  SEALED_AUTHOR_TAG_KEY: secretKey,
} as const;

/** Reads the environment once. Lists every problem on stderr and ends the process with 78 when there is one. */
export const readConfig = <S extends z.ZodType>(schema: S, environment: NodeJS.ProcessEnv = process.env): z.output<S> => {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  process.stderr.write(`${describeProblems(parsed.error)}\n`);
  process.exit(wrongConfigurationExit);
};

export const describeProblems = (error: z.ZodError): string =>
  ['The configuration is wrong:', ...error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)].join('\n');
