import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadResult } from '../load-process.ts';
import { serveLoad } from './serve-load.ts';

interface Program {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Runs an operators' program as a process of its own, from its start to its end; completed are the events that it has read, or itself. */
const run = async ({ script, args, env }: Program): Promise<LoadResult> => {
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
  });
  const durationMs = performance.now() - startedAt;
  const events = /rebuilt from (\d+) events/.exec(stdout)?.[1];
  if (events === undefined && args.includes('rebuild')) throw new Error(`The rebuild says: ${stdout}`);
  return { completed: Number(events ?? 1), seconds: durationMs / 1000, p50: durationMs, p99: durationMs };
};

serveLoad({ run });
