import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moderationRpc } from '@hearsay/contracts';
import { createTestServiceStub } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeAll, describe, expect, it } from '@jest/globals';
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
  it('lists everything that is wrong with its configuration and exits with 78', async () => {
    const { code, output } = await run('main.ts', [], { NODE_ENV: 'prod', IDEMPOTENCY_SECRET: 'c2hvcnQ=' });
    expect(code).toBe(78);
    for (const name of ['NODE_ENV', 'NATS_URL', 'HEALTH_PORT', 'DATABASE_URL', 'IDEMPOTENCY_SECRET'])
      expect(output).toContain(`  ${name}: `);
  });
});

describe('the operator program', () => {
  const test = aService(() => startIdentity());
  beforeAll(async () => {
    for (const username of ['Ada', 'Grace Hopper', 'Linus']) await test.register(username);
  });

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
  const accounts = () => test.rows<{ is_ambassador: boolean }>('select * from accounts order by account_id');

  it('grants roles through the running service, and exits with 1 for an unknown name', async () => {
    const granted = await operator('roles', 'grant', 'ambassador', 'Grace', 'Hopper');
    expect(granted).toEqual({ code: 0, output: 'Grace Hopper is now ambassador\n' });
    expect((await accounts()).map((account) => account.is_ambassador)).toEqual([false, true, false]);
    const unknown = await operator('roles', 'revoke', 'spotlight', 'nobody here');
    expect(unknown).toEqual({ code: 1, output: 'Nobody is called nobody here\n' });
  });

  it('rebuilds the accounts from the log: replay equals live', async () => {
    await test.setRole('Linus', true, 'spotlight');
    await test.setRole('Grace Hopper', false);
    const live = await accounts();
    expect(live).toHaveLength(3);
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
    expect(output).toContain('identity.accounts: rebuilt from');
    expect([code, await accounts()]).toEqual([0, live]);
    expect(noted).toEqual([{ entryId: expect.any(String), act: 'rebuild-started', target: 'identity.accounts' }]);
    expect((await test.login('linus')).person).toMatchObject({ username: 'Linus', isSpotlight: true });
    expect((await test.register('After')).person.username).toBe('After');
  });
});
