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
  /** For the role that may only read and write rows. */
  readonly databaseUrls: Readonly<Record<DatabaseService, string>>;
  readonly overrides: Readonly<Variables>;
}

export const passedOn = [
  'LOG_LEVEL',
  'RATE_LIMITS',
  'TRUSTED_PROXIES',
  'TLS',
  'PUBLIC_URL',
  'HEALTH_HOST',
  'ANONYMOUS_XP_POOL_SECONDS',
  'ERASE_AFTER_HOURS',
  'BOOTSTRAP_AMBASSADORS',
  'BOOTSTRAP_SPOTLIGHTS',
  'PROTECTED_USERNAMES',
];

const given = (variables: Readonly<Variables> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const opensSealedAuthors: readonly ServiceName[] = ['content', 'engagement', 'gamification', 'notification'];

const hasJobs: readonly ServiceName[] = ['content', 'gamification', 'moderation'];

export const serviceEnvironment = (service: ServiceName, settings: SystemSettings): Record<string, string> => {
  const { secrets } = settings;
  const isTest = settings.nodeEnvironment === 'test';
  const environment: Record<string, string> = {
    NODE_ENV: settings.nodeEnvironment,
    NATS_URL: settings.natsUrl,
    ...given(settings.natsUsers[service]),
    SUBJECT_PREFIX: '',
    LOG_LEVEL: isTest ? 'warn' : 'info',
  };
  if (service === 'gateway') {
    Object.assign(environment, {
      REDIS_URL: settings.redisUrl,
      WEB_ROOT: settings.webRoot,
      RATE_LIMITS: 'development',
      KNOWN_BROWSER_SECRET: secrets.knownBrowser,
    });
  } else {
    Object.assign(environment, {
      DATABASE_URL: settings.databaseUrls[service],
      IDEMPOTENCY_SECRET: secrets.idempotency,
    });
  }
  if (service === 'gateway' || service === 'content') environment.MEDIA_URL = settings.mediaUrl;
  if (service === 'identity') environment.PROTECTED_USERNAMES = 'hearsay,admin,moderator,support';
  // Identity knows every account, and moderation every report. Neither may open the author of an anonymous post.
  if (opensSealedAuthors.includes(service)) {
    environment.SEALED_AUTHOR_KEYS = secrets.sealedAuthorKeys.join(',');
    environment.SEALED_AUTHOR_TAG_KEY = secrets.sealedAuthorTagKey;
  }
  if (hasJobs.includes(service)) environment.REDIS_URL = settings.redisUrl;
  if (service === 'gamification') environment.ANONYMOUS_XP_POOL_SECONDS = isTest ? '0' : '60';
  return { ...environment, ...given(settings.overrides) };
};
