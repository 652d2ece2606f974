import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { describeProblems, natsAccess, optionalList, sealSettings, serviceSettings } from './config.js';

const schema = z.object({ ...serviceSettings, NAMES: optionalList });
const right = {
  NODE_ENV: 'test',
  NATS_URL: 'nats://127.0.0.1:4222',
  HEALTH_PORT: '0',
  DATABASE_URL: 'postgres://a:b@127.0.0.1:5432/c',
  IDEMPOTENCY_SECRET: randomBytes(32).toString('base64'),
};

describe('configuration', () => {
  it('the configuration turns text into numbers, bytes and lists', () => {
    const config = schema.parse({ ...right, NAMES: ' maya, jonas ,,' });
    expect(config).toMatchObject({ HEALTH_PORT: 0, NAMES: ['maya', 'jonas'], SUBJECT_PREFIX: '', LOG_LEVEL: 'info' });
    expect(config.IDEMPOTENCY_SECRET).toHaveLength(32);
  });

  it('a database URL may have several hosts, and each is checked', () => {
    const accepts = (DATABASE_URL: string) => schema.safeParse({ ...right, DATABASE_URL }).success;
    expect(accepts('postgres://a:b%2Cc@one:5432,two:5433/d?sslmode=require')).toBe(true);
    for (const hosts of ['one:5432,', 'one:5432,two:port']) expect(accepts(`postgres://a:b@${hosts}/d`)).toBe(false);
  });

  it('a NATS URL may have several servers and a user, but no invalid part', () => {
    const access = {
      NATS_URL: 'nats://one:4222, tls://two:4222',
      NATS_USER: 'content',
      NATS_PASSWORD: 'secret',
      NATS_CA: '/ca.pem',
    };
    expect(natsAccess(schema.parse({ ...right, ...access }))).toEqual({
      url: access.NATS_URL,
      user: 'content',
      password: 'secret',
      credentialsFile: undefined,
      caFile: '/ca.pem',
    });
    for (const NATS_URL of ['', 'one:4222', 'http://one', 'nats://one,', 'nats://one/path']) {
      expect(schema.safeParse({ ...right, NATS_URL }).success).toBe(false);
    }
  });

  const asWords = /write \/ as %2F/;
  it.each([
    ['NATS_URL', 'nats://one:4222/', undefined],
    ['NATS_URL', 'nats://a:b%2F@one:4222', undefined],
    ['NATS_URL', 'nats://a:b/c@one:4222', asWords],
    ['NATS_URL', 'nats://one:4222/path', /nothing behind it/],
    ['NATS_URL', 'http://one', /must be nats:/],
    ['DATABASE_URL', 'postgresql://a:b@h/c?sslmode=verify-full', undefined],
    ['DATABASE_URL', 'postgres:///c?host=/run/postgresql', undefined],
    ['DATABASE_URL', 'postgres://a:1?c@h/d', asWords],
    ['DATABASE_URL', 'postgres://a:b#c@h/d', asWords],
    ['DATABASE_URL', 'postgres://a:b%c@h/d', asWords],
    ['DATABASE_URL', 'postgres://a:b/c@h/d', asWords],
    ['DATABASE_URL', 'postgres://a:b?c@h/d', asWords],
    ['DATABASE_URL', 'mysql://a:b@h/c', /must be postgres:/],
  ])('accepts %s=%s, or refuses it with a text that does not repeat it', (name, value, problem) => {
    const { error } = schema.safeParse({ ...right, [name]: value });
    const text = error ? describeProblems(error) : undefined;
    if (problem === undefined) expect(text).toBeUndefined();
    else expect(text).toMatch(problem);
    expect(text ?? '').not.toContain(value);
  });

  it('health and metrics are served on loopback, or at a given address', () => {
    expect(schema.parse(right).HEALTH_HOST).toBe('127.0.0.1');
    expect(schema.parse({ ...right, HEALTH_HOST: '0.0.0.0' }).HEALTH_HOST).toBe('0.0.0.0');
  });

  it('the configuration lists every problem at once, each with its name', () => {
    const { error } = schema.safeParse({
      NODE_ENV: 'staging',
      NATS_URL: 'nowhere',
      HEALTH_PORT: '70000',
      IDEMPOTENCY_SECRET: 'c2hvcnQ=',
    });
    const text = describeProblems(error!);
    for (const name of ['NODE_ENV', 'NATS_URL', 'HEALTH_PORT', 'DATABASE_URL', 'IDEMPOTENCY_SECRET'])
      expect(text).toContain(`  ${name}: `);
  });

  it('the configuration never repeats a secret in its error', () => {
    const secret = Buffer.from('too short for a key').toString('base64');
    expect(describeProblems(schema.safeParse({ ...right, IDEMPOTENCY_SECRET: secret }).error!)).not.toContain(secret);
  });

  it('the configuration accepts a list of seal keys, and names an invalid list', () => {
    const [newest, old, tags] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const keys = z.object(sealSettings);
    const parsed = keys.parse({ SEALED_AUTHOR_KEYS: `${newest}, ${old}`, SEALED_AUTHOR_TAG_KEY: tags });
    expect(parsed.SEALED_AUTHOR_KEYS.map((key) => key.toString('base64'))).toEqual([newest, old]);
    expect(parsed.SEALED_AUTHOR_READING_KEYS).toEqual([]);
    const renewing = keys.parse({
      SEALED_AUTHOR_KEYS: old,
      SEALED_AUTHOR_READING_KEYS: newest,
      SEALED_AUTHOR_TAG_KEY: tags,
    });
    expect(renewing.SEALED_AUTHOR_READING_KEYS.map((key) => key.toString('base64'))).toEqual([newest]);
    for (const wrong of [undefined, '', 'c2hvcnQ=', `${newest},`, `${newest},${newest}`]) {
      const { error } = keys.safeParse({ SEALED_AUTHOR_KEYS: wrong, SEALED_AUTHOR_TAG_KEY: tags });
      expect(describeProblems(error!)).toContain('SEALED_AUTHOR_KEYS');
    }
  });
});
