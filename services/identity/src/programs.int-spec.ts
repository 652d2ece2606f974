import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moderationRpc } from '@hearsay/contracts';
import { createTestServiceStub } from '@hearsay/testing';
import { serviceForBlock } from '@hearsay/testing/service-for-block';
import { describe, expect, it } from '@jest/globals';
import { startIdentity } from './identity.suite.js';

const run = (
  program: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const path = fileURLToPath(new URL(program, import.meta.url));
    const node = ['--conditions=@hearsay/source', '--import', '@oxc-node/core/register', path];
    execFile(
      process.execPath,
      [...node, ...args],
      { env: { PATH: process.env.PATH, ...environment } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });

describe('the service program', () => {
  it('the service program lists all configuration errors and exits with code 78', async () => {
    const { code, output } = await run('main.ts', [], { NODE_ENV: 'prod', IDEMPOTENCY_SECRET: 'c2hvcnQ=' });
    expect(code).toBe(78);
    for (const name of ['NODE_ENV', 'NATS_URL', 'HEALTH_PORT', 'DATABASE_URL', 'IDEMPOTENCY_SECRET'])
      expect(output).toContain(`  ${name}: `);
  });
});

describe('the operator program', () => {
  const test = serviceForBlock(() => startIdentity());

  const operator = (...args: string[]) =>
    run('operator.ts', args, {
      NODE_ENV: 'test',
      NATS_URL: process.env.TEST_NATS_URL ?? '',
      SUBJECT_PREFIX: test.prefix,
      DATABASE_URL: test.database.url,
      IDEMPOTENCY_SECRET: Buffer.alloc(32, 7).toString('base64'),
      OWNER_DATABASE_URL: test.database.ownerUrl,
      DATABASE_ROLE: test.database.role,
    });

  it('the operator program changes no data unless the audit has noted the act', async () => {
    const refused = await operator('rebuild', 'identity.accounts');
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Nothing was done: moderation')]);
    const noted: unknown[] = [];
    const note = (input: unknown) => {
      noted.push(input);
      return {};
    };
    createTestServiceStub(test.connection, test.prefix, 'moderation', { [moderationRpc.noteMaintenance.name]: note });
    await test.connection.flush();
    const { code, output } = await operator('rebuild', 'identity.accounts');
    expect([code, output]).toEqual([0, expect.stringContaining('identity.accounts: rebuilt from')]);
    expect(noted).toEqual([{ entryId: expect.any(String), act: 'rebuild-started', target: 'identity.accounts' }]);
  });
});
