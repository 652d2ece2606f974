import assert from 'node:assert/strict';
import { checkBookmarks, checkBoosts, checkCounters, checkRooms, checkXp } from '../journeys/exact/checks.ts';
import type { ResumingViewer } from '../journeys/resuming-viewer.ts';
import { queryRows } from '../journeys/system.ts';
import { databaseServices } from '../local/service-list.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';

const checkReports = async ({ system }: Cluster, load: Load): Promise<void> => {
  const reporterIds = load.acts.people.map(({ user }) => user.id);
  const text = 'select id from reports where reporter_id = any($1)';
  const rows = await queryRows<{ id: string }>(system, 'moderation', text, [reporterIds]);
  assert.deepEqual(rows.map(({ id }) => id).sort(), [...new Set(load.reportIds)].sort());
};

const checkDeadLetters = async ({ system }: Cluster): Promise<void> => {
  for (const service of databaseServices)
    assert.deepEqual(await queryRows(system, service, 'select consumer, error from dead_letters'), []);
};

/** No event has a date after its database wrote it. An earlier date is possible, because processes are paused. */
const checkTimes = async ({ system }: Cluster): Promise<void> => {
  const text = `select type, meta ->> 'occurredAt' as "occurredAt", recorded_at as "recordedAt" from events
    where (meta ->> 'occurredAt')::timestamptz > recorded_at + interval '2 seconds' limit 5`;
  for (const service of databaseServices) assert.deepEqual(await queryRows(system, service, text), []);
};

/** Each viewer received every entry of the room once, in order. */
const checkViewers = async (load: Load, viewers: readonly ResumingViewer[]): Promise<void> => {
  const { id } = load.acts.questions[0]!.question;
  const { lastNumber } = await load.acts.people[0]!.room(id, 0);
  for (const viewer of viewers) {
    await viewer.untilEntry(lastNumber);
    assert.deepEqual(
      viewer.entries.map(({ number }) => number),
      Array.from({ length: lastNumber }, (_, index) => index + 1),
    );
  }
};

/** @returns an empty list, or the error of `check` as a text that begins with `what` */
export const problemsFrom = async (what: string, check: () => Promise<unknown>): Promise<string[]> => {
  try {
    await check();
    return [];
  } catch (error) {
    return [`${what}: ${error instanceof Error ? error.message : error}`];
  }
};

/** Compares the data of a settled system with the acknowledged acts, and with what the viewers received. */
export const problemsAfter = async (
  cluster: Cluster,
  load: Load,
  viewers: readonly ResumingViewer[],
): Promise<string[]> => {
  const checks: Record<string, () => Promise<unknown>> = {
    rooms: () => checkRooms(load.acts),
    boosts: () => checkBoosts(load.acts),
    ...(!load.isForRelease090 && { bookmarks: () => checkBookmarks(load.acts) }),
    counters: () => checkCounters(cluster.system, load.acts),
    XP: () => checkXp(cluster.system, load.acts),
    reports: () => checkReports(cluster, load),
    viewers: () => checkViewers(load, viewers),
    'dead letters': () => checkDeadLetters(cluster),
    times: () => checkTimes(cluster),
  };
  const problems: string[] = [];
  for (const [what, check] of Object.entries(checks)) problems.push(...(await problemsFrom(what, check)));
  return problems;
};
