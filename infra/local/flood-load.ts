import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { floodObjectives, judgeFlood, visitorsObjectives } from './flood-verdict.ts';
import { missedThreshold, runLoad } from './k6.ts';
import { answersOk } from './node-service.ts';
import { repository } from './paths.mjs';
import { watchMemory } from './process-memory.ts';
import { endCommands } from './run-command.mjs';
import type { RunningFile } from './running-system.ts';
import { freePort, loopback, untilAnswered } from './servers/ports.ts';
import type { Variables } from './servers/processes.ts';

/** How long k6 may take until it tells of itself. */
const tellsWithinMs = 30_000;

interface Flood {
  readonly k6: string;
  readonly url: string;
  readonly args?: readonly string[];
  readonly quiet?: boolean;
  /** Of those who boost. */
  readonly env?: Variables;
  readonly visitorsEnv?: Variables;
  /** Whether the visitors' k6 takes only what is left of the processors. A busy machine may leave it nothing. */
  readonly visitorsStandBack?: boolean;
}

const hasRun = (code: number): boolean => code === 0 || code === missedThreshold;

/**
 * One k6 boosts and another one floods as visitors. The visitors' k6 gets the processor time that the others leave, since real visitors use
 * other machines (docs/performance.md).
 * @returns the exit codes of both; none of the visitors' where they had nobody to disturb
 */
export const makeFlood = async ({
  k6,
  url,
  args = [],
  quiet = false,
  env = {},
  visitorsEnv = {},
  visitorsStandBack = true,
}: Flood) => {
  const port = await freePort();
  const boosters = runLoad(k6, 'flood', url, { args: ['--address', `${loopback}:${port}`, ...args], env, quiet });
  const over = new AbortController();
  void boosters.then(() => over.abort());
  const visitors = untilAnswered(() => answersOk(port, '/v1/status'), {
    signal: over.signal,
    timeoutMs: tellsWithinMs,
    what: 'k6',
  }).then(
    () =>
      runLoad(k6, 'flood/visitors', url, {
        args: ['--quiet', '--address', `${loopback}:0`, ...args],
        env: { BOOSTERS: `http://${loopback}:${port}`, ...visitorsEnv },
        quiet,
        standsBack: visitorsStandBack,
      }),
    () => undefined,
  );
  const code = await boosters;
  if (!hasRun(code)) await endCommands();
  return { code, visitorsCode: await visitors };
};

/** `npm run load -- flood`: makes the flood and judges what no k6 can. @returns the exit code */
export const runFlood = async (k6: string, { url, pids }: RunningFile, args: readonly string[]): Promise<number> => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      await endCommands();
      process.exit(130);
    });
  }
  const wish = process.env.IMPOSSIBLE;
  const isOurs = floodObjectives.some(({ name }) => name === wish);
  const isOfVisitors = visitorsObjectives.some((name) => name === wish);
  const memory = watchMemory(pids.gateway ?? Number.NaN);
  const { code, visitorsCode } = await makeFlood({
    k6,
    url,
    args,
    env: isOurs || isOfVisitors ? { IMPOSSIBLE: '' } : {},
    visitorsEnv: isOfVisitors || wish === 'every' ? {} : { IMPOSSIBLE: '' },
  });
  const peakMegabytes = memory.stop();
  if (!hasRun(code)) return code;
  const folder = process.env.SUMMARY_FOLDER || join(repository, '.local');
  const summary = JSON.parse(readFileSync(join(folder, 'load-flood.json'), 'utf8'));
  const verdict = judgeFlood({ summary, peakMegabytes, isFloodWhole: visitorsCode === 0 }, isOurs ? wish : undefined);
  console.log(`${verdict.lines.join('\n')}\n`);
  return verdict.isReached ? code : missedThreshold;
};
