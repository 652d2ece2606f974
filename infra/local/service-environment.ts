import { credentialsOf } from './credentials.ts';
import type { Secrets } from './secrets.ts';
import type { Variables } from './servers/processes.ts';
import type { DatabaseService, ServiceName } from './service-list.ts';

export interface SystemSettings {
  readonly nodeEnvironment: 'development' | 'test';
  readonly natsUrl: string;
  readonly natsUsers: Readonly<Partial<Record<ServiceName, Variables>>>;
  readonly redisUrl: string;
  readonly mediaUrl: string;
  readonly webRoot: string;
  readonly secrets: Secrets;
  /** URLs of the roles that may only read and write rows. */
  readonly databaseUrls: Readonly<Record<DatabaseService, string>>;
  readonly overrides: Readonly<Variables>;
}

/** Variables that `npm start` passes on from its own environment to the services. */
export const passedOnVariables = [
  'LOG_LEVEL',
  'RATE_LIMITS',
  'TRUSTED_PROXIES',
  'TLS',
  'PUBLIC_URL',
  'HEALTH_HOST',
  'DATABASE_STANDBY',
  'ANONYMOUS_XP_POOL_SECONDS',
  'ERASE_AFTER_HOURS',
  'EVENT_STREAM_REPLICAS',
  'EVENT_STREAM_MAX_MB',
  'PROTECTED_USERNAMES',
];

const given = (variables: Readonly<Variables> = {}): Record<string, string> =>
  JSON.parse(JSON.stringify(variables)) as Record<string, string>;

export const serviceEnvironment = (service: ServiceName, settings: SystemSettings): Record<string, string> => {
  const { secrets, redisUrl, mediaUrl, nodeEnvironment, databaseUrls } = settings;
  const isTest = nodeEnvironment === 'test';
  return {
    NODE_ENV: nodeEnvironment,
    NATS_URL: settings.natsUrl,
    ...given(settings.natsUsers[service]),
    SUBJECT_PREFIX: '',
    LOG_LEVEL: isTest ? 'warn' : 'info',
    ...credentialsOf(service, {
      databaseUrl: (name) => databaseUrls[name as DatabaseService],
      redisUrl,
      mediaUrl,
      knownBrowser: secrets.knownBrowser,
      idempotency: secrets.idempotency,
      sealKeys: {
        SEALED_AUTHOR_KEYS: secrets.sealedAuthorKeys.join(','),
        SEALED_AUTHOR_TAG_KEY: secrets.sealedAuthorTagKey,
      },
    }),
    ...(service === 'gateway' && { WEB_ROOT: settings.webRoot, RATE_LIMITS: 'development' }),
    ...(service === 'identity' && { PROTECTED_USERNAMES: 'hearsay,admin,moderator,support' }),
    ...(service === 'gamification' && { ANONYMOUS_XP_POOL_SECONDS: isTest ? '0' : '60' }),
    ...given(settings.overrides),
  };
};
