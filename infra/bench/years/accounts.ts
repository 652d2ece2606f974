import { randomBytes, randomUUID } from 'node:crypto';
import { steadyNow } from '@hearsay/contracts';
import { type CommandDefinition, CommandPipeline } from '@hearsay/event-store';
import { createLogger, createPool } from '@hearsay/service-runtime';
import type { System } from '../../local/bring-up.ts';
import { repository } from '../../local/paths.mjs';
import { each } from './each.ts';

const timeoutMs = 60_000;

/** Uses identity's own command. All accounts share one password hash, since a hash takes 30 ms. @returns their ids */
export const registerAccounts = async (system: System, count: number): Promise<string[]> => {
  const root = process.env.HEARSAY_BENCH_ROOT ?? repository;
  const identity = async (file: string) => import(new URL(`services/identity/dist/${file}`, `file://${root}/`).href);
  const { accountAggregate, registerAccount } = await identity('accounts/account.decider.js');
  const { accountRows } = await identity('accounts/accounts.projection.js');
  const { writeTexts } = await identity('accounts/account.sql.js');
  const { writeCredentials } = await identity('sessions/credentials.js');
  const { Passwords } = await identity('sessions/passwords.js');
  const log = createLogger({ service: 'bench', level: 'warn' });
  const pool = createPool({ url: system.databaseUrls.identity, service: 'bench-years', max: 2, log });
  const pipeline = new CommandPipeline({
    pool,
    aggregates: [accountAggregate],
    readModels: [accountRows],
    writers: { texts: writeTexts, credentials: writeCredentials },
    idempotencySecret: randomBytes(32),
    publish: () => undefined,
    nudge: () => undefined,
    log,
  });
  const passwordHash = await new Passwords().hash(randomBytes(16).toString('hex'), steadyNow() + timeoutMs);
  const accounts = Array.from({ length: count }, () => randomUUID());
  await each(count, async (index) => {
    const [accountId, username] = [accounts[index]!, `Person${index}`];
    const input = { accountId, usernameTextId: randomUUID(), username, passwordHash, isCreator: index % 50 === 0 };
    const context = { accountId: null, correlationId: randomUUID(), deadline: steadyNow() + timeoutMs };
    await pipeline.execute(registerAccount as CommandDefinition<typeof input, unknown>, input, context);
  });
  await pipeline.stop();
  await pool.end();
  return accounts;
};
