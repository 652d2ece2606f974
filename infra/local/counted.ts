import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { checkCounts, countFileOf, suiteCounts } from './test-counts.ts';

/**
 * `node counted.ts TARGET COMMAND [arguments]`: runs one task of one workspace, in its folder, and writes what it counts for beside it. The
 * file is an output of the task, so Nx brings it back with a cached result and `npm test` counts that too.
 */
const [target = '', command = '', ...args] = process.argv.slice(2);

const file = countFileOf(process.cwd(), target);
const lines = join(process.cwd(), '.counts', `${target}.jsonl`);
mkdirSync(join(process.cwd(), '.counts'), { recursive: true });
for (const earlier of [file, lines]) rmSync(earlier, { force: true });

const code = await runCommand(command, args, { env: { COUNT_FILE: lines, NODE_ENV: 'test' } });
const counts = target === 'test' ? suiteCounts(lines, code) : checkCounts(code);
rmSync(lines, { force: true });
writeFileSync(file, `${JSON.stringify(counts)}\n`);
process.exitCode = code;
