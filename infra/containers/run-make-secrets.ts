import { execFileSync } from 'node:child_process';
import { repository } from '../local/paths.mjs';
import type { Variables } from '../local/servers/processes.ts';

/** Unsets variables that may name a developer's own servers. */
const ours = { MEDIA_URL: undefined, REDIS_URL: undefined, REDIS_SENTINELS: undefined };

/** Runs make-secrets.mjs as its image does. @throws with the message of the program when the program fails */
export const makeSecrets = (folder: string, act: readonly string[] = [], variables: Variables = {}): void => {
  const flags = ['--conditions=@hearsay/source', '--import', '@oxc-node/core/register'];
  const program = [...flags, 'infra/containers/make-secrets.mjs', folder, ...act];
  execFileSync(process.execPath, program, {
    cwd: repository,
    stdio: 'pipe',
    env: { ...process.env, ...ours, ...variables },
  });
};
