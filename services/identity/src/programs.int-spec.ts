import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { identityRpc, moderationRpc } from '@hearsay/contracts';
import { createTestServiceStub } from '@hearsay/testing';
import { aService } from '@hearsay/testing/a-service';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { register, startIdentity } from './identity.suite.js';

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
    for (const username of ['Ada', 'Grace Hopper', 'Linus']) {
      await register(test, username);
    }
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
  const accounts = async () => (await test.service.pool.query('select * from accounts order by account_id')).rows;

  it('grants roles through the running service', async () => {
    expect(await operator('roles', 'grant', 'ambassador', 'Grace', 'Hopper')).toEqual({
      code: 0,
      output: 'Grace Hopper is now ambassador\n',
    });
    expect((await accounts()).map((account) => account.is_ambassador)).toEqual([false, true, false]);
  });

  it('exits with 1 for an unknown name', async () => {
    expect(await operator('roles', 'revoke', 'spotlight', 'nobody here')).toEqual({
      code: 1,
      output: 'Nobody is called nobody here\n',
    });
  });

  it('rebuilds the accounts from the log: replay equals live', async () => {
    await test.call(identityRpc.setRole, { username: 'Linus', role: 'spotlight', isGranted: true }, null);
    await test.call(identityRpc.setRole, { username: 'Grace Hopper', role: 'ambassador', isGranted: false }, null);
    const live = await accounts();
    expect(live).toHaveLength(3);
    const refused = await operator('rebuild', 'identity.accounts');
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('Nothing was done: moderation')]);
    const noted: unknown[] = [];
    const moderation = createTestServiceStub(test.connection, test.prefix, 'moderation', {
      [moderationRpc.noteMaintenance.name]: (input) => {
        noted.push(input);
        return {};
      },
    });
    await test.connection.flush();
    const { code, output } = await operator('rebuild', 'identity.accounts');
    expect(output).toContain('identity.accounts: rebuilt from');
    expect(code).toBe(0);
    expect(await accounts()).toEqual(live);
    expect(noted).toEqual([{ entryId: expect.any(String), act: 'rebuild-started', target: 'identity.accounts' }]);
    moderation.stop();
    const { person } = await test.call(identityRpc.login, { username: 'linus', password: 'correct horse' }, null);
    expect(person).toMatchObject({ username: 'Linus', isSpotlight: true });
    expect((await register(test, 'After')).person.username).toBe('After');
  });
});
