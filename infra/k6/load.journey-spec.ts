import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { System } from '../local/bring-up.ts';
import { findK6, loadScript, makeFlood, missedThreshold } from '../local/load.ts';
import { repository } from '../local/paths.mjs';
import { runCommand } from '../local/run-command.ts';
import { startSystem } from '../local/system.ts';

/** This tests k6's configuration and output, not this machine's speed. */
const anySpeed = { SLOWNESS: '30', RATE: '4', INSIST: '1' };
/** The objectives of smoke.ts. Each can be made impossible by its name. */
const objectives = [
  'checks',
  'http_req_failed',
  'counts_that_differ',
  'dropped_iterations',
  'http_req_duration{act:boost}',
  'http_req_duration{act:feed}',
];

const mustNeverHappen: Readonly<Record<string, readonly string[]>> = {
  feed: ['feed_repeats', 'feed_disorder'],
  evening: ['counts_that_differ', 'follows_that_differ', 'rooms_that_differ'],
};

const k6 = findK6();
if (!k6) console.warn('Skipped: k6 is missing. Build it with `npm run tools` (needs Go), or put it on the PATH.');

const small = { PEOPLE: '8', QUESTIONS: '25', RATE: '20', DURATION: '5s', EPISODES: '2', SLOWNESS: '1' };
const objectivesOf = (page: string) =>
  page.split('\n').filter((line) => /\| (reached|MISSED|not measured) \|/.test(line));

(k6 ? describe : describe.skip)('the load tests', () => {
  let system: System;
  const folder = mkdtempSync(join(tmpdir(), 'hearsay-load-'));

  beforeAll(async () => {
    system = await startSystem();
  });
  afterAll(async () => {
    await system?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const load = (name: string, env: Record<string, string>): Promise<number> =>
    runCommand(k6 ?? '', ['run', '--quiet', '--no-usage-report', loadScript(name)], {
      cwd: repository,
      env: { BASE_URL: system.url, SUMMARY_FOLDER: folder, ...anySpeed, ...env },
      quiet: true,
    });
  const smoke = (env: Record<string, string>) => load('smoke', env);

  it('reaches every objective of the smoke test, and reports so in JSON and Markdown', async () => {
    expect(await smoke({})).toBe(0);
    const { metrics } = JSON.parse(readFileSync(join(folder, 'load-smoke.json'), 'utf8'));
    expect(metrics.checks.values).toMatchObject({ rate: 1, fails: 0 });
    expect(metrics.counts_that_differ.values.count).toBe(0);
    const page = readFileSync(join(folder, 'load-smoke.md'), 'utf8');
    expect(page.match(/\| reached \|/g)).toHaveLength(objectives.length);
    expect(page).not.toContain('MISSED');
  });

  it.each(objectives)('fails when the objective %s of the smoke test is missed', async (objective) => {
    expect(await smoke({ IMPOSSIBLE: objective, DURATION: '1s', PEOPLE: '2', QUESTIONS: '2' })).toBe(missedThreshold);
    const page = readFileSync(join(folder, 'load-smoke.md'), 'utf8');
    expect(page.match(/\| MISSED \|/g)?.length).toBeGreaterThanOrEqual(1);
  });

  it.each(['feed', 'evening'])('finds no error in the %s, and reports every objective that is missed', async (name) => {
    expect(await load(name, { ...small, IMPOSSIBLE: 'every' })).toBe(missedThreshold);
    const { metrics } = JSON.parse(readFileSync(join(folder, `load-${name}.json`), 'utf8'));
    expect(metrics.checks.values).toMatchObject({ rate: 1, fails: 0 });
    for (const metric of mustNeverHappen[name] ?? [])
      expect([metric, metrics[metric].values.count]).toEqual([metric, 0]);
    // This machine decides whether an iteration is dropped. A test above shows that a drop is noticed.
    const judged = objectivesOf(readFileSync(join(folder, `load-${name}.md`), 'utf8')).filter(
      (line) => !line.includes('left out'),
    );
    expect(judged.filter((line) => !line.includes('| MISSED |'))).toEqual([]);
    expect(judged.length).toBeGreaterThanOrEqual(7);
  });

  it('floods from a separate k6, and reports every objective of both that is missed', async () => {
    const env = {
      ...small,
      DURATION: '4s',
      WARMING: '4s',
      ROUNDS: '1',
      REPLIES: '5',
      FLOOD: '20',
      INSIST: '1',
      SUMMARY_FOLDER: folder,
      IMPOSSIBLE: 'every',
    };
    // Beside other tests a k6 that yields may get no processor time before the boosts end.
    const codes = await makeFlood({
      k6: k6 ?? '',
      url: system.url,
      quiet: true,
      env,
      visitorsEnv: env,
      standsBack: false,
    });
    expect(codes).toEqual({ code: missedThreshold, visitorsCode: missedThreshold });
    for (const [name, most] of [
      ['flood', 5],
      ['flood-visitors', 5],
    ] as const) {
      const { metrics } = JSON.parse(readFileSync(join(folder, `load-${name}.json`), 'utf8'));
      expect(metrics.checks.values).toMatchObject({ rate: 1, fails: 0 });
      const judged = objectivesOf(readFileSync(join(folder, `load-${name}.md`), 'utf8')).filter(
        (line) => !line.includes('left out'),
      );
      expect(judged.filter((line) => !line.includes('| MISSED |'))).toEqual([]);
      expect(judged).toHaveLength(most);
    }
    const { metrics } = JSON.parse(readFileSync(join(folder, 'load-flood.json'), 'utf8'));
    expect(metrics.counts_that_differ.values.count).toBe(0);
  });
});
