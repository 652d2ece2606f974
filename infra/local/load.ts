import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { floodObjectives, judgeFlood } from './flood-verdict.ts';
import { findK6, loadScript, runLoad } from './k6.ts';
import { repository } from './paths.mjs';
import { watchMemory } from './process-memory.ts';
import { runningSystem } from './running-system.ts';

/** Exit code of k6 when a threshold was missed, see https://grafana.com/docs/k6/latest/using-k6/thresholds/. */
const missedThreshold = 99;

const known = (): string[] => {
  const folder = join(repository, 'infra/k6');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((name) => name.endsWith('.ts') && !name.includes('spec.')).map((name) => name.slice(0, -3));
};

/** `npm run load`: a load test against the running system. */
export const main = async ([name, ...args]: string[]): Promise<number> => {
  if (!name || !existsSync(loadScript(name))) throw new Error(`npm run load -- NAME, with one of: ${known().join(', ')}`);
  const k6 = findK6();
  if (!k6) throw new Error('k6 is missing. Build it with: npm run tools (needs Go), or install it and put it on the PATH.');
  const { running } = runningSystem();
  if (name !== 'flood') return runLoad(k6, name, running.url, { args });
  return flood(running.pids.gateway, (env) => runLoad(k6, name, running.url, { args, env }));
};

/** Runs the flood and judges what k6 cannot: two metrics beside each other, and the gateway's memory. */
const flood = async (gateway: number | undefined, run: (env: Record<string, string>) => Promise<number>): Promise<number> => {
  const impossible = process.env.IMPOSSIBLE;
  const isOurs = floodObjectives.some(({ name }) => name === impossible);
  const memory = watchMemory(gateway ?? Number.NaN);
  const code = await run(isOurs ? { IMPOSSIBLE: '' } : {});
  const peakMegabytes = memory.stop();
  if (code !== 0 && code !== missedThreshold) return code;
  const folder = process.env.SUMMARY_FOLDER || join(repository, '.local');
  const summary = JSON.parse(readFileSync(join(folder, 'load-flood.json'), 'utf8'));
  const verdict = judgeFlood(summary, peakMegabytes, isOurs ? impossible : undefined);
  console.log(`${verdict.lines.join('\n')}\n`);
  return verdict.isReached ? code : missedThreshold;
};
