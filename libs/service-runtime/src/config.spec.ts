import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { describeProblems, optionalList, serviceSettings } from './config.js';

const schema = z.object({ ...serviceSettings, NAMES: optionalList });
const right = {
  NODE_ENV: 'test',
  NATS_URL: 'nats://127.0.0.1:4222',
  HEALTH_PORT: '0',
  DATABASE_URL: 'postgres://a:b@127.0.0.1:5432/c',
  IDEMPOTENCY_SECRET: randomBytes(32).toString('base64'),
};

describe('configuration', () => {
  it('turns text into numbers, bytes and lists', () => {
    const config = schema.parse({ ...right, NAMES: ' maya, jonas ,,' });
    expect(config).toMatchObject({ HEALTH_PORT: 0, NAMES: ['maya', 'jonas'], SUBJECT_PREFIX: '', LOG_LEVEL: 'info' });
    expect(config.IDEMPOTENCY_SECRET).toHaveLength(32);
  });

  it('lists every problem at once, each with its name', () => {
    const { error } = schema.safeParse({ NODE_ENV: 'staging', NATS_URL: 'nowhere', HEALTH_PORT: '70000', IDEMPOTENCY_SECRET: 'c2hvcnQ=' });
    const text = describeProblems(error!);
    for (const name of ['NODE_ENV', 'NATS_URL', 'HEALTH_PORT', 'DATABASE_URL', 'IDEMPOTENCY_SECRET']) expect(text).toContain(`  ${name}: `);
  });

  it('never repeats a secret in its complaint', () => {
    const secret = Buffer.from('too short for a key').toString('base64');
    expect(describeProblems(schema.safeParse({ ...right, IDEMPOTENCY_SECRET: secret }).error!)).not.toContain(secret);
  });
});
