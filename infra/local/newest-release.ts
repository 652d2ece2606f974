import { repository } from './paths.mjs';
import { runCommand } from './run-command.ts';

/** The newest release and its commit. */
export const newestRelease = { name: '0.9.0', commit: '6f5f1159' };

/** False if the clone is shallow and lacks this commit. */
export const hasNewestRelease = async (): Promise<boolean> =>
  (await runCommand('git', ['cat-file', '-e', newestRelease.commit], { cwd: repository, quiet: true })) === 0;
