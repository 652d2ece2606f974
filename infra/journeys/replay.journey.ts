import { eventDefinitions } from '@hearsay/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { type DatabaseService, databaseServices, mapServices } from '../local/service-list.ts';
import { seed } from '../seed/seed.ts';
import { forEachInParallel } from './for-each-in-parallel.ts';
import { readModelTables, replayDifferences } from './replay/comparison.ts';
import { retryDeadLetter } from './replay/dead-letter.ts';
import { createHistory } from './replay/history.ts';
import { listReadModels, readTables, rebuildReadModel, type Tables } from './replay/read-models.ts';
import { untilReadyAndSettled } from './settled.ts';
import type { System } from './system.ts';

const maxPrinted = 6;

export const replayJourney = (system: System): void => {
  const names = mapServices(databaseServices, (): string[] => []);
  const live: Partial<Record<DatabaseService, Tables>> = {};
  const rebuilt: Partial<Record<DatabaseService, Tables>> = {};

  beforeAll(async () => {
    if (system.logins.length === 0) await seed(system);
    await createHistory(system);
    await untilReadyAndSettled(system);
    await forEachInParallel(databaseServices, async (service) => {
      live[service] = await readTables(system, service);
      names[service] = await listReadModels(system, service);
      for (const name of names[service]) await rebuildReadModel(system, service, name);
      rebuilt[service] = await readTables(system, service);
    });
  });
  it('the logs contain every type of event', () => {
    const met = new Set(
      databaseServices.flatMap((service) =>
        live[service]!.get('events')!.rows.map((row) => (JSON.parse(row) as { type: string }).type),
      ),
    );
    expect([...eventDefinitions.keys()].filter((type) => !met.has(type))).toEqual([]);
  });

  it.each(databaseServices)('a rebuild of %s makes the same rows again', (service) => {
    const differences = replayDifferences(service, live[service]!, rebuilt[service]!).flatMap(({ table, rows }) => [
      `${table}: ${rows.length} of ${rebuilt[service]!.get(table)!.rows.length}`,
      ...rows.slice(0, maxPrinted),
    ]);
    expect(differences).toEqual([]);
    const isEmpty = (table: string) => rebuilt[service]!.get(table)!.rows.length === 0;
    expect(readModelTables(service, rebuilt[service]!).filter(isEmpty)).toEqual([]);
  });

  it('the audit records that an operator has retried a dead letter', async () => {
    const { xpBefore, xpAfter, listed, replayed, audited } = await retryDeadLetter(system);
    expect(xpAfter - xpBefore).toBe(5);
    expect([listed.code, listed.output]).toEqual([
      0,
      expect.stringContaining('No entries today\ngamification: 1 dead letters\n'),
    ]);
    expect(replayed).toEqual({ code: 0, output: 'gamification: 1 replayed, 0 failed again\n' });
    expect(audited).toEqual([
      ['dead-letter-retried', expect.stringMatching(/^gamification\.boosts Boosted [0-9a-f-]{36}$/)],
    ]);
  });
};
