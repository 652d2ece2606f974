import { execFileSync } from 'node:child_process';
import { repository } from '../../local/paths.mjs';

/** Runs make-secrets.mjs as its image does. @throws with the program's message when it fails */
export const makeSecrets = (folder: string, ...act: string[]): void => {
  const flags = ['--conditions=@hearsay/source', '--import', '@oxc-node/core/register'];
  const program = [...flags, 'infra/containers/make-secrets.mjs', folder, ...act];
  execFileSync(process.execPath, program, { cwd: repository, stdio: 'pipe' });
};
