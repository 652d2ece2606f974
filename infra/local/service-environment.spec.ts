import { describe, expect, it } from '@jest/globals';
import { operatorNatsUrl } from './nats-users.ts';
import { type SystemSettings, serviceEnvironment } from './service-environment.ts';
import { databaseServices, perService, services } from './service-list.ts';

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
  databaseUrls: perService(databaseServices, (service) => `postgres://${service}`),
  overrides: {},
};

describe('the environment of a service', () => {
  it('has only its own database', () => {
    for (const service of databaseServices)
      expect(serviceEnvironment(service, settings).DATABASE_URL).toBe(`postgres://${service}`);
    expect(serviceEnvironment('gateway', settings).DATABASE_URL).toBeUndefined();
  });

  it('has keys of sealed authors except in identity, moderation and the gateway', () => {
    const holders = services.filter((service) => 'SEALED_AUTHOR_KEYS' in serviceEnvironment(service, settings));
    expect(holders).toEqual(['content', 'engagement', 'gamification', 'notification']);
    expect(services.filter((service) => 'SEALED_AUTHOR_TAG_KEY' in serviceEnvironment(service, settings))).toEqual(
      holders,
    );
    expect(serviceEnvironment('content', settings).SEALED_AUTHOR_KEYS).toBe('new,old');
  });

  it('has only its own NATS user', () => {
    expect(serviceEnvironment('content', settings)).toMatchObject({ NATS_USER: 'content', NATS_PASSWORD: 'secret' });
    expect(Object.keys(serviceEnvironment('engagement', settings)).filter((name) => name.startsWith('NATS_'))).toEqual([
      'NATS_URL',
    ]);
    expect(serviceEnvironment('content', settings)).not.toHaveProperty('NATS_CREDS');
  });

  it('has Redis for services with limits or jobs', () => {
    expect(services.filter((service) => 'REDIS_URL' in serviceEnvironment(service, settings))).toEqual([
      'content',
      'gamification',
      'moderation',
      'gateway',
    ]);
  });

  it('has the media store for services that receive or send bytes', () => {
    expect(services.filter((service) => 'MEDIA_URL' in serviceEnvironment(service, settings))).toEqual([
      'content',
      'gateway',
    ]);
  });

  it('is overridden by set variables, but not by unset ones', () => {
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
    ['of our own server has its operator', {}, 'nats://operator:word@one:4222,nats://operator:word@two:4222'],
    [
      'has NATS_USER as the services do',
      { NATS_URL: given, NATS_USER: 'a', NATS_PASSWORD: '/%' },
      'nats://a:%2F%25@one:4222,nats://a:%2F%25@two:4222',
    ],
    ['stays as it is given', { NATS_URL: given }, given],
  ])('%s', (_rule, environment, expected) => {
    const secrets = { ...settings.secrets, natsPasswords: { operator: 'word' } };
    expect(operatorNatsUrl(given, secrets, environment)).toBe(expected);
  });
});
