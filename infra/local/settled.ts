import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { System } from './bring-up.ts';
import { type DatabaseService, databaseServices, rolesOf } from './service-list.ts';

type Ports = System['ports'];

const limitMs = 300_000;
/** Each pause between polls is this part of the time since the start. Polls take processor time, so pauses grow. */
const pauses = { part: 0.05, shortestMs: 10, longestMs: 250 };

const workLeft = async (port: number | undefined): Promise<readonly string[]> => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/settled`);
  return ((await answer.json()) as { missing: string[] }).missing;
};

/** Each consumer runs in one process, and only that process reports it as finished. */
const isServiceSettled = async (service: DatabaseService, ports: Ports): Promise<boolean> => {
  const answers = await Promise.all(rolesOf(service, ports).map((role) => workLeft(ports[role])));
  const [first = ['start'], ...others] = answers;
  if ([first, ...others].flat().includes('start')) return false;
  return first.every((work) => others.some((left) => !left.includes(work)));
};

/** @returns the number of events in each log, or undefined while a service has work */
const countsWhenSettled = async ({ ports }: System, logs: readonly pg.Pool[]): Promise<string | undefined> => {
  const answers = databaseServices.map((service) => isServiceSettled(service, ports).catch(() => false));
  if ((await Promise.all(answers)).includes(false)) return undefined;
  const counts = logs.map(async (log) => (await log.query('select count(*)::int as count from events')).rows[0].count);
  return (await Promise.all(counts)).join(' ');
};

/**
 * Resolves when services have published and applied all events and no job is due. Two checks in a row must find equally
 * many events, because an event may still be on its way to another service.
 * @throws after `withinMs`
 */
export const untilSettled = async (system: System, withinMs = limitMs): Promise<void> => {
  const urls = Object.values(system.databaseUrls);
  const logs = urls.map((connectionString) => new pg.Pool({ connectionString, max: 1 }));
  // Without a listener a lost connection would end this process. With a listener only the next query fails.
  for (const log of logs) log.on('error', () => undefined);
  const from = performance.now();
  let before: string | undefined;
  try {
    for (;;) {
      const now = await countsWhenSettled(system, logs);
      if (now !== undefined && now === before) return;
      before = now;
      const waitedMs = performance.now() - from;
      if (waitedMs > withinMs) throw new Error(`The system has not settled within ${withinMs} ms`);
      await pause(Math.min(Math.max(waitedMs * pauses.part, pauses.shortestMs), pauses.longestMs));
    }
  } finally {
    await Promise.all(logs.map((log) => log.end()));
  }
};
