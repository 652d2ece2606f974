import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repository } from '../local/paths.mjs';
import { type DatabaseService, databaseServices, services } from '../local/service-list.ts';
import { fillTables } from './query-plans/filling.ts';
import { Planner } from './query-plans/plans.ts';
import { makeEveryCall } from './query-plans/reading.ts';
import { readSentStatements } from './query-plans/statements.ts';
import { readSourceStatements } from './query-plans/written.ts';
import { createHistory } from './replay/history.ts';
import { connectAsOwner } from './replay/read-models.ts';
import { systemForBlock } from './system-for-block.ts';

const sweepTimeoutMs = 180_000;
const collector = fileURLToPath(new URL('./query-plans/collector.ts', import.meta.url));

const smallOfEveryLog = ['store_epoch', 'consumer_checkpoints', 'dead_letters', 'schema_migrations', 'pg_database'];
/** Tables that stay small in a large community. */
const small: Partial<Record<DatabaseService, readonly string[]>> = {
  identity: ['founder_links', 'removal_attempts'],
  gamification: ['level_checks', 'waiting_xp', 'xp_pools'],
  moderation: ['wipe_tasks'],
  notification: ['ambassadors', 'undone_act_changes'],
};
/** Source files whose statements belong to rebuilds, which read whole tables on purpose. */
const ofRebuilds: Partial<Record<DatabaseService, readonly string[]>> = {
  content: ['feeds/ranks.projector.ts'],
};

/**
 * PostgreSQL plans every SQL statement of the services on tables with many rows. A statement that the running system
 * has sent is planned with its values. Other statements are planned as the source code contains them.
 */
describe('every statement of every service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-statements-'));
  const options = `--disable-warning=ExperimentalWarning --import=${collector}`;
  const system = systemForBlock({ env: { STATEMENTS_FOLDER: folder, NODE_OPTIONS: options } });

  beforeAll(async () => {
    await createHistory(system);
    await makeEveryCall(system);
    // Waits until sweeps have sent these statements with values. Plans without values would read whole tables.
    const swept = [
      ['content', 'delete from podcast_plays'],
      ['content', 'delete from held_asks h using'],
      ['engagement', 'with due as (select * from (select * from json_populate_recordset(null::repost_erasures'],
    ] as const;
    for (const [service, start] of swept)
      await eventually(
        `${service} has swept`,
        () => readSentStatements(folder, service).some(({ text }) => text.startsWith(start)),
        sweepTimeoutMs,
      );
    // Stopped services cannot process the rows that the test fills in.
    for (const service of services) await system.supervisor.stop(service);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(databaseServices)('every statement of %s uses an index', async (service) => {
    const sent = readSentStatements(folder, service);
    expect(sent.length).toBeGreaterThan(20);
    const client = await connectAsOwner(system, service);
    try {
      await fillTables(client, [...smallOfEveryLog, ...(small[service] ?? [])]);
      const planner = await Planner.of(client);
      const problems: string[] = [];
      const look = async (text: string, from: string, values?: readonly unknown[]) => {
        const tables = await planner
          .tablesReadWhole(values ? { text, values } : { text })
          .catch((error: Error) => [error.message]);
        const big = tables.filter((table) => ![...smallOfEveryLog, ...(small[service] ?? [])].includes(table));
        if (big.length > 0) problems.push(`${from} reads all of ${big.join(', ')}: ${text.replaceAll(/\s+/g, ' ')}`);
      };
      for (const { text, values } of sent) await look(text, 'sent', values);
      for (const { file, text, pattern, isWhole } of readSourceStatements(
        join(repository, 'services', service, 'src'),
      )) {
        if (ofRebuilds[service]?.includes(file) || sent.some((statement) => pattern.test(statement.text))) continue;
        if (!isWhole) problems.push(`${file}: was never sent: ${text}`);
        else await look(text, file);
      }
      expect([...new Set(problems)]).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
