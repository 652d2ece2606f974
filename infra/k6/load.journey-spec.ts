import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { System } from '../local/bring-up.ts';
import { findK6, loadScript, makeFlood, missedThreshold } from '../local/load.ts';
import { repository } from '../local/paths.mjs';
import { runCommand } from '../local/run-command.ts';
import { startSystem } from '../local/system.ts';

/** Loose limits, because this journey tests k6's scripts and output, not the speed of this machine. */
const anySpeed = { SLOWNESS: '30', RATE: '4', INSIST: '1' };
const mustNeverHappen: Readonly<Record<string, readonly string[]>> = {
  smoke: ['counts_that_differ'],
  feed: ['feed_repeats', 'feed_disorder'],
  evening: ['counts_that_differ', 'follows_that_differ', 'rooms_that_differ'],
};

const k6 = findK6();
if (!k6) console.warn('Skipped: k6 is missing. Build it with `npm run tools` (needs Go), or put it on the PATH.');

const small = { PEOPLE: '8', QUESTIONS: '25', RATE: '20', DURATION: '5s', EPISODES: '2', SLOWNESS: '1' };

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
  const summaryOf = (name: string) => {
    const page = readFileSync(join(folder, `load-${name}.md`), 'utf8');
    const verdicts = page.match(/(?<=\| )(reached|MISSED|not measured)(?= \|)/g);
    return { metrics: JSON.parse(readFileSync(join(folder, `load-${name}.json`), 'utf8')).metrics, verdicts };
  };

  it('the smoke test reaches every objective, and reports this in JSON and Markdown', async () => {
    expect(await load('smoke', {})).toBe(0);
    const { metrics, verdicts } = summaryOf('smoke');
    expect(metrics.checks.values).toMatchObject({ rate: 1, fails: 0 });
    expect(metrics.counts_that_differ.values.count).toBe(0);
    expect(verdicts).toEqual(new Array(6).fill('reached'));
  });

  it.each([
    ['smoke', 6],
    ['feed', 8],
    ['evening', 17],
  ])('the test %s finds no error, and reports every objective that is missed', async (name, objectives) => {
    expect(await load(name, { ...small, IMPOSSIBLE: 'every' })).toBe(missedThreshold);
    const { metrics, verdicts } = summaryOf(name);
    expect(metrics.checks.values).toMatchObject({ rate: 1, fails: 0 });
    for (const metric of mustNeverHappen[name] ?? [])
      expect([metric, metrics[metric].values.count]).toEqual([metric, 0]);
    expect(verdicts).toEqual(new Array(objectives).fill('MISSED'));
  });

  it('a second k6 sends the flood, and the missed objectives of both k6 are reported', async () => {
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
    // Keeps the usual priority. Beside other tests, a k6 of lowest priority might get no processor time before the end.
    const codes = await makeFlood({
      k6: k6 ?? '',
      url: system.url,
      quiet: true,
      env,
      standsBack: false,
    });
    expect(codes).toEqual({ code: missedThreshold, visitorsCode: missedThreshold });
    for (const name of ['flood', 'flood-visitors']) {
      const { metrics, verdicts } = summaryOf(name);
      expect(metrics.checks.values).toMatchObject({ rate: 1, fails: 0 });
      expect(verdicts).toEqual(new Array(6).fill('MISSED'));
    }
    expect(summaryOf('flood').metrics.counts_that_differ.values.count).toBe(0);
  });
});
