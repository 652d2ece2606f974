/** The services with a database of their own, in the order of their progress lines. */
export const databaseServices = ['identity', 'content', 'engagement', 'gamification', 'notification'];

/** All processes of Hearsay's own. */
export const services = [...databaseServices, 'gateway'];

/** Servers stop last, the gateway (which takes the requests) first. */
export const tiers = { server: 0, service: 1, gateway: 2, web: 3 };

/**
 * What every service of one system shares.
 * @typedef {object} SystemSettings
 * @property {'development' | 'test'} nodeEnvironment
 * @property {string} natsUrl
 * @property {string} redisUrl
 * @property {string} logLevel
 * @property {string} webRoot folder of the built web app; empty = none
 * @property {string} rateLimits
 * @property {string} anonymousXpMaxDelaySeconds
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {Record<string, string>} databaseUrls by service, for the DML role
 * @property {Record<string, string | undefined>} overrides win over everything else
 */

/** Configuration that a person may set in the environment of `npm start`. */
export const passedOn = [
  'LOG_LEVEL',
  'RATE_LIMITS',
  'ANONYMOUS_XP_MAX_DELAY_SECONDS',
  'BOOTSTRAP_AMBASSADORS',
  'BOOTSTRAP_SPOTLIGHTS',
  'PROTECTED_USERNAMES',
];

/**
 * The environment of one service, without its ports.
 * @param {string} service
 * @param {SystemSettings} settings
 * @returns {Record<string, string>}
 */
export const serviceEnvironment = (service, settings) => {
  const { secrets } = settings;
  const environment = { NODE_ENV: settings.nodeEnvironment, NATS_URL: settings.natsUrl, SUBJECT_PREFIX: '', LOG_LEVEL: settings.logLevel };
  if (service === 'gateway') {
    Object.assign(environment, { REDIS_URL: settings.redisUrl, WEB_ROOT: settings.webRoot, RATE_LIMITS: settings.rateLimits });
  } else {
    Object.assign(environment, { DATABASE_URL: settings.databaseUrls[service], IDEMPOTENCY_SECRET: secrets.idempotency });
  }
  if (service === 'identity') environment.PROTECTED_USERNAMES = 'hearsay,admin,moderator,support';
  // Identity knows every account and therefore must not be able to open the author of an anonymous post.
  else if (service !== 'gateway') {
    environment.SEALED_AUTHOR_KEYS = secrets.sealedAuthorKeys.join(',');
    environment.SEALED_AUTHOR_TAG_KEY = secrets.sealedAuthorTagKey;
  }
  if (service === 'gamification') {
    Object.assign(environment, { REDIS_URL: settings.redisUrl, ANONYMOUS_XP_MAX_DELAY_SECONDS: settings.anonymousXpMaxDelaySeconds });
  }
  for (const [name, value] of Object.entries(settings.overrides)) if (value !== undefined) environment[name] = value;
  return environment;
};
