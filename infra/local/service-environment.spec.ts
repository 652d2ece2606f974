import { describe, expect, it } from '@jest/globals';
import { operatorNatsUrl } from './nats-users.ts';
import { type SystemSettings, serviceEnvironment } from './service-environment.ts';
import { databaseServices, mapServices, services } from './service-list.ts';

const settings: SystemSettings = {
  nodeEnvironment: 'development',
  natsUrl: 'nats://127.0.0.1:1',
  natsUsers: { content: { NATS_USER: 'content', NATS_PASSWORD: 'secret', NATS_CREDS: undefined } },
  redisUrl: 'redis://127.0.0.1:2',
  mediaUrl: 'file:///media',
  webRoot: '/web',
  secrets: {
    idempotency: 'idempotency key',
    sealedAuthorKeys: ['new', 'old'],
    sealedAuthorTagKey: 'tag key',
    knownBrowser: 'browser key',
    natsPasswords: {},
    passwords: {},
  },
  databaseUrls: mapServices(databaseServices, (service) => `postgres://${service}`),
  overrides: {},
};

const openers = ['content', 'engagement', 'gamification', 'notification'];

describe('the environment of a service', () => {
  it.each([
    ['its own database', 'DATABASE_URL', [...databaseServices]],
    ['keys of sealed authors except in identity, moderation and the gateway', 'SEALED_AUTHOR_KEYS', openers],
    ['the tag key of sealed authors in the same services', 'SEALED_AUTHOR_TAG_KEY', openers],
    ['Redis for services with limits or jobs', 'REDIS_URL', ['content', 'gamification', 'moderation', 'gateway']],
    ['the media store for services that receive or send bytes', 'MEDIA_URL', ['content', 'gateway']],
    ['only its own NATS user', 'NATS_USER', ['content']],
  ])('the environment of a service has %s', (_rule, variable, holders) => {
    expect(services.filter((service) => variable in serviceEnvironment(service, settings))).toEqual(holders);
  });

  it('the environment of a service contains no values of other services', () => {
    for (const service of databaseServices)
      expect(serviceEnvironment(service, settings).DATABASE_URL).toBe(`postgres://${service}`);
    const content = { NATS_USER: 'content', NATS_PASSWORD: 'secret', SEALED_AUTHOR_KEYS: 'new,old' };
    expect(serviceEnvironment('content', settings)).toMatchObject(content);
    expect(serviceEnvironment('content', settings)).not.toHaveProperty('NATS_CREDS');
  });

  it('variables of the caller replace defaults only if they are set', () => {
    const overrides = { RATE_LIMITS: 'strict', LOG_LEVEL: undefined };
    expect(serviceEnvironment('gateway', { ...settings, overrides })).toMatchObject({
      RATE_LIMITS: 'strict',
      LOG_LEVEL: 'info',
    });
  });
});

describe("the operators' NATS address", () => {
  const given = 'nats://one:4222,nats://two:4222';
  it.each([
    ['names the user `operator` of our own NATS', {}, 'nats://operator:word@one:4222,nats://operator:word@two:4222'],
    [
      'names NATS_USER if it is set, as for services',
      { NATS_URL: given, NATS_USER: 'a', NATS_PASSWORD: '/%' },
      'nats://a:%2F%25@one:4222,nats://a:%2F%25@two:4222',
    ],
    ['equals a given NATS_URL without a user', { NATS_URL: given }, given],
  ])('%s', (_rule, environment, expected) => {
    const secrets = { ...settings.secrets, natsPasswords: { operator: 'word' } };
    expect(operatorNatsUrl(given, secrets, environment)).toBe(expected);
  });
});
